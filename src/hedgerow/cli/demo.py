"""``hedgerow demo``: a forest on a bundled table, beside scikit-learn's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.padding import Padding

from hedgerow.cli import options, screen

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.demonstration import Demonstration

_N_FOLDS = 5

_NEXT = """\
  {program} datasets {name} --out {name}.csv
  {program} fit {name}.csv --target {target} --out {name}.hdg
  {program} report {name}.csv --target {target} --out {name}.html
"""
_NEXT_PYTHON = """\
from hedgerow import RandomForestClassifier, datasets
table = datasets.load("{name}")
forest = RandomForestClassifier().fit(table.features, table.target)"""


def demo(
    data: Annotated[str, typer.Option(help="A data set of `hedgerow datasets`.")] = "wbc",
    trees: Annotated[int, typer.Option(min=1, help="Trees per forest.")] = 500,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Fit a forest on a bundled table, beside scikit-learn's, and show which features matter.

    Example: hedgerow demo --data sonar
    """
    from hedgerow import datasets
    from hedgerow.demonstration import demonstrate

    table = datasets.load(data)
    n_rows, n_features = table.features.shape
    console = screen.out()
    if not json:
        console.print(
            f"[bold]{escape(table.name)}[/]: {n_rows} rows, {n_features} features. "
            f"Cross-validating two forests of {trees} trees, then measuring which features matter.\n"
        )
    with screen.show_progress(quiet=quiet) as steps:
        steps.start(2 * _N_FOLDS + 2)
        found = demonstrate(
            table, n_estimators=trees, n_folds=_N_FOLDS, n_jobs=jobs, random_state=seed, step=steps.step
        )
    if json:
        screen.print_json(found.to_dict())
        return
    _print_forests(console, found)
    screen.print_relevance(console, found.relevance)
    _print_next(console, data, str(table.target.name) if table.target is not None else "TARGET")


def _print_forests(console: Console, found: Demonstration) -> None:
    table = screen.open_grid("forest", "accuracy", "fit", right=("accuracy", "fit"), style="cyan")
    for row in found.frame().itertuples():
        table.add_row(str(row.forest), f"{row.accuracy:.1%}", f"{row.fit_seconds:.3f} s")
    console.print(table)
    console.print(
        f"\nMean accuracy on {found.n_folds} held-out folds; median time of a fit. "
        f"hedgerow was [bold]{found.speed_ratio:.1f} times[/] as fast. Its kernels were ready in "
        f"{found.ready_seconds:.1f} s, which is not counted: they are compiled once and kept on disk."
    )
    console.print(
        f"Out-of-bag accuracy on all rows, no held-out data needed: [bold]{found.oob_score:.1%}[/].\n"
    )


def _print_next(console: Console, data: str, target: str) -> None:
    console.print("[bold]Next[/]")
    words = f"'{target}'" if " " in target else target
    console.print(
        _NEXT.format(program=screen.name_program(), name=data, target=words), markup=False, soft_wrap=True
    )
    console.print(Padding(screen.show_code(_NEXT_PYTHON.format(name=data)), (0, 0, 0, 2)))
