from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster
from scipy.cluster.hierarchy import linkage as link
from scipy.spatial.distance import pdist
from sklearn.metrics import cohen_kappa_score
from tests.pruning.drawn import PENCIL, outputs

from hedgerow.outputs import Outputs
from hedgerow.pruning import ClusterPruning, KappaPruning, choose_members, find_lower_left_hull
from hedgerow.pruning.pairs import list_pairs


@settings(max_examples=25)
@given(outputs(weighted=False, abstaining=False))
def test_the_least_alike_pairs_join_first(said):
    def alike(first, second):
        if np.array_equal(said.answers[first], said.answers[second]):
            return 1.0
        return round(cohen_kappa_score(said.answers[first], said.answers[second]), 9)

    pairs = sorted(combinations(range(said.n_members), 2), key=lambda pair: alike(*pair))
    first, second, found = list_pairs(said, "kappa")
    np.testing.assert_allclose(found, [alike(*pair) for pair in zip(first, second, strict=True)], atol=1e-8)
    expected = list(dict.fromkeys(member for pair in pairs for member in pair)) or [0]
    assert choose_members(said, KappaPruning()).committees[-1].tolist() == expected


def test_pairs_that_never_meet_are_alike():
    predicted = np.array([[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1]], dtype=bool)
    said = Outputs.from_predictions(
        [[0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0]], [0, 1, 0, 1], predicted=predicted
    )
    assert list_pairs(said, "kappa")[2].tolist() == [-1.0, 1.0, -1.0]


def test_values_are_alike_by_their_errors():
    said = Outputs.from_predictions(
        [[0.0, 1.0, 4.0], [2.0, 1.0, 0.0], [0.0, 1.0, 5.0]], [1, 1, 1], regression=True
    )
    assert choose_members(said, "kappa", n_members=2).kept.tolist() == [0, 1]


def test_other_measures_and_a_lone_member():
    assert len(choose_members(PENCIL, KappaPruning("double_fault"), n_members=2).kept) == 2
    assert choose_members(PENCIL.select([0]), "kappa").kept.tolist() == [0]


POINTS = [(0.1, 0.40), (0.3, 0.30), (0.5, 0.35), (0.6, 0.20), (0.8, 0.25)]
GRID = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12)


def test_the_published_example():
    corners = find_lower_left_hull(POINTS)
    assert [POINTS[corner] for corner in corners] == [(0.1, 0.40), (0.3, 0.30), (0.6, 0.20)]


def naive_corners(points):
    """A point is a corner if it is best for some mixture of the two axes, and no other place is as good for it."""
    places = sorted(set(points))
    left, low = min(places), min(places, key=lambda p: (p[1], p[0]))
    found = {left, low}
    for point in places:
        for a, b in combinations(places, 2):
            slope = (b[1] - a[1], a[0] - b[0])  # the mixture for which a and b are equally good
            for x, y in (slope, (-slope[0], -slope[1])):
                if x <= 0 or y <= 0:
                    continue
                for tilt in (-1e-4, 1e-4):
                    value = {p: (x + tilt) * p[0] + y * p[1] for p in places}
                    if all(value[point] < value[p] for p in places if p != point):
                        found.add(point)
    return found


@given(GRID)
def test_corners_are_best_for_some_mixture(points):
    corners = find_lower_left_hull(points)
    assert {points[corner] for corner in corners} == naive_corners(points)
    assert all(points.index(points[corner]) == corner for corner in corners)


@given(outputs())
def test_members_of_the_pairs_at_the_corners_stay(said):
    if said.n_members == 1 or np.isnan(said.errors()).any():
        return
    search = choose_members(said, "hull")
    first, second, alike = list_pairs(said, "kappa")
    points = [
        (round(k, 9), round((said.errors()[a] + said.errors()[b]) / 2, 9))
        for a, b, k in zip(first, second, alike, strict=True)
    ]
    corners = {points[corner] for corner in find_lower_left_hull(points)}
    expected = {m for a, b, p in zip(first, second, points, strict=True) if p in corners for m in (a, b)}
    assert set(search.kept.tolist()) == expected


def test_edges():
    assert choose_members(PENCIL.select([3]), "hull").kept.tolist() == [3 - 3]
    assert find_lower_left_hull([(0.5, 0.5)] * 3).tolist() == [0]
    with pytest.raises(ValueError, match="settles the number"):
        choose_members(PENCIL, "hull", n_members=3)
    values = Outputs.from_predictions([[0.0, 1.0, 4.0], [2.0, 1.0, 0.0]], [1, 1, 1], regression=True)
    assert choose_members(values, "hull").kept.tolist() == [0, 1]


@given(outputs(abstaining=False), st.sampled_from(["average", "complete", "single"]))
def test_the_best_of_each_cluster_stays(said, linkage):
    order = choose_members(said, ClusterPruning(linkage)).committees[-1]
    assert sorted(order) == list(range(said.n_members))
    if said.n_members == 1:
        return
    apart = pdist(said.answers, lambda a, b: np.average(a != b, weights=said.row_weights()))
    mergers, errors = link(apart, linkage), said.errors().round(12)
    for n_clusters in range(1, said.n_members + 1):
        groups = fcluster(mergers, n_clusters, criterion="maxclust")
        if groups.max() != n_clusters:
            continue  # scipy does not part members that merge at one height
        expected = {min(np.flatnonzero(groups == g), key=lambda t: (errors[t], t)) for g in set(groups)}
        assert set(order[:n_clusters].tolist()) == expected


def test_values_and_silence():
    values = Outputs.from_predictions([[0.0, 1.0], [0.1, 1.0], [5.0, 3.0]], [0, 1], regression=True)
    assert choose_members(values, "cluster", n_members=2).kept.tolist() == [0, 2]
    predicted = np.array([[1, 0], [0, 1]], dtype=bool)
    apart = Outputs.from_predictions([[0, 1], [0, 1]], [0, 1], predicted=predicted)
    assert sorted(choose_members(apart, "cluster", n_members=2).kept) == [0, 1]


def test_a_wrong_linkage_is_named():
    with pytest.raises(ValueError, match="linkage='ward'"):
        choose_members(PENCIL, ClusterPruning("ward"))
