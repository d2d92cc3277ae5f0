"""A Swiss round keeps S1-S5 and is the best there is in the order of the conditions (research 2.2)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tournaments.checker.rounds import EVERY_DRAW, check_swiss
from tournaments.draw import DrawError, Entrant, PastRound, SwissRules, swiss_round
from tournaments.draw.matching import every_matching, least_matching
from tournaments.draw.swiss_cost import Prices, candidates, price_all, stand


def field(scores):
    return [Entrant(name, score) for name, score in scores.items()]


def play(names, rounds, winner, rules=None, seed="s"):
    """Draw `rounds` rounds; `winner(round, a, b)` says who wins. Returns the rounds as history and the scores."""
    scores = dict.fromkeys(names, 0)
    history = []
    for number in range(rounds):
        drawn = swiss_round(field(scores), history, seed=seed, rules=rules)
        for a, b in drawn.pairs:
            scores[winner(number, a, b)] += 1
        if drawn.bye:
            scores[drawn.bye] += 1
        history.append(PastRound(drawn.pairs, drawn.bye, floats=drawn.floats))
    return history, scores


def names(count):
    return [f"e{number:02}" for number in range(1, count + 1)]


def upper_wins(_, a, b):
    return min(a, b)


def test_the_first_round_is_the_top_half_against_the_bottom_half():
    drawn = swiss_round(field(dict.fromkeys(names(8), 0)), [], seed="s")
    assert drawn.pairs == (("e01", "e05"), ("e02", "e06"), ("e03", "e07"), ("e04", "e08"))
    assert drawn.bye is None


def test_every_pair_says_why():
    drawn = swiss_round(field({"a": 2, "b": 1, "c": 1, "d": 0, "e": 0}), [PastRound(())] * 2, seed="s")
    assert [one.sentence() for one in drawn.why] == [
        "a (2) floats down to b (1), 1 group(s) below",
        "c (1) floats down to d (0), 1 group(s) below",
    ]
    assert drawn.bye_why.sentence() == "e has the bye: lowest of those who may still take it (0)"


def test_the_bye_goes_to_the_lowest_who_has_had_none():
    history = [PastRound((("a", "b"), ("c", "d")), "e"), PastRound((("a", "c"), ("b", "e")), "d")]
    drawn = swiss_round(field({"a": 2, "b": 1, "c": 1, "d": 1, "e": 1}), history, seed="s")
    assert drawn.bye in {"b", "c"}


def test_who_won_a_match_without_playing_gets_no_bye():
    history = [PastRound((("a", "b"),), "c", frozenset({frozenset("ab")}), frozenset("a"))]
    assert swiss_round(field({"b": 0, "a": 0, "c": 0}), history, seed="s").bye == "b"


def test_a_forfeited_pair_has_not_met():
    history = [PastRound((("a", "b"),), None, frozenset({frozenset("ab")}))]
    assert swiss_round(field({"a": 1, "b": 0}), history, seed="s").pairs == (("a", "b"),)


def test_as_few_and_as_small_floats_as_possible():
    # One entrant over in the group of 2 must go down one group, not two.
    scores = {"a": 2, "b": 2, "c": 2, "d": 1, "e": 1, "f": 1, "g": 0, "h": 0}
    drawn = swiss_round(field(scores), [PastRound(())] * 2, seed="s")
    gaps = Counter(abs(scores[a] - scores[b]) for a, b in drawn.pairs)
    assert gaps == {0: 3, 1: 1}


def test_nobody_floats_down_twice_running_if_somebody_else_can():
    scores = {"a": 1, "b": 1, "c": 1, "d": 0, "e": 0, "f": 0}
    fresh = swiss_round(field(scores), [PastRound(())], seed="s")
    floater = next(name for name, way in fresh.floats.items() if way == "down")
    again = swiss_round(field(scores), [PastRound((), None, floats={floater: "down"})], seed="s")
    assert {name for name, way in again.floats.items() if way == "down"} != {floater}


def test_prohibited_pairs_never_meet_and_avoided_ones_only_if_they_must():
    scores = dict.fromkeys("abcd", 0)
    closed = SwissRules(prohibited=frozenset({frozenset("ac"), frozenset("ad")}))
    assert ("a", "b") in swiss_round(field(scores), [], seed="s", rules=closed).pairs
    avoided = SwissRules(avoid=frozenset({frozenset("ac")}))
    assert ("a", "c") not in swiss_round(field(scores), [], seed="s", rules=avoided).pairs
    forced = SwissRules(avoid=frozenset({frozenset("ab")}))
    assert swiss_round(field({"a": 0, "b": 0}), [], seed="s", rules=forced).pairs == (("a", "b"),)


@pytest.mark.parametrize(
    ("entrants", "history", "rules", "reason", "choices"),
    [
        pytest.param("a", [], None, "too_few", [], id="one entrant"),
        pytest.param("", [], None, "too_few", [], id="nobody"),
        pytest.param(
            "ab",
            [PastRound((("a", "b"),))],
            None,
            "no_pairing_without_rematch",
            ["allow_rematch", "end_event"],
            id="all have met",
        ),
        pytest.param(
            "abc",
            [PastRound((("a", "b"),), "c"), PastRound((("a", "c"),), "b"), PastRound((("b", "c"),), "a")],
            None,
            "no_bye_left",
            ["allow_second_bye", "allow_rematch", "end_event"],
            id="all had the bye",
        ),
        pytest.param(
            "ab",
            [],
            SwissRules(prohibited=frozenset({frozenset("ab")})),
            "prohibited",
            ["lift_prohibitions", "end_event"],
            id="prohibited",
        ),
        pytest.param(
            "abcd", [], SwissRules(rounds=4), "too_many_rounds", ["rounds", "allow_rematch"], id="four rounds of four"
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_choices_left(entrants, history, rules, reason, choices):
    with pytest.raises(DrawError) as refused:
        swiss_round(field(dict.fromkeys(entrants, 0)), history, seed="s", rules=rules)
    assert refused.value.code == "infeasible"
    assert refused.value.more["reason"] == reason
    assert [choice["choice"] for choice in refused.value.more["choices"]] == choices


def test_rematches_are_drawn_only_when_allowed_and_only_as_many_as_needed():
    history, scores = play(names(4), 3, upper_wins)
    drawn = swiss_round(field(scores), history, seed="s", rules=SwissRules(allow_rematch=True))
    assert len(drawn.rematches) == 2
    loose, _ = play(names(6), 3, upper_wins, SwissRules(allow_rematch=True))
    assert max(Counter(frozenset(pair) for past in loose for pair in past.pairs).values()) == 1


@pytest.mark.parametrize("count", range(4, 11))
def test_small_fields_play_every_planned_round_without_a_dead_end(count):
    most = count - 1 if count % 2 == 0 else count
    for seed in ("a", "b", "c"):
        history, _ = play(names(count), most, upper_wins, SwissRules(rounds=most), seed)
        assert len({frozenset(pair) for past in history for pair in past.pairs}) == count * (count - 1) // 2


@pytest.mark.parametrize("count", [40, 61, 301, 320])
def test_larger_fields_keep_the_hard_conditions_round_after_round(count):
    history, _ = play(names(count), 5, lambda number, a, b: (a, b)[(number + int(a[1:]) * 7) % 2])
    met = Counter(frozenset(pair) for past in history for pair in past.pairs)
    byes = Counter(past.bye for past in history if past.bye)
    assert max(met.values()) == 1
    assert len(byes) == (5 if count % 2 else 0)
    for past in history:
        assert len({one for pair in past.pairs for one in pair} | {past.bye} - {None}) == count


def test_a_large_field_whose_near_pairs_are_closed_is_drawn_from_all_pairs():
    everybody = names(302)
    near = frozenset(
        frozenset((everybody[i], everybody[j]))
        for i in range(302)
        for j in range(i + 1, 302)
        if j - i <= 21 or 130 <= j - i <= 172
    )
    drawn = swiss_round(field(dict.fromkeys(everybody, 0)), [], seed="s", rules=SwissRules(prohibited=near))
    assert len(drawn.pairs) == 151
    assert not near & {frozenset(pair) for pair in drawn.pairs}


def test_victory_points_are_grouped_in_blocks_of_eight():
    scores = {name: 100 - 3.5 * place for place, name in enumerate(names(16))}
    drawn = swiss_round(field(scores), [PastRound(())], seed="s")
    assert drawn.pairs[:4] == (("e01", "e05"), ("e02", "e06"), ("e03", "e07"), ("e04", "e08"))
    assert drawn.floats == {}


@st.composite
def positions(draw, most=12):
    count = draw(st.integers(2, most))
    everybody = names(count)
    scores = {name: draw(st.integers(0, 4)) for name in everybody}
    history = []
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(everybody))
        pairs = tuple(tuple(order[index : index + 2]) for index in range(0, count - count % 2, 2))
        ways = st.dictionaries(st.sampled_from(everybody), st.sampled_from(["up", "down"]), max_size=4)
        history.append(PastRound(pairs, order[-1] if count % 2 else None, floats=draw(ways)))
    return field(scores), history


@settings(max_examples=60)
@given(positions(), st.sampled_from(["a", "b"]))
def test_the_matcher_finds_what_trying_all_draws_finds(position, seed):
    entrants, history = position
    met = {frozenset(pair): 1 for past in history for pair in past.pairs}
    standing = stand(entrants, len(history), "auto")
    prices = Prices(standing, history, seed, 1)
    edges = price_all(prices, candidates(standing, True), met, frozenset(), frozenset(), False)
    count = len(entrants)
    if count % 2:
        taken = {past.bye for past in history}
        edges += [
            (place, count, prices.bye(place, taken=0))
            for place, one in enumerate(standing.entrants)
            if one.id not in taken
        ]
    price = {(a, b): cost for a, b, cost in edges}
    totals = [
        sum(price[pair] for pair in found) for found in every_matching(tuple(range(count + count % 2)), set(price))
    ]
    found = least_matching(count + count % 2, edges)
    assert (found is None) == (not totals)
    if found is not None:
        assert sum(price[pair] for pair in found) == min(totals)


@settings(max_examples=60)
@given(positions(EVERY_DRAW), st.sampled_from(["a", "b"]))
def test_no_draw_is_better_by_the_plain_words_of_the_conditions(position, seed):
    entrants, history = position
    rounds = []
    for number, past in enumerate(history, start=1):
        results = [{"kind": "played", "a": a, "b": b, "score": [0, 0], "round": number} for a, b in past.pairs]
        if past.bye:
            results.append({"kind": "bye", "a": past.bye, "score": [0], "round": number})
        rounds.append({"number": number, "results": results, "pairs": [], "bye": None, "present": [], "scores": {}})
    try:
        drawn = swiss_round(entrants, [past._replace(floats={}) for past in history], seed=seed)
    except DrawError:
        assume(False)
    scores = {one.id: one.score for one in entrants}
    final = {
        "number": len(rounds) + 1,
        "present": list(scores),
        "scores": scores,
        "pairs": drawn.pairs,
        "bye": drawn.bye,
        "results": [],
    }
    assert check_swiss({"entrants": list(scores), "rounds": [*rounds, final]}) == []


@given(positions())
def test_every_drawn_round_keeps_the_hard_conditions(position):
    entrants, history = position
    try:
        drawn = swiss_round(entrants, history, seed="s")
    except DrawError:
        assume(False)
    seated = [one for pair in drawn.pairs for one in pair] + ([drawn.bye] if drawn.bye else [])
    assert sorted(seated) == sorted(one.id for one in entrants)
    assert not {frozenset(pair) for past in history for pair in past.pairs} & set(map(frozenset, drawn.pairs))
    assert drawn.bye is None or drawn.bye not in {past.bye for past in history}
    assert len(drawn.why) == len(drawn.pairs)


def test_the_same_draw_in_every_process_and_under_every_hash_seed():
    program = """
from tournaments.draw import Entrant, PastRound, swiss_round
scores = {f"e{i:02}": (i * 7) % 4 for i in range(60)}
history = [PastRound(tuple((f"e{i:02}", f"e{i + 30:02}") for i in range(30)))]
print(swiss_round([Entrant(name, score) for name, score in scores.items()], history, seed="lotto"))
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("0", "1", "2", "3", "77")
    }
    assert len(told) == 1
