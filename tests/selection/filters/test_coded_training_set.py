import numpy as np
import pandas as pd
import pytest
from tests.selection.filters.training_sets import make_set

from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet
from hedgerow.selection.filters.fcbf import FCBFSelector
from hedgerow.selection.measures.contingency import symmetrical_uncertainties


def test_few_values_are_codes_already():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, 5, (80, 4)), rng.integers(0, 2, 80)
    coded = CodedTrainingSet.read(make_set(codes - 2.5, y), "mdl", 5, None)
    np.testing.assert_array_equal(coded.columns.codes, codes.T)
    np.testing.assert_allclose(coded.relevance, symmetrical_uncertainties(codes, y))


def test_numbers_that_tell_nothing_are_constant():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 3)), np.arange(100) % 2
    X[:, 1] += 3 * y
    coded = CodedTrainingSet.read(make_set(X, y), "mdl", 5, None)
    assert coded.is_constant.tolist() == [True, False, True]


def test_gaps_and_categories_have_codes():
    X = [[0.0, 1.0], [2.0, np.nan], [np.nan, 1.0], [0.0, 3.0]]
    coded = CodedTrainingSet.read(
        make_set(X, [0, 1, 1, 0], is_categorical=[True, False]), "distinct", 5, None
    )
    assert coded.columns.codes.tolist() == [[0, 2, 3, 0], [0, 2, 0, 1]]
    empty = np.full((4, 1), np.nan)
    for is_categorical in ([True], [False]):
        coded = CodedTrainingSet.read(
            make_set(empty, [0, 1, 1, 0], is_categorical=is_categorical), "mdl", 5, None
        )
        assert coded.is_constant.all()


def test_values_are_cut_into_classes_by_weight():
    rng = np.random.default_rng(0)
    y, counts = rng.normal(size=90), rng.integers(0, 3, 90)
    X = np.round(y, 0)[:, None]
    weighted = CodedTrainingSet.read(
        make_set(X, y, classes=False, weights=counts.astype(float)), "distinct", 3, None
    )
    again = make_set(np.repeat(X, counts, axis=0), np.repeat(y, counts), classes=False)
    repeated = CodedTrainingSet.read(again, "distinct", 3, None)
    np.testing.assert_allclose(weighted.relevance, repeated.relevance)
    assert weighted.target.max() == 2


def test_a_discretiser_is_taken_as_it_is():
    given = Discretiser("equal_width", n_bins=2)
    column = pd.Series([0.0, 1.0, 2.0, 9.0]).to_numpy()[:, None]
    assert CodedTrainingSet.read(make_set(column, [0, 0, 1, 1]), given, 9, None).columns.codes.tolist() == [
        [0, 0, 0, 1]
    ]


@pytest.mark.parametrize(
    ("discretise", "n_bins", "message"),
    [("quantile", 5, "discretise='quantile' must be 'mdl'"), ("mdl", 1, "n_bins=1 must be an int of 2")],
)
def test_what_cannot_be_is_refused(discretise, n_bins, message):
    with pytest.raises(ValueError, match=message):
        FCBFSelector(discretise=discretise, n_bins=n_bins).fit([[0.0], [1.0]], [0, 1])
