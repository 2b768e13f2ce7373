"""What a model without members makes use of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import train_test_split

from hedgerow.report.plain import make_record
from hedgerow.tables.table import Table
from hedgerow.trials.metrics import find_metric

MAX_FEATURES = 30
_MAX_ROWS = 1000
_N_SHUFFLES = 10


def describe_uses(
    model: Any, table: Table, features: Sequence[str], *, random_state: int = 0
) -> dict[str, Any]:
    """Describe by how much the score of a model falls when a column is shuffled.

    A clone is fitted to one half of the rows, and columns are shuffled in the other (Breiman 2001). What matters in the
    data may be missing here, because the model does not use it, or takes it from another column that says the same.

    Parameters
    ----------
    model : estimator
        A classifier or regressor.
    table : Table
        A table with a target.
    features : sequence of str
        Names of the columns to shuffle; the first 30 are.
    random_state : int, default=0
        Seed of the halves and of the shuffling.

    Returns
    -------
    dict
        ``metric`` in words; ``features``: for each its name, the mean ``fall`` over ten shufflings and the lowest and
        highest of them, the largest fall first; ``n_left_out``; ``n_rows`` that were predicted.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from hedgerow import datasets
    >>> iris = datasets.load("iris")
    >>> found = describe_uses(LogisticRegression(max_iter=500), iris, list(iris.features))
    >>> found["features"][0]["feature"]
    'petal length (cm)'
    """
    assert table.task is not None
    metric = find_metric(None, table.task)
    answers = np.asarray(table.target)
    generator = np.random.default_rng(random_state)
    stratify = answers if table.task == "classification" and _has_pairs(answers) else None
    train, test = train_test_split(
        np.arange(len(answers)), test_size=0.5, stratify=stratify, random_state=random_state
    )
    test = test[:_MAX_ROWS]
    fitted = clone(model).fit(table.features.iloc[train], answers[train])
    rows, truth = table.features.iloc[test], answers[test]
    usual = metric.score(fitted.predict(rows), truth)
    names = [str(name) for name in table.features]
    falls: list[dict[str, Any]] = []
    for name in features[:MAX_FEATURES]:
        place = names.index(name)
        # All shufflings of a column in one question: rows, and rows again, with the column in other orders.
        orders = [generator.permutation(len(test)) for _ in range(_N_SHUFFLES)]
        asked = rows.iloc[np.tile(np.arange(len(test)), _N_SHUFFLES)].reset_index(drop=True)
        asked.isetitem(place, rows.iloc[np.concatenate(orders), place].array)
        said = np.split(np.asarray(fitted.predict(asked)), _N_SHUFFLES)
        fall = [usual - metric.score(part, truth) for part in said]
        falls.append({"feature": name, "fall": np.mean(fall), "low": min(fall), "high": max(fall)})
    falls.sort(key=lambda each: -each["fall"])
    return make_record(
        metric=metric.title,
        features=falls,
        n_left_out=max(0, len(features) - MAX_FEATURES),
        n_rows=len(test),
    )


def _has_pairs(labels: NDArray[Any]) -> bool:
    """Whether every class has two rows or more, one for each half."""
    return bool(np.unique(labels, return_counts=True)[1].min() > 1)
