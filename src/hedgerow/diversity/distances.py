"""The measures of two regressors: how far apart their values are, and how their errors go together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.moments import PairMoments, measure_moments
from hedgerow.diversity.pairs import Matrix
from hedgerow.outputs import Outputs


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
