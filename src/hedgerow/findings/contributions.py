"""What each feature contributes to a model's answer about rows: Shapley values for one class of each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.relevance.shapley import shap_values
from hedgerow.relevance.tree_readers import adds_up_trees

_TO = {
    "probability": "the probability of the class",
    "vote share": "the share of votes for the class",
    "score": "the score of the class",
    "value": "the value",
}


@dataclass(frozen=True, eq=False)
class Contributions:
    """What features add to answers. Made by `measure_contributions`.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_features)
        What each feature adds for each row; NaN for a class that the model does not know.
    base : ndarray of shape (n_rows,)
        What the model says of the class, or of the value, of a row that it knows nothing about.
    to : str
        What is added to, in words.
    """

    values: NDArray[np.float64]
    base: NDArray[np.float64]
    to: str


def measure_contributions(
    model: Any, X: pd.DataFrame, labels: Any = None, *, n_jobs: int | None = None
) -> Contributions | None:
    """Split up what a model says of one class of each row, or of its value, into what each feature contributes.

    Parameters
    ----------
    model : estimator
        A fitted model.
    X : DataFrame
        The rows.
    labels : array-like of shape (n_rows,), default=None
        A class of each row; not needed for values.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    Contributions or None
        None for a model that does not add up trees.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("iris")
    >>> forest = RandomForestClassifier(random_state=0).fit(table.features, table.target)
    >>> found = measure_contributions(forest, table.features[:1], ["setosa"])
    >>> found.to, bool(found.values.sum() + found.base[0] > 0.9)
    ('the probability of the class', True)
    """
    if not adds_up_trees(model):
        return None
    shap = shap_values(model, X, n_jobs=n_jobs)
    to = _TO[shap.unit]
    if shap.unit == "value":
        return Contributions(shap.values, np.full(len(X), shap.base), to)
    classes = np.asarray(model.classes_)
    # One score supports the second class and contradicts the first.
    weights = np.eye(len(classes)) if shap.outputs else np.array([[-1.0], [1.0]])[-len(classes) :]
    chosen = np.full((len(X), weights.shape[1]), np.nan)
    for label, line in zip(classes, weights, strict=True):
        chosen[np.asarray(labels) == label] = line
    values = shap.values if shap.outputs else shap.values[:, :, None]
    return Contributions(np.einsum("nfk,nk->nf", values, chosen), chosen @ np.atleast_1d(shap.base), to)
