"""Applied by difference is recomputed: whatever is recorded, corrected, voided, and in whatever order tasks come."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.figures import add
from players.figures.achievements import earned
from players.figures.moment import Moment
from players.models import Award, PlayerStats
from players.services.rebuild import rebuild
from players.services.stats import Tally
from players.tasks import match_changed
from scoring.models import Hand, Match
from scoring.selectors import record
from tests import factories
from tests.factories import MONDAY, finish, hand, match, played, reopen

pytestmark = [pytest.mark.db, pytest.mark.django_db]
PEOPLE = 5
NAMES = ("carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello")

side = st.tuples(
    *[st.integers(0, 1)] * 4, st.integers(0, 8), st.sampled_from([0, 3, 10]), st.just(0), st.integers(0, 6)
)
hands = st.lists(st.tuples(side, side), min_size=1, max_size=4)
lineups = st.permutations(range(PEOPLE)).flatmap(
    lambda order: st.sampled_from([[[order[0]], [order[1]]], [order[:2], order[2:4]]])
)
record_one = st.tuples(st.just("record"), lineups, hands, st.integers(0, 9), st.integers(0, 1))
events = st.lists(
    st.one_of(
        record_one,
        st.tuples(st.just("correct"), st.integers(0, 9), side, st.integers(0, 1)),
        st.tuples(st.just("void"), st.integers(0, 9)),
        st.tuples(st.just("reopen"), st.integers(0, 9)),
        st.tuples(st.just("task"), st.integers(0, 9)),
    ),
    max_size=10,
)


@settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(first=record_one, events=events, late=st.randoms(use_true_random=False))
def test_figures_by_difference_are_those_of_the_record_alone(first, events, late):
    with transaction.atomic():
        club = factories.ClubFactory()
        people = factories.players(club, PEOPLE)
        matches = _play_out([first, *events], people)
        rest = [one for one in matches for _ in range(late.choice([1, 2]))]
        late.shuffle(rest)
        for one in rest:
            match_changed(str(one.pk), [])
        _as_the_record_says(people)
        found = []
        rebuild(record=record, check=True, report=found.append, club_id=club.pk)
        assert found == []
        transaction.set_rollback(True)


def test_one_match_after_another_earns_what_the_whole_life_earns():
    people = factories.players(factories.ClubFactory(), 4)
    presets = ("sbiro", "laspezia", "pagat", "aula2", "wikipedia")
    for number in range(24):
        table = [people[:1], people[1:2]] if number % 3 else [people[:2], people[2:]]
        if number == 22:
            table = [[people[0]], [people[1]], [people[2]]]
        rules = {"preset": presets[number % 5] if number > 5 else "sbiro"}
        new = match(*table, day=MONDAY + timedelta(number), ruleset=rules)
        hand(new, 1, [51, 10, 20][: len(table)])
        match_changed(str(finish(new, int(number in (0, 6))).pk), [])
    earned_first = {"first_match", "first_win", "five_in_a_row", "ten_in_a_row", "five_houses", "twenty_evenings"}
    assert earned_first | {"every_table"} <= _codes(people[0])
    assert not {"five_in_a_row", "every_table", "twenty_evenings"} & _codes(people[2])
    _as_the_record_says(people)
    found = []
    rebuild(record=record, check=True, report=found.append)
    assert found == []


def _codes(player):
    return set(Award.objects.filter(player=player).values_list("code", flat=True))


def _as_the_record_says(people):
    """Compare what is stored with sums and awards made here, anew, from the record."""
    for player in people:
        told = record.played_among(record.matches_of([player.pk]))
        lines = sorted([line for line in told if line.player_id == player.pk], key=lambda line: line.key)
        stored = PlayerStats.objects.filter(player=player).first()
        awards = set(Award.objects.filter(player=player).values_list("code", "match_id", "hand"))
        assert awards == {(one.code, one.match_id, one.hand) for one in earned([Moment.of(line) for line in lines])}
        if not lines:
            assert stored is None
            continue
        tally = Tally(**{name: getattr(stored, name) for name in Tally.__dataclass_fields__})
        assert {name: value for name, value in tally.flat.items() if value} == add({}, lines)
        assert stored.last_played_on == max(line.played_on for line in lines)


def _play_out(events, people):
    matches: list[Match] = []
    for kind, *values in events:
        if kind == "record":
            lineup, told, day, winner = values
            new = match(*([people[n] for n in side] for side in lineup), day=MONDAY + timedelta(day))
            for number, sides in enumerate(told, start=1):
                hand(new, number, [sum(side) for side in sides], score=_score(sides))
            matches.append(finish(new, winner))
            continue
        one = Match.objects.get(pk=matches[values[0] % len(matches)].pk)
        if kind == "correct":
            _, told, winner = values
            sides = (told, told)
            one.hands.filter(number=1).update(totals=[sum(side) for side in sides], score=_score(sides))
            finish(one, winner)
        elif kind == "void":
            one.hands.filter(number=one.hands.count()).update(state=Hand.State.VOID)
            finish(one, one.winner or 0)
        elif kind == "reopen":
            reopen(one)
        else:
            match_changed(str(one.pk), [])
    return matches


def _score(sides):
    told = [dict(zip(NAMES, (*side, 0, 0), strict=True)) | {"cappotto": 0, "total": sum(side)} for side in sides]
    return {"sides": told, "cappotto": None, "wins_match": None}


@pytest.fixture
def pair():
    club = factories.ClubFactory()
    return factories.players(club, 2)


def test_a_correction_takes_the_achievement_away_whose_ground_it_removes(pair):
    one = match([pair[0]], [pair[1]])
    big = (0, 0, 0, 0, 8, 3, 0, 0)
    small = (0, 0, 0, 0, 1, 0, 0, 0)
    hand(one, 1, [11, 1], score=_score((big, small)))
    match_changed(str(finish(one, 0, [51, 30]).pk), [])
    award = Award.objects.get(player=pair[0], code="eight_scope")
    assert (award.match_id, award.hand, award.earned_on) == (one.pk, 1, MONDAY)
    one.hands.update(totals=[4, 1], score=_score(((0, 0, 0, 0, 1, 3, 0, 0), small)))
    match_changed(str(finish(one, 0, [51, 30]).pk), [])
    assert not Award.objects.filter(code="eight_scope").exists()
    assert Award.objects.filter(player=pair[0], code="first_win").exists()


def test_the_ground_moves_to_the_match_that_has_it_now(pair):
    first = match([pair[0]], [pair[1]])
    second = match([pair[0]], [pair[1]], day=MONDAY + timedelta(1))
    for one in (first, second):
        hand(one, 1, [30, 1])
        match_changed(str(finish(one, 0, [51, 30]).pk), [])
    assert Award.objects.get(player=pair[0], code="first_win").match_id == first.pk
    match_changed(str(finish(first, 1, [30, 51]).pk), [])
    assert Award.objects.get(player=pair[0], code="first_win").match_id == second.pk


def test_figures_say_up_to_which_change_they_are(pair):
    one = played([pair[0]], [pair[1]])
    match_changed(str(one.pk), [])
    first = PlayerStats.objects.get(player=pair[0])
    assert first.change == f"{one.pk}/{one.version}"
    assert first.version == 1
    match_changed(str(one.pk), [])
    assert PlayerStats.objects.get(player=pair[0]).version == 1
    again = finish(one, 1)
    match_changed(str(one.pk), [])
    changed = PlayerStats.objects.get(player=pair[0])
    assert (changed.change, changed.version) == (f"{one.pk}/{again.version}", 2)
    assert changed.computed_at > first.computed_at


def test_a_match_more_costs_as_many_statements_as_the_one_before(pair):
    def cost(day):
        one = played([pair[0]], [pair[1]], day=MONDAY + timedelta(day))
        with CaptureQueriesContext(connection) as queries:
            match_changed(str(one.pk), [])
        return len(queries)

    for day in range(12):
        cost(day)
    assert cost(20) == cost(21)
