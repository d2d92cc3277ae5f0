"""Play whole random events through the draws, as documents that the checker reads: leavers, late entries, forfeits.

Same arguments, same document. A document is JSON: `format`, `options`, `seed`, `commitment`, `entrants` in seed order,
`rounds` (who was `present`, the `scores` they were drawn on, the draw, the `results`), `metrics` and `standings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tournaments import draw
from tournaments.standings import Kind, Result, Settings, banded_points, standings

Document = dict[str, object]

METRICS = {
    "vp": ("vp", "direct", "wins", "buchholz_cut1", "margin_capped", "scope", "lot"),
    "wins": ("points", "direct", "margin_capped", "buchholz_cut1", "buchholz", "sonneborn_berger", "scope", "lot"),
}
"""The suggested orders of research 2.11, by scale."""


def random_event(seed: int, *, event_format: str | None = None, entrants: int | None = None) -> Document:
    """Return one played event; format and number of entrants (2 … 33) are drawn from `seed` when not given."""
    chance = Random(f"cirulla-event-{seed}")  # noqa: S311 - a made-up event, not a draw
    event_format = event_format or chance.choice(sorted(FORMATS))
    least = LEAST.get(event_format, 2)
    count = max(entrants or chance.randint(least, 33), least)
    ids = [f"e{number:02}" for number in range(1, count + 1)]
    chance.shuffle(ids)
    document: Document = {
        "form": "cirulla-event-1",
        "format": event_format,
        "seed": f"lotto-{seed}",
        "entrants": ids,
        "commitment": draw.commitment(f"lotto-{seed}", ids),
    }
    return document | FORMATS[event_format](chance, ids, f"lotto-{seed}")


def random_match(chance: Random, number: int, a: str, b: str, scale: str, *, level: bool = True) -> Result:
    """Return one random result; `scale`: `vp` (20-0 by bands) or `wins` (1-0). One in twenty is cut level."""
    margin = 0 if level and chance.random() < 0.05 else chance.choice((-1, 1)) * chance.randint(1, 45)
    scope = (chance.randint(0, 12), chance.randint(0, 12))
    if scale == "vp":
        return Result(number, a, b, tuple(float(one) for one in banded_points(margin)), Kind.PLAYED, margin, scope)
    score = (0.5, 0.5) if margin == 0 else (1.0, 0.0) if margin > 0 else (0.0, 1.0)
    return Result(number, a, b, score, Kind.PLAYED, margin, scope)


def result_case(row: Result) -> Document:
    """Return a result as CONTRACT 1 writes it."""
    case: Document = {"round": row.round, "a": row.a, "kind": row.kind.value, "score": list(row.score)}
    if row.b is not None:
        case |= {"b": row.b, "margin": row.margin, "scope": list(row.scope) if row.scope else [0, 0]}
    return case


class _Field:
    """Follow who is there: late entries, leavers, absences and forfeits of one random event."""

    def __init__(self, chance: Random, ids: Sequence[str], scale: str) -> None:
        self.chance = chance
        self.ids = list(ids)
        self.scale = scale
        keep = max(2, len(ids) - len(ids) // 5)
        self.late = set(chance.sample(self.ids, len(ids) - keep)) if chance.random() < 0.4 else set()
        self.gone: set[str] = set()
        self.results: list[Result] = []

    def present(self) -> list[str]:
        chance = self.chance
        staying = [one for one in self.ids if one not in self.gone and one not in self.late]
        if len(staying) > 4 and chance.random() < 0.2:
            self.gone.add(chance.choice(staying))
        for one in sorted(self.late):
            if chance.random() < 0.5:
                self.late.discard(one)
        here = [one for one in self.ids if one not in self.gone and one not in self.late]
        return [one for one in here if len(here) < 5 or chance.random() > 0.04]

    def play(self, number: int, pairs: Sequence[tuple[str, str]], bye: str | None, present: Sequence[str]) -> set[str]:
        """Add the round's results; return the winners without play."""
        chance, walkovers = self.chance, set()
        bye_score, win = (12.0, 14.0) if self.scale == "vp" else (1.0, 1.0)
        for a, b in pairs:
            roll = chance.random()
            if roll < 0.03:
                self.results.append(Result(number, a, b, (win, 0.0), Kind.FORFEIT))
                walkovers.add(a)
            elif roll < 0.04:
                self.results.append(Result(number, a, b, (0.0, 0.0), Kind.FORFEIT))
            else:
                self.results.append(random_match(chance, number, a, b, self.scale))
        if bye is not None:
            self.results.append(Result(number, bye, None, (bye_score,), Kind.BYE))
        half = 10.0 if self.scale == "vp" else 0.5
        for one in sorted(set(self.ids) - set(present)):
            if chance.random() < 0.3:
                self.results.append(Result(number, one, None, (half,), Kind.REQUESTED_BYE))
            elif chance.random() < 0.7:
                self.results.append(Result(number, one, None, (0.0,), Kind.ABSENT))
        return walkovers

    def scores(self) -> dict[str, float]:
        total: dict[str, float] = dict.fromkeys(self.ids, 0.0)
        for row in self.results:
            total[row.a] += row.score[0]
            if row.b is not None:
                total[row.b] += row.score[1]
        return total

    def round_results(self, number: int) -> list[Document]:
        return [result_case(row) for row in self.results if row.round == number]


def _table(ids: Sequence[str], results: Sequence[Result], scale: str, seed: str, *, rounds: bool = False) -> Document:
    metrics = METRICS[scale]
    win = 20.0 if scale == "vp" else 1.0
    settings = Settings(metrics, win=win, draw=win / 2, round_robin=rounds, seed=seed)
    rows = standings(ids, results, settings)
    return {
        "metrics": list(metrics),
        "win": win,
        "draw": win / 2,
        "round_robin": rounds,
        "standings": [
            {"id": row.id, "rank": row.rank, "values": [None if one is None else float(one) for one in row.values]}
            for row in rows
        ],
    }


def _swiss(chance: Random, ids: Sequence[str], seed: str) -> Document:
    def one_round(entrants: list[draw.Entrant], history: list[draw.PastRound]) -> draw.Draw:
        return draw.swiss_round(entrants, history, seed=seed)

    return _by_rounds(chance, ids, seed, one_round, {})


def _danese(chance: Random, ids: Sequence[str], seed: str) -> Document:
    variant = chance.choice(list(draw.Neighbours))

    def one_round(entrants: list[draw.Entrant], history: list[draw.PastRound]) -> draw.Draw:
        return draw.neighbours_round(entrants, history, variant=variant)

    return _by_rounds(chance, ids, seed, one_round, {"variant": variant.value})


def _by_rounds(
    chance: Random,
    ids: Sequence[str],
    seed: str,
    one_round: Callable[[list[draw.Entrant], list[draw.PastRound]], draw.Draw],
    options: Mapping[str, object],
) -> Document:
    scale = chance.choice(sorted(METRICS))
    field = _Field(chance, ids, scale)
    history: list[draw.PastRound] = []
    rounds: list[Document] = []
    refusal: Document | None = None
    for number in range(1, chance.randint(1, min(9, max(1, len(ids) - 1))) + 1):
        present = field.present()
        scores = field.scores()
        try:
            drawn = one_round([draw.Entrant(one, scores[one]) for one in present], history)
        except draw.DrawError as error:
            refusal = {"round": number, "present": present, "scores": scores, **error.to_dict()}
            break
        walkovers = field.play(number, drawn.pairs, drawn.bye, present)
        unplayed = [
            [row.a, row.b] for row in field.results if row.round == number and row.b and row.kind is Kind.FORFEIT
        ]
        history.append(
            draw.PastRound(
                drawn.pairs,
                drawn.bye,
                frozenset(frozenset((a, b)) for a, b in unplayed if a and b),
                frozenset(walkovers),
                drawn.floats,
            )
        )
        rounds.append(
            {
                "number": number,
                "present": present,
                "scores": {one: scores[one] for one in present},
                "pairs": [list(pair) for pair in drawn.pairs],
                "bye": drawn.bye,
                "why": [one.sentence() for one in drawn.why],
                "results": field.round_results(number),
            }
        )
    document = {"options": {"scale": scale, **options}, "rounds": rounds, "refusal": refusal}
    return document | _table(ids, field.results, scale, seed)


def _fixed(
    chance: Random, ids: Sequence[str], seed: str, plan: Sequence[draw.ScheduledRound], options: Document
) -> Document:
    scale = chance.choice(sorted(METRICS))
    field = _Field(chance, ids, scale)
    rounds: list[Document] = []
    for number, turn in enumerate(plan, start=1):
        field.play(number, turn.pairs, turn.bye, ids)
        rounds.append(
            {
                "number": number,
                "pairs": [list(pair) for pair in turn.pairs],
                "bye": turn.bye,
                "results": field.round_results(number),
            }
        )
    document = {"options": {"scale": scale, **options}, "rounds": rounds}
    return document | _table(ids, field.results, scale, seed, rounds=True)


def _round_robin(chance: Random, ids: Sequence[str], seed: str) -> Document:
    double = chance.random() < 0.3
    return _fixed(chance, ids, seed, draw.round_robin(ids, double=double), {"double": double})


def _mitchell(chance: Random, ids: Sequence[str], seed: str) -> Document:
    plan = draw.mitchell(ids, chance.randint(1, (len(ids) + 1) // 2))
    return _fixed(chance, ids, seed, plan.rounds, {"fixed": list(plan.fixed), "moving": list(plan.moving)})


def _knockout(chance: Random, ids: Sequence[str], seed: str) -> Document:
    seeds = ids[: chance.choice((0, len(ids) // 2, len(ids)))]
    clubs = {one: f"club{chance.randint(1, 6)}" for one in ids}
    drawn = draw.knockout(ids, seed=seed, seeds=seeds, clubs=clubs if chance.random() < 0.5 else None)
    third = chance.random() < 0.5
    return {"options": {"seeds": list(seeds), "third_place": third}} | _play_tree(chance, drawn.slots, third)


def _play_tree(chance: Random, slots: Sequence[str | None], third: bool) -> Document:
    winners: dict[tuple[int, int] | str, str] = {}
    while True:
        matches = draw.bracket_matches(slots, winners, third_place=third)
        ready = [one for one in matches if one.winner is None and one.a is not None and one.b is not None]
        if not ready:
            break
        for one in ready:
            winners[one.place] = chance.choice([side for side in (one.a, one.b) if side is not None])
    return {
        "slots": list(slots),
        "champion": draw.champion(matches),
        "matches": [
            {"place": one.place, "a": one.a, "b": one.b, "winner": one.winner, "bye": one.bye} for one in matches
        ],
    }


def _groups(chance: Random, ids: Sequence[str], seed: str) -> Document:
    groups = draw.snake_groups(ids, draw.groups_for(len(ids), chance.choice((3, 4, 5))))
    through = chance.choice((1, 2)) if len(groups) > 1 else 2
    qualified = []
    for group in groups:
        order = list(group.entrants)
        chance.shuffle(order)
        qualified.append(order[:through])
    tree = draw.groups_knockout(qualified)
    played: list[Document] = [
        {
            "entrants": list(group.entrants),
            "rounds": [{"pairs": [list(pair) for pair in turn.pairs], "bye": turn.bye} for turn in group.rounds],
        }
        for group in groups
    ]
    options: Document = {"groups": len(groups), "through": through}
    return {"options": options, "groups": played, "qualified": qualified} | _play_tree(chance, tree.slots, False)


def _reentry(chance: Random, ids: Sequence[str], seed: str) -> Document:
    rules = draw.ReentryRules(chance.randint(0, 3), chance.randint(1, 2), chance.choice((None, 3)))
    history: list[draw.ReentryRound] = []
    rounds: list[Document] = []
    while len(draw.reentry_state(ids, history, rules).alive) > 1:
        drawn = draw.reentry_round(ids, history, rules, seed=seed)
        played = draw.ReentryRound(drawn.pairs, tuple(chance.choice(pair) for pair in drawn.pairs), drawn.bye)
        back: list[str] = []
        while may := draw.reentry_state(ids, [*history, played._replace(back=tuple(back))], rules).may_return:
            if chance.random() < 0.4:
                break
            back.append(chance.choice(may))
        history.append(played._replace(back=tuple(back)))
        rounds.append(
            {
                "pairs": [list(pair) for pair in drawn.pairs],
                "bye": drawn.bye,
                "winners": list(played.winners),
                "back": back,
            }
        )
    options: Document = {"until_round": rules.until_round, "per_entrant": rules.per_entrant, "total": rules.total}
    return {
        "options": options,
        "rounds": rounds,
        "champion": draw.reentry_state(ids, history, rules).alive[0],
    }


def _rotating(chance: Random, ids: Sequence[str], seed: str) -> Document:
    if chance.random() < 0.5:
        rounds = chance.randint(1, max(1, draw.most_rounds(len(ids)) - 2))
        try:
            plan = draw.rotating_schedule(ids, rounds, seed=seed)
        except draw.DrawError as error:
            return {"options": {"rounds": rounds}, "rounds": [], "refusal": error.to_dict()}
        return {"options": {"rounds": rounds, "whole": True}, "rounds": [_seated(one) for one in plan]}
    threes = chance.random() < 0.5 and len(ids) > 5
    by_standings = chance.random() < 0.5
    scores = dict.fromkeys(ids, 0.0)
    played: list[draw.RotatingRound] = []
    for _ in range(chance.randint(1, max(1, len(ids) // 3))):
        entrants = [draw.Entrant(one, scores[one]) for one in ids]
        try:
            one = draw.rotating_round(entrants, played, seed=seed, by_standings=by_standings, threes=threes)
        except draw.DrawError:
            break
        for table in one.tables:
            for side, points in zip(table, banded_points(chance.randint(-40, 40)), strict=True):
                for player in side:
                    scores[player] += points
        played.append(one)
    options: Document = {"threes": threes, "by_standings": by_standings}
    return {"options": options, "rounds": [_seated(one) for one in played]}


def _seated(one: draw.RotatingRound) -> Document:
    return {
        "tables": [[list(pair) for pair in table] for table in one.tables],
        "resting": list(one.resting),
        "threes": [list(table) for table in one.threes],
    }


FORMATS: dict[str, Callable[[Random, Sequence[str], str], Document]] = {
    "swiss": _swiss,
    "danese": _danese,
    "round_robin": _round_robin,
    "mitchell": _mitchell,
    "knockout": _knockout,
    "groups": _groups,
    "reentry": _reentry,
    "rotating": _rotating,
}
LEAST = {"rotating": 4, "groups": 4}
