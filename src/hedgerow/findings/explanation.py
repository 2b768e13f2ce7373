"""Why a model answers as it does about one row: what ``hedgerow explain`` computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.tables import Table

_N_REPLACEMENTS = 50
_N_NEIGHBOURS = 5


@dataclass(frozen=True, eq=False)
class Explanation:
    """One row, its answer, and what the answer hangs on. Made by `explain_row`.

    Parameters
    ----------
    row : int or label
        The row.
    prediction : object
        The answer.
    truth : object
        The known answer; None where it is not known.
    probabilities : dict of str to float
        Probability of each class; empty where the model has none.
    margin : float or None
        Lead of the first class over the second, in probability.
    features : DataFrame
        One row per feature, the most important first: ``feature``; its ``value``; ``percentile`` among the rows of the
        table, for numbers; ``effect``, by how much the answer falls on average when the value is replaced by those of
        other rows; and where it is known ``relevance``, the information that splits on it add about the row.
    neighbours : DataFrame
        The rows that fall into the same leaves most often: ``row``, ``proximity`` and ``target``. Empty where the model
        has no proximities.
    notes : tuple of str
        What could not be told, and why.
    """

    row: Any
    prediction: Any
    truth: Any
    probabilities: dict[str, float]
    margin: float | None
    features: pd.DataFrame
    neighbours: pd.DataFrame
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        return {
            "row": self.row,
            "prediction": self.prediction,
            "truth": self.truth,
            "probabilities": self.probabilities,
            "margin": self.margin,
            "features": _to_records(self.features),
            "neighbours": _to_records(self.neighbours),
            "notes": list(self.notes),
        }


def explain_row(
    model: Any,
    table: Table,
    row: Any,
    *,
    seen: bool = False,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> Explanation:
    """Say what a model's answer about one row hangs on.

    For any model: the value of each feature is replaced by values of other rows of the table, and the probability of
    the answer (or the value) is watched. For a forest on the rows it was fitted on, local relevance is told as well.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor.
    table : Table
        Its features, in the order that the model has learned, and the target where it is known.
    row : int or label
        The row: its label in the table, which is its number from 0 where rows have no names.
    seen : bool, default=False
        Whether these are exactly the rows that the model was fitted on, in their order.
    n_jobs : int or None, default=None
        Threads.
    random_state : int, default=0
        Seed of the rows that lend their values.

    Returns
    -------
    Explanation

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("iris")
    >>> forest = RandomForestClassifier(random_state=0).fit(table.features, table.target)
    >>> found = explain_row(forest, table, 0, seen=True)
    >>> found.prediction, found.features.columns.tolist()
    ('setosa', ['feature', 'value', 'percentile', 'effect', 'relevance'])
    """
    X = table.features
    place = _find_place(X.index, row, table.name)
    notes: list[str] = []
    probabilities = _find_probabilities(model, X.iloc[[place]])
    ordered = sorted(probabilities.values(), reverse=True)
    columns: dict[str, Any] = {
        "feature": [str(name) for name in X.columns],
        "value": [_to_plain(X[name].iloc[place]) for name in X.columns],
        "percentile": [_find_percentile(X[name], place) for name in X.columns],
        "effect": _measure_effects(model, X, place, random_state),
    }
    if seen:
        notes.append(
            "The model was fitted on this row, so it is surer about it than it would be about a new one."
        )
    relevance = _find_relevance(model, table, place, seen, n_jobs, notes)
    if relevance is not None:
        columns["relevance"] = relevance
    # A value may hang on what would raise it as well as on what would lower it; a probability that could rise does not.
    weights = columns["effect"] if hasattr(model, "classes_") else np.abs(columns["effect"])
    order = np.argsort(-np.asarray(weights if relevance is None else relevance), kind="stable")
    features = pd.DataFrame(columns).iloc[order].reset_index(drop=True)
    return Explanation(
        row=row,
        prediction=_to_plain(np.asarray(model.predict(X.iloc[[place]]))[0]),
        truth=None if table.target is None else _to_plain(table.target.iloc[place]),
        probabilities=probabilities,
        margin=ordered[0] - ordered[1] if len(ordered) > 1 else None,
        features=features,
        neighbours=_find_neighbours(model, table, place, notes),
        notes=tuple(notes),
    )


def _find_place(index: pd.Index[Any], row: Any, name: str) -> int:
    if row not in index:
        raise KeyError(f"There is no row {row!r} in {name}; its rows are {index[0]!r} to {index[-1]!r}.")
    place = index.get_loc(row)
    if not isinstance(place, int):
        raise KeyError(f"Several rows of {name} are named {row!r}. Give every row its own name.")
    return place


def _find_probabilities(model: Any, row: pd.DataFrame) -> dict[str, float]:
    if not hasattr(model, "predict_proba"):
        return {}
    shares = np.asarray(model.predict_proba(row))[0]
    return {str(label): float(part) for label, part in zip(model.classes_, shares, strict=True)}


def _measure_effects(model: Any, X: pd.DataFrame, row: int, random_state: int) -> list[float]:
    """Mean fall of the answer when the value of a feature is replaced by those of other rows."""
    others = np.setdiff1d(np.arange(len(X)), [row])
    lenders = np.random.default_rng(random_state).permutation(others)[:_N_REPLACEMENTS]
    if lenders.size == 0:
        return [np.nan] * X.shape[1]
    read = _follow_answer(model, X.iloc[[row]])
    usual = read(X.iloc[[row]])[0]
    effects = []
    for place, name in enumerate(X.columns):
        copies = X.iloc[np.full(lenders.size, row)].reset_index(drop=True)
        copies.isetitem(place, X[name].iloc[lenders].array)
        effects.append(float(usual - read(copies).mean()))
    return effects


def _follow_answer(model: Any, row: pd.DataFrame) -> Any:
    """A function from rows to what stands for the answer: its probability, whether it is given, or the value."""
    answer = np.asarray(model.predict(row))[0]
    if hasattr(model, "predict_proba"):
        place = int(np.asarray(model.predict_proba(row))[0].argmax())
        return lambda rows: np.asarray(model.predict_proba(rows))[:, place]
    if hasattr(model, "classes_"):
        return lambda rows: (np.asarray(model.predict(rows)) == answer).astype(np.float64)
    return lambda rows: np.asarray(model.predict(rows), dtype=np.float64)


def _find_percentile(column: pd.Series[Any], row: int) -> float:
    """Share of the other values below a row's, in per cent, with half of its equals; NaN for what is no number."""
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.isna(column.iloc[row]):
        return np.nan
    values: NDArray[np.float64] = column.to_numpy(dtype=np.float64, na_value=np.nan)
    known = values[~np.isnan(values)]
    return float(100.0 * ((known < values[row]).mean() + (known == values[row]).mean() / 2))


def _find_relevance(
    model: Any, table: Table, row: int, seen: bool, n_jobs: int | None, notes: list[str]
) -> NDArray[np.float64] | None:
    """Local relevance of each feature, or None and a note that says what to do."""
    if not seen or table.target is None:
        notes.append(
            "Local relevance is told for the rows that a forest was fitted on, with their target; for other rows see "
            "the effect of replacing a value."
        )
        return None
    try:
        study = ForestRelevance.from_forest(model, table.features, np.asarray(table.target), n_jobs=n_jobs)
    except (ValueError, AttributeError, TypeError):
        notes.append(
            f"{type(model).__name__} is no forest whose splits can be followed; see the effect of replacing a value."
        )
        return None
    assert study.local_ is not None
    return np.asarray(study.local_.values[row], dtype=np.float64)


def _find_neighbours(model: Any, table: Table, row: int, notes: list[str]) -> pd.DataFrame:
    if not hasattr(model, "proximity"):
        notes.append(
            f"{type(model).__name__} has no leaves in which rows could meet, so none are called near."
        )
        return pd.DataFrame()
    near = np.asarray(model.proximity(table.features.iloc[[row]], table.features))[0]
    near[row] = -1.0
    order = np.argsort(-near, kind="stable")[: min(_N_NEIGHBOURS, len(table) - 1)]
    columns: dict[str, Any] = {"row": table.features.index[order], "proximity": near[order]}
    if table.target is not None:
        columns["target"] = [_to_plain(value) for value in table.target.iloc[order]]
    return pd.DataFrame(columns)


def _to_plain(value: Any) -> Any:
    """A plain Python value; None where it is missing."""
    if pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def _to_records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    records = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(key): value for key, value in record.items()} for record in records]
