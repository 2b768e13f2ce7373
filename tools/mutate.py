"""Change one operator or constant of a source file at a time, and see whether its tests notice.

    python tools/mutate.py FILE[:FUNCTION,...] ... [--most N] [--seed S] [--limit SECONDS]

Each mutant is written into a copy of the tree, and the tests that belong to its file (the test of the same stem, and
what the file lists in TESTS) run there. A mutant is killed if they fail or run out of time. What survives is printed
with its line, so that a test can be written; the last line is the share of the mutants that were killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hedgerow"

# A comparison becomes the one that differs from it at the boundary, an operator its opposite.
_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_FORK = multiprocessing.get_context("fork")
_LIBRARIES = ("numba", "pandas", "scipy.stats", "sklearn.ensemble", "sklearn.pipeline")
# Tests beside the one of the same stem.
TESTS = {
    "trees/tree.py": ("tests/trees/test_tree.py",),
    "relevance/splits.py": ("tests/relevance/test_splits.py",),
}


class Mutant(NamedTuple):
    """A source file with one change."""

    path: Path
    line: int
    change: str
    text: str


def list_mutants(path: Path, functions: frozenset[str] = frozenset()) -> Iterator[Mutant]:
    """Make every mutant of a file, or of some of its functions; texts, annotations and messages stay."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in _list_places(tree, functions):
        for change, undo in _change(node):
            yield Mutant(path, node.lineno, change, ast.unparse(tree))
            undo()


def _list_places(tree: ast.Module, functions: frozenset[str]) -> list[ast.expr]:
    scopes: list[ast.AST] = [tree]
    if functions:
        scopes = [
            each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name in functions
        ]
    left_out = {id(part) for each in ast.walk(tree) for hidden in _hide(each) for part in ast.walk(hidden)}
    places = (each for scope in scopes for each in ast.walk(scope))
    return [each for each in places if isinstance(each, ast.expr) and id(each) not in left_out]


def _hide(node: ast.AST) -> list[ast.AST]:
    """What no test should notice: annotations, messages, and imports for the type checker."""
    hidden: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    if isinstance(node, ast.Raise | ast.JoinedStr):
        hidden.append(node)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        hidden.append(node)
    return [each for each in hidden if each is not None]


def _change(node: ast.expr) -> Iterator[tuple[str, object]]:
    """Change a node in place; yield what was done and how it is undone, once for each way."""
    before = ast.unparse(node)
    for name, value in _list_changes(node):
        old = getattr(node, name)
        setattr(node, name, value)
        yield f"{before}  ->  {ast.unparse(node)}", lambda name=name, old=old: setattr(node, name, old)


def _list_changes(node: ast.expr) -> Iterator[tuple[str, object]]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            if type(operator) in _OPERATORS:
                yield "ops", [*node.ops[:place], _OPERATORS[type(operator)](), *node.ops[place + 1 :]]
    elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _OPERATORS:
        yield "op", _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "operand", ast.UnaryOp(ast.Not(), copy.deepcopy(node.operand))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "value", node.value + 1 if isinstance(node.value, int) else node.value * 1.5 or 1.0


def list_tests(path: Path) -> list[str]:
    """Find the tests that belong to a source file."""
    module = path.relative_to(SOURCE)
    folders = [folder.lstrip("_") for folder in module.parts[:-1]]
    own = Path("tests", *folders, f"test_{module.stem.lstrip('_')}.py")
    return list(dict.fromkeys([str(own), *TESTS.get(module.as_posix(), ())]))


def is_killed(mutant: Mutant, copy_of_tree: Path, limit: float) -> bool:
    """Tell whether the tests of the file fail, or do not end, with the mutant in place of the file."""
    place = copy_of_tree / mutant.path.relative_to(ROOT)
    kept = place.read_text(encoding="utf-8")
    place.write_text(mutant.text, encoding="utf-8")
    run = _FORK.Process(target=_run_tests, args=(copy_of_tree, list_tests(mutant.path)))
    run.start()
    run.join(limit)
    ended = run.exitcode is not None
    if not ended:
        os.killpg(cast(int, run.pid), signal.SIGKILL)
        run.join()
    place.write_text(kept, encoding="utf-8")
    return not ended or run.exitcode != 0


def _run_tests(copy_of_tree: Path, tests: list[str]) -> None:
    """Run tests in a process that is forked from one where the libraries are imported already.

    What the tests leave running, such as joblib's workers, ends with them: a forked process waits for it otherwise.
    """
    os.setsid()
    os.chdir(copy_of_tree)
    os.environ["PYTHONPATH"] = str(copy_of_tree / "src")
    sys.path[:0] = [str(copy_of_tree / "src"), str(copy_of_tree)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    outcome = pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests])
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    os._exit(outcome)


def choose(targets: list[str], most: int, seed: int) -> list[Mutant]:
    """Choose at most so many mutants of each target."""
    generator, chosen = random.Random(seed), []
    for target in targets:
        name, _, functions = target.partition(":")
        found = list(list_mutants(ROOT / name, frozenset(functions.split(",")) - {""}))
        chosen += sorted(generator.sample(found, min(most, len(found))), key=lambda mutant: mutant.line)
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="+", metavar="FILE[:FUNCTION,...]")
    parser.add_argument("--most", type=int, default=5, help="mutants of each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=90.0, help="seconds for the tests of one mutant")
    given = parser.parse_args()
    sys.dont_write_bytecode = True
    for library in _LIBRARIES:
        importlib.import_module(library)
    n_killed, mutants = 0, choose(given.targets, given.most, given.seed)
    with tempfile.TemporaryDirectory(prefix="hedgerow-mutants-") as folder:
        copy_of_tree = Path(folder)
        for name in ("src", "tests", "pyproject.toml"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, copy_of_tree / name)
        for path in dict.fromkeys(mutant.path for mutant in mutants):
            text = (copy_of_tree / path.relative_to(ROOT)).read_text(encoding="utf-8")
            if is_killed(Mutant(path, 0, "", text), copy_of_tree, given.limit):
                print(
                    f"left out  {path.relative_to(ROOT)}: its tests fail or take too long as it is",
                    flush=True,
                )
                mutants = [mutant for mutant in mutants if mutant.path != path]
        for mutant in mutants:
            killed = is_killed(mutant, copy_of_tree, given.limit)
            n_killed += killed
            place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            print(f"{'killed  ' if killed else 'SURVIVED'}  {place}  {mutant.change}", flush=True)
    print(f"{n_killed} of {len(mutants)} mutants killed ({n_killed / max(len(mutants), 1):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
