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
    post("matches_act", gina, f"{at}/abandon", {"reason": "Si è fatto tardi"}, If_Match=stopped)
    keep("matches_log", gina.get(f"{at}/log"))
