"""The evening of the examples: Gina's club, a match against each other, a phone at the table, every operation once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.worked_hand import body, plain

Keep = Callable[..., Any]
HAND = "01ac2f5c-8a00-7000-8000-0000000000{:02d}"


def evening(keep: Keep, gina: Any, nena: Any, anybody: Callable[[str | None], Any]) -> None:
    """Send everything once; `keep` takes operation, answer and body."""

    def post(operation: str, who: Any, path: str, sent: Any, **headers: str) -> Any:
        return keep(operation, who.post(path, sent, **headers), sent)

    club = post("clubs_create", gina, "clubs", {"name": "Circolo Castelletto", "time_zone": "Europe/Rome"})
    ruleset = _club(keep, post, gina, nena, club)
    sent = {
        "club": club["id"],
        "ruleset": "sbiro",
        "seats": [{"name": "Bacci"}, {"name": "Nena"}],
        "first_dealer": 1,
    }
    match = post("matches_create", gina, "matches", sent, Idempotency_Key='"venerdi-tavolo-1"')
    at = f"matches/{match['id']}"
    phone = _table(keep, post, gina, at, anybody)
    _hands(keep, post, gina, phone, at)
    _match(keep, post, gina, at, match, club)
    for operation, path in {
        "matches_list": f"matches?club={club['id']}&expand=players",
        "players_list": f"players?club={club['id']}",
        "rulesets_list": f"rulesets?club={club['id']}",
        "rulesets_read": f"rulesets/{ruleset['id']}",
        "rankings_read": f"rankings?club={club['id']}",
        "players_stats": f"players/{match['seats'][0]['player']}/stats",
        "audit_list": f"clubs/{club['id']}/audit?limit=5",
        "audit_export": f"clubs/{club['id']}/audit.csv",
        "me": "me",
        "changelog": "changelog",
    }.items():
        keep(operation, gina.get(path))
    _standings(keep, post, gina, nena, club)
    _figures(keep, gina, club)
    keep("clubs_list", anybody(None).get("clubs"))
    post("engine", anybody(None), "engine/buone", {"cards": ["AS", "2S", "4S"]})
    made = post("tokens_create", gina, "tokens", {"name": "Il mio bot", "scopes": ["club:read", "hands:write"]})
    keep("tokens_list", gina.get("tokens?limit=1"))
    keep("tokens_revoke", gina("DELETE", f"tokens/{made['id']}"))


def _club(keep: Keep, post: Keep, gina: Any, nena: Any, club: dict[str, Any]) -> Any:
    at = f"clubs/{club['id']}"
    keep("clubs_read", gina.get(at))
    change = {"name": "Circolo di Castelletto"}
    keep("clubs_change", gina.patch(at, change, If_Match='"v1"'), change)
    player = post("players_create", gina, "players", {"club": club["id"], "name": "Tito"})
    keep("players_read", gina.get(f"players/{player['id']}"))
    change = {"name": "Tito Canepa"}
    keep("players_change", gina.patch(f"players/{player['id']}", change, If_Match='"v1"'), change)
    twice = gina.post("players", {"club": club["id"], "name": "Titto"}).json()
    sent = {"into": player["id"]}
    keep("players_merge", gina.post(f"players/{twice['id']}/merge", sent, If_Match='"v1"'), sent)
    invited = post("invitations_create", gina, f"{at}/invitations", {"email": "nena@example.org", "role": "scorer"})
    other = gina.post(f"{at}/invitations", {"email": "tito@example.org", "role": "member"}).json()
    keep("invitations_list", gina.get(f"{at}/invitations"))
    keep("invitations_withdraw", gina("DELETE", f"{at}/invitations/{other['id']}"))
    keep("my_invitations_list", nena.get("me/invitations"))
    member = post("my_invitations_accept", nena, f"me/invitations/{invited['id']}", {})
    again = gina.post(f"{at}/invitations", {"email": "nena@example.org", "role": "director"}).json()
    keep("my_invitations_decline", nena("DELETE", f"me/invitations/{again['id']}"))
    keep("members_list", gina.get(f"{at}/members"))
    keep("members_read", gina.get(f"{at}/members/{member['id']}"))
    change = {"role": "member"}
    keep("members_change", gina.patch(f"{at}/members/{member['id']}", change, If_Match='"v1"'), change)
    keep("members_remove", gina("DELETE", f"{at}/members/{member['id']}", If_Match='"v2"'))
    sent = {"club": club["id"], "name": "Le nostre", "preset": "sbiro", "overrides": {"target_score": 31}}
    ruleset = post("rulesets_create", gina, "rulesets", sent)
    change = {"overrides": {"target_score": 41}}
    keep("rulesets_change", gina.patch(f"rulesets/{ruleset['id']}", change, If_Match='"v1"'), change)
    return ruleset


def _figures(keep: Keep, gina: Any, club: dict[str, Any]) -> None:
    """Read the figures that follow from the short matches of the standings, each table as a list and as a sheet."""
    names = {player["name"]: player["id"] for player in gina.get(f"players?club={club['id']}").json()["results"]}
    bacci, nena = f"players/{names['Bacci']}", names["Nena"]
    for operation, path in {
        "players_figures": f"{bacci}/figures?discipline=singles",
        "players_figures_export": f"{bacci}/figures.csv",
        "players_lines": f"{bacci}/lines?limit=1",
        "players_lines_export": f"{bacci}/lines.csv",
        "players_partners": f"{bacci}/partners",
        "players_partners_export": f"{bacci}/partners.csv",
        "players_opponents": f"{bacci}/opponents",
        "players_opponents_export": f"{bacci}/opponents.csv",
        "players_awards": f"{bacci}/awards?limit=2",
        "players_ratings": f"{bacci}/ratings?limit=2",
        "players_ratings_export": f"{bacci}/ratings.csv",
        "players_with_export": f"{bacci}/with/{nena}.csv",
        "players_against_export": f"{bacci}/against/{nena}.csv",
        "clubs_figures_export": f"clubs/{club['id']}/figures.csv",
        "players_with": f"{bacci}/with/{nena}",
        "players_against": f"{bacci}/against/{nena}",
        "clubs_figures": f"clubs/{club['id']}/figures",
        "clubs_table": f"clubs/{club['id']}/table",
        "clubs_table_export": f"clubs/{club['id']}/table.csv",
        "clubs_records": f"clubs/{club['id']}/records?limit=2",
        "clubs_records_export": f"clubs/{club['id']}/records.csv",
        "clubs_awards": f"clubs/{club['id']}/awards?limit=2",
    }.items():
        keep(operation, gina.get(path))


def _standings(keep: Keep, post: Keep, gina: Any, nena: Any, club: dict[str, Any]) -> None:
    """Publish a ranking, and run a season and a circuit of two clubs."""
    season = {"club": club["id"], "name": "Autunno 2026", "starts_on": "2026-09-21", "ends_on": "2026-12-20"}
    season = post("seasons_create", gina, "seasons", season | {"best_of": 8})
    keep("seasons_list", gina.get(f"seasons?club={club['id']}"))
    keep("seasons_read", gina.get(f"seasons/{season['id']}"))
    change = {"win": 3}
    keep("seasons_change", gina.patch(f"seasons/{season['id']}", change, If_Match='"v1"'), change)
    seats = [{"name": "Bacci"}, {"name": "Nena"}]
    for number in (6, 7):
        rules = {"preset": "sbiro", "target_score": 8}
        short = gina.post("matches", {"club": club["id"], "ruleset": rules, "seats": seats}).json()
        gina.put(f"matches/{short['id']}/hands/{HAND.format(number)}", plain())
        work_off()
        publish_all()
        if number == 6:
            keep("ranking_snapshots_list", gina.get(f"ranking-snapshots?club={club['id']}&board=all"))
    where = f"ranking-snapshots?club={club['id']}&board=all"
    newest = max(gina.get(where).json()["results"], key=lambda one: one["number"])
    at = f"ranking-snapshots/{newest['id']}"
    keep("ranking_snapshots_read", gina.get(at))
    keep("ranking_snapshots_changes", gina.get(f"{at}/changes"))
    keep("ranking_snapshots_export", gina.get(f"{at}.csv"))
    keep("rankings_export", gina.get(f"rankings.csv?club={club['id']}"))
    closing = gina.get(f"seasons/{season['id']}")["ETag"]
    keep("seasons_close", gina("POST", f"seasons/{season['id']}/close", If_Match=closing))
    _circuit(keep, post, gina, nena, club)


def _circuit(keep: Keep, post: Keep, gina: Any, nena: Any, club: dict[str, Any]) -> None:
    sent = {"club": club["id"], "name": "Cirulla in città", "place_points": [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]}
    circuit = post("circuits_create", gina, "circuits", sent)
    at = f"circuits/{circuit['id']}"
    keep("circuits_list", gina.get(f"circuits?club={club['id']}"))
    keep("circuits_read", gina.get(at))
    change = {"best_of": 4, "qualified_total": 32}
    keep("circuits_change", gina.patch(at, change, If_Match='"v1"'), change)
    other = nena.post("clubs", {"name": "Circolo di Boccadasse"}).json()
    gina("PUT", f"{at}/clubs/{other['id']}")
    keep("circuits_join", nena("PUT", f"{at}/clubs/{other['id']}"))
    keep("circuits_clubs", gina.get(f"{at}/clubs"))
    sent = {"club": club["id"], "name": "Una cirulla vista mare", "played_on": "2026-11-20"}
    event = post("circuit_events_create", gina, f"{at}/events", sent)
    keep("circuit_events_read", gina.get(f"circuit-events/{event['id']}"))
    people = gina.get(f"players?club={club['id']}&ordering=created_at").json()["results"]
    places = [{"player": player["id"], "place": place} for place, player in enumerate(people, start=1)]
    answer = gina("PUT", f"circuit-events/{event['id']}", {"places": places}, If_Match='"v1"')
    keep("circuit_events_places", answer, {"places": places})
    keep("circuit_events_list", gina.get(f"{at}/events"))
    keep("circuits_table", gina.get(f"{at}/table"))
    keep("circuits_table_export", gina.get(f"{at}/table.csv"))
    keep("circuits_qualified", gina.get(f"{at}/qualified?on=2026-11-30"))
    keep("circuits_qualified_export", gina.get(f"{at}/qualified.csv?on=2026-11-30"))
    sent = {"club": club["id"], "name": "Una cirulla di troppo", "played_on": "2026-11-27"}
    extra = gina.post(f"{at}/events", sent).json()
    keep("circuit_events_remove", gina("DELETE", f"circuit-events/{extra['id']}", If_Match='"v1"'))
    keep("circuits_leave", nena("DELETE", f"{at}/clubs/{other['id']}"))


def work_off() -> None:
    """Do what follows from the rows of the outbox."""
    from cirulla.lib import outbox

    while deliveries := outbox.claim():
        for delivery in deliveries:
            outbox.run_here(delivery)


def publish_all() -> None:
    """Publish every ladder now, without waiting for its next turn."""
    from players.models import Ladder
    from players.services.publish import ladder_publish
    from scoring.selectors import record

    for ladder in Ladder.objects.all():
        ladder_publish(ladder_id=ladder.pk, record=record)


def _table(keep: Keep, post: Keep, gina: Any, at: str, anybody: Callable[[str | None], Any]) -> Any:
    code = post("join_codes_make", gina, f"{at}/join-code", {})
    keep("join_codes_read", gina.get(f"{at}/join-code"))
    joined = post("join", anybody(None), "join", {"code": code["code"], "seat": 0}, X_Device="telefono di Bacci")
    other = anybody(None).post("join", {"code": code["code"]}).json()
    keep("phones_list", gina.get(f"{at}/phones"))
    keep("phones_revoke", gina("DELETE", f"{at}/phones/{other['id']}"))
    keep("join_codes_revoke", gina("DELETE", f"{at}/join-code/{code['id']}"))
    return anybody(joined["token"])


def _hands(keep: Keep, post: Keep, gina: Any, phone: Any, at: str) -> None:
    first, second, third = (HAND.format(number) for number in (1, 2, 3))
    post("hands_preview", phone, f"{at}/hands/preview", body())
    keep("hands_record", phone.put(f"{at}/hands/{first}", body()), body())
    keep("hands_read", phone.get(f"{at}/hands/{first}"))
    keep("hands_list", phone.get(f"{at}/hands"))
    keep("hands_under", phone.get(f"{at}/hands/{first}/under"))
    post("hands_act", gina, f"{at}/hands/{first}/confirm", {}, If_Match='"v1"')
    post("hands_impact", gina, f"{at}/hands/{first}/impact", plain(1, 1))
    phone.put(f"{at}/hands/{second}", plain(2, 0))
    phone.put(f"{at}/hands/{third}", plain(2, 0, (1, 0)))
    keep("reports_list", gina.get(f"{at}/reports"))
    keep("matches_disputes", gina.get(f"{at}/disputes"))
    redeal = {"id": HAND.format(4), "table": ["AD", "AS", "AH", "5C"]}
    keep("redeals_log", phone.post(f"{at}/redeals", redeal), redeal)
    operation = {"op_id": "1", "op": "hand", "match": at.split("/")[1], "hand": HAND.format(5), "body": plain(3, 1)}
    post("sync", phone, "sync", {"operations": [operation]})


def _match(keep: Keep, post: Keep, gina: Any, at: str, match: dict[str, Any], club: dict[str, Any]) -> None:
    read = keep("matches_read", gina.get(f"{at}?expand=players"))
    keep("matches_verbale", gina.get(f"{at}/verbale"))
    keep("matches_under", gina.get(f"{at}/under?ruleset=laspezia"))
    tito = gina.get(f"players?club={club['id']}&name=Tito").json()["results"][0]["id"]
    sent = {"players": [tito, match["seats"][1]["player"]], "reason": "Giocava Tito"}
    answer = gina.put(f"{at}/seats", sent, If_Match=f'"v{read["version"]}"')
    keep("matches_seats", answer, sent)
    sent = {"seat": 0, "player": match["seats"][0]["player"], "from_hand": 4}
    post("matches_substitute", gina, f"{at}/substitutions", sent, If_Match=answer["ETag"])
    stopped = gina.get(at)["ETag"]
    post("matches_act", gina, f"{at}/end", {"reason": "Si è fatto tardi"}, If_Match=stopped)
    keep("matches_log", gina.get(f"{at}/log"))
