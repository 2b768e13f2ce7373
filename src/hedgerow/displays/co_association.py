"""Which rows are found together, as a map with the rows of a cluster side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import COLOURS, QUIET, Display, draw_colour_bar, open_axes, write_title

_MOST_ROWS = 1000  # more than there are pixels


@dataclass
class CoAssociationDisplay(Display):
    """An ordered co-association matrix: dark squares on the diagonal are clusters that members agree on.

    Parameters
    ----------
    together : ndarray of shape (n_samples, n_samples)
        How often two rows meet, in the order of drawing.
    labels : ndarray of int of shape (n_samples,)
        The cluster of each row, in the same order.

    References
    ----------
    S. Monti, P. Tamayo, J. Mesirov and T. Golub, "Consensus clustering", Machine Learning 52, 2003.

    Examples
    --------
    >>> together = np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.2], [0.9, 0.2, 1.0]])
    >>> display = CoAssociationDisplay.from_matrix(together, labels=[0, 1, 0]).plot()
    >>> display.ax_.get_title(loc="left")
    'Rows of a cluster meet in 90% of the members, others in 15%'
    """

    together: NDArray[np.floating[Any]]
    labels: NDArray[np.intp]

    @classmethod
    def from_matrix(cls, together: ArrayLike, labels: ArrayLike, *, order: ArrayLike | None = None) -> Self:
        """Take a matrix, and put the rows of a cluster side by side.

        Parameters
        ----------
        together : array-like of shape (n_samples, n_samples)
            How often two rows meet, 0 to 1.
        labels : array-like of int of shape (n_samples,)
            The cluster of each row.
        order : array-like of int of shape (n_samples,), default=None
            An order of the rows within clusters, such as that of the leaves of a dendrogram; None is theirs.

        Returns
        -------
        CoAssociationDisplay
        """
        matrix, clusters = np.asarray(together), np.asarray(labels)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.shape[:1] != clusters.shape:
            raise ValueError(
                f"together has shape {matrix.shape} and labels have shape {clusters.shape}; pass a square matrix, and "
                "one label for each of its rows"
            )
        within = np.arange(len(clusters)) if order is None else np.asarray(order)
        sorted_rows = within[np.argsort(clusters[within], kind="stable")]
        return cls(matrix[np.ix_(sorted_rows, sorted_rows)], clusters[sorted_rows])

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Take what a cluster ensemble, or a selector that has one, found.

        Parameters
        ----------
        estimator : ClusterEnsemble, ClusterEnsembleSelector or CEFSSelector
            Fitted. Of more than 1,000 rows every so many are drawn.

        Returns
        -------
        CoAssociationDisplay
        """
        check_is_fitted(estimator)
        ensemble = getattr(estimator, "ensemble_", estimator)
        order = ensemble.dendrogram_.order()
        labels = ensemble.labels_[ensemble.linked_]
        sorted_rows = order[np.argsort(labels[order], kind="stable")]
        shown = sorted_rows[:: -(-len(sorted_rows) // _MOST_ROWS)]
        return cls(ensemble.co_association()[np.ix_(shown, shown)], labels[shown])

    def _draw(self, ax: Any) -> Any:
        ax = open_axes(ax, width=5.6, height=4.8)
        image = ax.imshow(self.together, cmap="Blues", vmin=0.0, vmax=1.0, interpolation="nearest")
        label = "share of members in which two rows meet"
        draw_colour_bar(ax, image, fraction=0.05, pad=0.03, shrink=0.8, label=label)
        starts = np.flatnonzero(np.diff(self.labels, prepend=-1))
        ends = np.append(starts[1:], len(self.labels))
        for low, high in zip(starts - 0.5, ends - 0.5, strict=True):
            corners = [low, high, high, low, low], [low, low, high, high, low]
            ax.plot(*corners, color=COLOURS[5], lw=1.0)
        names = [f"{self.labels[start]}  ({end - start})" for start, end in zip(starts, ends, strict=True)]
        ax.set_yticks((starts + ends - 1) / 2, names)
        ax.set_xticks([])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        ax.set_ylabel("cluster (rows drawn)")
        ax.set_xlabel("rows in the same order", color=QUIET)
        write_title(ax, self._say_title())
        return ax

    def _say_title(self) -> str:
        same = self.labels[:, None] == self.labels
        others = ~same
        np.fill_diagonal(same, False)
        if not others.any():
            return "One cluster holds all rows"
        inside = f"{self.together[same].mean():.0%}" if same.any() else "none"
        return (
            f"Rows of a cluster meet in {inside} of the members, others in {self.together[others].mean():.0%}"
        )
