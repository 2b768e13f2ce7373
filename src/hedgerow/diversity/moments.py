"""Moments of numbers that members attach to rows, for all pairs of members, and the distances of two regressors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter, Marks
from hedgerow.diversity.pairs import Matrix
from hedgerow.outputs import Outputs

Values = Callable[[int | slice, slice], NDArray[np.float64]]  # (members, rows) -> what these attach to those
_BLOCK_FLOATS = 2**21  # numbers that exist at one time, 16 MiB
ROUNDING = 1e-13  # a spread below this share of the numbers themselves is the rounding of what made them


@dataclass(frozen=True, eq=False)
class PairMoments:
    """Moments of the values of two members over the rows that both predict.

    Each field is a matrix that numpy stretches to (n_members, n_members). Where all members predict all rows, the means
    and variances are columns.

    Parameters
    ----------
    n : ndarray
        Weight of the rows.
    mean : ndarray
        Mean of the first member's values.
    variance : ndarray
        Their variance, 0 where it is nothing but rounding.
    covariance : ndarray of shape (n_members, n_members)
        Covariance of both members' values.
    """

    n: Matrix
    mean: Matrix
    variance: Matrix
    covariance: Matrix

    def mean_square_difference(self) -> Matrix:
        """Mean squared difference of two members; NaN where they never meet."""
        spread = self.variance + self.variance.T
        square = spread - 2.0 * self.covariance + (self.mean - self.mean.T) ** 2
        # What is left of equal numbers after the subtraction is rounding, not distance.
        return np.where(square > 1e-13 * spread, square, np.where(self.n > 0, 0.0, np.nan))

    def correlation(self) -> Matrix:
        """Pearson's correlation; NaN where a member does not vary."""
        spread = np.sqrt(self.variance) * np.sqrt(self.variance.T)
        found = np.divide(
            self.covariance, spread, out=np.full(self.covariance.shape, np.nan), where=spread > 0
        )
        return np.asarray(np.clip(found, -1.0, 1.0))


def measure_moments(values: Values, outputs: Outputs, scale: float) -> PairMoments:
    """Moments of members' values over the rows that both of a pair predict, by blocked matrix products.

    Parameters
    ----------
    values : callable
        Takes one member, or a slice of them, and a slice of the rows, and returns the values.
    outputs : Outputs
        Says which rows each member predicts, and how much rows weigh.
    scale : float
        Size of the numbers that the values were computed from; variances below its rounding are zero.

    Examples
    --------
    >>> said = np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 5.0]])
    >>> outputs = Outputs.from_predictions(said, regression=True)
    >>> measure_moments(lambda members, rows: said[members, rows], outputs, scale=5.0).correlation().round(9)
    array([[1., 1.],
           [1., 1.]])
    """
    centres = np.nan_to_num(measure_members(values, outputs)[0])
    n, sums, squares, products = (np.zeros((1, 1)) for _ in range(4))
    by_row, predicted = outputs.row_weights(), outputs.predicted
    for rows in cut_rows(outputs.n_samples, max(1, _BLOCK_FLOATS // outputs.n_members)):
        # Where all predict all rows, one line stands for everybody.
        counted = (
            np.ones((1, rows.stop - rows.start))
            if predicted is None
            else predicted[:, rows].astype(np.float64)
        )
        given = (values(slice(None), rows) - centres[:, None]) * counted
        weighed = given * by_row[rows]
        n = n + (counted * by_row[rows]) @ counted.T
        sums = sums + weighed @ counted.T
        squares = squares + (weighed * given) @ counted.T
        products = products + weighed @ given.T
    met = np.where(n > 0, n, np.nan)
    shift, square = sums / met, squares / met
    variance = square - shift**2
    flat = variance <= np.maximum(1e-12 * square, (ROUNDING * scale) ** 2)
    mean, covariance = centres[:, None] + shift, products / met - shift * shift.T
    return PairMoments(n, mean, np.where(flat, 0.0, variance), covariance)


def measure_sign_moments(plus: Marks, minus: Marks, counter: MarkCounter) -> PairMoments:
    """Moments of values that are +1, 0 or -1: nothing but counts of rows that two members both mark.

    Parameters
    ----------
    plus, minus : Marks
        The rows to which a member attaches +1 and -1.
    counter : MarkCounter
        Counts them.
    """
    n = np.where(counter.n > 0, counter.n, np.nan)
    up, down = counter.together(plus, counter.predicted) / n, counter.together(minus, counter.predicted) / n
    across = counter.together(plus, minus)
    products = counter.together(plus, plus) + counter.together(minus, minus) - across - across.T
    mean = up - down
    return PairMoments(counter.n, mean, up + down - mean**2, products / n - mean * mean.T)


def measure_members(values: Values, outputs: Outputs) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and variance of each member's values over the rows that it predicts; NaN for one that never does."""
    n, sums, squares = (np.zeros(outputs.n_members) for _ in range(3))
    by_row, covered = outputs.row_weights(), outputs.covered()
    for rows in cut_rows(outputs.n_samples):
        for member in range(outputs.n_members):
            predicted = by_row[rows] * covered[member, rows]
            n[member] += predicted.sum()
            sums[member] += predicted @ values(member, rows)
    n[n == 0] = np.nan
    means = sums / n
    for rows in cut_rows(outputs.n_samples):
        for member in range(outputs.n_members):
            predicted = by_row[rows] * covered[member, rows]
            squares[member] += predicted @ (values(member, rows) - means[member]) ** 2
    return means, squares / n


def cut_rows(n_samples: int, step: int = 2**13) -> Iterator[slice]:
    """Cut the rows into stretches, so temporary arrays stay small.

    A large one would be new pages of memory every time, which can take longer to get than to fill.
    """
    for first in range(0, n_samples, step):
        yield slice(first, min(first + step, n_samples))


def distance(outputs: Outputs) -> Matrix:
    """Root mean square difference of two members' values (Pardo et al. 2010).

    The values are taken relative to the ensemble's, which makes them as small as can be before they are squared.
    """
    centre = np.nan_to_num(outputs.consensus())
    return np.sqrt(_moments(outputs, centre).mean_square_difference())


def error_covariance(outputs: Outputs) -> Matrix:
    """Covariance of two members' errors h(x) - y."""
    return _moments(outputs, outputs.known_truth()).covariance


def error_correlation(outputs: Outputs) -> Matrix:
    """Correlation of two members' errors h(x) - y (Rogers 2007, eq. 3.13, with its square root)."""
    return _moments(outputs, outputs.known_truth()).correlation()


def independent_distance(outputs: Outputs) -> Matrix:
    """Distance to expect of members with these biases and variances of errors, if the errors were independent."""
    moments = _moments(outputs, outputs.known_truth())
    spread = moments.variance + moments.variance.T + (moments.mean - moments.mean.T) ** 2
    return np.sqrt(np.where(moments.n > 0, spread, np.nan))


def no_correlation(outputs: Outputs) -> Matrix:
    """What independent errors have: zeros."""
    return np.zeros((outputs.n_members, outputs.n_members))


def _moments(outputs: Outputs, origin: NDArray[np.float64]) -> PairMoments:
    if outputs.is_classification:
        raise ValueError("this is a measure of values, but the outputs are classes; use one for classes")
    scale = float(np.abs(outputs.answers).max())
    return measure_moments(
        lambda members, rows: outputs.answers[members, rows] - origin[rows], outputs, scale
    )
