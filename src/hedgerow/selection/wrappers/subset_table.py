"""What an estimator sees of a training set: some columns of some rows, categories in a form that it can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import get_tags

from hedgerow.ensembles.base import Ensemble
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.protocol import Learner


@dataclass(frozen=True, eq=False)
class TableHeader:
    """The names of the columns of a table, and which of them are categories."""

    names: tuple[str, ...]
    is_categorical: NDArray[np.bool_]

    def make_frame(self, X: NDArray[Any]) -> Any:
        """A table as a data frame, in which categories are categories again.

        The labels are words ("category 0"), so who takes them for numbers fails rather than calculates.
        """
        import pandas as pd

        columns = {}
        for name, column, is_category in zip(self.names, X.T, self.is_categorical, strict=True):
            if not is_category:
                columns[name] = column
                continue
            codes = np.where(np.isnan(column), -1, column).astype(np.intp)
            labels = pd.Index([f"category {code}" for code in range(int(codes.max(initial=0)) + 1)])
            columns[name] = pd.Categorical.from_codes(codes, labels)
        return pd.DataFrame(columns)


@dataclass(frozen=True, eq=False)
class SubsetTable:
    """A table from which any features of any rows can be taken.

    Numbers stay as they are, missing ones included. Categories become 0/1 columns, unless the estimator is one of
    hedgerow's or says by its tags that it reads them; then it is given a data frame.

    Parameters
    ----------
    table : ndarray or DataFrame of shape (n_samples, n_columns)
        The columns.
    indicators : Indicators or None
        Which columns a feature has become; None where each has its own.
    """

    table: Any
    indicators: Indicators | None = None

    @classmethod
    def read(cls, training: TrainingSet, estimator: Any) -> Self:
        """Prepare the table for an estimator.

        Parameters
        ----------
        training : TrainingSet
            The table.
        estimator : estimator
            Who will see it.

        Returns
        -------
        SubsetTable
        """
        # A subset is a few whole columns, which lie together in this order.
        table = np.asfortranarray(training.X)
        is_categorical = training.categorical
        if not is_categorical.any():
            return cls(table)
        if _reads_categories(estimator):
            return cls(TableHeader(training.names, is_categorical).make_frame(training.X))
        indicators = Indicators.learn(table, is_categorical)
        return cls(np.asfortranarray(indicators.transform(table)), indicators)

    @cached_property
    def is_finite(self) -> bool:
        """Whether the table is numbers without gaps."""
        return isinstance(self.table, np.ndarray) and bool(np.isfinite(self.table).all())

    def read_again(self, X: NDArray[Any], header: TableHeader) -> SubsetTable:
        """Prepare other rows in the same way."""
        if not isinstance(self.table, np.ndarray):
            return SubsetTable(header.make_frame(X))
        if self.indicators is None:
            return SubsetTable(X)
        return SubsetTable(self.indicators.transform(np.asarray(X, dtype=np.float64)), self.indicators)

    def take(self, features: NDArray[np.intp], rows: NDArray[np.intp]) -> Any:
        """Take features, in this order, of rows."""
        columns = features if self.indicators is None else self.indicators.find_columns(features)
        if isinstance(self.table, np.ndarray):
            return self.table[:, columns][rows]
        return self.table.iloc[rows, columns]


def _reads_categories(estimator: Any) -> bool:
    """Whether an estimator makes something of the categories of a data frame; ours do, and others say so."""
    ours = isinstance(estimator, Learner | Ensemble)
    return ours or bool(get_tags(estimator).input_tags.categorical)
