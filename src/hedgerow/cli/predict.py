"""``hedgerow predict``: answers of a saved model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_model, check_table_place, make_csv, write_table

if TYPE_CHECKING:
    import pandas as pd


def predict(
    model: options.Model,
    table: options.Table,
    proba: Annotated[bool, typer.Option("--proba", help="Add the probability of each class.")] = False,
    out: Annotated[
        str | None,
        options.unset(
            "--out", "-o", help="A .csv, .tsv or .parquet file; standard output, as CSV, by default."
        ),
    ] = None,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Predict the rows of a table by a saved model, as CSV with one line per row.

    In CSV and TSV, words that a spreadsheet would take for formulas (=, +, -, @ in front) begin with an apostrophe.

    Example: hedgerow predict patients.hdg new_patients.csv --proba --out predictions.csv
    """
    if out is not None:
        check_table_place(out)
    check_model(model)
    from hedgerow.saving import read_manifest
    from hedgerow.saving.model_file import load_model
    from hedgerow.tables.column_choice import match_columns, recall_columns, recall_others
    from hedgerow.tables.table_reader import read_words

    manifest = read_manifest(model)
    described, _ = recall_columns(manifest)
    features, notes = match_columns(read_words(table), described, ignored=recall_others(manifest))
    fitted = load_model(model)
    if "n_jobs" in fitted.get_params(deep=False):
        fitted.set_params(n_jobs=jobs)
    answers = _answer(fitted, features, probabilities=proba)
    screen.note(*notes, quiet=quiet)
    if json:
        screen.print_json({"model": model, "notes": notes, "answers": answers.to_dict("list")})
    elif out is None:
        screen.write(make_csv(answers))
    if out is not None:
        write_table(out, answers)
        screen.note(f"Wrote {len(answers):,} predictions to {out}.", quiet=quiet)


def _answer(model: Any, features: pd.DataFrame, *, probabilities: bool) -> pd.DataFrame:
    """The prediction for each row, and beside it the probability of each class."""
    import pandas as pd

    if probabilities and not hasattr(model, "predict_proba"):
        raise ValueError(f"{type(model).__name__} does not predict probabilities. Leave --proba out.")
    answers = {"prediction": model.predict(features)}
    if probabilities:
        shares = model.predict_proba(features)
        answers |= {f"probability of {label}": shares[:, place] for place, label in enumerate(model.classes_)}
    return pd.DataFrame(answers)
