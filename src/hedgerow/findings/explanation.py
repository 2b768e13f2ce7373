"""Why a model answers as it does about one row: what ``hedgerow explain`` computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.findings.contributions import measure_contributions
from hedgerow.findings.effects import Effects, measure_effects, read_local, tell_rows
from hedgerow.findings.model_names import name_class
from hedgerow.foundation.frames import list_rows
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.tables.table import Table

Source = Literal["model", "data"]

_N_NEIGHBOURS = 5
_FEWEST_ROWS = 20  # for a forest that is grown only to ask it
_MOST_CELLS = 1_000_000


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
        table, for numbers; ``effect``, by how much the answer falls on average when the value is exchanged for another
        one that occurs, and ``error``, the standard error of that average; where columns are nearly the same,
        ``together``, the effect of exchanging them all (see `measure_effects`); where the model adds up trees
        ``contribution``, the Shapley value: what the feature adds to the answer (see `shap_values`); and where it is
        known ``told``, what a tree learns about the row's target from splits on the feature (see `tell_rows`), and
        ``relevance``, the average over those splits, which is unsure where they are few.
    base : float or None
        What the model says if it knows nothing about a row; contributions add up from here to the answer. None where
        there are none.
    contribution_to : str or None
        What they add up to, in words: the probability, share of votes or score of the class that is the answer, or the
        value.
    relevance_of : {"model", "data"} or None
        Whose splits these are: those of the model, a forest, or of a forest grown on the table to find out
        what the data say about the row. The latter is not about the model; effects are. None if they are not known.
    neighbours : DataFrame
        The rows that fall into the same leaves most often: ``row``, ``proximity`` and ``target``. Empty where the model
        has no proximities.
    notes : tuple of str
        What could not be computed, and why.
    """

    row: Any
    prediction: Any
    truth: Any
    probabilities: dict[str, float]
    margin: float | None
    features: pd.DataFrame
    base: float | None
    contribution_to: str | None
    relevance_of: Source | None
    neighbours: pd.DataFrame
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        tables = {"features": list_rows(self.features), "neighbours": list_rows(self.neighbours)}
        return vars(self) | tables | {"notes": list(self.notes)}


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

    For any model: the value of each feature is exchanged for others, and the probability of the answer (or the value)
    is watched. Where the target of the row is known, local relevance is told as well: from the model itself if it is a
    forest and the rows are those it was fitted on, else from a forest that is grown on the table, this row included.
    Either way, the trees that predict the row were not fitted on it, where there are such trees. Of a model that adds
    up trees the answer is also split up into what each feature contributes: effects ask what would change the answer,
    contributions what it is made of, and local relevance whether the data agree.

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
    >>> found.prediction, found.relevance_of
    ('setosa', 'model')
    >>> found.features.columns.tolist()
    ['feature', 'value', 'percentile', 'effect', 'error', 'together', 'contribution', 'told', 'relevance']
    """
    X = table.features
    place = _find_place(X.index, row, table.name)
    notes: list[str] = []
    probabilities = _find_probabilities(model, X.iloc[[place]])
    ordered = sorted(probabilities.values(), reverse=True)
    effects = measure_effects(_follow_answer(model, X.iloc[[place]]), X, place, random_state=random_state)
    columns: dict[str, Any] = {
        "feature": [str(name) for name in X.columns],
        "value": [_to_plain(X.iloc[place, column]) for column in range(X.shape[1])],
        "percentile": [_find_percentile(X.iloc[:, column], place) for column in range(X.shape[1])],
        "effect": effects.effect,
        "error": effects.error,
    }
    if len(X) == 1:
        notes.append("This is the only row, so no other values could be tried. Add rows to see effects.")
    if effects.groups:
        columns["together"] = effects.together
        notes.append(_say_groups(effects, columns["feature"]))
    prediction = np.asarray(model.predict(X.iloc[[place]]))
    contributions = measure_contributions(model, X.iloc[[place]], prediction, n_jobs=n_jobs)
    if contributions is not None:
        columns["contribution"] = contributions.values[0]
    if seen:
        notes.append(
            "The model was fitted on this row, so it is surer about it than it would be about a new one."
        )
    study, at, source = _find_relevance(model, table, place, seen, n_jobs, random_state, notes)
    if study is not None:
        columns["told"] = tell_rows(study)[at]
        columns["relevance"] = read_local(study).values[at].astype(np.float64)
    return Explanation(
        row=row,
        prediction=_to_plain(prediction[0]),
        truth=None if table.target is None else _to_plain(table.target.iloc[place]),
        probabilities=probabilities,
        margin=ordered[0] - ordered[1] if len(ordered) > 1 else None,
        features=_rank(pd.DataFrame(columns), source, is_class=hasattr(model, "classes_")),
        base=None if contributions is None else float(contributions.base[0]),
        contribution_to=None if contributions is None else contributions.to,
        relevance_of=source,
        neighbours=_find_neighbours(model, table, place, notes),
        notes=tuple(notes),
    )


def _rank(features: pd.DataFrame, source: Source | None, *, is_class: bool) -> pd.DataFrame:
    """The most important feature first: by what the splits of the model tell, else by what moves the answer."""
    if source == "model":
        weights = features["told"].to_numpy()
    else:
        # A value may hang on what would raise it as well as on what would lower it; a probability that could rise does
        # not. Copies count as much as they do together.
        strength = features[["effect", "together"]] if "together" in features else features[["effect"]]
        weights = (strength if is_class else strength.abs()).max(axis=1).to_numpy()
    return features.iloc[np.argsort(-weights, kind="stable")].reset_index(drop=True)


def _say_groups(effects: Effects, names: list[str]) -> str:
    """Which columns are nearly the same, in a sentence."""
    told = [" and ".join(names[place] for place in group[:4]) for group in effects.groups[:3]]
    more = "; there are more such columns" if len(effects.groups) > 3 else ""
    return (
        f"Columns that are nearly the same: {'; '.join(told)}{more}. Exchanging one of them leaves the other in place, "
        "so look at the effect of exchanging them together."
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
    """Share of the other values below a row's, in per cent, with half of its equals; NaN for what is not a number."""
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.isna(column.iloc[row]):
        return np.nan
    values: NDArray[np.float64] = column.to_numpy(dtype=np.float64, na_value=np.nan)
    known = values[~np.isnan(values)]
    return float(100.0 * ((known < values[row]).mean() + (known == values[row]).mean() / 2))


def _find_relevance(
    model: Any,
    table: Table,
    row: int,
    seen: bool,
    n_jobs: int | None,
    random_state: int,
    notes: list[str],
) -> tuple[ForestRelevance | None, int, Source | None]:
    """A study of single rows, the place of the row in it, and whose splits it follows; else a note what to do."""
    if table.target is None:
        notes.append(
            "Local relevance needs the known target of a row, and this one has none; see the effect of "
            "exchanging a value."
        )
        return None, -1, None
    if seen:
        study = _ask_model(model, table, n_jobs)
        if study is not None:
            if read_local(study).is_seen:
                notes.append("Every tree was fitted on this row, so these numbers flatter every feature.")
            return study, row, "model"
    study, place = _ask_data(table, row, n_jobs, random_state)
    if study is None:
        notes.append(
            f"{len(table)} rows with two classes or values are too few to grow a forest that could measure local "
            "relevance; see the effect of exchanging a value."
        )
        return None, -1, None
    why = f"{name_class(model)} is not a forest whose splits can be followed" if seen else "The rows are new"
    notes.append(
        f"{why}, so local relevance comes from a forest grown on this table: it is about the data, and "
        "not what the model does. The effect is that."
    )
    return study, place, "data"


def _ask_model(model: Any, table: Table, n_jobs: int | None) -> ForestRelevance | None:
    """Local relevance in a forest on the rows it was fitted on; None if it is not a forest."""
    target = np.asarray(table.target)
    ways: tuple[Literal["out_of_bag", "in_bag"], ...] = ("out_of_bag", "in_bag")
    for local in ways:
        try:
            return ForestRelevance.from_forest(model, table.features, target, local=local, n_jobs=n_jobs)
        except (ValueError, AttributeError, TypeError):
            continue
    return None


def _ask_data(
    table: Table, row: int, n_jobs: int | None, random_state: int
) -> tuple[ForestRelevance | None, int]:
    """Local relevance in a forest grown on the table, or on a part of a large one that has the row; its place there."""
    target = np.asarray(table.target)
    n_rows = max(_FEWEST_ROWS, 1_000, _MOST_CELLS // table.features.shape[1])
    others = np.random.default_rng(random_state).permutation(np.delete(np.arange(len(table)), row))
    rows = np.sort(np.append(others[: n_rows - 1], row))
    if len(rows) < _FEWEST_ROWS or len(pd.unique(pd.Series(target[rows]))) < 2:
        return None, -1
    study = ForestRelevance(
        local="out_of_bag", task=table.task or "auto", n_jobs=n_jobs, random_state=random_state
    )
    study.fit(table.features.iloc[rows], target[rows])
    return study, int(np.searchsorted(rows, row))


def _find_neighbours(model: Any, table: Table, row: int, notes: list[str]) -> pd.DataFrame:
    if not hasattr(model, "proximity"):
        notes.append(f"{name_class(model)} has no leaves in which rows could meet, so none are called near.")
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
