"""What an exported model reads: one number for each feature, codes in the place of categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.training_set import read_rows
from hedgerow.relevance.tree_readers import find_reader


@dataclass(frozen=True)
class Inputs:
    """The columns that an exported model reads.

    Attributes
    ----------
    names : tuple of str
        The features, in order; x0, x1, ... where the model has learned from an array.
    categories : tuple
        For each feature the labels, as words, in the order of their codes 0, 1, ...; None where it is a number.
    """

    names: tuple[str, ...]
    categories: tuple[tuple[str, ...] | None, ...]

    @classmethod
    def of(cls, model: Any) -> Self:
        """The columns of a fitted model."""
        reader = find_reader(model)
        n_features = int(reader.n_features_in_)
        encoding: FeatureEncoding | None = getattr(reader, "_encoding", None)
        names = getattr(reader, "feature_names_in_", [f"x{place}" for place in range(n_features)])
        labels = (None,) * n_features if encoding is None else encoding.categories
        return cls(
            tuple(str(name) for name in names),
            tuple(None if each is None else tuple(str(label) for label in each) for each in labels),
        )

    def list_categories(self) -> dict[str, list[str]]:
        """The labels of each categorical feature, by its name; a label's code is its place."""
        return {
            name: list(labels)
            for name, labels in zip(self.names, self.categories, strict=True)
            if labels is not None
        }


def to_matrix(model: Any, X: Any) -> NDArray[np.float64]:
    """The numbers that an exported model reads, from rows as the model reads them.

    Parameters
    ----------
    model : estimator
        The fitted model that is exported.
    X : array-like or data frame of shape (n_samples, n_features)
        Rows.

    Returns
    -------
    ndarray of float64 of shape (n_samples, n_features)
        Categories are codes: the place of the label among those that were learned. What is missing, or was never
        learned, is NaN.

    Examples
    --------
    >>> import pandas as pd
    >>> from hedgerow import RandomForestClassifier
    >>> X = pd.DataFrame({"size": [1.5, 2.5, 4.0], "color": ["red", "blue", "red"]})
    >>> to_matrix(RandomForestClassifier(5).fit(X, ["a", "b", "a"]), X)
    array([[1.5, 1. ],
           [2.5, 0. ],
           [4. , 1. ]])
    """
    return np.asarray(read_rows(find_reader(model), X), np.float64)
