"""``hedgerow encode images``: pictures of faces become a table of patterns around the eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, write_table

if TYPE_CHECKING:
    from rich.console import Console

_FOLDER = Annotated[str, typer.Argument(metavar="FOLDER", help="A folder of pictures.", show_default=False)]


def encode_images(
    folder: _FOLDER,
    out: Annotated[
        str, options.unset("--out", "-o", help="Write the table to this .csv, .tsv or .parquet file.")
    ],
    eyes: Annotated[
        str | None,
        options.unset(
            "--eyes",
            metavar="CSV",
            help="Where the eyes are: columns file, left_x, left_y, right_x and right_y.",
        ),
    ] = None,
    labels: Annotated[
        str | None,
        options.unset(
            "--labels",
            metavar="CSV",
            help="What the pictures show: a column file, and columns of 0 and 1, which become one target, units.",
        ),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="The pictures show the windows already; no eyes are needed.")
    ] = False,
    features: Annotated[
        Literal["patterns", "pixels"], typer.Option("--features", help="Local binary patterns, or pixels.")
    ] = "patterns",
    radii: Annotated[
        str, options.unset("--radii", metavar="R,R,...", help="Radii in pixels; 1 to 10 by default.")
    ] = "",
    tiles: Annotated[
        str,
        options.unset(
            "--tiles",
            metavar="AxB,...",
            help="Rows and columns of tiles; 6x12,5x10,4x8,3x6,2x4,1x1 by default.",
        ),
    ] = "",
    leave_out: Annotated[
        bool,
        typer.Option(
            "--leave-out", help="Leave out pictures that cannot be read or lack an eye, with a note."
        ),
    ] = False,
    each_label: Annotated[
        bool, typer.Option("--each-label", help="Keep a column for each label instead of one target.")
    ] = False,
    json: options.Json = False,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Make a table of pictures of faces: how often each local pattern occurs in each part around the eyes.

    Example: hedgerow encode images faces --eyes faces/eyes.csv --labels faces/units.csv --out faces.parquet
    """
    check_table_place(out)
    if eyes is None and not whole:
        raise ValueError(
            "Eye centres are missing. Pass --eyes with a CSV file of the columns file, left_x, left_y, right_x and "
            "right_y, or --whole if the pictures show nothing but the region around the eyes."
        )
    if eyes is not None and whole:
        raise ValueError(
            "--whole needs no --eyes: either the pictures are windows, or the eyes tell where these are."
        )
    chosen: dict[str, Any] = {} if not radii else {"radii": read_radii(radii)}
    chosen |= {} if not tiles else {"tiles": read_tiles(tiles)}
    from hedgerow.encoders.images.encoding import encode_images as encode

    with screen.show_progress(quiet=quiet, words="reading pictures"):
        opened = encode(
            folder, eyes, labels, features=features, unreadable="leave_out" if leave_out else "refuse",
            each_label=each_label, n_jobs=jobs, **chosen,
        )  # fmt: skip
    table = opened.table
    write_table(
        out,
        table.features
        if table.target is None
        else table.features.assign(**{str(table.target.name): table.target}),
    )
    screen.note(*opened.notes, quiet=quiet)
    described = {
        "folder": folder,
        "n_rows": len(table),
        "n_features": table.features.shape[1] - 1,
        "target": None if table.target is None else str(table.target.name),
        "classes": None
        if table.target is None
        else {str(k): int(n) for k, n in table.target.value_counts().items()},
        "notes": list(opened.notes),
        "out": out,
    }
    if json:
        screen.print_json(described)
        return
    _print_table(screen.out(), described)


def read_radii(text: str) -> list[float]:
    """Radii as they are written on the command line.

    Examples
    --------
    >>> read_radii("1, 2.5")
    [1.0, 2.5]
    """
    try:
        radii = [float(word) for word in text.split(",") if word.strip()]
    except ValueError:
        radii = []
    if not radii or min(radii) <= 0:
        raise ValueError(f"--radii {text!r} is no list of numbers above 0, such as 1,2,4.")
    return radii


def read_tiles(text: str) -> list[tuple[int, int]]:
    """Tilings as they are written on the command line.

    Examples
    --------
    >>> read_tiles("3x6,1x1")
    [(3, 6), (1, 1)]
    """
    try:
        pairs = [
            tuple(int(side) for side in word.lower().split("x")) for word in text.split(",") if word.strip()
        ]
    except ValueError:
        pairs = []
    if not pairs or any(len(pair) != 2 or min(pair) < 1 for pair in pairs):
        raise ValueError(f"--tiles {text!r} is no list of rows and columns, such as 3x6,1x1.")
    return [(pair[0], pair[1]) for pair in pairs]


def _print_table(console: Console, described: dict[str, Any]) -> None:
    out = described["out"]
    console.print(
        f"Wrote {described['n_rows']:,} pictures with {described['n_features']:,} features to [bold]{escape(out)}[/]."
    )
    if described["target"] is not None:
        classes = described["classes"]
        listed = ", ".join(f"{escape(label)} {number:,}" for label, number in list(classes.items())[:12])
        console.print(f"Target [cyan]{described['target']}[/], {len(classes)} sets: {listed}.")
        program = screen.name_program()
        console.print(
            f"\nNext: [bold]{escape(f'{program} fit {out} --target ' + described['target'])}[/]",
            soft_wrap=True,
        )
