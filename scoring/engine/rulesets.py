"""Hold the house rules of a match as frozen data, read from a preset's name or preset + overrides.

A variant is a value of an option, never a branch on a preset's name. Sources: RULES 10 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from scoring.engine.cards import BIT
from scoring.engine.errors import EngineError
from scoring.engine.ruleset_options import Kind, Option


def _option(kind: Kind, default: Any, rule: str, about: str, values: tuple[Any, ...] = ()) -> Any:
    return field(default=default, metadata={"kind": kind, "rule": rule, "about": about, "values": values})


def _integer(default: int, rule: str, about: str, low: int = 0, high: int | None = None) -> Any:
    return _option("integer", default, rule, about, (low, high))


def _flag(default: bool, rule: str, about: str) -> Any:
    return _option("boolean", default, rule, about)


def _choice(values: tuple[Any, ...], rule: str, about: str, default: Any = ...) -> Any:
    return _option("choice", values[0] if default is ... else default, rule, about, values)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Name every option of a match's rules; the defaults are the preset `sbiro`.

    Built by `read_ruleset`, which checks values. `preset` is where the options came from and decides
    nothing. Lists are tuples; `table_bonus` is a tuple of `(sum, scope)`. Source: RULES 12.
    """

    preset: str = "sbiro"

    target_score: int = _integer(51, "9.1", "Points that end a match")
    target_rule: str = _choice(
        ("reach", "exceed", "exceed_exact_resets"), "9.1", "Whether the target is reached, passed, or resets when hit"
    )
    tie_rule: str = _choice(("extra_hand", "count_out_order", "draw"), "9.3", "What a tie over the target leads to")
    single_hand: bool = _flag(False, "9.5", "Whether one hand decides the match")
    best_of: int = _choice((1, 3, 5), "9.4", "Games in one recorded match")
    players: tuple[int, ...] = _option("integers", (2, 3, 4), "2.1", "How many may play", (2, 5))
    play_direction: str = _choice(("anticlockwise", "clockwise"), "2.2", "Which way the turn goes, for showing only")
    deal_style: str = _choice(
        ("one_by_one", "three_by_three", "interleaved", "free"), "2.2", "How cards are dealt out, for showing only"
    )
    table_cards: int = _choice((4, 5), "2.3", "Cards face up at the first deal")
    deal_sizes: tuple[int, ...] = _option(
        "integers", (3,), "2.3", "Cards a player gets in each deal, the last repeats", (1, 20)
    )
    redeal_two_aces: str = _choice(
        ("always", "unless_dealer_bonus", "off"), "2.4", "Whether two aces on the table mean a redeal"
    )
    redeal_three_of_a_kind: bool = _flag(False, "2.4", "Whether three of one rank on the table mean a redeal")
    three_redeals_lose: bool = _flag(False, "2.4", "Whether the third redeal in a row loses the match for the dealer")
    table_four_of_a_kind: str = _choice(
        ("none", "natural", "natural_or_matta"), "2.4", "Whether four of one rank on the table win the match"
    )
    capture_choice: str = _choice(
        ("free", "equal_before_sum", "fewest_cards"), "3.2", "Which of several captures may be taken"
    )
    capture_obligation: str = _choice(
        ("played_card", "none", "whole_hand"), "3.3", "Whether a card that can capture has to"
    )
    ace_with_ace_on_table: str = _choice(
        ("ace_only", "ace_or_fifteen", "ace_or_whole_table_fifteen", "sweep_all"),
        "3.4",
        "What an ace takes when an ace lies on the table",
    )
    ace_sweep_exclusive: bool = _flag(True, "3.4", "Whether the sweep is the ace's only capture")
    ace_sweep_is_scopa: bool = _flag(True, "3.4", "Whether an ace's sweep is a scopa")
    ace_takes_ace_is_scopa: bool = _flag(True, "3.4", "Whether an ace that takes a lone ace makes a scopa")
    last_card_scopa: bool = _flag(False, "4.1", "Whether the last card of a hand can make a scopa")
    table_bonus_is_last_capture: bool = _flag(
        True, "4.2", "Whether the dealer's bonus counts as a capture for leftovers"
    )
    low_hand_points: int = _integer(3, "5.1", "Points of a barsega")
    low_hand_max: int = _integer(9, "5.1", "Highest sum of a barsega")
    triple_points: int = _integer(10, "5.2", "Points of a decino")
    low_triple: str = _choice(("triple_only", "sum_both", "fixed_3"), "5.3", "What a triple of A, 2 or 3 is worth")
    grande_in_hand_points: int = _integer(0, "5.4", "Points of J Q K of denari in hand")
    matta_card: str | None = _choice(("7H", "QH", None), "6.1", "The wild card")
    table_bonus: tuple[tuple[int, int], ...] = _option(
        "sums", ((15, 1), (30, 2)), "7.1", "Scope the dealer marks by the sum of the opening table", (0, None)
    )
    table_low_bonus: int = _integer(0, "7.2", "Scope the dealer marks for a low opening table")
    table_low_max: int = _integer(9, "7.2", "Highest sum of a low opening table")
    majority_rule: str = _choice(
        ("strict_most", "threshold"), "8.1", "Whether carte and denari need the most or more than half"
    )
    primiera_values: str = _choice(("standard", "figures_10_9_8"), "1.3", "Values of cards in the primiera")
    primiera_method: str = _choice(("sum_best_per_suit", "count_sevens_sixes_aces"), "8.3", "How primiere are compared")
    primiera_missing_suit: str = _choice(
        ("disqualified", "partial_sum"), "8.3", "What becomes of a primiera without a suit"
    )
    piccola_max: int = _integer(6, "8.4", "Most points of a piccola", 3, 7)
    grande_extension: str = _choice(("none", "down_to_7", "down_to_6"), "8.5", "How far a grande goes on below J")
    re_bello: bool = _flag(False, "8.6", "Whether KD is a point of its own")
    cappotto: str = _choice(
        ("win_match", "flat_60_opponent_zero", "bonus_30", "none"), "8.7", "What all ten denari are worth"
    )
    last_deal_low_card_max: int = _integer(
        0, "8.10", "Highest card that knocks in a last deal of one card each, 0 = off"
    )
    last_deal_low_card_points: int = _integer(1, "8.10", "Points of such a knock")

    _hash: int = field(init=False, repr=False, compare=False, default=0)
    derived: dict[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    """What other modules work out of these options once and look up for every hand, by a name of their own."""

    def __post_init__(self) -> None:
        # Rulesets are keys of several tables that are looked up for every hand.
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, name) for name in ("preset", *_NAMES))))

    def __hash__(self) -> int:
        return self._hash

    @property
    def matta_bit(self) -> int:
        """Return the matta's bit, 0 when this ruleset has none."""
        return BIT[self.matta_card] if self.matta_card else 0

    def to_dict(self) -> dict[str, Any]:
        """Return the whole ruleset, JSON-able; `read_ruleset` of it gives an equal one."""
        return {"preset": self.preset, **{name: option.write(getattr(self, name)) for name, option in OPTIONS.items()}}


_NAMES: tuple[str, ...] = tuple(item.name for item in fields(Ruleset) if item.metadata)


def _describe() -> dict[str, Option]:
    options = {}
    for item in fields(Ruleset):
        if item.metadata:
            bare = Option(item.name, item.metadata["kind"], item.metadata["values"], None, "", "")
            options[item.name] = Option(
                item.name,
                item.metadata["kind"],
                item.metadata["values"],
                bare.write(item.default),
                item.metadata["rule"],
                item.metadata["about"],
            )
    return options


OPTIONS: Mapping[str, Option] = _describe()
"""Every option by name: kind, values, default, rule number and one sentence (RULES 12)."""

_OVERRIDES: Mapping[str, Mapping[str, Any]] = {
    "sbiro": {},
    "wikipedia": {
        "play_direction": "clockwise",
        "capture_choice": "equal_before_sum",
        "ace_with_ace_on_table": "ace_or_fifteen",
        "piccola_max": 7,
    },
    "pagat": {"ace_with_ace_on_table": "ace_or_fifteen"},
    "aula2": {
        "target_score": 61,
        "ace_with_ace_on_table": "ace_or_whole_table_fifteen",
        "ace_takes_ace_is_scopa": False,
        "low_hand_points": 2,
        "cappotto": "flat_60_opponent_zero",
    },
    "luzzati": {
        "ace_with_ace_on_table": "ace_or_fifteen",
        "redeal_three_of_a_kind": True,
        "three_redeals_lose": True,
        "table_four_of_a_kind": "natural_or_matta",
    },
    "molassana": {
        "target_score": 81,
        "ace_with_ace_on_table": "ace_or_fifteen",
        "low_hand_max": 8,
        "table_low_bonus": 3,
        "table_low_max": 8,
        "cappotto": "bonus_30",
    },
    "laspezia": {
        "low_hand_points": 1,
        "triple_points": 2,
        "low_triple": "fixed_3",
        "table_bonus": {"30": 2},
        "table_low_bonus": 1,
        "piccola_max": 5,
        "grande_extension": "down_to_6",
    },
    "cinquantuno": {"target_rule": "exceed_exact_resets", "capture_obligation": "whole_hand"},
    "cirullone": {"players": [4], "target_score": 101, "deal_sizes": [6, 3]},
    "cirulla_a_5": {
        "players": [5],
        "table_cards": 5,
        "deal_sizes": [3, 3, 1],
        "table_bonus": {"17": 1, "34": 2},
        "last_deal_low_card_max": 3,
    },
}

PRESETS: Mapping[str, Ruleset] = {
    name: Ruleset(preset=name, **{option: OPTIONS[option].read(value) for option, value in overrides.items()})
    for name, overrides in _OVERRIDES.items()
}
"""The presets of RULES 10 by name."""


def read_ruleset(value: object = None, pointer: str = "/ruleset") -> Ruleset:
    """Return the ruleset that a preset's name, an object of preset + overrides, or None (`sbiro`) stands for.

    Raises `bad_request` for another type, `unknown_ruleset`, `unknown_option`, `bad_option_value`,
    `conflicting_options`, with a pointer such as `/ruleset/piccola_max`. Source: RULES 10, 12.
    """
    if value is None:
        return PRESETS["sbiro"]
    if isinstance(value, str):
        return _preset(value, pointer)
    if not isinstance(value, Mapping):
        raise EngineError("bad_request", "A ruleset is a preset's name or an object of options.", pointer)
    # repr tells 1 from true and 51 from 51.0, which are equal as keys of a table.
    return _read_text(repr(value), pointer, _Uncompared(value))


class _Uncompared:
    """Carry an unhashable argument past the table's key."""

    __slots__ = ("value",)

    def __init__(self, value: Mapping[Any, Any]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Uncompared)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=512)
def _read_text(_: str, pointer: str, carried: _Uncompared) -> Ruleset:
    options = dict(carried.value)
    base = _preset(options.pop("preset", "sbiro"), f"{pointer}/preset")
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        errors = [
            (f"{pointer}/{_escape(name)}", "unknown_option", f"{str(name)!r:.60} is no option of a ruleset.")
            for name in unknown
        ]
        raise EngineError("unknown_option", errors[0][2], errors[0][0], errors=errors)
    checked, errors = {}, []
    for name, value in options.items():
        try:
            checked[name] = OPTIONS[name].read(value)
        except ValueError as words:
            errors.append((f"{pointer}/{name}", "bad_option_value", f"{name} takes {words}."))
    if errors:
        raise EngineError("bad_option_value", errors[0][2], errors[0][0], errors=errors)
    rules = replace(base, **checked)
    _refuse_conflicts(rules, pointer)
    return rules


def _preset(name: object, pointer: str) -> Ruleset:
    if not isinstance(name, str) or name not in PRESETS:
        raise EngineError("unknown_ruleset", f"{str(name)!r:.60} is no preset.", pointer, presets=list(PRESETS))
    return PRESETS[name]


def _refuse_conflicts(rules: Ruleset, pointer: str) -> None:
    if rules.three_redeals_lose and rules.redeal_two_aces == "off" and not rules.redeal_three_of_a_kind:
        raise _conflict(
            ("three_redeals_lose", "redeal_two_aces", "redeal_three_of_a_kind"),
            "Three redeals cannot lose a match where nothing is ever redealt.",
            pointer,
        )


def check_players(rules: Ruleset, seats: int, pointer: str = "/ruleset") -> None:
    """Refuse a ruleset that `seats` players cannot play.

    Raises `bad_players` when the ruleset is not played by so many and `conflicting_options` when
    `deal_sizes` and `table_cards` do not deal out the pack to them. Source: RULES 2.1, 2.3, 10.
    """
    if seats not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        raise EngineError(
            "bad_players",
            f"This ruleset is played by {allowed}, not by {seats}.",
            "/seats",
            players=list(rules.players),
        )
    if not deals(rules, seats):
        raise _conflict(
            ("deal_sizes", "table_cards"),
            f"The pack cannot be dealt out to {seats} players in this way.",
            pointer,
        )


def deals(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """Return how many cards each of `seats` players gets in each deal of a hand, empty when the pack is not dealt out.

    >>> deals(PRESETS["cirullone"], 4)
    (6, 3)
    """
    left = 40 - rules.table_cards
    sizes: list[int] = []
    while left > 0:
        size = rules.deal_sizes[min(len(sizes), len(rules.deal_sizes) - 1)]
        sizes.append(size)
        left -= size * seats
    return tuple(sizes) if left == 0 else ()


def _conflict(names: tuple[str, ...], detail: str, pointer: str) -> EngineError:
    errors = [(f"{pointer}/{name}", "conflicting_options", detail) for name in names]
    return EngineError("conflicting_options", detail, errors[0][0], errors=errors, options=list(names))


def _escape(name: object) -> str:
    return str(name)[:60].replace("~", "~0").replace("/", "~1")
