import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold, RepeatedKFold, cross_validate

from hedgerow.analysis.comparison import five_by_two_splits
from hedgerow.analysis.comparison.folds import Folds, find_differing_folds, is_cross_validation, read_folds

X, y = np.zeros((30, 1)), np.tile([0, 1, 1], 10)


def validate(cv, **options):
    return cross_validate(DummyClassifier(), X, y, cv=cv, return_indices=True, **options)


def test_what_cross_validate_returns_is_read_with_its_rows():
    folds = read_folds(validate(KFold(5)), None, "dummy")
    assert folds.scores.shape == (5,)
    assert folds.test_to_train == pytest.approx(6 / 24)
    assert not folds.is_five_by_two


def test_numbers_and_lists():
    assert read_folds(0.5, None, "a").scores.tolist() == [0.5]
    folds = read_folds([0.5, np.nan], None, "a")
    assert folds.test_to_train is None
    assert np.isnan(folds.scores[1])


@pytest.mark.parametrize(
    "splits", [five_by_two_splits(y, random_state=0), RepeatedKFold(n_splits=2, n_repeats=5)]
)
def test_five_halvings_are_recognised(splits):
    assert read_folds(validate(splits), None, "a").is_five_by_two


@pytest.mark.parametrize(
    "cv", [KFold(10), five_by_two_splits(y, random_state=0)[1:] + five_by_two_splits(y, random_state=0)[:1]]
)
def test_ten_folds_need_not_be_halvings(cv):
    assert not read_folds(validate(cv), None, "a").is_five_by_two


def test_one_of_several_scores_is_chosen():
    several = validate(KFold(3), scoring=["accuracy", "f1"])
    assert (read_folds(several, "f1", "a").scores == several["test_f1"]).all()
    for metric in (None, "auc"):
        with pytest.raises(ValueError, match="a was scored by accuracy, f1; choose one with metric="):
            read_folds(several, metric, "a")


@pytest.mark.parametrize(
    ("value", "message"),
    [("high", "not numbers: 'high'"), ([[1, 2]], "shape"), ([], "shape"), ([np.inf], "infinite")],
)
def test_what_is_no_score_is_refused(value, message):
    with pytest.raises(ValueError, match=f"the scores of tree .*{message}"):
        read_folds(value, None, "tree")


def test_methods_on_other_folds_are_found():
    same, other = (
        read_folds(validate(KFold(3, shuffle=True, random_state=seed)), None, "a") for seed in (0, 1)
    )
    assert find_differing_folds({"a": same, "b": same, "c": Folds(np.zeros(3))}) is None
    assert find_differing_folds({"a": same, "b": same, "c": other}) == ("a", "c")


def test_a_dictionary_of_methods_is_no_cross_validation():
    assert not is_cross_validation({"tree": [1.0]})
    assert not is_cross_validation([1.0])
