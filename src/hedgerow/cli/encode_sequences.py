"""``hedgerow encode sequences``: a FASTA file becomes a table of what its proteins are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, write_table

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.encoders import OpenedSequences

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A FASTA file (perhaps .gz), or a table with a column named sequence; - reads FASTA from standard input.",
        show_default=False,
    ),
]


def sequences(
    source: Source,
    out: Annotated[str, options.unset("--out", "-o", help="The .csv, .tsv or .parquet file to write.")],
    labels: Annotated[
        str | None,
        options.unset(
            "--labels",
            help="A table whose first column is the name of a protein and the second its place; several with ;",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        options.unset(
            "--pattern",
            help="What names the place in a header: a regular expression with a group. place=... by default.",
        ),
    ] = None,
    identity: Annotated[
        float | None,
        options.unset(
            "--identity", help="Leave out near copies from this share of equal residues on: 0.4 to 1."
        ),
    ] = None,
    several: Annotated[
        Literal["keep", "drop", "columns"],
        typer.Option(
            help="Proteins of several places: one label with ; (keep), left out (drop), or a column for each place."
        ),
    ] = "keep",
    fragments: Annotated[
        Literal["drop", "keep"], typer.Option(help="Sequences whose header says that they are fragments.")
    ] = "drop",
    lags: Annotated[
        int, typer.Option("--lags", min=1, help="Largest lag of the pseudo composition (lambda).")
    ] = 25,
    weight: Annotated[
        float, typer.Option("--weight", min=0.0, help="Weight of the order in the pseudo composition (w).")
    ] = 0.05,
    min_length: Annotated[
        int | None,
        options.unset("--min-length", min=1, help="Fewest known residues; one more than --lags by default."),
    ] = None,
    json: options.Json = False,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Encode proteins: amino acids, pairs of neighbours and the order of properties, 495 columns.

    Example: hedgerow encode sequences proteins.fasta --labels places.csv --identity 0.9 --out proteins.parquet
    """
    from hedgerow.encoders import ProteinComposition, open_sequences

    check_table_place(out)
    opened = open_sequences(
        source,
        labels=labels,
        **({} if pattern is None else {"pattern": pattern}),
        encoder=ProteinComposition(n_lags=lags, weight=weight, n_jobs=jobs),
        min_length=min_length,
        fragments=fragments,
        several="drop" if several == "drop" else "keep",
        identity=identity,
    )
    screen.note(*opened.notes, quiet=quiet)
    frame = _make_frame(opened, in_columns=several == "columns")
    write_table(out, frame)
    described = _describe(opened, frame, out)
    if json:
        screen.print_json(described)
        return
    _print(described)


def _make_frame(opened: OpenedSequences, *, in_columns: bool) -> pd.DataFrame:
    frame = opened.frame()
    if not in_columns or opened.label_sets is None or opened.table.target is None:
        return frame
    target = str(opened.table.target.name)
    return frame.drop(columns=target).join(opened.label_sets.add_prefix(f"{target}: "))


def _describe(opened: OpenedSequences, frame: pd.DataFrame, out: str) -> dict[str, Any]:
    target = opened.table.target
    return {
        "out": out,
        "n_rows": len(opened.table),
        "n_columns": opened.table.features.shape[1],
        "n_left_out": len(opened.left_out),
        "target": str(target.name) if target is not None and target.name in frame else None,
        "places": None if opened.label_sets is None else opened.label_sets.sum().to_dict(),
        "left_out": opened.left_out.to_dict("records"),
        "notes": list(opened.notes),
    }


def _print(described: dict[str, Any]) -> None:
    console = screen.out()
    console.print(
        f"{described['n_rows']:,} proteins, {described['n_columns']} columns, written to {described['out']}.",
        markup=False,
    )
    if described["places"] is not None:
        places = sorted(described["places"].items(), key=lambda each: -each[1])
        listed = ", ".join(f"{place} {number:,}" for place, number in places[:8])
        more = f" and {len(places) - 8} more" if len(places) > 8 else ""
        console.print(f"Places: {listed}{more}.", markup=False)
    if described["target"] is not None:
        program = screen.name_program()
        console.print(
            f"\nNext: {program} fit {described['out']} --target {described['target']}",
            markup=False,
            soft_wrap=True,
        )
