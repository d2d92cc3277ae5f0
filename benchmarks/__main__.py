"""Run the benchmarks and print one table: `python -m benchmarks [name ...]`.

Every module of this folder with a function `measure()` is one; it returns rows with `figure`, `value`, `target`
and `ratio` (value to the other side of the same run; None without one). All rows go to `var/bench.json` as well.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
WRITTEN = HERE.parent / "var" / "bench.json"
LINE = "{:<20} {:<58} {:>14} {:>20} {:>7}"


def benchmarks(names: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the benchmarks named, all without a name, as name and module.

    Ends the program with a sentence for a name that is none.
    """
    # By their text: a benchmark that is not asked for need not be importable.
    known = sorted(path.stem for path in HERE.glob("*.py") if "\ndef measure(" in path.read_text(encoding="utf-8"))
    for name in names or known:
        if name not in known:
            raise SystemExit(f"There is no benchmark {name}; there are {', '.join(known)}.")
        yield name, import_module(f"benchmarks.{name}")


def main(names: list[str]) -> None:
    """Run the benchmarks one after the other, print each row as it is known, and write them all."""
    rows = []
    print(LINE.format("benchmark", "figure", "value", "target", "ratio"))
    for name, module in benchmarks(names):
        for row in module.measure():
            rows.append({"benchmark": name, **row})
            shown = [str("" if row.get(key) is None else row[key]) for key in ("figure", "value", "target", "ratio")]
            print(LINE.format(name, *shown), flush=True)
    WRITTEN.parent.mkdir(parents=True, exist_ok=True)
    WRITTEN.write_text(json.dumps(rows, indent=1, default=str) + "\n", encoding="utf-8")
    print(f"Written to {WRITTEN.relative_to(HERE.parent)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
