"""Answer the op `standings`: read a case, rank once, render (CONTRACT 1)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from players.ratings.lines import Case, Operation
from players.ratings.shape import (
    as_bool,
    as_id,
    as_int,
    as_list,
    as_number,
    as_object,
    check_distinct,
    refuse,
    required,
)
from tournaments.draw.case import MAX_ROUNDS, read_ids, read_seed
from tournaments.standings.prizes import pooled_prizes
from tournaments.standings.ranking import Penalty, Settings, metric_words, standings
from tournaments.standings.results import Kind, Result

MATCH_KINDS = (Kind.PLAYED, Kind.FORFEIT, Kind.PENDING)
ALONE_KINDS = (Kind.BYE, Kind.REQUESTED_BYE, Kind.ABSENT)
MAX_SCORE = 100_000


def standings_answer(case: Case) -> dict[str, object]:
    """Answer `standings`: `rows` in order, `columns` in words.

    Also read: `win`, `draw` (points of a won and a level match), `round_robin`, `seed` (of the lots), `penalties`,
    `unranked`, `prizes` (amounts by place). Raises CaseError `bad_request` with the pointer of the field.
    """
    entrants = read_ids(case)
    metrics = _read_metrics(required(case, "metrics"))
    results = [
        _read_result(row, f"/results/{index}")
        for index, row in enumerate(as_list(required(case, "results"), "/results"))
    ]
    after = case.get("after_round")
    settings = Settings(
        metrics,
        None if case.get("win") is None else as_number(case["win"], "/win", 0, MAX_SCORE),
        None if case.get("draw") is None else as_number(case["draw"], "/draw", 0, MAX_SCORE),
        as_bool(case.get("round_robin", False), "/round_robin"),
        read_seed(case),
        frozenset(read_ids(case, "unranked")) if "unranked" in case else frozenset(),
    )
    rows = standings(
        entrants,
        results,
        settings,
        after_round=None if after is None else as_int(after, "/after_round", 0, MAX_ROUNDS),
        penalties=[
            _read_penalty(row, f"/penalties/{index}")
            for index, row in enumerate(as_list(case.get("penalties", []), "/penalties"))
        ],
    )
    answer: dict[str, object] = {
        "rows": [{"id": row.id, "rank": row.rank, "values": [_plain(value) for value in row.values]} for row in rows],
        "columns": [metric_words(name) for name in metrics],
    }
    if "prizes" in case:
        amounts = as_list(case["prizes"], "/prizes")
        prizes, left = pooled_prizes(rows, [as_int(one, f"/prizes/{index}", 0) for index, one in enumerate(amounts)])
        answer["prizes"] = [{"id": one.id, "amount": one.amount, "places": list(one.places)} for one in prizes]
        answer["prizes_left"] = left
    return answer


OPERATIONS: Mapping[str, Operation] = {"standings": standings_answer}


def _plain(value: Fraction | int | None) -> float | int | None:
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else round(float(value), 8)


def _read_metrics(value: object) -> tuple[str, ...]:
    names = tuple(as_id(name, f"/metrics/{index}") for index, name in enumerate(as_list(value, "/metrics")))
    check_distinct(names, "/metrics")
    return names


def _read_result(value: object, pointer: str) -> Result:
    row = as_object(value, pointer)
    number = as_int(required(row, "round", pointer), f"{pointer}/round", 1, MAX_ROUNDS)
    a = as_id(required(row, "a", pointer), f"{pointer}/a")
    b = None if row.get("b") is None else as_id(row["b"], f"{pointer}/b")
    kind = _read_kind(row.get("kind", "played"), b, f"{pointer}/kind")
    if a == b:
        raise refuse("nobody meets himself", f"{pointer}/b")
    sides = 1 if b is None else 2
    if kind is Kind.PENDING:
        return Result(number, a, b, (0.0,) * sides, kind)
    points = row.get("points")
    return Result(
        number,
        a,
        b,
        _read_score(row, sides, pointer, kind),
        kind,
        _whole(as_number(row.get("margin", 0), f"{pointer}/margin", -MAX_SCORE, MAX_SCORE)),
        tuple(as_int(one, f"{pointer}/scope/{side}", 0, 10_000) for side, one in enumerate(_read_scope(row, pointer))),
        None if points is None else _numbers(points, sides, f"{pointer}/points"),
    )


def _read_kind(value: object, b: str | None, pointer: str) -> Kind:
    if not isinstance(value, str) or value not in list(Kind):
        raise refuse(f"must be one of {', '.join(Kind)}", pointer)
    kind = Kind(value)
    if b is None and kind in MATCH_KINDS:
        raise refuse(f"{kind.value} needs a second entrant b", pointer)
    if b is not None and kind in ALONE_KINDS:
        raise refuse(f"{kind.value} stands for one entrant, without b", pointer)
    return kind


def _read_score(row: Mapping[str, object], sides: int, pointer: str, kind: Kind) -> tuple[float, ...]:
    if kind is Kind.ABSENT and "score" not in row:
        return (0.0,)
    return _numbers(required(row, "score", pointer), sides, f"{pointer}/score")


def _read_scope(row: Mapping[str, object], pointer: str) -> list[object]:
    value = row.get("scope")
    return [] if value is None or row.get("b") is None else as_list(value, f"{pointer}/scope", 2)


def _numbers(value: object, size: int, pointer: str) -> tuple[float, ...]:
    return tuple(
        _whole(as_number(one, f"{pointer}/{index}", -MAX_SCORE, MAX_SCORE))
        for index, one in enumerate(as_list(value, pointer, size))
    )


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _read_penalty(value: object, pointer: str) -> Penalty:
    row = as_object(value, pointer)
    return Penalty(
        as_id(required(row, "entrant", pointer), f"{pointer}/entrant"),
        as_int(row.get("round", 1), f"{pointer}/round", 1, MAX_ROUNDS),
        as_number(required(row, "score", pointer), f"{pointer}/score", -MAX_SCORE, MAX_SCORE),
        as_id(required(row, "reason", pointer), f"{pointer}/reason"),
    )
