"""``python -m tests.parity.examples FOLDER``: scikit-learn's examples with their imports of trees and forests changed.

The folder is `examples` of scikit-learn's source distribution, which its wheel does not have. Every script there that
imports one of the classes that hedgerow has is run in a process of its own, without a screen.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from tests.parity.substitution import OURS

_HOMES = ("sklearn.ensemble", "sklearn.tree")
_LIMIT_SECONDS = 300


def change_imports(text: str) -> tuple[str, list[str]]:
    """The script with other imports, and the names that were changed.

    Examples
    --------
    >>> print(change_imports("from sklearn.tree import DecisionTreeRegressor, plot_tree")[0])
    from sklearn.tree import plot_tree
    from hedgerow.trees.estimators import DecisionTreeRegressor as DecisionTreeRegressor
    """
    tree, changed = ast.parse(text), []
    for place, statement in reversed(list(enumerate(tree.body))):
        if not isinstance(statement, ast.ImportFrom) or statement.module not in _HOMES:
            continue
        ours = [each for each in statement.names if each.name in OURS]
        statement.names = [each for each in statement.names if each.name not in OURS]
        changed += [each.name for each in ours]
        new: list[ast.stmt] = [statement] if statement.names else []
        for each in ours:
            kind = OURS[each.name]
            alias = ast.alias(name=kind.__name__, asname=each.asname or each.name)
            new.append(ast.ImportFrom(module=kind.__module__, names=[alias], level=0))
        tree.body[place : place + 1] = new
    return ast.unparse(ast.fix_missing_locations(tree)), changed


def run_example(path: Path) -> tuple[list[str], str, float]:
    """The names that were changed (none: it was not run), the last line of its error, and the seconds it took."""
    script, changed = change_imports(path.read_text(encoding="utf-8"))
    if not changed:
        return [], "", 0.0
    start = perf_counter()
    environment = {**os.environ, "MPLBACKEND": "agg"}
    try:
        done = subprocess.run(
            [sys.executable, "-c", script],
            check=False,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_LIMIT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return changed, f"more than {_LIMIT_SECONDS} seconds", perf_counter() - start
    error = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return changed, error if done.returncode else "", perf_counter() - start


def main() -> int:
    """Run them all, and say what became of each."""
    reader = argparse.ArgumentParser(prog="python -m tests.parity.examples", description=__doc__)
    reader.add_argument("folder", type=Path, help="`examples` of scikit-learn's source distribution")
    reader.add_argument(
        "parts", nargs="*", default=["ensemble", "tree"], help="folders in it; ensemble and tree by default"
    )
    chosen = reader.parse_args()
    n_failed = n_run = 0
    for part in chosen.parts:
        for path in sorted((chosen.folder / part).glob("plot_*.py")):
            changed, error, seconds = run_example(path)
            n_run, n_failed = n_run + bool(changed), n_failed + bool(error)
            if changed:
                print(
                    f"{part}/{path.name}: {error or 'runs'} ({seconds:.0f} s, {', '.join(changed)})",
                    flush=True,
                )
    print(f"{n_run} examples with other imports: {n_run - n_failed} run, {n_failed} do not")
    return int(n_failed > 0)


if __name__ == "__main__":
    sys.exit(main())
