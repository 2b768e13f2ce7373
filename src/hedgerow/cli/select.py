"""``hedgerow select``: which features to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, open_noted, write_table
from hedgerow.foundation.wording import count, write_p

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings.feature_selection import Selection

_N_OTHERS = 5


def select(
    table: options.Table,
    target: options.Target,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            help="relevance, ace, tree, mrmr, fcbf, cfs, focus, koller-sahami, clusters, svm-rfe, gs, iamb, "
            "inter-iamb, mmpc, hiton, pc, tpda, forward, backward, sffs, hill-climb or genetic.",
        ),
    ] = "relevance",
    keep: Annotated[
        int | None, options.unset(min=1, help="Keep that many; left to the method by default.")
    ] = None,
    repeats: Annotated[
        int, typer.Option(min=0, help="Subsamples of half the rows that tell how stable it is; 0 for none.")
    ] = 10,
    out: Annotated[
        str | None,
        options.unset(
            "--out", "-o", help="Write the kept columns and the target to this .csv, .tsv or .parquet file."
        ),
    ] = None,
    task: options.Task = None,
    drop: options.Drop = "",
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Select features of a table: which are kept, their scores and p-values, and how stable the choice is.

    Example: hedgerow select patients.csv --target outcome --method mrmr --keep 5 --out reduced.csv
    """
    if out is not None:
        check_table_place(out)
    from hedgerow.findings.feature_selection import select_features

    opened = open_noted(table, target, task=task, drop=options.split_names(drop), quiet=quiet)
    with screen.show_progress(quiet=quiet) as steps:
        steps.step("selecting")
        found = select_features(opened, method, keep=keep, n_repeats=repeats, n_jobs=jobs, random_state=seed)
    screen.note(*found.notes, quiet=quiet)
    if out is not None:
        reduced = opened.features[list(found.kept)].assign(**{target: opened.target})
        write_table(out, reduced)
        written = f"{count(len(reduced), 'row')} and {count(len(found.kept), 'feature')}"
        screen.note(f"Wrote {written} to {out}.", quiet=quiet)
    if json:
        screen.print_json(found.to_dict() | {"out": out})
        return
    _print_selection(screen.out(), found)


def _print_selection(console: Console, found: Selection) -> None:
    n_features = len(found.features)
    console.print(
        f"[bold]{escape(found.table_name)}[/]: {escape(found.method)} keeps {len(found.kept)} of "
        f"{n_features} features.\n"
    )
    shown = found.features.iloc[: len(found.kept) + _N_OTHERS]
    headings = {"score": "score", "p_value": "p-value", "frequency": "selected in"}
    numbers = [heading for name, heading in headings.items() if name in shown]
    grid = screen.open_grid("feature", "kept", *numbers, right=numbers, style="cyan", fold=1)
    for record in shown.to_dict("records"):
        cells = [escape(str(record["feature"])), "yes" if record["kept"] else "no", f"{record['score']:.4g}"]
        if "p_value" in record:
            cells.append(write_p(record["p_value"]))
        if "frequency" in record:
            cells.append(f"{100 * record['frequency']:.0f} %")
        grid.add_row(*cells)
    console.print(grid)
    left_out = n_features - len(shown)
    if left_out:
        console.print(f"{left_out} other features are not kept and not shown.")
    if found.stability is not None:
        console.print(f"\n{escape(found.stability.sentence)}")
    if found.findings:
        console.print()
        screen.print_findings(console, found.findings)
