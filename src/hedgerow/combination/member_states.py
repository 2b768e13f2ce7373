"""What members said of rows, as discrete states: which class, and in which bin its probability lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class Statements:
    """What each member said of rows whose truth is known; parts are put one after the other.

    Parameters
    ----------
    named : ndarray of shape (n_members, n_samples)
        The class whose probability is kept: the most probable one, or with two classes always the second.
    heights : ndarray of shape (n_members, n_samples)
        That probability.
    predicted : ndarray of bool of shape (n_members, n_samples)
        Whether the member predicts the row.
    truth : ndarray of shape (n_samples,)
        Class codes.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    n_classes : int
        Number of classes.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = Outputs.from_predictions([[[0.9, 0.1], [0.3, 0.7]]], truth=["a", "b"])
    >>> Statements.from_outputs(said).heights
    array([[0.1, 0.7]])
    """

    named: NDArray[np.intp]
    heights: NDArray[np.float64]
    predicted: NDArray[np.bool_]
    truth: NDArray[np.intp]
    weights: NDArray[np.float64]
    n_classes: int

    @classmethod
    def from_outputs(cls, outputs: Outputs) -> Self:
        """Read the outputs of classifiers, with the truth; members without probabilities count as certain."""
        said = outputs.probabilities
        if said is None:
            said = (outputs.answers[:, :, None] == np.arange(outputs.n_classes)).astype(np.float64)
        named, heights = read_heights(np.asarray(said, dtype=np.float64))
        predicted = np.ones(heights.shape, np.bool_) if outputs.predicted is None else outputs.predicted
        truth = outputs.known_truth().astype(np.intp)
        return cls(named, heights, predicted, truth, outputs.row_weights(), outputs.n_classes)

    @classmethod
    def merge(cls, parts: Sequence[Self]) -> Self:
        """Put rows together."""
        named, heights, predicted, truth, weights = (
            np.concatenate([getattr(part, name) for part in parts], axis=-1)
            for name in ("named", "heights", "predicted", "truth", "weights")
        )
        return cls(named, heights, predicted, truth, weights, parts[0].n_classes)

    @property
    def predicted_weight(self) -> NDArray[np.float64]:
        """Weight of the rows that each member predicted."""
        return np.asarray(self.predicted @ self.weights)

    def accuracies(self) -> NDArray[np.float64]:
        """Share of right answers of each member, among the rows that it predicted; 0 where there are none."""
        answers = self.heights > 0.5 if self.n_classes == 2 else self.named
        right = (self.predicted & (answers == self.truth)) @ self.weights
        known = self.predicted_weight
        return np.asarray(np.divide(right, known, out=np.zeros_like(known), where=known > 0))


def read_heights(outputs: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Which class each member names for each row, and the probability that it gives to that class.

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples, n_classes)
        Class probabilities.

    Returns
    -------
    named, heights : ndarray of shape (n_members, n_samples)
        With two classes the one named is always the second, since its probability says everything.

    Examples
    --------
    >>> read_heights(np.array([[[0.2, 0.5, 0.3]]]))
    (array([[1]]), array([[0.5]]))
    """
    if outputs.shape[2] == 2:
        return np.ones(outputs.shape[:2], np.intp), np.clip(outputs[:, :, 1], 0.0, 1.0)
    named = outputs.argmax(axis=2)
    heights = np.take_along_axis(outputs, named[:, :, None], axis=2)[:, :, 0]
    return named, np.clip(heights, 0.0, 1.0)


def find_edges(statements: Statements, n_bins: int, *, equal_width: bool) -> NDArray[np.float64]:
    """Find the inner edges of each member's bins, (n_members, n_bins - 1); a bin holds its lower edge.

    Parameters
    ----------
    statements : Statements
        What bins of equal frequency are counted on.
    n_bins : int
        Number of bins.
    equal_width : bool
        Whether bins are equally wide; else each holds about as much weight of the rows that the member predicted.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = Statements.from_outputs(Outputs.from_predictions([[[0.9, 0.1], [0.3, 0.7]]], truth=["a", "b"]))
    >>> find_edges(said, 4, equal_width=True)
    array([[0.25, 0.5 , 0.75]])
    """
    shares = np.arange(1, n_bins) / n_bins
    edges = np.tile(shares, (len(statements.heights), 1))
    if not equal_width:
        for member, heights in enumerate(statements.heights):
            counts = statements.weights * statements.predicted[member]
            if (counts > 0).any():
                found = np.quantile(
                    heights[counts > 0], shares, weights=counts[counts > 0], method="inverted_cdf"
                )
                edges[member] = np.nextafter(
                    found, np.inf
                )  # the row at the quantile is the last below the edge
    return edges


def find_bins(heights: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.intp]:
    """Find the bin of each member's probability.

    Parameters
    ----------
    heights : ndarray of shape (n_members, n_samples)
        Probabilities.
    edges : ndarray of shape (n_members, n_bins - 1)
        Inner edges, as `find_edges` gives them.

    Examples
    --------
    >>> find_bins(np.array([[0.0, 0.124, 0.125, 0.5, 0.999, 1.0]]), np.arange(1, 8)[None] / 8)
    array([[0, 0, 1, 4, 7, 7]])
    """
    pairs = zip(edges, heights, strict=True)
    return np.stack([np.searchsorted(inner, row, side="right") for inner, row in pairs])


def sum_windows(cells: NDArray[np.float64], window: int, n_axes: int) -> NDArray[np.float64]:
    """Sum each cell and its neighbours in a window along each of the last axes; beyond the border there is nothing.

    Examples
    --------
    >>> sum_windows(np.array([1.0, 0.0, 0.0, 2.0]), 3, n_axes=1)
    array([1., 1., 2., 2.])
    """
    from scipy.ndimage import correlate1d

    for axis in range(-n_axes, 0):
        cells = correlate1d(cells, np.ones(window), axis=axis, mode="constant")
    return cells
