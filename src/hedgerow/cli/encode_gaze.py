"""``hedgerow encode gaze``: fixations become 22 features of each word that was looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, write_table
from hedgerow.foundation.wording import count

if TYPE_CHECKING:
    from hedgerow.encoders.gaze import GazeTable
    from hedgerow.tables.table import Table


def encode_gaze(
    fixations: Annotated[
        str | None,
        typer.Argument(
            metavar="FIXATIONS",
            help="A table of fixations: time, x, y, duration, and where they are known pupil, reader and page.",
            show_default=False,
        ),
    ] = None,
    words: Annotated[
        str | None,
        options.unset(
            "--words", help="A table of words in the order of the text: word, line, x0, y0, x1, y1, page."
        ),
    ] = None,
    labels: Annotated[
        str | None,
        options.unset(
            "--labels",
            help="A table with the column relevant, and of reader, page, position and word those that say which words "
            "each label is for.",
        ),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", help="Write the table to this .csv, .tsv or .parquet file.")
    ] = "reading.parquet",
    reach: Annotated[
        float,
        typer.Option("--reach", min=0.0, help="How far beside a word a fixation may be and still be on it."),
    ] = 0.0,
    page: Annotated[
        str | None,
        options.unset("--page", metavar="WIDTHxHEIGHT", help="How large a page is; found out by default."),
    ] = None,
    outside: Annotated[
        Literal["refuse", "drop"],
        typer.Option("--outside", help="What to do with fixations outside the page."),
    ] = "refuse",
    example: Annotated[
        bool,
        typer.Option("--example", help="Generate readers who search for topics instead of reading files."),
    ] = False,
    json: options.Json = False,
    seed: options.Seed = 0,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Make a table of the words that readers looked at: 22 features of how, and whether they are relevant where known.

    Example: hedgerow encode gaze fixations.csv --words words.csv --labels relevance.csv --out reading.parquet
    """
    check_table_place(out)
    if example:
        if fixations is not None or words is not None or labels is not None:
            raise ValueError(
                "--example generates all that it needs. Leave the tables away, or leave it away."
            )
        gaze, table = _generate(seed)
    else:
        gaze, table = _read(fixations, words, labels, reach, page, outside)
    frame = table.features if table.target is None else table.features.assign(relevant=table.target)
    about = gaze.about.loc[frame.index] if table.target is None else None
    write_table(out, frame if about is None else about.join(frame))
    screen.note(*gaze.notes, quiet=quiet)
    record = {"words": len(frame), "features": table.features.shape[1], "labelled": table.target is not None}
    if json:
        screen.print_json(record | {"notes": list(gaze.notes), "out": out})
        return
    marked = " that have a label" if record["labelled"] else ""
    screen.out().print(
        f"Wrote {count(len(frame), 'word')}{marked} and {count(table.features.shape[1], 'feature')} to {out}.",
        highlight=False,
        soft_wrap=True,
    )


def _read(
    fixations: str | None,
    words: str | None,
    labels: str | None,
    reach: float,
    page: str | None,
    outside: Literal["refuse", "drop"],
) -> tuple[GazeTable, Table]:
    if fixations is None or words is None:
        raise ValueError("Name a table of fixations, and one of words (--words); or take --example.")
    from hedgerow.encoders.gaze import encode_gaze as encode
    from hedgerow.tables.table_reader import read_words

    gaze = encode(
        read_words(fixations), read_words(words), reach=reach, page_size=_read_size(page), outside=outside
    )
    return gaze, gaze.table(None if labels is None else read_words(labels))


def _read_size(page: str | None) -> tuple[float, float] | None:
    if page is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[xX]\s*(\d+(?:\.\d+)?)", page.strip())
    if found is None:
        raise ValueError(f"--page {page} is not a size. Write width and height, such as 1024x768.")
    return float(found[1]), float(found[2])


def _generate(seed: int) -> tuple[GazeTable, Table]:
    from hedgerow.datasets import make_readers
    from hedgerow.encoders import build_relevance_table, encode_texts, top_words
    from hedgerow.encoders.gaze import encode_gaze as encode

    drawn = make_readers(effect=2.0, random_state=seed)  # clear enough to be seen in one table
    lists = top_words(encode_texts(drawn.texts.documents, column="text", topics="topic"))
    gaze = encode(drawn.fixations, drawn.words)
    return gaze, build_relevance_table(gaze.frame().merge(drawn.searches), lists)
