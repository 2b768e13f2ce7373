"""What pairs of members have in common: kappa pruning, the edge of the kappa-error diagram, and clusters."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from hedgerow.diversity import pairwise
from hedgerow.foundation.constraints import Instance, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed

PAIR_MEASURES = Instance("a measure of pairs, such as 'kappa'", kind=str)


@configurable
class KappaPruning(BaseEstimator):
    """Keep the pairs of members that agree least beyond chance.

    Pairs are taken in the order of increasing kappa, and both members of a pair join, until there are enough. Whether
    members are any good does not matter to it.

    Parameters
    ----------
    measure : str, default="kappa"
        What makes two members alike: a measure of `hedgerow.diversity.pairwise`, such as "kappa" of the answers as
        published, "correctness_kappa" or "double_fault"; lower must be more diverse. Values have "error_correlation"
        and "error_covariance".

    Notes
    -----
    A pair without a value, such as two members that never predict the same row, is taken to agree fully. The paper sets
    the number of members; without one the order is cut where the committee errs least.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, Pruning adaptive boosting, ICML 1997.

    Examples
    --------
    >>> from hedgerow.pruning import choose_members
    >>> said = [[0, 0, 1, 1], [0, 0, 1, 1], [1, 0, 1, 0]]
    >>> choose_members(Outputs.from_predictions(said, truth=[0, 0, 1, 1]), KappaPruning(), n_members=2).kept
    array([0, 2])
    """

    measure: str = parameter(PAIR_MEASURES, default="kappa", kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        first, second, alike = list_pairs(evaluator.outputs, self.measure)
        ranking = np.argsort(alike.round(12), kind="stable")
        joined = np.column_stack([first, second])[ranking].ravel()
        order = np.array(list(dict.fromkeys(joined.tolist())) or [0], dtype=np.intp)
        return Search.along(order, evaluator.along(order), n_members)


def list_pairs(
    outputs: Outputs, measure: str
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """The pairs of members and how alike they are; 1 where a pair has no value.

    Parameters
    ----------
    outputs : Outputs
        What the members predicted.
    measure : str
        A measure of pairs.

    Examples
    --------
    >>> list_pairs(Outputs.from_predictions([[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 0, 1]]), "kappa")
    (array([0, 0, 1]), array([1, 2, 2]), array([1., 0., 0.]))
    """
    is_known = outputs.is_classification or measure != "kappa"
    found = pairwise(outputs, measure if is_known else "error_correlation", undefined=1.0)
    first, second = np.triu_indices(outputs.n_members, 1)
    return first, second, found.pairs()


@configurable
class KappaErrorHull(BaseEstimator):
    """Keep the members of the pairs on the lower left edge of the kappa-error diagram.

    Every pair is a point: how alike the two are, and their mean error. The convex hull of the points has an edge from
    the most diverse pair to the most accurate one, and a member stays if one of its pairs lies at a corner of it. So
    the method says by itself how many members that makes, usually few.

    Parameters
    ----------
    measure : str, default="kappa"
        What makes two members alike, as for `KappaPruning`.

    See Also
    --------
    ReduceError, FitSelect

    Notes
    -----
    The source keeps the whole hull, on whose other edges lie pairs that agree and err: only the lower left edge is kept
    here. All pairs at the same corner stay. A pair without a value counts as alike. `KappaPruning` keeps the pairs that
    agree least instead. Any measure of pairs will do; values are compared by the correlation of errors.

    Formula::

        kappa = (p_o - p_e) / (1 - p_e) for each pair, p_o the share of rows on which both say the same and p_e what
        chance would give. The hull: corners of the lower left edge of (kappa, mean error).

    Cost: O(T^2 N / 64) for all pairs, O(T^2 log T) to sort them.

    References
    ----------
    D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML, 1997.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.4.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = ["000111", "100111", "000110", "110111"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("000111"))
    >>> choose_members(outputs, KappaErrorHull()).kept
    array([2, 3, 0, 1])
    """

    measure: str = parameter(PAIR_MEASURES, default="kappa", kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        if n_members is not None:
            raise ValueError(
                f"n_members={n_members}, but the hull settles the number of members itself; use method='kappa' for a "
                "given number, or leave n_members out"
            )
        outputs = evaluator.outputs
        if outputs.n_members == 1:
            return Search([np.array([0])], evaluator.of(np.ones((1, 1))), 0)
        first, second, alike = list_pairs(outputs, self.measure)
        errors = outputs.errors()
        errors = np.where(np.isnan(errors), 1.0 if outputs.is_classification else np.nanmax(errors), errors)
        points = np.column_stack([alike, (errors[first] + errors[second]) / 2]).round(12)
        corners = find_lower_left_hull(points)
        at_corner = [np.flatnonzero((points == points[corner]).all(axis=1)) for corner in corners]
        pairs = np.concatenate(at_corner)
        kept = np.array(list(dict.fromkeys(np.column_stack([first[pairs], second[pairs]]).ravel().tolist())))
        return Search([kept], evaluator.along(kept)[-1:], 0, {"points": points, "corners": corners})


def find_lower_left_hull(points: ArrayLike) -> NDArray[np.intp]:
    """Corners of the convex hull from the leftmost point to the lowest one, from left to right.

    Parameters
    ----------
    points : array-like of shape (n_points, 2)
        Finite coordinates. Of equal points the first is a corner.

    Returns
    -------
    ndarray
        Positions of the corners; points between two corners on a straight edge are none.

    Examples
    --------
    >>> find_lower_left_hull([(0.1, 0.40), (0.3, 0.30), (0.5, 0.35), (0.6, 0.20), (0.8, 0.25)])
    array([0, 1, 3])
    """
    places = np.asarray(points, dtype=np.float64)
    corners: list[int] = []
    lowest = places[:, 1].min()
    for point in np.lexsort((np.arange(len(places)), places[:, 1], places[:, 0])):
        if corners and places[corners[-1], 1] == lowest:
            break  # the edge ends at the lowest point; what follows lies right of it
        if corners and places[point, 0] == places[corners[-1], 0]:
            continue
        while len(corners) > 1 and not _turns_left(*places[[*corners[-2:], point]]):
            corners.pop()
        corners.append(int(point))
    return np.array(corners, dtype=np.intp)


def _turns_left(
    start: NDArray[np.float64], middle: NDArray[np.float64], end: NDArray[np.float64]
) -> np.bool_:
    (a, b), (c, d) = middle - start, end - middle
    return np.bool_(a * d - b * c > 1e-15)


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
