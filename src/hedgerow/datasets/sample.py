"""A generated data set and the truth behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.utils import check_random_state

from hedgerow.foundation.target import Task
from hedgerow.tables.table import Kind, Table

Seed = int | np.random.RandomState | None  # of what is drawn


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows drawn from a known distribution.

    Attributes
    ----------
    name : str
        What was drawn.
    X : ndarray of shape (n_samples, n_features)
        The features, float64.
    y : ndarray of shape (n_samples,)
        Integer labels, or floats to regress on.
    feature_names : tuple of str
        One name a column.
    relevant : tuple of int
        The columns that the target truly depends on.
    bayes_error : float or None
        The smallest error rate that any classifier can have, where it is known.

    Examples
    --------
    >>> from hedgerow.datasets import make_simple
    >>> sample = make_simple(n_samples=4, n_features=3, random_state=0)
    >>> X, y = sample.X, sample.y
    >>> X.shape, sample.relevant, sample.bayes_error
    ((4, 3), (0, 1), 0.0)
    >>> sample.table()
    Table 'simple': 4 rows, 3 features (3 number), target 'y' (-1 1, 1 3)
    """

    name: str
    X: npt.NDArray[np.float64]
    y: npt.NDArray[Any]
    feature_names: tuple[str, ...]
    relevant: tuple[int, ...]
    bayes_error: float | None = None

    @property
    def task(self) -> Task:
        """Classification when the target is made of integers, regression when it is made of floats."""
        return "regression" if self.y.dtype.kind == "f" else "classification"

    def frame(self) -> pd.DataFrame:
        """Return the features and, as the last column, the target ``y``."""
        return pd.DataFrame(self.X, columns=list(self.feature_names)).assign(y=self.y)

    def table(self) -> Table:
        """Return the sample as a `Table` with numeric features and the target ``y``."""
        frame = self.frame()
        kinds: dict[str, Kind] = dict.fromkeys(self.feature_names, "number")
        return Table(self.name, frame.drop(columns="y"), frame["y"], kinds, self.task)


def number_names(n_features: int) -> tuple[str, ...]:
    """Name columns as the papers do, counting from one.

    Examples
    --------
    >>> number_names(3)
    ('x1', 'x2', 'x3')
    """
    return tuple(f"x{position}" for position in range(1, n_features + 1))


def append_noise(sample: Sample, n_columns: int, *, random_state: Seed = None) -> Sample:
    """Add columns that are uniform on [0, 1] and have nothing to do with the target.

    Parameters
    ----------
    sample : Sample
        Left as it is.
    n_columns : int
        How many columns to add, after the others.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        With the same target, relevant columns and Bayes error.

    Examples
    --------
    >>> from hedgerow.datasets import make_diagonal
    >>> append_noise(make_diagonal(random_state=0), 2, random_state=0).feature_names
    ('x1', 'x2', 'noise1', 'noise2')
    """
    noise = check_random_state(random_state).uniform(size=(len(sample.X), n_columns))
    n_earlier = sum(name.startswith("noise") for name in sample.feature_names)
    names = tuple(f"noise{n_earlier + column}" for column in range(1, n_columns + 1))
    return replace(sample, X=np.hstack([sample.X, noise]), feature_names=sample.feature_names + names)
