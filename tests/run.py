"""Run the tests on real servers: `python -m tests.run [options] [pytest's arguments]`.

Starts a private PostgreSQL and Redis, runs everything on PostgreSQL and beside it the tests marked `db` or `e2e` on
SQLite, and stops the servers whatever happens. The last line adds both passes up in the form of pytest's closing line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.servers import Addresses, Interrupted, Job, ServerError, Stop, running

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS = 5
RAN = ("failed", "passed", "skipped", "xfailed", "xpassed", "error")
# pytest's own order and words for its closing line; what one pass leaves to the other is not told.
CLOSING = (
    ("failed", "failed", "failed"),
    ("passed", "passed", "passed"),
    ("skipped", "skipped", "skipped"),
    ("xfailed", "xfailed", "xfailed"),
    ("xpassed", "xpassed", "xpassed"),
    ("warnings", "warning", "warnings"),
    ("error", "error", "errors"),
)


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of pytest: on which database, which tests by mark, further arguments, and whether it may be empty."""

    database: str
    marks: str
    more: tuple[str, ...] = ()
    may_be_empty: bool = False


@dataclass(slots=True)
class Outcome:
    """What the passes came to so far: reports by kind and the first status that was not good."""

    counts: Counter[str] = field(default_factory=Counter)
    status: int = 0
    empty: list[Pass] = field(default_factory=list)

    def add(self, one: Pass, tally: Counter[str], status: int) -> None:
        """Add what a pass came to: its reports and pytest's status."""
        self.counts.update(tally)
        if status == NO_TESTS and not any(tally[kind] for kind in RAN):
            self.empty.append(one)
            return
        if status != 0 and not (tally["failed"] or tally["error"]):
            # pytest itself failed (a wrong option, a crash): the closing line must not look like a success.
            self.counts["error"] += 1
        self.status = self.status or status


SUITE = (Pass("postgres", "not proof"), Pass("sqlite", "(db or e2e) and not proof"))
PROOF = (
    Pass("postgres", "proof", ("-o", "timeout=1800")),
    Pass("sqlite", "proof and (db or e2e)", ("-o", "timeout=1800"), may_be_empty=True),
)
SMOKE = (Pass("postgres", "(smoke or worker) and not proof"),)


def passes_chosen(options: argparse.Namespace) -> tuple[Pass, ...]:
    """Return the passes that the command line asks for, each narrowed by the marks given with `-m`."""
    chosen = PROOF if options.proof else SMOKE if options.smoke else SUITE
    chosen = tuple(one for one in chosen if options.database in {None, one.database})
    if not options.marks:
        return chosen
    return tuple(replace(one, marks=f"({options.marks}) and {one.marks}", may_be_empty=True) for one in chosen)


def environment_for(one: Pass, addresses: Addresses, folder: Path) -> dict[str, str]:
    """Return the environment of one pass: the service's settings point to the servers of this run."""
    database = addresses.database if one.database == "postgres" else f"sqlite:///{folder / 'cirulla.sqlite3'}"
    settled = {
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": addresses.broker,
        "CELERY_KEY_PREFIX": f"cirulla-tests-{os.getpid()}-{one.database}:",
        "CIRULLA_VAR": str(folder),
        "EMBEDDED": "1",
        "TESTS_TALLY": str(folder / "tally.json"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])),
    }
    return {**os.environ, **settled}


def passes_run(
    chosen: Sequence[Pass],
    addresses: Addresses,
    given: Sequence[str],
    *,
    folder: Path,
    stop: Stop,
    outcome: Outcome,
    in_turn: bool,
) -> None:
    """Run pytest for each pass and add what it came to to `outcome`. Raises Interrupted when a signal came.

    Unless `in_turn` they run side by side, one core each; then the output of the later ones is told at the end.
    """
    jobs = []
    for number, one in enumerate(chosen):
        (folder / one.database).mkdir()
        command = [sys.executable, "-m", "pytest", "-p", "tests.tally", "-m", one.marks, *one.more, *given]
        output = None if in_turn or number == 0 else folder / one.database / "output.txt"
        jobs.append(Job(command, environment_for(one, addresses, folder / one.database), ROOT, output))
    rounds = [[place] for place in range(len(jobs))] if in_turn else [range(len(jobs))]
    for places in rounds:
        say(" and ".join(chosen[place].database for place in places) + f": {addresses.described}")
        statuses: list[int] = []
        try:
            statuses = stop.run(*(jobs[place] for place in places))
        finally:
            for number, place in enumerate(places):
                tally = tally_read(folder / chosen[place].database / "tally.json")
                outcome.add(chosen[place], tally, statuses[number] if statuses else 0)
                # Who was interrupted before the first test has nothing to tell but where.
                if (output := jobs[place].output) is not None and (statuses or tally):
                    say(f"{chosen[place].database}:\n{output.read_text(encoding='utf-8', errors='replace')}")


def tally_read(path: Path) -> Counter[str]:
    """Return the counts that the plugin wrote, none when pytest did not come that far."""
    try:
        return Counter(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return Counter()


def closing_line(counts: Mapping[str, int], seconds: float) -> str:
    """Return the sum of all passes as pytest would write it at its end."""
    parts = [f"{counts[kind]} {one if counts[kind] == 1 else many}" for kind, one, many in CLOSING if counts.get(kind)]
    took = f"{seconds:.2f}s"
    if seconds >= 60:
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        took += f" ({hours}:{minutes:02}:{rest:02})"
    text = f" {', '.join(parts) or 'no tests ran'} in {took} "
    return text.center(shutil.get_terminal_size().columns - 1, "=")


def say(sentence: str) -> None:
    """Write one line to standard output at once."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def options_read(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Split the command line into this program's options and those for pytest."""
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__, allow_abbrev=False)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--proof", action="store_true", help="run the long proofs only, with flushes to the disk")
    kind.add_argument("--smoke", action="store_true", help="run the few tests that show that the servers work")
    parser.add_argument("--database", choices=("postgres", "sqlite"), help="run the pass on this database only")
    parser.add_argument("--in-turn", action="store_true", help="run the passes one after the other, not side by side")
    parser.add_argument("-m", dest="marks", default="", metavar="MARKS", help="pytest's -m, within each pass")
    return parser.parse_known_args(arguments)


def run(options: argparse.Namespace, given: Sequence[str], stop: Stop, outcome: Outcome) -> None:
    """Start the servers and run every pass; a pass that fails does not keep the next from running."""
    with running(os.environ, stop=stop, durable=options.proof) as addresses, tempfile.TemporaryDirectory() as name:
        chosen = passes_chosen(options)
        # Compiled once, before several programs want to read them at the same time.
        env = environment_for(chosen[0], addresses, Path(name))
        if stop.run(Job([sys.executable, "manage.py", "catalogues"], env, ROOT)) != [0]:
            raise ServerError("The catalogues of locale/ cannot be compiled; the reason is above.")
        in_turn = options.in_turn or any(word.startswith(("--pdb", "--trace", "--sw")) for word in given)
        passes_run(chosen, addresses, given, folder=Path(name), stop=stop, outcome=outcome, in_turn=in_turn)
        # Who names tests may name such as one pass does not have; who names none has lost them.
        lost = [one.database for one in outcome.empty if not (one.may_be_empty or given)]
        if lost or len(outcome.empty) == len(chosen):
            say(f"No tests were collected on {' and '.join(lost or [one.database for one in outcome.empty])}.")
            outcome.status = outcome.status or NO_TESTS


def main(arguments: Sequence[str]) -> int:
    """Run the tests and return the status: 0 when every pass was good, 128 + signal when interrupted."""
    options, given = options_read(arguments)
    started = time.monotonic()
    outcome = Outcome()
    stop = Stop()
    with stop.listening():
        try:
            run(options, given, stop, outcome)
        except ServerError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        except Interrupted as interrupted:
            outcome.status = 128 + interrupted.signum
            say(f"Interrupted by {signal.Signals(interrupted.signum).name}; the servers are stopped.")
        except OSError as error:
            sys.stderr.write(f"The test run cannot work here: {error}.\n")
            return 1
    say(closing_line(outcome.counts, time.monotonic() - started))
    return outcome.status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
