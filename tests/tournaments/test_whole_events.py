"""Whole played events against a checker that shares no code with the draws: every format, 2 … 33 entrants, leavers."""

from __future__ import annotations

import copy
import json

import pytest
from django.core.management import CommandError, call_command

from tournaments.checker import check_event
from tournaments.random_event import FORMATS, LEAST, random_event


def written(seed, **more):
    """An event as it comes back from a file."""
    return json.loads(json.dumps(random_event(seed, **more)))


@pytest.mark.parametrize("event_format", sorted(FORMATS))
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 9, 11, 16, 17, 33])
def test_every_format_plays_every_number_of_entrants(event_format, entrants):
    document = written(entrants, event_format=event_format, entrants=max(entrants, LEAST.get(event_format, 2)))
    assert check_event(document) == []


@pytest.mark.proof
@pytest.mark.parametrize("first", range(0, 300, 25))
def test_three_hundred_random_events_have_no_finding(first):
    for seed in range(first, first + 25):
        assert check_event(written(seed)) == [], seed


@pytest.mark.proof
@pytest.mark.parametrize("event_format", sorted(FORMATS))
def test_every_format_plays_all_numbers_from_2_to_33(event_format):
    for entrants in range(LEAST.get(event_format, 2), 34):
        assert check_event(written(1000 + entrants, event_format=event_format, entrants=entrants)) == [], entrants


def test_the_same_seed_plays_the_same_event():
    assert random_event(7) == random_event(7)
    assert random_event(7) != random_event(8)


def first_round(document):
    return document["rounds"][0]


def swap_opponents(document):
    pairs = first_round(document)["pairs"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]


def move_the_bye(document):
    turn = next(one for one in document["rounds"] if one["bye"])
    turn["bye"], turn["pairs"][0][0] = turn["pairs"][0][0], turn["bye"]


def give_a_point(document):
    first_round(document)["results"][0]["score"][0] += 1


def swap_places(document):
    rows = document["standings"]
    rows[0], rows[-1] = rows[-1], rows[0]


def change_a_value(document):
    document["standings"][0]["values"][0] += 0.5


def leave_somebody_out(document):
    first_round(document)["pairs"].pop()


def repeat_the_first_round(document):
    document["rounds"][1]["pairs"] = copy.deepcopy(first_round(document)["pairs"])
    document["rounds"][1]["bye"] = first_round(document)["bye"]


def change_the_seed(document):
    document["seed"] += "!"


def let_the_loser_win(document):
    match = next(one for one in document["matches"] if not one["bye"])
    match["winner"] = match["b"] if match["winner"] == match["a"] else match["a"]


def swap_slots(document):
    slots = document["slots"]
    slots[0], slots[2] = slots[2], slots[0]


def repeat_a_partner(document):
    document["rounds"][1] = copy.deepcopy(first_round(document))


def swap_groups(document):
    one, other = document["groups"][0]["entrants"], document["groups"][1]["entrants"]
    one[0], other[0] = other[0], one[0]


def bring_back_a_winner(document):
    first_round(document)["back"].append(first_round(document)["winners"][0])


@pytest.mark.parametrize(
    ("event_format", "damage"),
    [
        ("swiss", swap_opponents),
        ("swiss", move_the_bye),
        ("swiss", give_a_point),
        ("swiss", swap_places),
        ("swiss", change_a_value),
        ("swiss", leave_somebody_out),
        ("swiss", repeat_the_first_round),
        ("swiss", change_the_seed),
        ("danese", swap_opponents),
        ("danese", move_the_bye),
        ("round_robin", swap_opponents),
        ("round_robin", swap_places),
        ("mitchell", repeat_the_first_round),
        ("knockout", let_the_loser_win),
        ("knockout", swap_slots),
        ("groups", swap_groups),
        ("groups", let_the_loser_win),
        ("reentry", bring_back_a_winner),
        ("reentry", leave_somebody_out),
        ("rotating", repeat_a_partner),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__.replace("_", " "),
)
def test_the_checker_sees_what_was_changed(event_format, damage):
    document = written(3, event_format=event_format, entrants=13)
    assert check_event(document) == []
    damage(document)
    assert check_event(document) != []


def test_a_document_of_no_known_format_is_refused():
    with pytest.raises(ValueError, match="no format"):
        check_event({"format": "lotteria"})
    with pytest.raises(ValueError, match="not whole"):
        check_event({"format": "swiss"})


def test_the_commands_write_events_and_check_them(tmp_path, capsys):
    call_command("tournament_random", "--seed", "40", "--count", "6")
    events = tmp_path / "events.jsonl"
    events.write_text(capsys.readouterr().out, encoding="utf-8")
    call_command("tournament_check", str(events))
    assert capsys.readouterr().out == "6 events, no findings\n"


def test_the_check_command_names_every_finding_and_fails(tmp_path, capsys):
    document = written(3, event_format="swiss", entrants=13)
    swap_places(document)
    events = tmp_path / "events.jsonl"
    events.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError, match="findings in 1 events"):
        call_command("tournament_check", str(events))
    assert "events.jsonl:1 swiss: standings of" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["no json", "[]", '{"format": "swiss"}'])
def test_the_check_command_says_what_it_cannot_read(tmp_path, text):
    events = tmp_path / "events.jsonl"
    events.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=r"events\.jsonl:1"):
        call_command("tournament_check", str(events))


def test_a_file_that_is_not_there_is_said_in_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("tournament_check", str(tmp_path / "nothing"))
