"""The lines of all pairs of classes, scored together."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from hedgerow.combination.platt import PlattScaling, fit_platt
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.threads import ONE_THREAD, map_in_threads
from hedgerow.learners.tipcac.kernels import Kernel
from hedgerow.learners.tipcac.lines import choose_threshold, find_coefficients, find_direction


class Lines(Protocol):
    """Where rows lie on the line of each pair."""

    def project(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of rows, (n_samples, n_pairs); pairs (0, 1), (0, 2), ..., (1, 2), ..."""
        ...

    @property
    def n_cells(self) -> int:
        """How many numbers one row takes."""
        ...


@dataclass(frozen=True, eq=False)
class PlainLines:
    """Lines in the table's own space.

    Attributes
    ----------
    directions : ndarray of shape (n_pairs, n_features)
        One each.
    """

    directions: NDArray[np.float64]

    def project(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of rows."""
        return multiply_rows(X, self.directions.T)

    @property
    def n_cells(self) -> int:
        """One number for each pair."""
        return len(self.directions)


@dataclass(frozen=True, eq=False)
class KernelLines:
    """Lines in the space of a kernel.

    A training row of class c has a coefficient in each of the pairs that c is in, so a row's kernel values are found
    once, not once for each pair:

                      pair with class
                      0    1    2
        rows of 0   [ -   01   02 ]        place on line 12 = (values with rows of 1) . (column 2 of their part)
        rows of 1   [ 01   -   12 ]                         + (values with rows of 2) . (column 1 of their part)
        rows of 2   [ 02  12    - ]

    Attributes
    ----------
    kernel : callable
        The kernel.
    rows : ndarray of shape (n_rows, n_features)
        Training rows, class by class.
    ends : ndarray of shape (n_classes,)
        Where the rows of each class end.
    coefficients : ndarray of shape (n_rows, n_classes)
        Coefficient of each row in the pair of its class with each other one.
    """

    kernel: Kernel
    rows: NDArray[np.float64]
    ends: NDArray[np.intp]
    coefficients: NDArray[np.float64]

    def project(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of rows."""
        values = self.kernel(X, self.rows)
        n_classes = len(self.ends)
        parts = np.empty((n_classes, len(X), n_classes))
        start = 0
        for each, end in enumerate(self.ends):
            parts[each] = multiply_rows(values[:, start:end], self.coefficients[start:end])
            start = int(end)
        first, second = np.triu_indices(n_classes, 1)
        return np.asarray((parts[first, :, second] + parts[second, :, first]).T)

    @property
    def n_cells(self) -> int:
        """A kernel value for each training row, and a number for each two classes."""
        return len(self.rows) + 2 * len(self.ends) ** 2


@dataclass(frozen=True, eq=False)
class PairClassifiers:
    """One classifier for each pair of classes.

    Attributes
    ----------
    lines : Lines
        Their lines; the first class of a pair lies on the positive side.
    thresholds : ndarray of shape (n_pairs,)
        Where each line is cut.
    curves : tuple of PlattScaling
        How margins become probabilities of the first class.
    """

    lines: Lines
    thresholds: NDArray[np.float64]
    curves: tuple[PlattScaling, ...]

    def find_margins(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far on the first class's side rows are, (n_samples, n_pairs)."""
        return self.lines.project(X) - self.thresholds

    def find_chances(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How probable each first class is against the second one, (n_samples, n_pairs)."""
        slopes = np.array([curve.slope for curve in self.curves])
        offsets = np.array([curve.offset for curve in self.curves])
        return np.asarray(expit(-(self.find_margins(X) * slopes + offsets)))


@dataclass(frozen=True)
class PairSettings:
    """How pairs are learned; see `TIPCACClassifier`."""

    n_directions: int | Literal["all"] | None
    variance: float
    spectrum: Literal["scaled", "unit"]
    threshold: Literal["gap", "paper"]
    threshold_score: Literal["accuracy", "balanced"]


def learn_pairs(
    X: NDArray[np.float64],
    y: NDArray[np.intp],
    weights: NDArray[np.float64],
    kernel: Kernel | None,
    settings: PairSettings,
    n_jobs: int | None = None,
) -> PairClassifiers:
    """Learn a classifier for each pair of classes, in as many threads as `n_jobs` says.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        Class codes; each up to the largest must have rows.
    weights : ndarray of shape (n_samples,)
        Positive weights of the rows.
    kernel : callable or None
        The kernel; None for plain directions.
    settings : PairSettings
        How.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    PairClassifiers
    """
    order = np.argsort(y, kind="stable")
    X, y, weights = X[order], y[order], weights[order]
    ends = np.bincount(y).cumsum()
    parts = [slice(int(end - size), int(end)) for end, size in zip(ends, np.bincount(y), strict=True)]
    calls = (
        (
            X[places],
            np.arange(places.size) < parts[first].stop - parts[first].start,
            weights[places],
            kernel,
            settings,
        )
        for first, second in combinations(range(len(ends)), 2)
        for places in [np.r_[parts[first], parts[second]]]
    )
    # Pairs are small, and threads within one cost more than they save: several times the work on a busy machine.
    with ONE_THREAD if len(ends) > 2 else nullcontext():
        learned = list(map_in_threads(_learn_pair, calls, n_jobs))
    vectors = [vector for vector, _, _ in learned]
    lines: Lines
    if kernel is None:
        lines = PlainLines(np.array(vectors).reshape(len(vectors), X.shape[1]))
    else:
        coefficients = np.zeros((len(X), len(ends)))
        for (first, second), vector in zip(combinations(range(len(ends)), 2), vectors, strict=True):
            size = parts[first].stop - parts[first].start
            coefficients[parts[first], second] = vector[:size]
            coefficients[parts[second], first] = vector[size:]
        lines = KernelLines(kernel, X, ends, coefficients)
    thresholds = np.array([threshold for _, threshold, _ in learned])
    return PairClassifiers(lines, thresholds, tuple(curve for _, _, curve in learned))


def _learn_pair(
    X: NDArray[np.float64],
    is_first: NDArray[np.bool_],
    weights: NDArray[np.float64],
    kernel: Kernel | None,
    settings: PairSettings,
) -> tuple[NDArray[np.float64], float, PlattScaling]:
    """The direction or the coefficients of a line, where it is cut, and how chances rise along it."""
    if kernel is None:
        vector = find_direction(X, is_first, weights, settings.n_directions)
        places = X @ vector
    else:
        gram = kernel(X, X)
        vector = find_coefficients(
            gram, is_first, weights, variance=settings.variance, spectrum=settings.spectrum
        )
        places = gram @ vector
    threshold = choose_threshold(
        places, is_first, weights, threshold=settings.threshold, score=settings.threshold_score
    )
    return vector, threshold, fit_platt(places - threshold, is_first, weights)
