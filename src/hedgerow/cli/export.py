"""``hedgerow export``: a saved model in a format that is run without Python."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_model, check_place
from hedgerow.foundation.atomic_file import replacing
from hedgerow.foundation.wording import count, join_words

if TYPE_CHECKING:
    from hedgerow.export.inputs import Inputs

_ENDINGS = {"onnx": ".onnx", "treelite": ".tl"}
_N_SHOWN = 12


def export(
    model: options.Model,
    to: Annotated[
        Literal["onnx", "treelite"],
        options.unset("--to", help="The format: onnx, or a checkpoint of treelite."),
    ],
    out: Annotated[
        str | None,
        options.unset(
            "--out", "-o", help="Where it goes; beside the model, with another ending, by default."
        ),
    ] = None,
    dtype: Annotated[
        Literal["float32", "float64"],
        typer.Option(help="The numbers that an ONNX model reads and gives; treelite has float64."),
    ] = "float32",
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Write the trees of a saved model as an ONNX or a treelite model, and say what it reads, in which order.

    Example: hedgerow export patients.hdg --to onnx --out patients.onnx
    """
    place = str(Path(model).with_suffix(_ENDINGS[to])) if out is None else out
    check_place(place)
    check_model(model)
    from hedgerow.export.inputs import Inputs
    from hedgerow.saving.model_file import load_model

    fitted = load_model(model)
    content = _convert(fitted, to, dtype)
    with replacing(place) as file:
        file.write(content)
    inputs, classes = Inputs.of(fitted), getattr(fitted, "classes_", None)
    if json:
        said = {"model": model, "out": place, "format": to, "dtype": dtype if to == "onnx" else "float64"}
        columns = [
            {"name": name, "categories": None if labels is None else list(labels)}
            for name, labels in zip(inputs.names, inputs.categories, strict=True)
        ]
        labels = None if classes is None else [str(label) for label in classes.tolist()]
        screen.print_json(said | {"inputs": columns, "classes": labels})
        return
    console = screen.out()
    console.print(
        f"Wrote the {escape(type(fitted).__name__)} of {escape(model)} to [bold]{escape(place)}[/]."
    )
    for sentence in _describe(inputs):
        console.print(escape(sentence))


def _convert(fitted: Any, to: str, dtype: str) -> bytes:
    """The bytes of the file."""
    from hedgerow.export import ExportError, to_onnx, to_treelite

    try:
        if to == "onnx":
            return bytes(to_onnx(fitted, dtype=dtype).SerializeToString())
        return to_treelite(fitted).serialize_bytes()
    except ExportError as error:
        raise ExportError(f"{error} `hedgerow fit --method forest` makes one.") from error


def _describe(inputs: Inputs) -> list[str]:
    """What the exported model reads, in sentences."""
    columns = count(len(inputs.names), "column")
    said = [f"It reads {columns} of numbers, in this order: {join_words(inputs.names, _N_SHOWN)}."]
    categories = inputs.list_categories()
    for name, labels in list(categories.items())[:_N_SHOWN]:
        codes = [f"{label} is {code}" for code, label in enumerate(labels)]
        said.append(f"Codes of {name}: {join_words(codes, _N_SHOWN)}.")
    if len(categories) > _N_SHOWN:
        said.append(
            f"The codes of all {len(categories)} columns of categories are in the file, as its metadata."
        )
    said.append(
        "An empty cell is NaN" + (", and so is a category that is not listed." if categories else ".")
    )
    return said
