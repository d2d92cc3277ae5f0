"""Answer the draws' operations: read a case, draw once, render (CONTRACT 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from players.ratings.lines import Case, Operation
from players.ratings.shape import as_bool, as_id, as_int, as_list, as_number, as_object, refuse, required
from tournaments.draw import case as read
from tournaments.draw.groups import groups_knockout, snake_groups
from tournaments.draw.knockout import FirstRound, knockout
from tournaments.draw.lots import commitment, input_digest, lot_order
from tournaments.draw.mitchell import mitchell
from tournaments.draw.neighbours import Neighbours, neighbours_round
from tournaments.draw.planner import Evening, plan_evening
from tournaments.draw.reentry import ReentryRound, ReentryRules, reentry_round, reentry_state
from tournaments.draw.rotating import RotatingRound, Table, rotating_round, rotating_schedule
from tournaments.draw.round_robin import ScheduledRound, round_robin
from tournaments.draw.swiss import SwissRules, swiss_round
from tournaments.draw.types import Draw
from tournaments.draw.why import Why

GROUPINGS = ("auto", "score", "blocks")
MAX_PLAYERS = 400
MAX_SEATS = 8_000
"""Players, and players times rounds, of an individual event: what a few seconds hold."""
MAX_QUALIFIED = 512


def swiss_answer(case: Case) -> dict[str, object]:
    """Answer `swiss`; also read: `rounds`, `prohibited`, `avoid`, `allow_rematch`, `allow_second_bye`, `groups`."""
    rules = SwissRules(
        rounds=as_int(case.get("rounds", 0), "/rounds", 0, read.MAX_ROUNDS),
        allow_rematch=as_bool(case.get("allow_rematch", False), "/allow_rematch"),
        allow_second_bye=as_bool(case.get("allow_second_bye", False), "/allow_second_bye"),
        prohibited=read.read_pair_set(case, "prohibited"),
        avoid=read.read_pair_set(case, "avoid"),
        grouping=_one_of(case.get("groups", "auto"), GROUPINGS, "/groups"),
    )
    draw = swiss_round(read.read_entrants(case), read.read_history(case), seed=read.read_seed(case), rules=rules)
    return _drawn(draw, case)


def danese_answer(case: Case) -> dict[str, object]:
    """Answer `danese`: as `swiss`, with `variant` `pure`, `modified` (the usual) or `monrad`."""
    variant = Neighbours(_one_of(case.get("variant", "modified"), [one.value for one in Neighbours], "/variant"))
    draw = neighbours_round(
        read.read_entrants(case),
        read.read_history(case),
        variant=variant,
        prohibited=read.read_pair_set(case, "prohibited"),
    )
    return _drawn(draw, case)


def round_robin_answer(case: Case) -> dict[str, object]:
    """Answer `round_robin`: numbers in the order given, or by lot with `shuffle`."""
    ids = _numbered(case)
    rounds = round_robin(ids, double=as_bool(case.get("double", False), "/double"))
    return {"rounds": [_scheduled(one) for one in rounds], "digest": _digest(case)}


def mitchell_answer(case: Case) -> dict[str, object]:
    """Answer `mitchell`: `entrants`, `rounds`, `step` (1), `switched` (0); the two lines and the rounds by table."""
    plan = mitchell(
        _numbered(case),
        as_int(required(case, "rounds"), "/rounds", 1, read.MAX_ROUNDS),
        step=as_int(case.get("step", 1), "/step", 1, read.MAX_ENTRANTS),
        switched=as_int(case.get("switched", 0), "/switched", 0, read.MAX_ROUNDS),
    )
    return {
        "fixed": list(plan.fixed),
        "moving": list(plan.moving),
        "rounds": [_scheduled(one) for one in plan.rounds],
        "digest": _digest(case),
    }


def knockout_answer(case: Case) -> dict[str, object]:
    """Answer `knockout`; `seeds`: ids in seed order, or how many of the entrants are seeded, or true for all."""
    ids = read.read_ids(case)
    clubs = case.get("clubs")
    drawn = knockout(
        ids,
        seed=read.read_seed(case),
        seeds=_read_seeds(case, ids),
        clubs=None if clubs is None else _texts(clubs, "/clubs"),
    )
    return _first_round(drawn, case)


def reentry_answer(case: Case) -> dict[str, object]:
    """Answer `reentry`: rounds played with `winners` and `back`; the next round and who may still buy back."""
    ids = read.read_ids(case)
    total = case.get("total")
    rules = ReentryRules(
        as_int(case.get("until_round", 1), "/until_round", 0, read.MAX_ROUNDS),
        as_int(case.get("per_entrant", 1), "/per_entrant", 0, read.MAX_ROUNDS),
        None if total is None else as_int(total, "/total", 0),
    )
    history = [_read_reentry(row, f"/history/{index}") for index, row in enumerate(_rows(case, "history"))]
    state = reentry_state(ids, history, rules)
    draw = reentry_round(ids, history, rules, seed=read.read_seed(case))
    return {**_drawn(draw, case), "may_return": list(state.may_return)}


def groups_answer(case: Case) -> dict[str, object]:
    """Answer `groups`: `entrants` in seed order into `groups` by the snake, each with its rounds; `double`."""
    groups = snake_groups(
        _numbered(case),
        as_int(required(case, "groups"), "/groups", 1, read.MAX_ENTRANTS),
        double=as_bool(case.get("double", False), "/double"),
    )
    rows = [{"entrants": list(one.entrants), "rounds": [_scheduled(turn) for turn in one.rounds]} for one in groups]
    return {"groups": rows, "digest": _digest(case)}


def groups_knockout_answer(case: Case) -> dict[str, object]:
    """Answer `groups_knockout`: `qualified`, a list a group in the order of its standings."""
    rows = [
        [as_id(one, f"/qualified/{index}/{place}") for place, one in enumerate(as_list(row, f"/qualified/{index}"))]
        for index, row in enumerate(as_list(required(case, "qualified"), "/qualified"))
    ]
    flat = [one for row in rows for one in row]
    if len(set(flat)) != len(flat):
        raise refuse("somebody is qualified twice", "/qualified")
    if len(flat) > MAX_QUALIFIED:
        raise refuse(f"must hold at most {MAX_QUALIFIED}", "/qualified")
    return _first_round(groups_knockout(rows), case)


def rotating_answer(case: Case) -> dict[str, object]:
    """Answer `rotating`: the whole schedule of `rounds` rounds, numbers by lot."""
    rounds = as_int(required(case, "rounds"), "/rounds", 1, read.MAX_ROUNDS)
    ids = read.read_ids(case)
    if len(ids) > MAX_PLAYERS:
        raise refuse(f"must hold at most {MAX_PLAYERS}", "/entrants")
    if rounds * len(ids) > MAX_SEATS:
        raise refuse(f"rounds times entrants must be at most {MAX_SEATS}", "/rounds")
    plan = rotating_schedule(ids, rounds, seed=read.read_seed(case))
    return {"rounds": [_seated(one) for one in plan], "digest": _digest(case)}


def rotating_round_answer(case: Case) -> dict[str, object]:
    """Answer `rotating_round`: the round after `history` (as answered); `by_standings`, `threes`, `allow_repeat`."""
    entrants = read.read_entrants(case)
    if len(entrants) > MAX_PLAYERS:
        raise refuse(f"must hold at most {MAX_PLAYERS}", "/entrants")
    history = [_read_seated(row, f"/history/{index}") for index, row in enumerate(_rows(case, "history"))]
    drawn = rotating_round(
        entrants,
        history,
        seed=read.read_seed(case),
        by_standings=as_bool(case.get("by_standings", False), "/by_standings"),
        threes=as_bool(case.get("threes", False), "/threes"),
        allow_repeat=as_bool(case.get("allow_repeat", False), "/allow_repeat"),
    )
    return {**_seated(drawn), "digest": _digest(case)}


def plan_answer(case: Case) -> dict[str, object]:
    """Answer `plan`: the ways through an evening, best first; the fields are those of `Evening`."""
    hands = case.get("hands")
    minutes = as_list(case.get("hand_minutes", []), "/hand_minutes")
    plans = plan_evening(
        Evening(
            entrants=as_int(required(case, "entrants"), "/entrants", 1, read.MAX_ENTRANTS),
            tables=as_int(required(case, "tables"), "/tables", 1, read.MAX_ENTRANTS),
            start=as_int(required(case, "start"), "/start", 0, 2880),
            closing=as_int(required(case, "closing"), "/closing", 0, 2880),
            rounds=as_int(required(case, "rounds"), "/rounds", 1, read.MAX_ROUNDS),
            singles=as_bool(case.get("singles", False), "/singles"),
            hands=None if hands is None else as_int(hands, "/hands", 1, 100),
            target=as_int(case.get("target", 51), "/target", 1, 1000),
            hand_minutes=[as_number(one, f"/hand_minutes/{index}", 0.1, 600) for index, one in enumerate(minutes)],
            change_minutes=as_number(case.get("change_minutes", 5), "/change_minutes", 0, 600),
            substitutes=as_int(case.get("substitutes", 0), "/substitutes", 0, read.MAX_ENTRANTS),
        )
    )
    return {"plans": [plan._asdict() for plan in plans]}


def commitment_answer(case: Case) -> dict[str, object]:
    """Answer `commitment`: the hash to publish before the draw, and the order of the lots it commits to."""
    ids, seed = read.read_ids(case), read.read_seed(case)
    return {"commitment": commitment(seed, ids), "lots": lot_order(seed, ids)}


OPERATIONS: Mapping[str, Operation] = {
    "swiss": swiss_answer,
    "danese": danese_answer,
    "round_robin": round_robin_answer,
    "mitchell": mitchell_answer,
    "knockout": knockout_answer,
    "reentry": reentry_answer,
    "groups": groups_answer,
    "groups_knockout": groups_knockout_answer,
    "rotating": rotating_answer,
    "rotating_round": rotating_round_answer,
    "plan": plan_answer,
    "commitment": commitment_answer,
}


def _digest(case: Case) -> str:
    return input_digest({name: value for name, value in case.items() if name != "id"})


def _lines(reasons: Iterable[Why]) -> list[str]:
    return [reason.sentence() for reason in reasons]


def _data(reasons: Iterable[Why]) -> list[dict[str, object]]:
    return [{"key": reason.key, "params": reason.params} for reason in reasons]


def _drawn(draw: Draw, case: Case) -> dict[str, object]:
    return {
        "pairs": [list(pair) for pair in draw.pairs],
        "bye": draw.bye,
        "why": _lines(draw.why),
        "why_data": _data(draw.why),
        "bye_why": None if draw.bye_why is None else draw.bye_why.sentence(),
        "floats": dict(draw.floats),
        "rematches": [list(pair) for pair in draw.rematches],
        "digest": _digest(case),
    }


def _first_round(drawn: FirstRound, case: Case) -> dict[str, object]:
    return {
        "round": {"pairs": [list(pair) for pair in drawn.pairs], "byes": list(drawn.byes)},
        "slots": list(drawn.slots),
        "why": _lines(drawn.why),
        "why_data": _data(drawn.why),
        "bye_why": _lines(drawn.bye_why),
        "digest": _digest(case),
    }


def _scheduled(one: ScheduledRound) -> dict[str, object]:
    return {"pairs": [list(pair) for pair in one.pairs], "bye": one.bye, "why": _lines(one.why())}


def _seated(one: RotatingRound) -> dict[str, object]:
    return {
        "tables": [[list(pair) for pair in table] for table in one.tables],
        "resting": list(one.resting),
        "threes": [list(table) for table in one.threes],
        "why": _lines(one.why),
    }


def _rows(case: Case, name: str) -> list[object]:
    rows = as_list(case.get(name, []), f"/{name}")
    if len(rows) > read.MAX_ROUNDS:
        raise refuse(f"must hold at most {read.MAX_ROUNDS}", f"/{name}")
    return rows


def _numbered(case: Case) -> list[str]:
    ids = read.read_ids(case)
    return lot_order(read.read_seed(case), ids) if as_bool(case.get("shuffle", False), "/shuffle") else ids


def _one_of(value: object, names: Sequence[str], pointer: str) -> str:
    if not isinstance(value, str) or value not in names:
        raise refuse(f"must be one of {', '.join(names)}", pointer)
    return value


def _texts(value: object, pointer: str) -> dict[str, str]:
    return {name: as_id(text, f"{pointer}/{name}") for name, text in as_object(value, pointer).items()}


def _read_seeds(case: Case, ids: Sequence[str]) -> list[str]:
    value = case.get("seeds")
    if value is None or value is False:
        return []
    if value is True:
        return list(ids)
    if isinstance(value, int):
        return list(ids[: as_int(value, "/seeds", 0, len(ids))])
    seeds = read.read_ids(case, "seeds")
    for index, one in enumerate(seeds):
        if one not in ids:
            raise refuse(f"{one!r} is no entrant", f"/seeds/{index}")
    return seeds


def _each(value: object, pointer: str, reader: Callable[[object, str], str]) -> tuple[str, ...]:
    return tuple(reader(one, f"{pointer}/{index}") for index, one in enumerate(as_list(value, pointer)))


def _read_reentry(value: object, pointer: str) -> ReentryRound:
    row = as_object(value, pointer)
    bye = row.get("bye")
    return ReentryRound(
        read.read_pairs(required(row, "pairs", pointer), f"{pointer}/pairs"),
        _each(required(row, "winners", pointer), f"{pointer}/winners", as_id),
        None if bye is None else as_id(bye, f"{pointer}/bye"),
        _each(row.get("back", []), f"{pointer}/back", as_id),
    )


def _read_seated(value: object, pointer: str) -> RotatingRound:
    row = as_object(value, pointer)
    tables: list[Table] = []
    for index, table in enumerate(as_list(required(row, "tables", pointer), f"{pointer}/tables")):
        one, other = read.read_pairs(as_list(table, f"{pointer}/tables/{index}", 2), f"{pointer}/tables/{index}")
        tables.append((one, other))
    threes: list[tuple[str, str, str]] = []
    for index, table in enumerate(as_list(row.get("threes", []), f"{pointer}/threes")):
        a, b, c = as_list(table, f"{pointer}/threes/{index}", 3)
        threes.append(
            (
                as_id(a, f"{pointer}/threes/{index}/0"),
                as_id(b, f"{pointer}/threes/{index}/1"),
                as_id(c, f"{pointer}/threes/{index}/2"),
            )
        )
    resting = _each(row.get("resting", []), f"{pointer}/resting", as_id)
    players = [one for pairs in tables for pair in pairs for one in pair] + [one for table in threes for one in table]
    if len(set(players + list(resting))) != len(players) + len(resting):
        raise refuse("somebody sits twice", pointer)
    return RotatingRound(tuple(tables), resting, tuple(threes))
