"""The scores of one method on one data set, fold by fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Folds:
    """Fold scores, and the rows of the folds where they are known.

    Parameters
    ----------
    scores : ndarray of shape (n_folds,)
        Scores; NaN where a fit failed.
    train, test : tuple of ndarray or None
        Rows of each fold, from ``cross_validate(..., return_indices=True)``.
    """

    scores: NDArray[np.float64]
    train: tuple[NDArray[Any], ...] | None = None
    test: tuple[NDArray[Any], ...] | None = None

    @property
    def test_to_train(self) -> float | None:
        """Test rows for each training row; None where the rows are not known."""
        if self.train is None or self.test is None:
            return None
        return sum(map(len, self.test)) / sum(map(len, self.train))

    @property
    def is_five_by_two(self) -> bool:
        """Whether the rows are those of five halvings, the two halves of each next to each other."""
        if self.train is None or self.test is None or len(self.test) != 10:
            return False
        return all(
            np.array_equal(np.sort(self.test[fold]), np.sort(self.train[fold + 1]))
            and np.array_equal(np.sort(self.train[fold]), np.sort(self.test[fold + 1]))
            for fold in range(0, 10, 2)
        )


def is_cross_validation(value: Any) -> bool:
    """Tell whether a value is what scikit-learn's `cross_validate` returns.

    Examples
    --------
    >>> is_cross_validation({"test_score": [0.8, 0.9]}), is_cross_validation({"forest": [0.8, 0.9]})
    (True, False)
    """
    return isinstance(value, Mapping) and any(str(key).startswith("test_") for key in value)


def read_folds(value: Any, metric: str | None, owner: str) -> Folds:
    """Read a number, an array of fold scores, or what `cross_validate` returns.

    Parameters
    ----------
    value : float, array-like of shape (n_folds,) or dict
        The scores.
    metric : str or None
        Name of the score where `cross_validate` computed several.
    owner : str
        Whose scores these are, for messages.

    Returns
    -------
    Folds
    """
    train = test = None
    if is_cross_validation(value):
        if "indices" in value:
            train, test = (tuple(map(np.asarray, value["indices"][part])) for part in ("train", "test"))
        value = value[_find_metric(value, metric, owner)]
    try:
        scores = np.atleast_1d(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        raise ValueError(f"the scores of {owner} are not numbers: {value!r:.80}") from None
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"the scores of {owner} have the shape {scores.shape}; pass one number per fold")
    if np.isinf(scores).any():
        raise ValueError(f"the scores of {owner} hold infinite values; make them NaN to leave them out")
    return Folds(scores, train, test)


def find_differing_folds(cells: Mapping[str, Folds]) -> tuple[str, str] | None:
    """Find two methods that were tested on different rows; None where none is known to be.

    Parameters
    ----------
    cells : dict of str to Folds
        The fold scores of the methods on one data set.
    """
    known = [(name, folds.test) for name, folds in cells.items() if folds.test is not None]
    for name, test in known[1:]:
        if len(known[0][1]) != len(test) or not all(map(np.array_equal, known[0][1], test)):
            return known[0][0], name
    return None


def _find_metric(value: Mapping[str, Any], metric: str | None, owner: str) -> str:
    known = [str(key).removeprefix("test_") for key in value if str(key).startswith("test_")]
    if metric is None and len(known) == 1:
        return f"test_{known[0]}"
    if metric not in known:
        raise ValueError(f"{owner} was scored by {', '.join(known)}; choose one with metric=")
    return f"test_{metric}"
