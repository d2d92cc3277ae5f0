"""Read the cases with known answers of `tests/data/golden`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scoring.engine.errors import EngineError
from scoring.engine.operations import answer

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def answered(case: dict[str, Any]) -> dict[str, Any]:
    """Return what the engine says to a case, in the form of a golden answer; error details are left out."""
    try:
        return {"id": case["id"], **answer(case["op"], case)}
    except EngineError as no:
        told = {name: value for name, value in no.to_dict().items() if name in ("code", "play", "hand")}
        if no.code != "match_finished":
            told.pop("hand", None)
        return {"id": case["id"], "error": told}


def wrong_answers(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return, for each case of a file that is answered otherwise, the known answer and the one given."""
    pairs = [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines()]
    assert pairs
    told = [(pair["answer"], answered(pair["case"])) for pair in pairs]
    return [(expected, given) for expected, given in told if expected != given]
