"""``hedgerow diagnose``: what is right and wrong with a saved model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import recall
from hedgerow.foundation.wording import share

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings.diagnosis import Diagnosis

_N_SHOWN = 10
_ANSWERS = {
    "new": "The rows are taken to be new to it.",
    "out of bag": "Each member predicted the rows that are out of bag for it.",
    "seen": "It was fitted on these rows, which flatters it; use new rows.",
}


def diagnose(
    model: options.Model,
    table: options.Table,
    target: Annotated[
        str | None,
        options.unset("--target", "-t", help="The known answers; the model's target by default."),
    ] = None,
    new: Annotated[
        bool,
        typer.Option("--new", help="The rows are new, though they are as many as the model was fitted on."),
    ] = False,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Diagnose a saved model on a table with the target: diversity, margins, suspicious rows, findings in words.

    A table with as many rows as the model was fitted on is assumed to hold those rows.

    Example: hedgerow diagnose patients.hdg patients.csv
    """
    from hedgerow.findings import diagnosis
    from hedgerow.tables import TableError

    recalled = recall(model, table, target=target, n_jobs=jobs, quiet=quiet)
    if recalled.table.target is None:
        raise TableError(
            f"{recalled.table.name} has no column with the known answers. Name it with --target, or predict first."
        )
    with screen.show_progress(quiet=quiet) as steps:
        steps.step("diagnosing")
        found = diagnosis.diagnose(
            recalled.model, recalled.table, seen=recalled.seen and not new, n_jobs=jobs, random_state=seed
        )
    if json:
        screen.print_json(found.to_dict())
        return
    console = screen.out()
    _print_summary(console, found)
    screen.print_findings(console, found.findings)


def _print_summary(console: Console, found: Diagnosis) -> None:
    from hedgerow.findings.diagnosis import summarise_margins

    members = f" of {found.n_members:,} members" if found.n_members > 1 else ""
    console.print(
        f"[bold]{escape(found.model_name)}[/]{members} on {escape(found.table_name)}, {found.n_rows:,} rows. "
        f"{_ANSWERS[found.answers]}\n"
    )
    if found.advantage is not None:
        console.print(f"[bold]Score[/]\n{_say_score(found)}\n")
    if found.n_members == 1:
        console.print("It has no members, so there is no diversity and no margin to tell.\n")
    if found.diversity is not None:
        console.print(f"[bold]Diversity[/]\n{escape(found.diversity.sentence)}\n")
    if found.margins is not None:
        margins = summarise_margins(found.margins)
        console.print(
            f"[bold]Margins[/]\nThe mean margin is {margins['mean']:.2f}; half of the rows have more than "
            f"{margins['median']:.2f}, a quarter less than {margins['quarter']:.2f}. The vote is wrong on "
            f"{share(margins['share_wrong'])} of the rows and tied on {share(margins['share_tied'])}.\n"
        )
    if found.n_suspects:
        _print_suspects(console, found)


def _say_score(found: Diagnosis) -> str:

    assert found.advantage is not None
    error, baseline = found.advantage.error, found.advantage.baseline
    if found.is_classification:
        return (
            f"It errs on {share(error)} of the rows; always predicting {escape(found.advantage.constant)} errs on "
            f"{share(baseline)}."
        )
    return (
        f"Its error (root mean square) is {error**0.5:.4g}; that of the mean, always, is {baseline**0.5:.4g}."
    )


def _print_suspects(console: Console, found: Diagnosis) -> None:
    console.print(f"[bold]Rows that most members contradict[/] ({found.n_suspects:,} of {found.n_rows:,})")
    grid = screen.open_grid("row", "given", "suggested", "against", right=("row", "against"))
    for record in found.suspects.head(_N_SHOWN).to_dict("records"):
        given, suggested = (
            f"{value:.4g}" if isinstance(value, float) else escape(str(value))
            for value in (record["given"], record["suggested"])
        )
        grid.add_row(str(record["row"]), given, suggested, f"{100 * record['share']:.0f} %")
    console.print(grid)
    console.print("Rows are counted from 0.\n")
