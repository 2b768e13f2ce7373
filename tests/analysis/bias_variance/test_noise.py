import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.analysis.bias_variance import NearestNeighbours
from hedgerow.analysis.bias_variance.noise import check_truth, resolve_noise, take_as_seen
from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows

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
