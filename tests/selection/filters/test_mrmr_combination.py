import numpy as np
import pytest

from hedgerow.selection.filters.mrmr_combination import combine_runs

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
