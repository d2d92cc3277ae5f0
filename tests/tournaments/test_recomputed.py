"""A draw that anybody can make again: the same vectors in Python and in the browser's language."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw import commitment, commitment_holds, input_digest, knockout, lot_order, snake_groups

HERE = Path(__file__).parent
VECTORS = json.loads((HERE.parent / "data" / "draw_vectors.json").read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_commitment_and_lots_are_those_of_the_vectors(vector):
    seed, entrants = vector["seed"], vector["entrants"]
    assert commitment(seed, entrants) == vector["commitment"]
    assert lot_order(seed, entrants) == vector["lots"]
    assert lot_order(seed, entrants[::-1]) == vector["lots"]
    if "slots" in vector:
        assert list(knockout(entrants, seed=seed).slots) == vector["slots"]
    for count, dealt in vector.get("groups", {}).items():
        assert [list(group.entrants) for group in snake_groups(entrants, int(count))] == dealt


def test_the_verifier_in_javascript_passes_the_same_vectors():
    bundled = Path(playwright.__file__).parent / "driver" / "node"
    node = str(bundled) if bundled.exists() else shutil.which("node")
    assert node, "playwright's wheel brings node; without it node must be on the path"
    done = subprocess.run(
        [node, "--test", str(HERE / "draw_verify.test.js")], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


ids = st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])), unique=True, max_size=6)


@given(st.text("ab\u2665", max_size=4), ids)
def test_any_other_seed_list_or_order_breaks_the_commitment(seed, entries):
    published = commitment(seed, entries)
    assert commitment_holds(published, seed, entries)
    assert not commitment_holds(published, seed + "x", entries)
    assert not commitment_holds(published, seed, [*entries, "one more"])
    if len(entries) > 1:
        assert not commitment_holds(published, seed, entries[::-1])


def test_a_line_end_inside_an_id_could_pass_as_two_ids_and_is_refused():
    with pytest.raises(ValueError, match="line end"):
        commitment("s", ["a\nb"])


def test_lots_are_fair():
    first = [lot_order(f"seed {number}", ["a", "b", "c", "d"])[0] for number in range(4000)]
    # Each a quarter of 4,000, standard deviation 27: within four of them.
    assert all(abs(first.count(entrant) - 1000) < 110 for entrant in "abcd")


def test_the_digest_of_the_input_does_not_hang_on_the_order_of_its_fields():
    assert input_digest({"a": 1, "b": [2]}) == input_digest({"b": [2], "a": 1})
    assert input_digest({"a": 1}) != input_digest({"a": 2})
