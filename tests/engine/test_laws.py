"""What holds for every hand, whatever the cards and the house rules."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES, cards_mask
from scoring.engine.errors import CODES as ERROR_CODES
from scoring.engine.errors import EngineError
from scoring.engine.hand_deck import deck_tables, pile_totals
from scoring.engine.operations import OPERATIONS, answer
from scoring.engine.rulesets import OPTIONS, PRESETS, read_ruleset

owners = st.lists(st.integers(0, 59), min_size=40, max_size=40)
sides_of = st.sampled_from([2, 3, 5])
presets = st.sampled_from(list(PRESETS))


def piles(owned: list[int], number: int) -> list[list[str]]:
    return [
        [code for code, owner in zip(CODES, owned, strict=True) if owner % number == side] for side in range(number)
    ]


def score(cards: list[list[str]], preset: Any) -> dict[str, Any]:
    return answer("score", {"ruleset": preset, "sides": [{"cards": pile} for pile in cards]})


@given(owners, sides_of, presets, st.randoms())
def test_the_order_of_cards_does_not_matter(owned: list[int], number: int, preset: str, chance: Any) -> None:
    cards = piles(owned, number)
    shuffled = [chance.sample(pile, len(pile)) for pile in cards]
    assert score(shuffled, preset) == score(cards, preset)


@given(owners, sides_of, presets, st.randoms())
def test_the_order_of_sides_moves_the_points_with_them(owned: list[int], number: int, preset: str, chance: Any) -> None:
    cards = piles(owned, number)
    order = chance.sample(range(number), number)
    one, other = score(cards, preset), score([cards[side] for side in order], preset)
    assert other["sides"] == [one["sides"][side] for side in order]
    for name in ("cappotto", "wins_match"):
        assert other[name] == (None if one[name] is None else order.index(one[name]))


@given(owners, sides_of, presets)
def test_deck_points_are_given_once_at_most(owned: list[int], number: int, preset: str) -> None:
    told = score(piles(owned, number), preset)
    flat = told["cappotto"] is not None and PRESETS[preset].cappotto == "flat_60_opponent_zero"
    given_out = {name: sum(side[name] for side in told["sides"]) for name in told["sides"][0]}
    assert given_out["settebello"] == (0 if flat else 1)
    assert given_out["carte"] <= 1
    assert given_out["denari"] <= 1
    assert given_out["primiera"] <= 1
    assert sum(1 for side in told["sides"] if side["piccola"]) <= 1
    assert sum(1 for side in told["sides"] if side["grande"]) <= 1


@given(owners, sides_of, presets)
def test_a_total_is_the_sum_of_its_categories(owned: list[int], number: int, preset: str) -> None:
    for side in score(piles(owned, number), preset)["sides"]:
        assert side["total"] == sum(points for name, points in side.items() if name != "total")


@given(owners, sides_of, presets, st.sampled_from(["sum_best_per_suit", "count_sevens_sixes_aces"]))
def test_totals_from_masks_are_the_totals_of_the_breakdown(
    owned: list[int], number: int, preset: str, method: str
) -> None:
    ruleset = {"preset": preset, "primiera_method": method}
    cards = piles(owned, number)
    masks = [cards_mask(pile) for pile in cards]
    told = score(cards, ruleset)
    assert pile_totals(masks, deck_tables(read_ruleset(ruleset))) == [side["total"] for side in told["sides"]]


@given(owners, sides_of, st.sampled_from(["none", "down_to_7", "down_to_6"]), st.booleans())
def test_without_a_cappotto_a_side_has_fourteen_at_most(
    owned: list[int], number: int, extension: str, re_bello: bool
) -> None:
    # RULES 8.9: one more with an extension, one more with re bello.
    told = score(piles(owned, number), {"grande_extension": extension, "re_bello": re_bello})
    if told["cappotto"] is None:
        most = 14 + (extension != "none") + re_bello
        assert max(side["total"] for side in told["sides"]) <= most


@given(
    owners, sides_of, presets, st.sampled_from(["anticlockwise", "clockwise"]), st.sampled_from(["one_by_one", "free"])
)
def test_presentation_options_change_nothing(
    owned: list[int], number: int, preset: str, direction: str, style: str
) -> None:
    cards = piles(owned, number)
    shown = {"preset": preset, "play_direction": direction, "deal_style": style}
    assert score(cards, shown) == score(cards, preset)


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.floats(allow_nan=False)
    | st.sampled_from([*CODES, "8H", "", "sbiro", "A", "rest"])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                [
                    "cards",
                    "scope",
                    "buone",
                    "knocks",
                    "matta_as",
                    "totals",
                    "wins_match",
                    "sides",
                    "seat",
                    "card",
                    "take",
                    "declare",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
names = st.sampled_from(
    [
        "sides",
        "hands",
        "ruleset",
        "dealer_side",
        "dealer_table",
        "dealer_matta_as",
        "cards",
        "card",
        "table",
        "matta_as",
        "redeals_before",
        "seats",
        "dealer",
        "claim_dealer_bonus",
        "deals",
        "plays",
        *list(OPTIONS)[:3],
    ]
)


@given(st.sampled_from(list(OPERATIONS)), st.dictionaries(names, values, max_size=6))
def test_bad_input_gives_nothing_but_a_coded_refusal(op: str, case: dict[str, Any]) -> None:
    try:
        answer(op, case)
    except EngineError as no:
        code, detail, errors = no.code, no.detail, no.errors
    else:
        return
    assert code in ERROR_CODES
    assert detail
    assert errors


@given(owners, st.data())
def test_one_thing_wrong_in_a_good_case_is_refused_with_a_code(owned: list[int], data: st.DataObject) -> None:
    sides: list[dict[str, Any]] = [{"cards": pile, "scope": 1, "buone": []} for pile in piles(owned, 2)]
    case: dict[str, Any] = {"sides": sides, "ruleset": "sbiro"}
    place = data.draw(st.sampled_from(["sides", "cards", "scope", "buone", "ruleset"]))
    bad = data.draw(st.none() | st.booleans() | st.text(max_size=3) | st.just({}) | st.just([1]))
    if place in ("sides", "ruleset"):
        case[place] = bad
    else:
        sides[0][place] = bad
    try:
        answer("score", case)
    except EngineError as no:
        code = no.code
    else:
        # What stands for a default, and a pile that was as empty before.
        assert (place, bad) in (("ruleset", None), ("ruleset", {}))
        return
    assert code in ERROR_CODES
