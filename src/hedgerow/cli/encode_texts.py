"""``hedgerow encode texts``: documents become a table of weighted words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, write_table
from hedgerow.foundation.wording import count

if TYPE_CHECKING:
    from hedgerow.encoders.text import TermTable


def encode_texts(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE",
            help="A folder of text files, in which sub-folders are topics, or a table with a column of texts.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", help="Write the table to this .csv, .tsv or .parquet file.")
    ] = "terms.parquet",
    column: Annotated[
        str | None, options.unset("--column", help="Of a table, the column with the texts.")
    ] = None,
    topics: Annotated[
        str | None, options.unset("--topics", help="Of a table, the column with the topics.")
    ] = None,
    max_terms: Annotated[int, typer.Option("--max-terms", min=1, help="Keep so many words at most.")] = 5000,
    by: Annotated[
        Literal["frequency", "gain"],
        typer.Option(
            "--by", help="Which words: those of the most documents, or those that tell topics apart best."
        ),
    ] = "frequency",
    keep_case: Annotated[
        bool, typer.Option("--keep-case", help="Words that differ in capitals are different words.")
    ] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Generate 1,000 texts about 25 topics instead of reading some.")
    ] = False,
    json: options.Json = False,
    seed: options.Seed = 0,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Make a table of documents: a column for each word, with its weight, and the topic where it is known.

    Example: hedgerow encode texts letters --out letters.parquet
    """
    check_table_place(out)
    if (source is None) != example:
        raise ValueError("Name a folder or a table of texts, or take --example; one of the two.")
    from hedgerow.encoders.documents import read_documents
    from hedgerow.encoders.text import encode_texts as encode

    if source is None:
        from hedgerow.datasets import make_topic_texts

        frame = make_topic_texts(random_state=seed).documents
        documents = read_documents(frame, column="text", topics="topic")
    else:
        documents = read_documents(source, column=column, topics=topics)
    terms = encode(documents, lowercase=not keep_case)
    table = terms.table(max_terms, by)
    frame = table.features if table.target is None else table.features.assign(topic=table.target)
    write_table(out, frame)
    notes = [*documents.notes, _say_choice(terms, table.features.shape[1], by)]
    screen.note(*filter(None, notes), quiet=quiet)
    known = None if terms.topics is None else len(set(terms.topics))
    if json:
        record = {"documents": len(terms), "topics": known, "words": len(terms.words)}
        screen.print_json(
            record | {"columns": table.features.shape[1], "notes": list(filter(None, notes)), "out": out}
        )
        return
    about = "" if known is None else f" of {count(known, 'topic')}"
    screen.out().print(
        f"Wrote {count(len(terms), 'document')}{about} and {count(table.features.shape[1], 'word')} to {out}.",
        highlight=False,
        soft_wrap=True,
    )


def _say_choice(terms: TermTable, n_kept: int, by: str) -> str:
    n_words = len(terms.words)
    n_everywhere = int((terms.weighting.weights_ == 0).sum())
    said = []
    if n_everywhere:
        said.append(f"Left out {count(n_everywhere, 'word')} of every document, which weigh nothing.")
    if n_kept < n_words - n_everywhere:
        which = "that stand in the most documents" if by == "frequency" else "that tell topics apart best"
        said.append(f"Kept {n_kept:,} of {n_words:,} words, those {which} (--max-terms, --by).")
    if by == "gain":
        said.append(
            "They were chosen by the topics of all documents, so scores on the same documents will be too good."
        )
    return " ".join(said)
