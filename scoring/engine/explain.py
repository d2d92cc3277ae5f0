"""Tell why each point of a hand was given, or not, as data that a page can put into any language.

Lines come in the order in which points are told at the table; the points of one side's lines add up to its total.
`MESSAGES` lists every message key with its parameters. Sources: RULES 8, 9.3; CONTRACT 2 (`explanation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.engine.cards import ACES, CODES, RANK_OF_VALUE, RANKS, SUITS, VALUE_OF, cards_list, cards_value
from scoring.engine.explain_scales import Line, cappotto_lines, grande_lines, piccola_lines, re_bello_lines
from scoring.engine.hand import CountedHand, HandScore
from scoring.engine.hand_buone import Buona, buona_worth
from scoring.engine.hand_deck import ALL_TEN, NO_SUIT, PRIMIERA_VALUES, deck_tables, sole_most
from scoring.engine.rulesets import Ruleset

MESSAGES: Mapping[str, tuple[str, ...]] = {
    "carte_most": ("carte", "others"),
    "carte_tie": ("carte",),
    "carte_below_threshold": ("carte", "least"),
    "denari_most": ("denari", "others"),
    "denari_tie": ("denari",),
    "denari_below_threshold": ("denari", "least"),
    "settebello_taken": (),
    "settebello_nobody": (),
    "primiera_best": ("value", "others"),
    "primiera_lower": ("value", "best"),
    "primiera_tie": ("value",),
    "primiera_missing_suit": ("suits",),
    "primiera_most_sevens": ("sevens", "sixes", "aces"),
    "primiera_fewer_sevens": ("sevens", "sixes", "aces"),
    "primiera_equal_sevens": ("sevens", "sixes", "aces"),
    "scope_made": ("scope",),
    "buona_barsega": ("sum", "matta_as"),
    "buona_barsega_di_misci": ("sum", "matta_as"),
    "buona_decino": ("rank", "matta_as"),
    "buona_decino_and_barsega": ("rank", "sum", "matta_as"),
    "buona_grande_in_mano": ("matta_as",),
    "knocks_marked": ("knocks",),
    "dealer_bonus_sum": ("sum", "matta_as"),
    "dealer_bonus_low": ("sum", "matta_as"),
    "piccola_run": ("run", "stopped_at"),
    "piccola_broken": ("run", "missing"),
    "piccola_nobody": (),
    "grande_run": ("from",),
    "grande_broken": ("missing",),
    "grande_nobody": (),
    "re_bello_taken": (),
    "cappotto_wins_match": (),
    "cappotto_flat": (),
    "cappotto_others_zero": (),
    "cappotto_bonus": (),
    "cappotto_unpaid": (),
    "table_wins_match": (),
    "third_redeal_loses_match": (),
    "not_known": (),
    "entered": (),
    "marked_entered": ("marked",),
}
"""Every message key with the names of its parameters.

`others` lists the other sides' figures in the order of sides (null: none). Ranks and suits are those of card codes.
"""


def explain_hand(hand: CountedHand, score: HandScore, rules: Ruleset) -> list[Line]:
    """Return the lines of a scored hand.

    `score` is `score_piles(hand, rules)`. Where all ten denari pay a flat sum, only that is told.
    """
    if score.cappotto is not None and rules.cappotto == "flat_60_opponent_zero":
        return cappotto_lines(score.cappotto, len(hand.sides), rules)
    masks = [side.cards for side in hand.sides]
    denari = [mask >> 10 & ALL_TEN for mask in masks]
    lines = [
        *carte_lines([mask.bit_count() for mask in masks], rules),
        *denari_lines(denari, rules),
        *settebello_lines(denari),
        *primiera_lines_of_piles(masks, rules),
    ]
    for place, side in enumerate(hand.sides):
        lines += scope_lines(place, side.scope)
    for place, side in enumerate(hand.sides):
        lines += buone_lines(place, side.buone, rules)
        lines += knocks_lines(place, side.knocks, rules)
    if hand.dealer_side >= 0:
        lines += dealer_lines(hand.dealer_side, hand.dealer_table, hand.dealer_matta_as, rules)
    lines += piccola_lines(denari, rules)
    lines += grande_lines(denari, rules)
    lines += re_bello_lines(denari, rules)
    if score.cappotto is not None:
        lines += cappotto_lines(score.cappotto, len(hand.sides), rules)
    return lines


def carte_lines(counts: Sequence[int], rules: Ruleset) -> list[Line]:
    """Tell who has most cards, from the number of each side (RULES 8.1)."""
    return _majority("carte", counts, [()] * len(counts), deck_tables(rules).least_carte)


def denari_lines(ranks: Sequence[int], rules: Ruleset) -> list[Line]:
    """Tell who has most denari, from the ten rank bits of each side (RULES 8.1)."""
    cards = [tuple(cards_list(bits << 10)) for bits in ranks]
    return _majority("denari", [bits.bit_count() for bits in ranks], cards, deck_tables(rules).least_denari)


def _majority(category: str, counts: Sequence[int], cards: Sequence[tuple[str, ...]], least: int) -> list[Line]:
    best = max(counts)
    winner = sole_most(counts, least)
    if winner >= 0:
        others = [count for side, count in enumerate(counts) if side != winner]
        return [Line(winner, category, 1, cards[winner], "8.1", f"{category}_most", {category: best, "others": others})]
    if counts.count(best) > 1:
        return [Line(None, category, 0, (), "8.1", f"{category}_tie", {category: best})]
    params = {category: best, "least": least}
    return [Line(counts.index(best), category, 0, (), "8.1", f"{category}_below_threshold", params)]


def settebello_lines(denari: Sequence[int]) -> list[Line]:
    """Tell who has the 7 of denari (RULES 8.2)."""
    for side, ranks in enumerate(denari):
        if ranks >> 6 & 1:
            return [Line(side, "settebello", 1, ("7D",), "8.2", "settebello_taken", {})]
    return [Line(None, "settebello", 0, (), "8.2", "settebello_nobody", {})]


def primiera_lines_of_piles(masks: Sequence[int], rules: Ruleset) -> list[Line]:
    """Tell the primiera of each side from its pile, with the cards that count (RULES 8.3)."""
    if rules.primiera_method == "count_sevens_sixes_aces":
        held = [[code for code in cards_list(mask) if code[0] in "76A"] for mask in masks]
        counts = [tuple(sum(code[0] == rank for code in cards) for rank in "76A") for cards in held]
        return count_lines(counts, held)
    return primiera_lines([best_cards(mask, rules) for mask in masks], rules)


def best_cards(mask: int, rules: Ruleset) -> tuple[str | None, ...]:
    """Return the card that counts for the primiera in each suit H D C S, None where there is none."""
    values = PRIMIERA_VALUES[rules.primiera_values]
    best: list[str | None] = []
    for suit in range(4):
        ranks = [rank for rank in range(10) if mask >> 10 * suit + rank & 1]
        best.append(CODES[10 * suit + max(ranks, key=lambda rank: (values[rank], rank))] if ranks else None)
    return tuple(best)


def primiera_lines(best: Sequence[Sequence[str | None]], rules: Ruleset) -> list[Line]:
    """Tell the primiera of each side from its best card of each suit, by the sum of values."""
    values = dict(zip(RANKS, PRIMIERA_VALUES[rules.primiera_values], strict=True))
    sums: list[int] = []
    for cards in best:
        total = sum(values[code[0]] for code in cards if code)
        out = None in cards and rules.primiera_missing_suit == "disqualified"
        sums.append(NO_SUIT if out else total)
    winner, top = sole_most(sums), max(sums)
    lines = []
    for side, (cards, value) in enumerate(zip(best, sums, strict=True)):
        held = tuple(code for code in cards if code)
        if value == NO_SUIT:
            suits = [suit for suit, code in zip(SUITS, cards, strict=True) if code is None]
            lines.append(Line(side, "primiera", 0, held, "8.3", "primiera_missing_suit", {"suits": suits}))
        elif side == winner:
            others = [None if other == NO_SUIT else other for place, other in enumerate(sums) if place != side]
            lines.append(Line(side, "primiera", 1, held, "8.3", "primiera_best", {"value": value, "others": others}))
        elif value == top:
            lines.append(Line(side, "primiera", 0, held, "8.3", "primiera_tie", {"value": value}))
        else:
            lines.append(Line(side, "primiera", 0, held, "8.3", "primiera_lower", {"value": value, "best": top}))
    return lines


def count_lines(counts: Sequence[tuple[int, ...]], held: Sequence[Sequence[str]]) -> list[Line]:
    """Tell the primiera of each side by most sevens, then sixes, then aces.

    `counts` are these three numbers of each side, `held` the cards they are counted from, as far as known.
    """
    top = max(counts)
    lines = []
    for side, count in enumerate(counts):
        key = "primiera_fewer_sevens"
        if count == top:
            key = "primiera_most_sevens" if counts.count(top) == 1 else "primiera_equal_sevens"
        params = dict(zip(("sevens", "sixes", "aces"), count, strict=True))
        points = int(key == "primiera_most_sevens")
        lines.append(Line(side, "primiera", points, tuple(held[side]), "8.3", key, params))
    return lines


def scope_lines(side: int, scope: int) -> list[Line]:
    """Tell the scope of a side (RULES 4.1)."""
    return [Line(side, "scope", scope, (), "4.1", "scope_made", {"scope": scope})] if scope else []


def buone_lines(side: int, buone: Iterable[Buona], rules: Ruleset) -> list[Line]:
    """Tell each declaration of a side, which must be a buona under `rules` (RULES 5)."""
    lines = []
    for buona in buone:
        worth = buona_worth(buona, rules)
        assert worth is not None
        matta_as = RANK_OF_VALUE[buona.matta_as] or None
        total = cards_value(buona.cards)
        if buona.matta_as:
            total += buona.matta_as - VALUE_OF[rules.matta_bit]
        params: dict[str, Any] = {"sum": total, "matta_as": matta_as}
        rule = "5.1"
        if "decino" in worth.kinds:
            params["rank"] = RANK_OF_VALUE[total // 3]
            both = "barsega" in worth.kinds
            key, rule = ("buona_decino_and_barsega", "5.3") if both else ("buona_decino", "5.2")
        elif "barsega" in worth.kinds:
            has_ace = buona.cards & ACES or buona.matta_as == 1
            key = "buona_barsega" if has_ace else "buona_barsega_di_misci"
        else:
            key, rule = "buona_grande_in_mano", "5.4"
        params = {name: params[name] for name in MESSAGES[key]}
        lines.append(Line(side, "buone", worth.points, tuple(cards_list(buona.cards)), rule, key, params))
    return lines


def knocks_lines(side: int, knocks: int, rules: Ruleset) -> list[Line]:
    """Tell the knocks of a last deal of one card each (RULES 8.10)."""
    if not knocks:
        return []
    points = knocks * rules.last_deal_low_card_points
    return [Line(side, "buone", points, (), "8.10", "knocks_marked", {"knocks": knocks})]


def dealer_lines(side: int, table: int, matta_as: int, rules: Ruleset) -> list[Line]:
    """Tell the dealer's bonus for an opening table that is worth one (RULES 7)."""
    total = cards_value(table)
    if matta_as:
        total += matta_as - VALUE_OF[rules.matta_bit]
    by_sum = dict(rules.table_bonus).get(total, 0)
    low = rules.table_low_bonus if total <= rules.table_low_max else 0
    key, rule = ("dealer_bonus_sum", "7.1") if by_sum >= low else ("dealer_bonus_low", "7.2")
    params = {"sum": total, "matta_as": RANK_OF_VALUE[matta_as] or None}
    return [Line(side, "dealer", max(by_sum, low), tuple(cards_list(table)), rule, key, params)]
