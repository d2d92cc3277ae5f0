"""Hold a set of cards as one 40-bit integer; read and print codes at the edge only.

Bit `10 * suit + rank` is one card, suits in the order H D C S and ranks A..K, so that the order
of bits is the card order of every list (RULES 1.1, 3.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.engine.errors import EngineError

SUITS = "HDCS"
RANKS = "A234567JQK"
CODES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 40 codes in card order."""
INDEX: Mapping[str, int] = {code: index for index, code in enumerate(CODES)}
BIT: Mapping[str, int] = {code: 1 << index for index, code in enumerate(CODES)}
CODE_OF: Mapping[int, str] = {bit: code for code, bit in BIT.items()}
DECK = (1 << 40) - 1

RANK_VALUE: Mapping[str, int] = {rank: value for value, rank in enumerate(RANKS, start=1)}
"""Capture value of a rank, 1..10 (RULES 1.2)."""
RANK_OF_VALUE: tuple[str, ...] = ("", *RANKS)
VALUES: tuple[int, ...] = tuple(RANK_VALUE[code[0]] for code in CODES)
"""Capture value of each card by its index 0..39."""
VALUE_OF: Mapping[int, int] = {1 << index: value for index, value in enumerate(VALUES)}
"""Capture value of a card by its bit."""
RANK_MASK: Mapping[str, int] = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in RANKS}
"""The four cards of a rank."""
VALUE_MASK: tuple[int, ...] = (0, *(RANK_MASK[rank] for rank in RANKS))
"""The four cards of a capture value, by value 1..10."""

SUIT_BITS = 0x3FF
HEARTS, DENARI, CLUBS, SPADES = (SUIT_BITS << shift for shift in (0, 10, 20, 30))
SUIT_MASK: Mapping[str, int] = dict(zip(SUITS, (HEARTS, DENARI, CLUBS, SPADES), strict=True))
SETTEBELLO = BIT["7D"]
ACES = RANK_MASK["A"]


def card_bit(code: object, pointer: str = "") -> int:
    """Return the bit of one code such as `7D`.

    Raises `bad_request` when `code` is no text and `unknown_card` when it names no card.

    >>> card_bit("2H")
    2
    """
    if not isinstance(code, str):
        raise EngineError("bad_request", "A card is a code such as 7D.", pointer)
    bit = BIT.get(code)
    if bit is None:
        raise EngineError("unknown_card", f"{code!r:.20} is no card of the pack.", pointer, card=code[:20])
    return bit


def cards_mask(codes: object, pointer: str = "") -> int:
    """Return the mask of a list of codes, each card once.

    Raises `bad_request` when `codes` is no list of texts, `unknown_card` and `duplicate_card`
    with the pointer of the first such item. An unknown card anywhere goes before a double one.

    >>> cards_list(cards_mask(["7D", "AH"]))
    ['AH', '7D']
    """
    if not isinstance(codes, (list, tuple)):
        raise EngineError("bad_request", "Cards are given as a list of codes.", pointer)
    bits = [card_bit(code, f"{pointer}/{place}") for place, code in enumerate(codes)]
    mask = 0
    for place, bit in enumerate(bits):
        if mask & bit:
            raise EngineError(
                "duplicate_card", f"{CODE_OF[bit]} is listed twice.", f"{pointer}/{place}", cards=[CODE_OF[bit]]
            )
        mask |= bit
    return mask


def cards_list(mask: int) -> list[str]:
    """Return the codes of a mask in card order."""
    return [CODES[index] for index in card_indices(mask)]


def card_indices(mask: int) -> Iterator[int]:
    """Yield the indices 0..39 of a mask's cards in card order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def card_bits(mask: int) -> Iterator[int]:
    """Yield each card of a mask as its own bit, in card order."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def cards_value(mask: int) -> int:
    """Return the sum of the capture values of a mask (RULES 1.2)."""
    return sum(value * (mask & cards).bit_count() for value, cards in enumerate(VALUE_MASK))


def suit_ranks(mask: int) -> tuple[int, int, int, int]:
    """Return the ten rank bits of each suit, in the order H D C S."""
    return mask & SUIT_BITS, mask >> 10 & SUIT_BITS, mask >> 20 & SUIT_BITS, mask >> 30


def is_rank(value: object) -> bool:
    """Tell whether `value` is a rank of the pack as a text."""
    return isinstance(value, str) and value in RANK_VALUE


def first_duplicate(masks: Sequence[int]) -> int:
    """Return the cards that are in more than one of `masks`, 0 when they are disjoint."""
    seen = double = 0
    for mask in masks:
        double |= seen & mask
        seen |= mask
    return double
