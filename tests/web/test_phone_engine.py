"""The engine of the phone and the engine of the service say the same to any hand, match, sheet and house rule."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.engine.cards import CODES, RANKS, SUITS
from scoring.engine.declarations import buona_readings
from scoring.engine.detect import entry_doubts, odds
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.hand_deck import PRIMIERA_VALUES
from scoring.engine.operations import answer
from scoring.engine.rulesets import OPTIONS, PRESETS, read_ruleset
from scoring.engine.table import opening
from tests.engine.piles import mask
from tests.web.test_scripts import ROOT, node

Ask = Callable[[dict[str, Any]], dict[str, Any]]
SEATS = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1), 5: (0, 1, 2, 3, 4)}
LIMIT = settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture(scope="module")
def phone() -> Iterator[Ask]:
    """Give the phone's engine: one node that answers a line with a line."""
    script = ROOT / "tests" / "web" / "js" / "answers.mjs"
    with subprocess.Popen([node(), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        assert running.stdout
        stdin, stdout = running.stdin, running.stdout

        def ask(case: dict[str, Any]) -> dict[str, Any]:
            stdin.write(json.dumps(case) + "\n")
            stdin.flush()
            told: dict[str, Any] = json.loads(stdout.readline())
            return told

        yield ask
        stdin.close()
        assert running.wait(timeout=10) == 0


def option_values(name: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[name]
    if option.kind == "boolean":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.values)
    if name == "piccola_max":
        return st.integers(3, 7)
    if name == "target_score":
        return st.integers(0, 60)
    if option.kind == "integer":
        return st.integers(0, 14)
    if name == "players":
        return st.just([2, 3, 4, 5])
    if option.kind == "integers":
        return st.lists(st.sampled_from([1, 3, 6, 9]), min_size=1, max_size=3)
    return st.dictionaries(st.integers(10, 40).map(str), st.integers(0, 3), max_size=3)


overrides = st.lists(st.sampled_from(sorted(OPTIONS)), max_size=5, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: option_values(name) for name in names})
)


@st.composite
def rulesets(draw: st.DrawFn) -> dict[str, Any]:
    """Return a preset with some of its options changed, one that the service accepts."""
    chosen = {"preset": draw(st.sampled_from(sorted(PRESETS))), **draw(overrides)}
    try:
        read_ruleset(chosen)
    except EngineError:
        chosen["three_redeals_lose"] = False
    return chosen


def table_of(draw: st.DrawFn, pile: list[str], rules: Any, wrong: str) -> dict[str, Any] | None:
    """Return the opening table that the dealer took out of his pile, or one that he cannot have taken."""
    size = rules.table_cards
    if wrong == "bonus":
        return {"table": draw(st.permutations(CODES))[:size], "matta_as": draw(st.sampled_from([None, *RANKS]))}
    shuffled = draw(st.permutations(pile))
    for start in range(0, max(0, len(pile) - size), 2):
        shown = shuffled[start : start + size]
        judged = opening(mask(" ".join(shown)), rules)
        if judged.outcome == "dealer_bonus" and draw(st.booleans()):
            return {"table": shown, "matta_as": RANKS[judged.matta_as - 1] if judged.matta_as else None}
    return None


def threes(draw: st.DrawFn, rules: Any, used: set[str], wrong: str) -> list[dict[str, Any]]:
    """Return declarations of one side that touch no `used` card, buone unless `wrong` is `buone`."""
    declared: list[dict[str, Any]] = []
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        rank = draw(st.sampled_from(RANKS))
        source = draw(
            st.sampled_from([[code for code in CODES if code[0] in ranks] for ranks in (rank, "A234", rank + "7Q")])
        )
        cards = draw(st.permutations(source))[:3]
        readings = buona_readings(mask(" ".join(cards)), rules)
        if used & set(cards) or not (readings or wrong == "buone"):
            continue
        values = [RANKS[value - 1] if value else None for value, _ in readings] or [None]
        matta_as = draw(st.sampled_from([*RANKS] if wrong == "buone" else values))
        used |= set(cards)
        declared.append({"cards": cards[: 2 if wrong == "three" else 3], "matta_as": matta_as})
    return declared


WRONG = ("", "", "", "", "", "scope", "buone", "three", "knocks", "bonus", "twice", "lost", "slip", "slip", "open")


@st.composite
def hands(draw: st.DrawFn, mode: str) -> dict[str, Any]:
    """Return a hand as a phone might send it: mostly one that can be, sometimes with one thing wrong."""
    ruleset = draw(rulesets())
    rules = read_ruleset(ruleset)
    seats = draw(st.sampled_from(sorted(SEATS)))
    sides = max(SEATS[seats]) + 1
    dealer = draw(st.integers(0, seats - 1))
    wrong = draw(st.sampled_from(WRONG))
    owners = draw(st.lists(st.sampled_from([0, *range(sides)]), min_size=40, max_size=40))
    piles = [[code for code, owner in zip(CODES, owners, strict=True) if owner == side] for side in range(sides)]
    bonus = table_of(draw, piles[SEATS[seats][dealer]], rules, wrong)
    used = set(bonus["table"]) if bonus and wrong != "twice" else set()
    made = []
    for _ in range(sides):
        scope = draw(st.sampled_from([0, 0, 1, 2, 3])) + (9 if wrong == "scope" else 0)
        made.append({"scope": scope, "buone": threes(draw, rules, used, wrong), "knocks": int(wrong == "knocks")})
    listed: list[dict[str, Any] | None]
    if mode == "cards":
        listed = piled(draw, piles, made, wrong)
    elif mode == "counts":
        listed = [{**counted(draw, pile, rules, wrong), **marks} for pile, marks in zip(piles, made, strict=True)]
    else:
        listed = sheets(draw, piles, made, rules, SEATS[seats][dealer], wrong)
        bonus = None
    if wrong == "open":
        listed[draw(st.integers(0, sides - 1))] = None
    body: dict[str, Any] = {"number": 1, "dealer_seat": dealer, "mode": mode, "sides": listed}
    if bonus:
        body["dealer_bonus"] = bonus
    return {"op": "entry", "body": body, "ruleset": ruleset, "seats": SEATS[seats]}


def piled(
    draw: st.DrawFn, piles: list[list[str]], made: list[dict[str, Any]], wrong: str
) -> list[dict[str, Any] | None]:
    held: list[Any] = [list(pile) for pile in piles]
    if wrong == "lost" and held[0]:
        held[0].pop()
    if wrong == "twice" and held[0]:
        held[1] = [*held[1], held[0][0]]
    if draw(st.booleans()) and wrong != "twice":
        held[draw(st.integers(0, len(held) - 1))] = "rest"
    return [{"captured": captured, **marks} for captured, marks in zip(held, made, strict=True)]


def counted(draw: st.DrawFn, pile: list[str], rules: Any, wrong: str) -> dict[str, Any]:
    values = dict(zip(RANKS, PRIMIERA_VALUES[rules.primiera_values], strict=True))
    best = {
        suit: max((code[0] for code in pile if code[1] == suit), key=lambda rank: values[rank], default=None)
        for suit in SUITS
    }
    side: dict[str, Any] = {"carte": len(pile), "denari": [code for code in pile if code[1] == "D"], "primiera": best}
    slip = draw(st.sampled_from(["carte", "denari", "primiera", "unknown"])) if wrong == "slip" else ""
    if slip == "carte":
        side["carte"] = draw(st.integers(0, 42))
    elif slip == "denari":
        side["denari"] = [code for code in CODES if code[1] == "D" and draw(st.booleans())]
    elif slip == "primiera":
        best[draw(st.sampled_from(SUITS))] = draw(st.sampled_from([None, *RANKS]))
    elif slip == "unknown":
        side[draw(st.sampled_from(["carte", "denari", "primiera"]))] = None
    return side


def sheets(
    draw: st.DrawFn, piles: list[list[str]], made: list[dict[str, Any]], rules: Any, dealer: int, wrong: str
) -> list[dict[str, Any] | None]:
    sides = [{"cards": pile, "scope": min(one["scope"], 3)} for pile, one in zip(piles, made, strict=True)]
    scored = answer("score", {"ruleset": rules.to_dict(), "sides": sides})["sides"]
    listed: list[dict[str, Any] | None] = []
    for side, points in enumerate(scored):
        sheet = {name: value for name, value in points.items() if name not in ("total", "cappotto")}
        sheet["scope"] = made[side]["scope"]
        sheet["buone"] = draw(st.sampled_from([0, rules.low_hand_points, rules.triple_points]))
        if side == dealer or wrong == "bonus":
            sheet["dealer"] = draw(st.sampled_from([0, *(scope for _, scope in rules.table_bonus)]))
        if wrong in ("slip", "twice", "lost"):
            sheet[draw(st.sampled_from([*sheet, "cappotto"]))] = draw(st.sampled_from([None, 0, 1, 1, 2, 3, 5]))
        if wrong == "three" or not draw(st.integers(0, 5)):
            sheet = {name: value for name, value in sheet.items() if name not in ("scope", "buone", "dealer")}
            sheet["marked"] = draw(st.sampled_from([0, 3, 12, 400] if wrong == "three" else [0, 3, 12]))
        listed.append(sheet)
    return listed


def told_by_the_service(case: dict[str, Any]) -> dict[str, Any]:
    try:
        scored = score_entry(read_entry(case["body"], case["seats"]), read_ruleset(case["ruleset"]))
    except EngineError as no:
        return {"error": no.code, "fields": sorted(pointer for pointer, _, _ in no.errors)}
    return {"score": scored.score, "wins_match": scored.wins_match}


def told_by(phone: Ask, case: dict[str, Any]) -> dict[str, Any]:
    seats = case["seats"]
    seating = {"sides": max(seats) + 1, "dealerSide": seats[case["body"]["dealer_seat"]]}
    told = phone({**case, "seating": seating})
    if "error" in told:
        error = told["error"]
        return {"error": error["code"], "fields": sorted(field["pointer"] for field in error["errors"])}
    return told


@pytest.mark.parametrize("mode", ["cards", "counts", "points"])
def test_any_hand_is_worth_the_same_on_the_phone(phone: Ask, mode: str) -> None:
    @LIMIT
    @given(hands(mode))
    def check(case: dict[str, Any]) -> None:
        assert told_by(phone, case) == told_by_the_service(case)

    check()


@pytest.mark.parametrize("mode", ["cards", "counts", "points"])
def test_both_engines_ask_about_the_same_rare_things(phone: Ask, mode: str) -> None:
    @LIMIT
    @given(hands(mode), st.integers(0, 9))
    def check(case: dict[str, Any], more: int) -> None:
        rules = read_ruleset(case["ruleset"])
        for side in case["body"]["sides"]:
            if side and "marked" not in side:
                side["scope"] += more
        try:
            entry = read_entry(case["body"], case["seats"])
            scored = score_entry(entry, rules)
        except EngineError:
            return
        if not scored.complete or any(side and "marked" in side for side in case["body"]["sides"]):
            return
        asked = phone({**case, "op": "doubts", "odds": odds(rules, len(case["seats"]))})
        told = {(one["message_key"], one["side"], one["value"]) for one in asked}
        assert told == {(one.message_key, side_of(one.pointer), one.value) for one in entry_doubts(entry, rules)}

    check()


def side_of(pointer: str) -> int | None:
    parts = pointer.split("/")
    return int(parts[2]) if len(parts) > 2 else None


@LIMIT
@given(
    rulesets(),
    st.sampled_from(sorted(SEATS)),
    st.one_of(
        st.builds(
            lambda table: {"mode": "opening", "table": table}, st.permutations(CODES).map(lambda cards: cards[:4])
        ),
        st.builds(
            lambda rank, other: {"mode": "opening", "table": [*[code for code in CODES if code[0] == rank][:3], other]},
            st.sampled_from(RANKS),
            st.sampled_from(["7H", "QH", "KS"]),
        ).filter(lambda body: len(set(body["table"])) == 4),
        st.just({"mode": "claim", "cappotto": 0}),
        st.just({"mode": "claim", "cappotto": 1}),
    ),
    st.integers(0, 1),
)
def test_what_ends_a_hand_before_it_is_counted_is_judged_the_same(
    phone: Ask, ruleset: dict[str, Any], seats: int, body: dict[str, Any], dealer: int
) -> None:
    whole = {"number": 1, "dealer_seat": dealer, **body}
    case = {"op": "entry", "body": whole, "ruleset": ruleset, "seats": SEATS[seats]}
    assert told_by(phone, case) == told_by_the_service(case)


row = st.lists(st.sampled_from([0, 0, 1, 1, 2, 5, 10]), min_size=11, max_size=11)
NAMES = [
    "carte",
    "denari",
    "settebello",
    "primiera",
    "scope",
    "buone",
    "dealer",
    "piccola",
    "grande",
    "re_bello",
    "cappotto",
]


def breakdown(points: list[int]) -> dict[str, int]:
    return {**dict(zip(NAMES, points, strict=True)), "total": sum(points)}


@LIMIT
@given(st.data())
def test_any_match_stands_the_same_on_the_phone(phone: Ask, data: st.DataObject) -> None:
    sides = data.draw(st.sampled_from([2, 3, 5]))
    hand = st.fixed_dictionaries(
        {"sides": st.lists(row.map(breakdown), min_size=sides, max_size=sides)},
        optional={"wins_match": st.sampled_from([None, None, None, 0])},
    )
    case = {
        "id": 1,
        "op": "match",
        "ruleset": data.draw(rulesets()),
        "sides": sides,
        "hands": data.draw(st.lists(hand, max_size=6)),
    }
    try:
        expected = {"id": 1, **answer("match", case)}
    except EngineError as no:
        expected = {"id": 1, "error": (no.code, no.more.get("hand"))}
    told = phone(case)
    if "error" in told:
        told["error"] = (told["error"]["code"], told["error"].get("hand"))
    assert told == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_both_engines_mean_the_same_by_a_preset(phone: Ask, preset: str) -> None:
    assert phone({"op": "ruleset", "ruleset": preset}) == PRESETS[preset].to_dict()
