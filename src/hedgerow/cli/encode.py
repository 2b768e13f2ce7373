"""``hedgerow encode``: what is no table yet becomes one, and the other verbs follow."""

from __future__ import annotations

import typer

from hedgerow.cli.encode_gaze import encode_gaze
from hedgerow.cli.encode_images import encode_images
from hedgerow.cli.encode_sequences import sequences
from hedgerow.cli.encode_texts import encode_texts

encode = typer.Typer(
    help="Make a table of images, sequences, texts or gaze; the other verbs follow.", no_args_is_help=True
)
encode.command("images")(encode_images)
encode.command("sequences")(sequences)
encode.command("texts")(encode_texts)
encode.command("gaze")(encode_gaze)
