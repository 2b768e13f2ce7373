"""Encoders: what is no table yet (pictures, sequences, texts, reading) becomes a `Table`.

An encoder reads raw material as it comes, says what it left out and why, and gives columns with names that a person of
the field knows. What it gives goes where every table goes: to forests, selectors and the report.

`encode_texts` makes a sparse table of weighted words, and `top_words` finds those that tell topics apart; `encode_gaze`
makes a table of how each word was looked at, from which `build_relevance_table` and `rank_documents` go on.

Try first: ``hedgerow encode sequences proteins.fasta --out proteins.parquet``, then `hedgerow report` on what it wrote.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
