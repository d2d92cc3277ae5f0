"""RULES 3 and 4 at the table: one play and what it leaves behind."""

from __future__ import annotations

import pytest

from scoring.engine.cards import DENARI, cards_list, cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona
from scoring.engine.replay import claimed_bonus
from scoring.engine.replay_state import Dealt, Play, TableState, piles_at_end, start, turns_of
from scoring.engine.replay_verify import can_play, legal_plays, play, verify_play
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset

SBIRO = PRESETS["sbiro"]
DEALER = 0


def cards(codes: str) -> int:
    return cards_mask(codes.split())


def before_play(number: int, table: str, hand: str, rules: Ruleset = SBIRO) -> TableState:
    """Return two players' table before the play `number`, whose seat holds `hand`; seat 0 deals."""
    turns = turns_of(rules, 2, DEALER)
    turn = turns[number]
    deals = tuple(
        tuple(cards(hand) if (deal, seat) == (turn.deal, turn.seat) else 0 for seat in range(2)) for deal in range(6)
    )
    dealt = Dealt(rules, (0, 1), DEALER, 0, None, deals, turns)
    return TableState(dealt, number, cards(table), 0, (0, 0), -1, 0)


def move(number: int, card: str, take: str = "", declared: tuple[Buona, ...] = ()) -> Play:
    return Play(turns_of(SBIRO, 2, DEALER)[number].seat, cards(card), cards(take), declared)


SCOPE = {
    "B01 the last card of the hand": (35, "KC", "5D 5S", SBIRO, False),
    "A45 an ace as the last card": (35, "AS", "KD 5H", SBIRO, False),
    "the last card where it can be one": (35, "KC", "5D 5S", read_ruleset({"last_card_scopa": True}), True),
    "B02 the last card but one": (34, "KC", "5D 5S", SBIRO, True),
    "B03 the first card of the last deal": (30, "KC", "5D 5S", SBIRO, True),
    "A32 an ace's sweep that is none": (4, "AS", "KD 5H", read_ruleset({"ace_sweep_is_scopa": False}), False),
}


@pytest.mark.parametrize(("number", "card", "table", "rules", "expected"), SCOPE.values(), ids=SCOPE)
def test_emptying_the_table_is_a_scopa_or_not(
    number: int, card: str, table: str, rules: Ruleset, expected: bool
) -> None:
    after, record = play(before_play(number, table, card, rules), move(number, card, table))
    assert record.scopa is expected
    assert after.table == 0
    assert after.piles[record.side] == cards(f"{card} {table}")


def test_b02_the_card_after_the_last_scopa_goes_to_who_made_it() -> None:
    state, record = play(before_play(34, "5D 5S", "KC"), move(34, "KC", "5D 5S"))
    dealer_card = cards("7D")
    deals = (*state.dealt.deals[:5], (dealer_card, 0))
    state, last = play(state._replace(dealt=state.dealt._replace(deals=deals)), move(35, "7D"))
    assert (last.side, last.last_side) == (0, record.side)
    assert piles_at_end(state)[record.side] == cards("KC 5D 5S 7D")


def test_b04_leftovers_go_to_the_side_that_captured_last() -> None:
    state = before_play(35, "7D QH", "2C")._replace(last_side=1, piles=(cards("AH"), cards("2H")))
    state, record = play(state, move(35, "2C"))
    assert state.over
    assert not record.scopa
    assert piles_at_end(state) == (cards("AH"), cards("2H 7D QH 2C"))


def test_b05_leftovers_can_complete_a_cappotto() -> None:
    state = before_play(35, "KD QH", "2C")._replace(last_side=1, piles=(cards("AH"), DENARI & ~cards("KD")))
    state, _ = play(state, move(35, "2C"))
    assert piles_at_end(state)[1] & DENARI == DENARI


def test_b09_a_scopa_can_follow_on_the_card_laid_after_a_scopa() -> None:
    state = before_play(0, "5D 5S", "KC 2H 3H")
    deals = ((cards("7D 4H 6H"), cards("KC 7S 3H")), *state.dealt.deals[1:])
    state = state._replace(dealt=state.dealt._replace(deals=deals))
    scope = []
    for number, (card, take) in enumerate([("KC", "5D 5S"), ("7D", ""), ("7S", "7D")]):
        state, record = play(state, move(number, card, take))
        scope.append(record.scopa)
    assert scope == [True, False, True]


def test_b12_partners_share_one_pile() -> None:
    turns = turns_of(SBIRO, 4, 0)
    deals = (tuple(cards(hand) for hand in ("AH 2H 3H", "KC 6H 7H", "7C 4S 3S", "KS 6S JS")), *((0,) * 4,) * 2)
    state = start(Dealt(SBIRO, (0, 1, 0, 1), 0, cards("5D 5S"), None, deals, turns))
    for move_of_seat in (Play(1, cards("KC"), cards("5D 5S")), Play(2, cards("7C")), Play(3, cards("JS"), cards("7C"))):
        state, record = play(state, move_of_seat)
    assert (record.side, record.scopa) == (1, True)
    assert state.piles == (0, cards("KC 5D 5S JS 7C"))


def test_leftovers_belong_to_nobody_when_nobody_has_captured() -> None:
    state, _ = play(before_play(35, "7D QH", "2C"), move(35, "2C"))
    assert piles_at_end(state) == (0, 0)


@pytest.mark.parametrize(("counts", "owner"), [(True, DEALER), (False, -1)], ids=["B07 it counts", "B08 it does not"])
def test_the_dealers_bonus_as_a_last_capture(counts: bool, owner: int) -> None:
    rules = read_ruleset({"table_bonus_is_last_capture": counts})
    table = cards("2D 3C 4S 6H")
    bonus = claimed_bonus(table, rules, claim=True)
    state = start(Dealt(rules, (0, 1), DEALER, table, bonus, ((0, 0),) * 6, turns_of(rules, 2, DEALER)))
    assert (state.table, state.piles, state.last_side) == (0, (table, 0), owner)


def test_d25_a_bonus_that_is_not_claimed_stays_on_the_table() -> None:
    table = cards("2D 3C 4S 6H")
    assert claimed_bonus(table, SBIRO, claim=False) is None
    state = start(Dealt(SBIRO, (0, 1), DEALER, table, None, ((0, 0),) * 6, turns_of(SBIRO, 2, DEALER)))
    assert (state.table, state.piles, state.last_side) == (table, (0, 0), -1)


def test_d26_an_ace_is_laid_on_the_table_that_the_bonus_emptied() -> None:
    state, record = play(before_play(0, "", "AS"), move(0, "AS"))
    assert (state.table, record.taken, record.scopa, record.last_side) == (cards("AS"), 0, False, -1)


def test_a20_only_the_chosen_card_has_to_capture() -> None:
    assert can_play(before_play(4, "7H", "2S JC"), move(4, "2S"))


def test_a21_the_chosen_card_has_to_capture() -> None:
    assert not can_play(before_play(4, "7H", "2S JC"), move(4, "JC"))


def test_a24_nothing_has_to_capture_where_it_is_free() -> None:
    rules = read_ruleset({"capture_obligation": "none"})
    assert can_play(before_play(4, "7H", "2S JC", rules), move(4, "JC"))


def test_a25_a_card_that_cannot_capture_stays_in_hand_while_another_can() -> None:
    state = before_play(4, "7H", "2S JC", PRESETS["cinquantuno"])
    with pytest.raises(EngineError) as no:
        verify_play(state, move(4, "2S"))
    assert (no.value.code, no.value.more["cards"]) == ("must_capture", ["JC"])
    assert can_play(state, move(4, "JC", "7H"))


def test_a_card_is_laid_down_when_none_in_hand_can_capture() -> None:
    assert can_play(before_play(4, "7H", "2S KC", PRESETS["cinquantuno"]), move(4, "2S"))


def test_c50_a_declared_matta_plays_as_its_value_at_once() -> None:
    declared = (Buona(0, 1),)
    state = before_play(0, "KD 4C 2S", "7H 3D 5C")
    after, record = play(state, move(0, "7H", "KD 4C 2S", declared))
    assert record.scopa
    assert record.declared == (Buona(cards("7H 3D 5C"), 1),)
    assert after.matta_as == 1
    assert not can_play(state, move(0, "7H", "KD 4C 2S"))


def test_c55_a_matta_declared_as_an_ace_is_no_seven_for_the_next_player() -> None:
    state, _ = play(before_play(0, "4D 2C KS", "7H 3D 5C"), move(0, "3D", "2C KS", (Buona(0, 1),)))
    state = before_play(2, "7H 4D", "JC")._replace(matta_as=state.matta_as)
    assert not can_play(state, move(2, "JC", "7H"))
    assert can_play(state, move(2, "JC"))


def test_a_state_is_left_as_it_was() -> None:
    state = before_play(4, "7H", "JC")
    copy = state._replace()
    play(state, move(4, "JC", "7H"))
    assert state == copy


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_dealer_plays_last_in_every_deal(preset: str) -> None:
    rules = PRESETS[preset]
    for seats in rules.players:
        for dealer in range(seats):
            turns = turns_of(rules, seats, dealer)
            assert len(turns) == 40 - rules.table_cards
            assert turns[0].seat == (dealer + 1) % seats
            assert all(turns[place].seat == dealer for place in range(seats - 1, len(turns), seats))
            assert sum(turn.first for turn in turns) == seats * (turns[-1].deal + 1)


def test_legal_plays_lists_captures_first_and_cards_laid_down_last() -> None:
    plays = legal_plays(before_play(4, "7H 5D", "JC 2S 2D"))
    listed = [(cards_list(found.card), cards_list(found.take)) for found in plays]
    assert listed == [(["JC"], ["7H"]), (["2D"], []), (["2S"], [])]


def test_no_play_is_legal_once_the_hand_is_over() -> None:
    state, _ = play(before_play(35, "7D QH", "2C"), move(35, "2C"))
    assert legal_plays(state) == []
    assert state.hands == (0, 0)
    with pytest.raises(EngineError, match="All cards have been played"):
        verify_play(state, move(0, "2C"))
