"""Change the engine in small ways, one at a time, and see whether its tests notice.

    python -m benchmarks.mutate_engine module [module ...] [--tests test_captures test_play] [--most 60] [--seed 1]

Prints the share of changes that some test notices, and every one that none does. Works on a copy; nothing in the
tree is touched. Words of messages are left alone.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from random import Random

import hypothesis.strategies  # noqa: F401 - read once here, not in every child
import pytest

ROOT = Path(__file__).parents[1]
LONGEST_RUN = 180
COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mult: ast.Add,
    ast.Mod: ast.Add,
}


def skipped(tree):
    """Return the nodes that say something rather than do it: annotations, refusals' words, decorators."""
    quiet = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                quiet |= set(ast.walk(getattr(node, name)))
        for decorator in getattr(node, "decorator_list", ()):
            quiet |= set(ast.walk(decorator))
        if isinstance(node, ast.JoinedStr):
            quiet |= set(ast.walk(node))
    return quiet


def changes(tree):
    """Yield (line, words, function that makes the change, function that takes it back)."""
    quiet = skipped(tree)
    for node in ast.walk(tree):
        if node in quiet:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
            yield from _swap(node, "ops", [COMPARED[type(node.ops[0])](), *node.ops[1:]])
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in COMPUTED:
            yield from _swap(node, "op", COMPUTED[type(node.op)]())
        elif isinstance(node, ast.BoolOp):
            yield from _swap(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            yield from _swap(node, "test", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield from _swap(node, "value", not node.value)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield from _swap(node, "value", node.value + 1)
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _swap(node, "value", ast.Constant(None))


def _swap(node, field, value):
    old = getattr(node, field)
    yield (
        node.lineno,
        f"{type(node).__name__}.{field}",
        lambda: setattr(node, field, value),
        lambda: setattr(node, field, old),
    )


def copied(folder):
    """Copy the engine and its tests to a folder of their own."""
    ignore = shutil.ignore_patterns("__pycache__")
    (folder / "scoring").mkdir()
    (folder / "scoring" / "__init__.py").touch()
    shutil.copytree(ROOT / "scoring" / "engine", folder / "scoring" / "engine", ignore=ignore)
    (folder / "tests").mkdir()
    (folder / "tests" / "__init__.py").touch()
    shutil.copytree(ROOT / "tests" / "engine", folder / "tests" / "engine", ignore=ignore)
    shutil.copytree(ROOT / "tests" / "data" / "golden", folder / "tests" / "data" / "golden")
    (folder / "conftest.py").write_text(
        "import hypothesis\n"
        "hypothesis.settings.register_profile(\n"
        "    'quick', deadline=None, derandomize=True, database=None, max_examples=60,\n"
        "    suppress_health_check=list(hypothesis.HealthCheck))\n"
        "hypothesis.settings.load_profile('quick')\n"
    )
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = proof\n")


def noticed(folder, tests):
    """Tell whether a test of the copy fails, or does not end; runs in a child that has the test tools ready."""
    child = os.fork()
    if child == 0:
        signal.alarm(LONGEST_RUN)
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        files = [f"tests/engine/{name}.py" for name in tests]
        failed = pytest.main(["-x", "-q", "-p", "no:django", "-p", "no:cacheprovider", "-m", "not proof", *files])
        os._exit(failed != 0)
    return os.waitpid(child, 0)[1] != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    killed = tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        if noticed(folder, wanted.tests):
            sys.exit("The tests fail without any change.")
        for module in wanted.modules:
            path = folder / "scoring" / "engine" / f"{module}.py"
            source = path.read_text()
            tree = ast.parse(source)
            made = list(changes(tree))
            some = Random(wanted.seed).sample(made, min(wanted.most, len(made)))
            alive = []
            for line, words, do, undo in sorted(some, key=lambda change: change[0]):
                do()
                path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
                undo()
                tried += 1
                if noticed(folder, wanted.tests):
                    killed += 1
                else:
                    alive.append((line, words))
            path.write_text(source)
            print(f"{module}: {len(some) - len(alive)} of {len(some)} noticed ({len(made)} possible)", flush=True)
            for line, words in alive:
                print(f"    {line}: {words}: {source.splitlines()[line - 1].strip()}", flush=True)
    print(f"{killed} of {tried} noticed: {killed / tried:.0%}")


if __name__ == "__main__":
    main()
