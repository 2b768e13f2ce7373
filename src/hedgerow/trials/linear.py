"""A linear model for any table: what every ensemble should beat."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.encoding import FeatureEncoding


class TableScaler(TransformerMixin, BaseEstimator):
    """Turn a table into the numbers of a linear model: gaps filled, numbers scaled, categories as indicators.

    Missing numbers become the median of the column, and then every number is centred and divided by its standard
    deviation. A category becomes one column of zeros and ones for each of its labels; a missing label, or one that was
    not learned, is zero in all of them.

    Attributes
    ----------
    encoding_ : FeatureEncoding
        The labels of each column.
    medians_, means_, scales_ : ndarray of shape (n_numbers,)
        Of the columns that hold numbers.
    feature_names_in_, n_features_in_
        The columns.

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, None, 3.0], "color": ["red", "blue", None]})
    >>> TableScaler().fit_transform(table).round(2)
    array([[-1.22,  0.  ,  1.  ],
           [ 0.  ,  1.  ,  0.  ],
           [ 1.22,  0.  ,  0.  ]])
    """

    encoding_: FeatureEncoding
    medians_: NDArray[np.float64]
    means_: NDArray[np.float64]
    scales_: NDArray[np.float64]

    def fit(self, X: pd.DataFrame, y: Any = None) -> Self:
        """Learn medians, scales and labels.

        Parameters
        ----------
        X : DataFrame of shape (n_samples, n_features)
            Numbers and categories.
        y : None
            Not read.

        Returns
        -------
        self
        """
        self.encoding_ = FeatureEncoding.learn(X)
        self.feature_names_in_ = np.array([str(name) for name in X.columns], dtype=object)
        self.n_features_in_ = X.shape[1]
        numbers = self._take_numbers(self.encoding_.encode(X))
        # A column without a value, which a fold may have, is zero everywhere.
        known = ~np.isnan(numbers).all(axis=0)
        self.medians_ = np.zeros(numbers.shape[1])
        self.medians_[known] = np.nanmedian(numbers[:, known], axis=0)
        filled = np.where(np.isnan(numbers), self.medians_, numbers)
        self.means_ = filled.mean(axis=0)
        spread = filled.std(axis=0)
        self.scales_ = np.where(spread > 0, spread, 1.0)
        return self

    def transform(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Turn rows into numbers.

        Parameters
        ----------
        X : DataFrame of shape (n_samples, n_features)
            With the learned columns in the learned order.

        Returns
        -------
        ndarray of shape (n_samples, n_outputs)
        """
        check_is_fitted(self)
        codes = self.encoding_.encode(X)
        numbers = self._take_numbers(codes)
        filled = np.where(np.isnan(numbers), self.medians_, numbers)
        indicators = [
            codes[:, place, np.newaxis] == np.arange(len(labels))
            for place, labels in enumerate(self.encoding_.categories)
            if labels is not None
        ]
        return np.hstack([(filled - self.means_) / self.scales_, *indicators])

    def _take_numbers(self, codes: NDArray[Any]) -> NDArray[np.float64]:
        return np.asarray(codes[:, ~self.encoding_.is_categorical], dtype=np.float64)


def make_linear_baseline(task: str) -> Any:
    """Make a linear model that reads gaps and categories: logistic or ridge regression.

    Parameters
    ----------
    task : {"classification", "regression"}
        What predicting the target is.

    Returns
    -------
    Pipeline
        A `TableScaler` and the model, both of which `hedgerow.save_model` can save.

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, None, 3.0, 4.0], "color": ["red", "blue", "red", "blue"]})
    >>> model = make_linear_baseline("classification").fit(table, ["y", "n", "y", "n"])
    >>> model.predict(pd.DataFrame({"size": [2.0], "color": ["red"]}))
    array(['y'], dtype='<U1')
    """
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.pipeline import Pipeline

    model = LogisticRegression(max_iter=1000) if task == "classification" else Ridge()
    return Pipeline([("table", TableScaler()), ("model", model)])
