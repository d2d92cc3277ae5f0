"""The table: order of metrics, shared ranks, as of any round, penalties, prizes, invariants (research 2.11, 2.12)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players.ratings.lines import CaseError
from tournaments.random_event import random_event
from tournaments.standings import (
    METRICS,
    Kind,
    Penalty,
    Result,
    Settings,
    metric_names,
    metric_words,
    pooled_prizes,
    settle_no_shows,
    settle_withdrawal,
    standings,
)
from tournaments.standings.results import record


def match(number, a, b, score=(20, 0), margin=0, **more):
    return Result(number, a, b, score, margin=margin, **more)


def table(entrants, results, *metrics, after_round=None, penalties=(), **more):
    rows = standings(entrants, results, Settings(metrics, **more), after_round=after_round, penalties=penalties)
    return [(row.id, row.rank, *row.values) for row in rows]


def test_level_entrants_share_a_rank_and_the_next_is_skipped():
    results = [match(1, "a", "b"), match(1, "c", "d", (10, 10))]
    assert [row[1] for row in table("abcd", results, "vp")] == [1, 2, 2, 4]


def test_the_next_metric_tells_apart_only_who_is_level():
    results = [match(1, "a", "b", (12, 8), 4), match(1, "c", "d", (12, 8), 5)]
    assert table("abcd", results, "vp", "margin") == [
        ("c", 1, 12, 5),
        ("a", 2, 12, 4),
        ("b", 3, 8, -4),
        ("d", 4, 8, -5),
    ]


def test_a_margin_counts_up_to_forty():
    results = [match(1, "a", "b", margin=73), match(2, "a", "b", (0, 20), -3)]
    assert table("ab", results, "margin_capped") == [("a", 1, 37), ("b", 2, -37)]
    assert table("ab", results, "margin") == [("a", 1, 70), ("b", 2, -70)]


def test_a_win_too_small_for_the_bands_is_still_a_win():
    assert table("ab", [match(1, "a", "b", (10, 10), 1)], "wins") == [("a", 1, 1), ("b", 2, 0)]


def test_a_cappotto_wins_from_behind():
    assert table("ab", [match(1, "a", "b", (20, 0), -5)], "wins") == [("a", 1, 1), ("b", 2, 0)]


def test_a_bye_and_a_forfeit_are_wins_but_were_not_won_at_the_table():
    results = [Result(1, "a", "b", (14, 0), Kind.FORFEIT), Result(1, "c", None, (12,), Kind.BYE)]
    assert table("abc", results, "vp", "wins", "won") == [("a", 1, 14, 1, 0), ("c", 2, 12, 1, 0), ("b", 3, 0, 0, 0)]


def test_a_double_forfeit_is_nobodys_win():
    assert [row[2] for row in table("ab", [Result(1, "a", "b", (0, 0), Kind.FORFEIT)], "wins")] == [0, 0]


def test_the_table_as_of_a_round_does_not_know_the_later_ones():
    results = [match(1, "a", "b"), match(2, "b", "a"), match(3, "b", "a")]
    assert table("ab", results, "vp", after_round=1) == [("a", 1, 20), ("b", 2, 0)]
    assert table("ab", results, "vp", after_round=1) == table("ab", results[:1], "vp")
    assert table("ab", results, "vp") == [("b", 1, 40), ("a", 2, 20)]
    assert table("ab", results, "vp", after_round=0)[0][1:] == (1, 0)


def test_a_match_still_running_counts_for_nothing_yet():
    results = [match(1, "a", "b"), Result(2, "a", "b", (0, 0), Kind.PENDING)]
    assert table("ab", results, "vp", "buchholz") == table("ab", results[:1], "vp", "buchholz")


def test_points_come_from_the_lot_order_when_nothing_else_tells_apart():
    one = table("abcd", [], "vp", "lot", seed="s")
    assert [row[1] for row in one] == [1, 2, 3, 4]
    assert [row[3] for row in one] == [1, 2, 3, 4]
    assert one != table("abcd", [], "vp", "lot", seed="t")


def test_a_penalty_takes_points_from_its_entrant_and_its_round_on():
    results = [match(1, "a", "b", (12, 8)), match(2, "a", "b", (12, 8))]
    penalties = [Penalty("a", 2, 10, "late")]
    assert table("ab", results, "vp", "buchholz", penalties=penalties) == [("b", 1, 16, 48), ("a", 2, 14, 32)]
    assert table("ab", results, "vp", after_round=1, penalties=penalties)[0] == ("a", 1, 12)


def test_a_replacement_stands_in_the_table_without_a_rank():
    results = [match(1, "a", "b"), match(1, "c", "d", (15, 5))]
    assert table("abcd", results, "vp", unranked=frozenset("a")) == [
        ("a", None, 20),
        ("c", 1, 15),
        ("d", 2, 5),
        ("b", 3, 0),
    ]


def test_points_scored_and_conceded_need_the_points_of_every_match():
    results = [match(1, "a", "b", points=(57, 40))]
    names = ("points_difference", "points_for", "points_against")
    assert table("ab", results, *names) == [("a", 1, 17, 57, 40), ("b", 2, -17, 40, 57)]
    with pytest.raises(CaseError):
        table("ab", [match(1, "a", "b")], "points_for")


def test_fewer_points_conceded_is_better():
    results = [match(1, "a", "b", points=(57, 40)), match(1, "c", "d", points=(51, 12))]
    assert [row[0] for row in table("abcd", results, "vp", "points_against")][:2] == ["c", "a"]


@pytest.mark.parametrize(
    ("results", "pointer"),
    [
        pytest.param([match(1, "a", "z")], "/results/0/b", id="a stranger"),
        pytest.param([match(1, "a", "b"), match(1, "a", "c")], "/results/1/a", id="twice in a round"),
    ],
)
def test_an_impossible_result_is_refused(results, pointer):
    with pytest.raises(CaseError) as refused:
        table("abc", results, "vp")
    assert refused.value.pointer == pointer


def test_an_unknown_metric_is_refused():
    with pytest.raises(CaseError) as refused:
        table("ab", [], "vp", "luck")
    assert refused.value.pointer == "/metrics/1"


@pytest.mark.parametrize("name", metric_names())
def test_every_column_explains_itself(name):
    words = metric_words(name)
    assert words["name"] == name
    assert words["words"].endswith(".")
    assert words["source"]


def test_prizes_of_shared_ranks_are_pooled_and_no_cent_is_invented():
    rows = standings("abcd", [match(1, "a", "b"), match(1, "c", "d", (10, 10))], Settings(("vp",)))
    prizes, left = pooled_prizes(rows, [100, 51, 30, 5])
    assert {one.id: one.amount for one in prizes} == {"a": 100, "c": 40, "d": 40, "b": 5}
    assert left == 1
    prizes, left = pooled_prizes(rows, [100, 51])
    assert {one.id: one.amount for one in prizes} == {"a": 100, "c": 25, "d": 25}
    assert left == 1


def test_who_leaves_a_round_robin_early_takes_his_results_with_him():
    schedule = [(1, "a", "b"), (2, "a", "c"), (3, "a", "d"), (1, "c", "d"), (2, "b", "d"), (3, "b", "c")]
    results = [match(1, "a", "b", (1, 0)), match(1, "c", "d", (1, 0))]
    assert settle_withdrawal(results, "a", schedule) == [results[1]]


def test_who_leaves_a_round_robin_late_forfeits_the_rest():
    schedule = [(1, "a", "b"), (2, "a", "c"), (3, "a", "d")]
    results = [match(1, "a", "b", (1, 0)), match(2, "a", "c", (1, 0))]
    settled = settle_withdrawal(results, "a", schedule)
    assert settled[2] == Result(3, "a", "d", (0, 1), Kind.FORFEIT)
    assert settled[:2] == results


def test_a_no_show_is_paid_at_the_end_of_the_event():
    results = [Result(1, "a", "b", (14, 0), Kind.FORFEIT), Result(2, "b", "a", (0, 14), Kind.FORFEIT)]
    settled = settle_no_shows(results, {"a": 16.5})
    assert [row.score for row in settled] == [(16.5, 0), (0, 16.5)]


SWISS = st.integers(0, 200).map(lambda seed: random_event(seed, event_format="swiss"))
few = settings(max_examples=40)


def played(document):
    return [
        Result(
            row["round"],
            row["a"],
            row.get("b"),
            tuple(row["score"]),
            Kind(row["kind"]),
            row.get("margin", 0),
            tuple(row.get("scope", ())),
        )
        for turn in document["rounds"]
        for row in turn["results"]
    ]


@few
@given(SWISS, st.randoms(use_true_random=False))
def test_the_table_does_not_hang_on_the_order_of_entrants_or_results(document, chance):
    entrants, results = list(document["entrants"]), played(document)
    rules = Settings(tuple(document["metrics"]), win=document["win"], draw=document["draw"], seed="s")
    before = standings(entrants, results, rules)
    chance.shuffle(entrants)
    chance.shuffle(results)
    assert standings(entrants, results, rules) == before
    ranks = [row.rank for row in before]
    assert ranks == sorted(ranks)


@few
@given(SWISS)
def test_wins_and_levels_add_to_the_matches_and_margins_to_nought(document):
    results = played(document)
    at_table = [row for row in results if row.kind is Kind.PLAYED]
    rows = standings(document["entrants"], results, Settings(("won", "margin", "matches")))
    level = sum(row.score[0] == row.score[1] and row.margin == 0 for row in at_table)
    assert sum(row.values[0] for row in rows) == len(at_table) - level
    assert sum(row.values[1] for row in rows) == 0
    assert sum(row.values[2] for row in rows) == 2 * len(at_table)


@given(st.integers(0, 60).map(lambda seed: random_event(seed, event_format="round_robin", entrants=8)))
def test_without_unplayed_rounds_buchholz_sums_every_score_once_a_match(document):
    results = [row._replace(kind=Kind.PLAYED) for row in played(document)]
    entrants = document["entrants"]
    rows = standings(entrants, results, Settings(("vp", "buchholz"), win=20, draw=10))
    matches = {one: sum(one in (row.a, row.b) for row in results) for one in entrants}
    assert sum(row.values[1] for row in rows) == sum(row.values[0] * matches[row.id] for row in rows)


@few
@given(SWISS, st.integers(0, 9))
def test_after_r_rounds_every_entrant_has_r_turns(document, rounds):
    turns = record(document["entrants"], played(document), rounds)
    assert {len(row) for row in turns.values()} == {rounds}


def test_a_round_in_which_an_entrant_stands_nowhere_is_an_absence():
    turns = record("abc", [match(2, "a", "b")])
    assert [turn.kind for turn in turns["c"]] == [Kind.ABSENT, Kind.ABSENT]
    assert [turn.kind for turn in turns["a"]] == [Kind.ABSENT, Kind.PLAYED]


def test_fractions_of_a_point_are_exact():
    results = [match(number, "a", "b", (0.1, 0.2)) for number in range(1, 4)]
    results += [match(4, "c", "d", (0.3, 0.6))]
    rows = standings("abcd", results, Settings(("vp",)))
    assert {row.id: row.values[0] for row in rows} == {
        "a": Fraction(3, 10),
        "b": Fraction(6, 10),
        "c": Fraction(3, 10),
        "d": Fraction(6, 10),
    }
    assert [row.rank for row in rows] == [1, 1, 3, 3]


def test_every_metric_can_stand_alone():
    results = [match(1, "a", "b", (20, 0), 17, scope=(4, 2), points=(57, 40))]
    for name in [*METRICS, "direct", "lot"]:
        assert len(standings("ab", results, Settings((name,)))) == 2
