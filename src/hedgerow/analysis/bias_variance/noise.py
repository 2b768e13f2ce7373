"""What the target of each row could have been: known, estimated, or taken to be what was seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.definitions import check_shares
from hedgerow.analysis.bias_variance.noise_estimates import NearestNeighbours, SupportVectors
from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows
from hedgerow.foundation.constraints import Instance, Word, check


@runtime_checkable
class NoiseEstimate(Protocol):
    """A way to guess what else a target could have been."""

    def estimate(
        self, tested: LabelledRows, others: LabelledRows | None, n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Class probabilities, or equally likely values, of the rows that are predicted.

        Parameters
        ----------
        tested : LabelledRows
            The rows, with class codes or values.
        others : LabelledRows or None
            Further rows with known targets.
        n_classes : int or None
            None for values.
        n_jobs : int or None
            Number of workers.
        """
        ...


_ESTIMATES: dict[str, Callable[[], NoiseEstimate]] = {"knn": NearestNeighbours, "svm-loo": SupportVectors}
_OTHER_NOISE = Instance(
    "a table of probabilities, a function of X that gives one, or an estimate such as "
    "NearestNeighbours(n_neighbors=20)",
    kind=NoiseEstimate,
)


def resolve_noise(
    noise: Any, arrangement: Arrangement, n_table: int, n_classes: int | None, n_jobs: int | None
) -> tuple[NDArray[np.float64], str]:
    """Find the distribution of each target.

    Parameters
    ----------
    noise : str, array-like, callable or object
        As `bias_variance` takes it.
    arrangement : Arrangement
        Its parts have class codes, or values, as targets.
    n_table : int
        Rows of the table that the positions of the arrangement are about.
    n_classes : int or None
        None for values.
    n_jobs : int or None
        Number of workers.

    Returns
    -------
    table : ndarray of shape (n_rows, n_classes) or (n_rows, n_possible)
        Probabilities of the classes, or equally likely values.
    words : str
        Where it comes from: "zero", "known", or the estimate.
    """
    tested = arrangement.tested
    if isinstance(noise, str):
        check("noise", noise, Word("auto", "zero", *_ESTIMATES) | _OTHER_NOISE)
        noise = arrangement.truth or "zero" if noise == "auto" else noise
    if isinstance(noise, str | NoiseEstimate):
        if noise == "zero":
            return take_as_seen(tested.y, n_classes), "zero"
        name, estimate = (
            (noise, _ESTIMATES[noise]()) if isinstance(noise, str) else (type(noise).__name__, noise)
        )
        return estimate.estimate(tested, arrangement.others, n_classes, n_jobs), f"{name} estimate"
    if callable(noise):
        return check_truth(noise(tested.X), len(tested), n_classes), "known"
    return check_truth(noise, n_table, n_classes)[arrangement.positions], "known"


def take_as_seen(y: NDArray[Any], n_classes: int | None) -> NDArray[np.float64]:
    """The truth without noise: what was seen is certain.

    Examples
    --------
    >>> take_as_seen(np.array([1, 0]), n_classes=2)
    array([[0., 1.],
           [1., 0.]])
    """
    if n_classes is None:
        return y[:, None].astype(np.float64)
    return np.asarray((y[:, None] == np.arange(n_classes)).astype(np.float64))


def check_truth(table: Any, n_rows: int, n_classes: int | None) -> NDArray[np.float64]:
    """A table of class probabilities, or of equally likely values, with a line for every row."""
    checked = np.asarray(table, dtype=np.float64)
    expected = (n_rows, "n_possible" if n_classes is None else n_classes)
    if checked.ndim != 2 or len(checked) != n_rows or n_classes not in (None, checked.shape[1]):
        raise ValueError(
            f"noise has the shape {checked.shape}; pass {expected}: the probabilities of the sorted classes, "
            "or equally likely values of the target, for each row of the table that is tested"
        )
    if n_classes is not None:
        return check_shares(checked, "noise")
    if not checked.size or not np.isfinite(checked).all():
        raise ValueError("noise must hold finite values of the target, one or more for each row")
    return checked
