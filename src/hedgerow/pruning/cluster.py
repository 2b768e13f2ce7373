"""One member of each group of members that predict alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.diversity import pairwise
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed


@configurable
class ClusterPruning(BaseEstimator):
    """Group members that answer alike, and keep the best of each group.

    Members are clustered by how often two of them differ, and each cluster is represented by the member that errs
    least. With one cluster fewer, two representatives become one, and the worse of them goes: so the numbers of
    clusters make an order of the members, which is cut where the committee errs least.

    Parameters
    ----------
    linkage : {"average", "complete", "single"}, default="average"
        How far apart two clusters are.

    See Also
    --------
    KappaErrorHull

    Notes
    -----
    The number of clusters is the one whose committee errs least, unless it is given.

    Formula::

        Distance of two members: the share of rows on which they predict differently; average linkage.

    Cost: O(T^2 N / 64) for all pairs, O(T^2) to cluster.

    References
    ----------
    G. Giacinto, F. Roli and G. Fumera, Design of effective multiple classifier systems by clustering of classifiers,
    ICPR, 2000.

    A. Lazarevic and Z. Obradovic, Effective pruning of neural network classifier ensembles, IJCNN 2001.

    Examples
    --------
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 0, 1, 1, 0], [0, 0, 1, 1, 1], [1, 1, 1, 0, 1]]
    >>> outputs = Outputs.from_predictions(said, truth=[0, 0, 1, 1, 1])
    >>> choose_members(outputs, ClusterPruning(), n_members=2).kept
    array([1, 2])
    """

    linkage: str = parameter(Word("average", "complete", "single"), default="average", kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        outputs = evaluator.outputs
        errors = outputs.errors()
        order = _merge(_link(outputs, self.linkage), np.where(np.isnan(errors), np.inf, errors).round(12))
        return Search.along(order, evaluator.along(order), n_members)


def _link(outputs: Outputs, linkage: Any) -> NDArray[np.float64]:
    """Which clusters are merged, one line per merger; those that never predict the same row are far apart."""
    from scipy.cluster.hierarchy import linkage as link

    if outputs.n_members == 1:
        return np.empty((0, 4))
    measure = "disagreement" if outputs.is_classification else "distance"
    apart = pairwise(outputs, measure).pairs()
    far = 0.0 if np.isnan(apart).all() else np.nanmax(apart)
    return np.asarray(link(np.where(np.isnan(apart), far, apart), linkage))


def _merge(mergers: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.intp]:
    """Members in the order in which they become representatives, from one cluster to as many as there are members."""
    representatives = list(range(len(errors)))
    dropped = []
    for first, second in mergers[:, :2].astype(np.intp):
        pair = representatives[first], representatives[second]
        stays = min(pair, key=lambda member: (errors[member], member))
        dropped.append(pair[0] if stays == pair[1] else pair[1])
        representatives.append(stays)
    return np.array([representatives[-1], *reversed(dropped)], dtype=np.intp)
