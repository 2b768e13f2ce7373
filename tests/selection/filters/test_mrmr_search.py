import numpy as np
import pytest

from hedgerow.selection.filters.mrmr_search import AveragedRelations, combine_runs, search


class Table:
    """Relations that are written down."""

    def __init__(self, relevance, redundancy, constant=()):
        self.relevance = np.array(relevance, float)
        self._redundancy = np.array(redundancy, float)  # (runs, features, features)
        self.constant = np.zeros(self.relevance.shape, bool)
        self.constant[:, list(constant)] = True

    def relate(self, chosen):
        return np.array([table[feature] for table, feature in zip(self._redundancy, chosen, strict=True)])


SHARED = [[1, 0.9, 0.1, 0], [0.9, 1, 0.1, 0], [0.1, 0.1, 1, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize(("by_quotient", "expected"), [(True, [0, 2, 1]), (False, [0, 1, 2])])
def test_redundancy_counts_by_quotient_or_difference(by_quotient, expected):
    table = Table([[4, 3.5, 2, 0]], [SHARED])
    assert search(table, 3, by_quotient=by_quotient, floor=1e-12).tolist() == [expected]


def test_signs_do_not_matter_and_the_floor_divides():
    signed = Table([[4, 3.5, 2, 1]], [-np.array(SHARED)])
    # The last feature shares nothing, and is divided by the floor.
    assert search(signed, 4, by_quotient=True, floor=1e-12).tolist() == [[0, 3, 2, 1]]
    assert search(signed, 4, by_quotient=True, floor=0.5).tolist() == [[0, 2, 1, 3]]


def test_runs_go_their_own_ways():
    table = Table([[4, 3, 2, 1], [1, 2, 3, 4]], [np.eye(4) * 0.5 + 0.5] * 2)
    assert search(table, 3, by_quotient=True, floor=1e-12).tolist() == [[0, 1, 2], [3, 2, 1]]


def test_constants_come_last():
    table = Table([[0, 3, 2, 1]], [np.zeros((4, 4))], constant=[0, 2])
    assert search(table, 4, by_quotient=False, floor=1e-12).tolist() == [[1, 3, 0, 2]]


def test_fixed_features_come_first():
    table = Table([[4, 3.5, 2, 1]], [SHARED])
    assert search(table, 3, by_quotient=True, floor=0.01, fixed=(1,)).tolist() == [[1, 3, 2]]


@pytest.mark.parametrize(("average", "expected"), [("mean", [4.0, 2.0]), ("median", [1.0, 2.0])])
def test_an_inner_ensemble_averages(average, expected):
    relations = Table([[1, 2], [1, 2], [10, 2]], [[[1, -0.3], [-0.3, 1]], [[1, 0.3], [0.3, 1]], np.eye(2)])
    averaged = AveragedRelations(relations, average)
    np.testing.assert_array_equal(averaged.relevance, [expected])
    np.testing.assert_allclose(averaged.relate(np.array([0])), [[1, 0]])  # with signs, so they cancel
    assert averaged.constant.shape == (1, 2)


RUNS = np.array([[1, 0, 3], [3, 1, 4], [3, 1, 0]])
RELEVANCE = np.array([12.6, 16.3, 0.6, 20.0, 5.1])


@pytest.mark.parametrize(
    ("combine", "expected"), [("vote", [3, 1, 0]), ("majority", [3, 1, 0]), ("rank", [3, 1, 0])]
)
def test_by_hand(combine, expected):
    """Features 3 and 1 have three votes and a mean place of 5/3 each, so relevance decides."""
    assert combine_runs(RUNS, RELEVANCE, combine).tolist() == expected


def test_votes_come_before_places():
    runs = np.array([[0, 1], [2, 1], [0, 1], [3, 1]])
    assert combine_runs(runs, np.zeros(4), "vote").tolist() == [1, 0]
    # By mean place, the one that is unchosen in half of the runs is as good as the one that is always second.
    assert combine_runs(runs, np.zeros(4), "rank").tolist() == [0, 1]


def test_a_majority_is_more_than_half():
    runs = np.array([[0, 1], [0, 2], [3, 1], [3, 2]])
    assert combine_runs(runs, np.zeros(5), "majority").size == 0
    assert combine_runs(runs[[0, 1, 2]], np.zeros(5), "majority").tolist() == [0, 1]


def test_the_lower_column_wins():
    assert combine_runs(np.array([[2], [1], [4]]), np.zeros(5), "vote").tolist() == [1]
