import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import CategoricalNB

from hedgerow.combination.member_states import Statements, find_bins
from hedgerow.combination.output_tables import JointTable, NaiveTables, count_states, find_states
from hedgerow.outputs import Outputs

EIGHTHS = np.tile(np.arange(1, 8) / 8, (2, 1))


def make_counts(shares, rows=10.0):
    return np.stack([rows * (1 - shares), rows * shares])


def test_the_mean_filter_of_the_specification():
    """Check value F6b: zero but for two cells of 0.9."""
    shares = np.zeros((8, 8))
    shares[3, 4] = shares[0, 0] = 0.9
    table = JointTable.smooth(make_counts(shares), "mean", window=3, prior_weight=0.0).smoothed
    found = [table[cell] for cell in ((3, 4), (0, 0), (0, 1), (1, 1), (2, 3))]
    assert_allclose(found, [0.1, 0.225, 0.15, 0.1, 0.1])


def test_counts_pass_empty_cells_over_where_the_mean_takes_them_for_zero():
    counts = np.zeros((2, 8, 8))
    counts[:, 3, 4] = 1, 9
    by_counts = JointTable.smooth(counts, "counts", window=3, prior_weight=0.0)
    assert_allclose(by_counts.smoothed[2:5, 3:6], 0.9)
    assert np.isnan(by_counts.smoothed[0, 0])
    by_mean = JointTable.smooth(counts, "mean", window=3, prior_weight=0.0)
    assert_allclose(by_mean.smoothed[2:5, 3:6], 0.1)
    assert by_mean.smoothed[0, 0] == 0


def test_a_window_of_one_leaves_the_cells_alone():
    counts = np.random.default_rng(0).integers(1, 9, (2, 8, 8)).astype(float)
    for smooth in ("counts", "mean"):
        table = JointTable.smooth(counts, smooth, window=1, prior_weight=0.0)
        assert_allclose(table.smoothed, counts[1] / counts.sum(axis=0))


def test_by_hand_in_every_window():
    counts = np.random.default_rng(1).integers(0, 3, (2, 4, 4)).astype(float)
    table = JointTable.smooth(counts, "counts", window=3, prior_weight=2.0)
    bins = np.indices((4, 4)).reshape(2, -1)
    vote = np.full(16, 0.25)
    scores = table.score(bins, np.ones((2, 16)), vote).reshape(4, 4)
    for first in range(4):
        for second in range(4):
            near = counts[:, max(0, first - 1) : first + 2, max(0, second - 1) : second + 2].sum(axis=(1, 2))
            assert scores[first, second] == pytest.approx((near[1] + 2 * 0.25) / (near.sum() + 2))


def test_where_nothing_is_known_the_vote_answers():
    counts = np.zeros((2, 8, 8))
    counts[:, 0, 0] = 5, 0
    table = JointTable.smooth(counts, "counts", window=3, prior_weight=0.0)
    assert_allclose(table.score(np.array([[7], [7]]), np.ones((2, 1)), np.array([0.3])), [0.3])


@pytest.mark.parametrize("smooth", ["counts", "mean"])
def test_a_member_that_abstains_is_summed_out(smooth):
    counts = np.random.default_rng(2).integers(1, 9, (2, 8, 8)).astype(float)
    table = JointTable.smooth(counts, smooth, window=1, prior_weight=0.0)
    bins, vote = np.array([[2, 2, 2], [5, 5, 5]]), np.full(3, 0.5)
    weights = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
    sums = counts.sum(axis=2)[:, 2], counts.sum(axis=1)[:, 5]
    expected = [counts[1, 2, 5] / counts[:, 2, 5].sum(), *(each[1] / each.sum() for each in sums)]
    assert_allclose(table.score(bins, weights, vote), expected)


def test_only_rows_that_both_predicted_are_in_the_table():
    said = np.tile([[0.9, 0.1], [0.1, 0.9]], (2, 2, 1))
    predicted = [[True, True, True, False], [True, True, False, False]]
    outputs = Outputs.from_predictions(said, [0, 1, 0, 1], predicted=predicted)
    statements = Statements.from_outputs(outputs)
    bins = find_bins(statements.heights, EIGHTHS)
    table = JointTable.count(statements, bins, 8, "counts", 1, 0.0)
    assert table.counts.sum() == 2
    assert table.counts[0, 0, 0] == table.counts[1, 7, 7] == 1
    naive = NaiveTables.count(statements, bins, 8, 1, 1.0)
    assert_array_equal(naive.counts.sum(axis=(1, 2)), [3, 2])


def test_a_table_can_be_looked_at():
    shares = np.zeros((8, 8))
    shares[7, 0] = 1.0
    table = JointTable.smooth(make_counts(shares, rows=4.0), "mean", window=1, prior_weight=0.0)
    frame = table.frame(EIGHTHS, ("data", "anatomy"))
    assert len(frame) == 64
    cell = frame[(frame["data from"] == 0.875) & (frame["anatomy to"] == 0.125)].iloc[0]
    assert_allclose(cell[["weight", "positive", "raw", "smoothed"]].astype(float), [4, 4, 1, 1])


@pytest.mark.parametrize("alpha", [0.5, 2.0])
def test_scikit_learns_naive_bayes_over_the_states_says_the_same(alpha):
    generator = np.random.default_rng(4)
    truth = generator.integers(0, 3, 90)
    said = generator.dirichlet(np.ones(3), (4, 90)) + np.eye(3)[truth]
    statements = Statements.from_outputs(Outputs.from_predictions(said / 2, truth, classes=[0, 1, 2]))
    bins = find_bins(statements.heights, np.tile(EIGHTHS[:1], (4, 1)))
    tables = NaiveTables.count(statements, bins, 8, window=1, prior=24 * alpha)
    states = find_states(statements.named, bins, 8, 3)
    peer = CategoricalNB(alpha=alpha, min_categories=24).fit(states.T, truth)
    priors = np.bincount(truth) / 90
    assert_allclose(tables.score(states, np.ones((4, 90)), priors), peer.predict_proba(states.T))


def test_neighbours_are_of_the_same_answer():
    counts = np.zeros((1, 3, count_states(8, 3)))
    counts[0, :, 7] = 8.0  # the last bin of the first class, beside the first bin of the second
    likelihoods = NaiveTables.smooth(counts, 8, window=3, prior_weight=0.0).likelihoods
    assert_array_equal(np.flatnonzero(likelihoods[0, 0]), [6, 7])


def test_a_state_that_no_class_was_ever_in_says_nothing():
    counts = np.zeros((1, 2, 8))
    counts[0, 0, 0], counts[0, 1, 7] = 6, 2
    tables = NaiveTables.smooth(counts, 8, window=1, prior_weight=0.0)
    scores = tables.score(np.array([[0, 4, 7]]), np.ones((1, 3)), np.array([0.75, 0.25]))
    assert_allclose(scores, [[1, 0], [0.75, 0.25], [0, 1]])


def test_the_naive_tables_can_be_looked_at():
    counts = np.zeros((1, 3, 24))
    counts[0, 1, 23] = 5.0
    frame = NaiveTables.smooth(counts, 8, window=1, prior_weight=1.0).frame(EIGHTHS[:1], ("a",))
    row = frame[frame["weight"] > 0].iloc[0]
    assert row[["member", "truth", "named", "from", "to", "raw"]].tolist() == ["a", 1, 2, 0.875, 1.0, 1.0]
    assert len(frame) == 72
