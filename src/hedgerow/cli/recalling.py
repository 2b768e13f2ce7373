"""A saved model, and a table with the columns that it has learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hedgerow.cli import screen
from hedgerow.cli.reading import check_model

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.tables.table import Table


@dataclass(frozen=True, eq=False)
class Recalled:
    """A model and its table.

    Parameters
    ----------
    model : estimator
        The fitted model.
    table : Table
        The learned columns in the learned order, and the target where the table has it.
    seen : bool
        Whether these are the rows that the model was fitted on.
    """

    model: Any
    table: Table
    seen: bool


def recall(
    path: str,
    source: str,
    *,
    target: str | None = None,
    row: int | None = None,
    n_jobs: int | None = None,
    quiet: bool = False,
) -> Recalled:
    """Load a model, and read a table for it; what is odd about the columns goes to standard error.

    Parameters
    ----------
    path : str
        The model file.
    source : str
        The table: a path, or ``"-"`` for CSV from standard input.
    target : str or None, default=None
        The column with the known answers; None for that which the model was fitted to.
    row : int or None, default=None
        A row that has to be kept; if its target is missing, the table is taken to have no target.
    n_jobs : int or None, default=None
        Threads of the model.
    quiet : bool, default=False
        Whether to say nothing.

    Returns
    -------
    Recalled
        With rows whose target is missing left out.

    Raises
    ------
    ModelFileError, TableError
        If one cannot be read, or they do not fit together.
    """
    from hedgerow.foundation.suggestions import suggest
    from hedgerow.saving import read_manifest
    from hedgerow.saving.model_file import load_model
    from hedgerow.tables import TableError
    from hedgerow.tables.column_choice import match_columns, recall_columns, recall_others
    from hedgerow.tables.kinds import find_kind
    from hedgerow.tables.reading import name_table, read_words
    from hedgerow.tables.table import Table
    from hedgerow.trials.fingerprint import is_training_table

    check_model(path)
    manifest = read_manifest(path)
    described, learned = recall_columns(manifest)
    raw = read_words(source)
    name = target or learned
    if target is not None and target not in raw.columns:
        raise TableError(
            f"There is no column {target!r}. {suggest(target, [str(each) for each in raw.columns])}"
        )
    features, notes = match_columns(raw, described, ignored=[name, *recall_others(manifest)])
    model = load_model(path)
    if "n_jobs" in model.get_params(deep=False):
        model.set_params(n_jobs=n_jobs)
    answers = _read_answers(raw[name], model) if name in raw.columns else None
    if answers is not None and row is not None and row in answers.index and answers.isna()[row]:
        answers = None
    if answers is not None and answers.isna().any():
        known = answers.notna().to_numpy()
        notes.append(
            f"Left out {int((~known).sum())} of {len(raw)} rows, in which the target {name} is missing."
        )
        features, answers = features[known], answers[known]
    if answers is not None and hasattr(model, "classes_"):
        answers = _to_known_labels(answers, model)
    if not quiet:
        for each in notes:
            screen.note(each)
    table = Table(
        name=name_table(source),
        features=features,
        target=answers,
        kinds={str(each): find_kind(features[each]) for each in features},
        task="classification" if hasattr(model, "classes_") else "regression",
    )
    return Recalled(model, table, seen=is_training_table(manifest["summary"], features))


def _read_answers(column: pd.Series[Any], model: Any) -> pd.Series[Any]:
    from hedgerow.tables.cells import read_cells, to_numbers

    answers = read_cells(column)
    return answers if hasattr(model, "classes_") else to_numbers(answers)


def _to_known_labels(answers: pd.Series[Any], model: Any) -> pd.Series[Any]:
    """The labels as the model knows them; one that it does not know is refused."""
    from hedgerow.tables import TableError

    known = {str(label): label for label in model.classes_.tolist()}
    # A column of whole numbers with a gap was read as floats: 1.0 is class 1.
    words = [
        str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)
        for label in answers
    ]
    words = [word if word in known else str(label) for word, label in zip(words, answers, strict=True)]
    unknown = sorted({word for word in words if word not in known})
    if unknown:
        raise TableError(
            f"Target {answers.name!r} holds {unknown[0]!r}, a class that the model has never seen; it knows "
            f"{', '.join(list(known)[:8])}. Leave such rows out, or fit again."
        )
    import pandas as pd

    return pd.Series([known[word] for word in words], index=answers.index, name=answers.name)
