import numpy as np
import pytest
from tests.selection.filters.training_sets import make_set

from hedgerow.selection.filters.association import (
    LinearAssociations,
    fill_matrix,
    find_associations,
)
from hedgerow.selection.filters.cfs import CFSSelector
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet
from hedgerow.selection.measures.contingency import symmetrical_uncertainties


def test_codes_are_measured_by_symmetrical_uncertainty():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, 3, (50, 4)), rng.integers(0, 2, 50)
    associations = CodedTrainingSet.read(make_set(codes, y), "distinct", 5, None)
    np.testing.assert_allclose(associations.relevance, symmetrical_uncertainties(codes, y))
    expected = [symmetrical_uncertainties(codes, column) for column in codes.T]
    np.testing.assert_allclose(fill_matrix(associations), expected)
    assert associations.associations_of(2) is associations.associations_of(2)
    assert not associations.is_constant.any()


def test_numbers_are_measured_by_correlation():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 4)) @ rng.normal(size=(4, 4)) + 100
    y = X[:, 0] + rng.normal(size=80)
    associations = LinearAssociations.read(make_set(X, y, classes=False))
    expected = np.abs(np.corrcoef(X.T, y))
    np.testing.assert_allclose(associations.relevance, expected[-1, :-1])
    np.testing.assert_allclose(fill_matrix(associations), expected[:-1, :-1])


def test_classes_and_categories_are_means_over_indicators():
    rng = np.random.default_rng(0)
    number, word, y = rng.normal(size=90), rng.integers(0, 3, 90), rng.integers(0, 2, 90)
    associations = LinearAssociations.read(
        make_set(np.column_stack([number, word]), y, is_categorical=[False, True])
    )
    by_class = [(y == c).mean() * abs(np.corrcoef(number, y == c)[0, 1]) for c in (0, 1)]
    assert associations.relevance[0] == pytest.approx(sum(by_class))
    by_label = [(word == c).mean() * abs(np.corrcoef(number, word == c)[0, 1]) for c in range(3)]
    assert associations.associations_of(0)[1] == pytest.approx(sum(by_label))
    assert associations.associations_of(1)[0] == pytest.approx(sum(by_label))
    assert associations.associations_of(1)[1] == 1.0


def test_gaps_lie_at_the_mean_or_are_a_label():
    number = np.array([1.0, 2.0, np.nan, 4.0, 5.0])
    word = np.array([0.0, 1.0, np.nan, 0.0, 1.0])
    y = np.array([1.0, 2.0, 3.0, 4.0, 9.0])
    training = make_set(
        np.column_stack([number, word, word]), y, classes=False, is_categorical=[False, True, True]
    )
    associations = LinearAssociations.read(training)
    filled = np.where(np.isnan(number), 3.0, number)
    assert associations.relevance[0] == pytest.approx(np.corrcoef(filled, y)[0, 1])
    assert associations.parts.shape == (5, 1 + 3 + 3)


def test_constants_go_with_nothing():
    X = np.column_stack([np.full(6, 0.1), np.arange(6.0), np.full(6, np.nan), np.zeros(6)])
    training = make_set(X, np.arange(6.0), classes=False, is_categorical=[False, False, False, True])
    associations = LinearAssociations.read(training)
    assert associations.is_constant.tolist() == [True, False, True, True]
    assert associations.relevance.tolist() == pytest.approx([0.0, 1.0, 0.0, 0.0])


def test_whole_weights_are_repeats():
    rng = np.random.default_rng(0)
    X, counts = np.column_stack([rng.normal(size=40), rng.integers(0, 3, 40)]), rng.integers(0, 3, 40)
    y = X[:, 0] + rng.normal(size=40)
    kinds = {"classes": False, "is_categorical": [False, True]}
    weighted = LinearAssociations.read(make_set(X, y, weights=counts.astype(float), **kinds))
    repeated = LinearAssociations.read(make_set(np.repeat(X, counts, axis=0), np.repeat(y, counts), **kinds))
    np.testing.assert_allclose(weighted.relevance, repeated.relevance)
    np.testing.assert_allclose(weighted.associations_of(0), repeated.associations_of(0))


def test_the_measure_follows_the_target():
    X, y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2
    for measure, classes, kind in [
        ("auto", True, CodedTrainingSet),
        ("auto", False, LinearAssociations),
        ("pearson", True, LinearAssociations),
        ("symmetrical_uncertainty", False, CodedTrainingSet),
    ]:
        target = y if classes else X[:, 0]
        assert isinstance(
            find_associations(make_set(X, target, classes=classes), measure, "mdl", 5, None), kind
        )
    with pytest.raises(
        ValueError, match="measure='spearman' must be 'auto', 'symmetrical_uncertainty' or 'pearson'"
    ):
        CFSSelector(measure="spearman").fit(X, y)
