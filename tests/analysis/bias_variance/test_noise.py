import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from hedgerow.analysis.bias_variance import NearestNeighbours, SupportVectors
from hedgerow.analysis.bias_variance.noise import (
    check_truth,
    leave_one_out,
    resolve_noise,
    standardise,
    take_as_seen,
)
from hedgerow.analysis.bias_variance.replication import Arrangement, LabelledRows
from hedgerow.datasets import make_artificial_multi1


def test_columns_have_mean_zero_and_variance_one_over_all_tables():
    rng = np.random.default_rng(0)
    table = standardise(rng.normal(5, 3, (20, 2)), rng.normal(5, 3, (30, 2)))
    assert table.shape == (50, 2)
    assert_allclose(table.mean(axis=0), 0, atol=1e-12)
    assert_allclose(table.std(axis=0), 1)


def test_categories_become_indicators_and_holes_are_in_the_middle():
    first = pd.DataFrame({"size": [1.0, None], "colour": ["red", "blue"]})
    second = pd.DataFrame({"size": [3.0], "colour": ["green"]})
    table = standardise(first, second)
    assert table.shape == (3, 4)
    assert_allclose(table[:, 0], [-1, 0, 1])
    assert len(np.unique(table[:, 1:], axis=0)) == 3


def test_constant_columns_and_empty_ones_are_zero():
    assert_allclose(standardise(np.array([[7.0, np.nan], [7.0, np.nan]])), 0)


def test_sparse_matrices_are_filled():
    dense = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert_allclose(standardise(sparse.csr_array(dense)), standardise(dense))


def naive(X, y, n_asked, size, n_classes):
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    shares = np.zeros((n_asked, n_classes))
    for row in range(n_asked):
        distance = [((X[row] - X[other]) ** 2).sum() for other in range(len(X))]
        near = sorted((d, other) for other, d in enumerate(distance) if other != row)[:size]
        for _, other in near:
            shares[row, y[other]] += 1 / size
    return shares


def test_shares_are_those_of_the_other_rows_nearby():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), rng.integers(3, size=30)
    found = NearestNeighbours(5).estimate(LabelledRows(X, y), None, 3, None)
    assert_allclose(found, naive(X, y, 30, 5, 3))
    held_out = NearestNeighbours(5).estimate(
        LabelledRows(X[:10], y[:10]), LabelledRows(X[10:], y[10:]), 3, None
    )
    assert_allclose(held_out, naive(X, y, 10, 5, 3))


def test_a_row_among_its_doubles_is_not_its_own_neighbour():
    X, y = np.zeros((6, 1)), np.array([0, 1, 1, 1, 1, 1])
    shares = NearestNeighbours(5).estimate(LabelledRows(X, y), None, 2, None)
    assert_allclose(shares[0], [0, 1])
    assert NearestNeighbours(2).estimate(LabelledRows(X, y), None, 2, None).sum(axis=1).tolist() == [1.0] * 6


def test_values_of_the_neighbours_are_the_possible_values():
    X = np.arange(9.0)[:, None]
    table = NearestNeighbours(2).estimate(LabelledRows(X, X[:, 0] * 10), None, None, None)
    assert sorted(table[4]) == [30, 50]
    assert NearestNeighbours().estimate(LabelledRows(X, X[:, 0]), None, None, None).shape == (9, 3)


@pytest.mark.parametrize("size", [0, 4])
def test_an_impossible_number_is_refused(size):
    part = LabelledRows(np.zeros((4, 1)), np.zeros(4, int))
    with pytest.raises(ValueError, match=f"n_neighbors={size} of 4 known rows"):
        NearestNeighbours(size).estimate(part, None, 1, None)


SMALL = SupportVectors(costs=(1.0, 10.0), widths=(0.1, 1.0), n_folds=3)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_leaving_out_support_vectors_only_is_leaving_out_every_row(n_classes):
    rng = np.random.default_rng(0)
    y = np.arange(40) % n_classes
    X = rng.normal(size=(40, 2)) + 2 * y[:, None]
    decisions = leave_one_out(rbf_kernel(X, gamma=0.5), y, cost=2.0)
    for row in range(40):
        rest = np.delete(np.arange(40), row)
        machine = SVC(C=2.0, gamma=0.5).fit(X[rest], y[rest])
        assert_allclose(decisions[row], np.atleast_1d(machine.decision_function(X[[row]])[0]), atol=5e-3)


def test_the_mean_doubt_is_near_the_known_bayes_error():
    sample = make_artificial_multi1(250, random_state=0)
    part = LabelledRows(sample.X, sample.y)
    probabilities = SMALL.estimate(part, None, 5, None)
    assert_allclose(probabilities.sum(axis=1), 1)
    assert np.mean(1 - probabilities.max(axis=1)) == pytest.approx(sample.bayes_error, abs=0.06)
    assert (probabilities.argmax(axis=1) == sample.y).mean() > 0.7


def test_rows_are_judged_with_all_known_rows_and_absent_classes_have_no_chance():
    sample = make_artificial_multi1(120, random_state=0)
    keep = sample.y != 2
    tested, others = (
        LabelledRows(sample.X[keep][:20], sample.y[keep][:20]),
        LabelledRows(sample.X[keep][20:], sample.y[keep][20:]),
    )
    probabilities = SMALL.estimate(tested, others, 5, None)
    assert probabilities.shape == (20, 5)
    assert_array_equal(probabilities[:, 2], 0)
    everything = SMALL.estimate(LabelledRows(sample.X[keep], sample.y[keep]), None, 5, None)
    assert_allclose(probabilities, everything[:20])


def test_what_it_cannot_do_is_refused():
    rare = LabelledRows(np.arange(5.0)[:, None], np.array([0, 0, 0, 0, 1]))
    with pytest.raises(ValueError, match="the smallest of 2 has 1"):
        SMALL.estimate(rare, None, 2, None)
    with pytest.raises(ValueError, match="is about classes"):
        SMALL.estimate(rare, None, None, None)


X = np.arange(4.0)[:, None]
CODES = np.array([0, 1, 1, 0])


def arranged(y=CODES, truth=None, positions=(0, 1, 2, 3)):
    return Arrangement(LabelledRows(X, y), np.array(positions), None, (), 0, 0, "", truth)


def certain(table):
    return np.eye(2)[np.asarray(table[:, 0] > 1.5, dtype=int)]


def test_auto_is_what_the_source_knows_or_zero():
    known = resolve_noise("auto", arranged(truth=certain), 4, 2, None)
    assert_allclose(known[0], certain(X))
    assert known[1] == "known"
    seen = resolve_noise("auto", arranged(), 4, 2, None)
    assert_allclose(seen[0], np.eye(2)[CODES])
    assert seen[1] == "zero"
    assert_allclose(resolve_noise("zero", arranged(truth=certain), 4, 2, None)[0], np.eye(2)[CODES])


def test_a_table_is_about_the_rows_of_the_whole_table():
    table = np.column_stack([np.linspace(0, 1, 6), 1 - np.linspace(0, 1, 6)])
    found = resolve_noise(table, arranged(positions=(5, 0, 1, 2)), 6, 2, None)
    assert_allclose(found[0], table[[5, 0, 1, 2]])
    assert resolve_noise(certain, arranged(), 4, 2, None)[1] == "known"


def test_estimates_by_name_and_by_value():
    by_name = resolve_noise("knn", arranged(), 4, 2, None)
    by_value = resolve_noise(NearestNeighbours(2), arranged(), 4, 2, None)
    assert_allclose(by_name[0], by_value[0])
    assert (by_name[1], by_value[1]) == ("knn estimate", "NearestNeighbours estimate")


def test_values_have_possible_values():
    y = np.array([1.0, 2.0, 3.0, 4.0])
    assert_allclose(resolve_noise("zero", arranged(y), 4, None, None)[0], y[:, None])
    table = y[:, None] + np.array([-1.0, 1.0])
    assert_allclose(resolve_noise(table, arranged(y), 4, None, None)[0], table)
    assert take_as_seen(np.array([3]), None).tolist() == [[3.0]]


@pytest.mark.parametrize(
    ("table", "n_classes", "message"),
    [
        (np.full((4, 3), 1 / 3), 2, r"shape \(4, 3\); pass \(4, 2\)"),
        (np.full((3, 2), 0.5), 2, r"shape \(3, 2\); pass \(4, 2\)"),
        (np.full((4, 2), 0.4), 2, "does not hold probabilities"),
        (np.full(4, 0.5), None, r"shape \(4,\); pass \(4, 'n_possible'\)"),
        (np.full((4, 1), np.nan), None, "finite values"),
        (np.empty((4, 0)), None, "finite values"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, n_classes, message):
    with pytest.raises(ValueError, match=message):
        check_truth(table, 4, n_classes)


def test_an_unknown_word_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="noise='svm' must be 'auto', 'zero', 'knn' or 'svm-loo'"):
        resolve_noise("svm", arranged(), 4, 2, None)
