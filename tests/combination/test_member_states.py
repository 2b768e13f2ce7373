import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination.member_states import Statements, find_bins, find_edges, read_heights, sum_windows
from hedgerow.outputs import Outputs

EIGHTHS = np.arange(1, 8)[None] / 8


def make_statements(heights, truth=None, weights=None, predicted=None):
    said = np.stack([1 - np.asarray(heights), heights], axis=-1)[None]
    truth = np.arange(len(heights)) % 2 if truth is None else truth
    return Statements.from_outputs(
        Outputs.from_predictions(said, truth, classes=[0, 1], sample_weight=weights, predicted=predicted)
    )


def test_bins_of_the_specification():
    """Check value F6b."""
    assert_array_equal(find_bins(np.array([[0, 0.124, 0.125, 0.5, 0.999, 1]]), EIGHTHS), [[0, 0, 1, 4, 7, 7]])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_equal_bins_are_what_the_formula_says(heights):
    bins = find_bins(np.array([heights]), EIGHTHS)
    assert_array_equal(bins[0], np.minimum(7, np.floor(8 * np.array(heights))))


def test_edges_are_equal_or_put_as_many_rows_into_each_bin():
    heights = np.random.default_rng(0).beta(0.3, 0.3, 80)
    statements = make_statements(heights)
    assert_allclose(find_edges(statements, 8, equal_width=True), EIGHTHS)
    bins = find_bins(statements.heights, find_edges(statements, 8, equal_width=False))
    assert_array_equal(np.bincount(bins[0]), 10)


def test_frequency_counts_the_rows_that_the_member_predicted_by_their_weight():
    heights = np.random.default_rng(1).random(40)
    counts = np.random.default_rng(2).integers(0, 3, 40)
    weighted = find_edges(make_statements(heights, weights=counts), 5, equal_width=False)
    repeated = find_edges(make_statements(np.repeat(heights, counts)), 5, equal_width=False)
    assert_allclose(weighted, repeated)
    unseen = find_edges(make_statements(heights, predicted=counts[None] > 0), 5, equal_width=False)
    assert_allclose(unseen, find_edges(make_statements(heights[counts > 0]), 5, equal_width=False))


def test_a_member_that_predicted_nothing_has_equal_bins():
    silent = make_statements(np.full(4, 0.9), predicted=np.zeros((1, 4), bool))
    assert_allclose(find_edges(silent, 8, equal_width=False), EIGHTHS)


def test_a_member_that_always_says_the_same_fills_one_bin():
    statements = make_statements(np.full(6, 0.25))
    bins = find_bins(statements.heights, find_edges(statements, 4, equal_width=False))
    assert len(np.unique(bins)) == 1


def test_two_classes_are_read_by_the_second_and_more_by_the_most_probable():
    named, heights = read_heights(np.array([[[0.8, 0.2], [0.1, 0.9]]]))
    assert_array_equal(named, [[1, 1]])
    assert_allclose(heights, [[0.2, 0.9]])
    named, heights = read_heights(np.array([[[0.5, 0.2, 0.3], [0.1, 0.2, 0.7]]]))
    assert_array_equal(named, [[0, 2]])
    assert_allclose(heights, [[0.5, 0.7]])


def test_parts_make_the_whole():
    whole = make_statements(np.linspace(0, 1, 9))
    pieces = [
        make_statements(np.linspace(0, 1, 9)[part], truth=whole.truth[part])
        for part in np.split(np.arange(9), 3)
    ]
    merged = Statements.merge(pieces)
    for name in ("named", "heights", "predicted", "truth", "weights"):
        assert_array_equal(getattr(merged, name), getattr(whole, name))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_accuracies_are_those_of_the_answers(n_classes):
    generator = np.random.default_rng(3)
    truth = generator.integers(0, n_classes, 50)
    predicted = generator.random((3, 50)) < 0.7
    said = generator.dirichlet(np.ones(n_classes), (3, 50))
    outputs = Outputs.from_predictions(said, truth, classes=range(n_classes), predicted=predicted)
    assert_allclose(Statements.from_outputs(outputs).accuracies(), 1 - outputs.errors())


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([1, 3, 5]), st.integers(0, 2**31))
def test_windows_are_summed_as_by_hand(n_rows, n_columns, window, seed):
    cells = np.random.default_rng(seed).integers(0, 9, (n_rows, n_columns)).astype(float)
    half = window // 2
    expected = [
        [
            cells[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1].sum()
            for column in range(n_columns)
        ]
        for row in range(n_rows)
    ]
    assert_allclose(sum_windows(cells, window, 2), expected)
