"""Kernels: inner products of rows in a space that need not be seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Instance, Number, Word
from hedgerow.foundation.row_products import multiply_rows

Kernel = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
KERNELS = Word("rbf", "linear") | Instance("a callable", has="__call__") | None
WIDTHS = Number(0, closed="neither") | Word("scale")


@dataclass(frozen=True)
class LinearKernel:
    """The inner product itself."""

    def __call__(self, left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
        """Inner products of all rows on the left with all on the right."""
        return multiply_rows(left, right.T)


@dataclass(frozen=True)
class RBFKernel:
    r"""Nearness, :math:`\exp(-|x - y|^2 / (2 \sigma^2))`.

    Parameters
    ----------
    sigma : float
        The distance at which nearness has fallen to :math:`e^{-1/2}`.

    Examples
    --------
    >>> RBFKernel(2.0)(np.array([[0.0, 0.0]]), np.array([[0.0, 0.0], [2.0, 0.0]])).round(4)
    array([[1.    , 0.6065]])
    """

    sigma: float

    def __call__(self, left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
        """Nearness of all rows on the left to all on the right."""
        centre = right.mean(axis=0)  # large offsets would eat the digits of the differences
        left, right = (left - centre) / self.sigma, (right - centre) / self.sigma
        near = multiply_rows(left, right.T)
        near -= 0.5 * np.einsum("nf,nf->n", left, left)[:, None]
        near -= 0.5 * np.einsum("nf,nf->n", right, right)
        np.minimum(near, 0.0, out=near)
        np.exp(near, out=near)
        return near


def find_scale(X: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Root of the summed variances: half the mean squared distance of two rows is its square; 1 where rows are equal.

    Examples
    --------
    >>> find_scale(np.array([[0.0], [4.0]]), np.ones(2))
    2.0
    """
    mean = weights @ X / weights.sum()
    return float(np.sqrt(weights @ ((X - mean) ** 2).sum(axis=1) / weights.sum())) or 1.0


def resolve_kernel(
    kernel: Any, sigma: Any, X: NDArray[np.float64], weights: NDArray[np.float64]
) -> Kernel | None:
    """The kernel of a name, or what was given.

    Parameters
    ----------
    kernel : {"linear", "rbf"}, callable or None
        None for no kernel.
    sigma : float or "scale"
        Width of "rbf"; "scale" for that of the rows.
    X : ndarray of shape (n_samples, n_features)
        The rows.
    weights : ndarray of shape (n_samples,)
        Their weights.
    """
    if kernel is None or callable(kernel):
        return kernel  # type: ignore[no-any-return]
    if kernel == "linear":
        return LinearKernel()
    if sigma == "scale":
        return RBFKernel(find_scale(X, weights))
    return RBFKernel(float(sigma))
