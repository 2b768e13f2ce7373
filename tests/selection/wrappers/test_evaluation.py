import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, ShuffleSplit, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.parallel import Parallel

from hedgerow.datasets import make_friedman
from hedgerow.selection.groups import Units
from hedgerow.selection.wrappers import NestedEstimate
from hedgerow.selection.wrappers.evaluation import (
    SubsetEvaluation,
    find_scorer,
    make_folds,
    seed_copy,
    share_right,
)
from hedgerow.selection.wrappers.subset_table import SubsetTable

SAMPLE = make_friedman(120, random_state=0)
ROWS = np.arange(120)


def make(estimator=None, y=SAMPLE.y, weights=None, scoring=None):
    estimator = GaussianNB() if estimator is None else estimator
    units = Units(np.eye(10, dtype=bool), tuple(f"x{place}" for place in range(10)), np.zeros(10, bool))
    regression = isinstance(estimator, LinearRegression)
    return SubsetEvaluation(
        estimator, find_scorer(estimator, scoring), SubsetTable(SAMPLE.X), y, weights, units, regression
    )


def mask_of(*features):
    return np.isin(np.arange(10), features)


def test_a_score_is_that_of_cross_validation():
    folds = make_folds(KFold(4), ROWS, SAMPLE.y, stratified=True, seed=0)
    for scoring in (None, "roc_auc", "neg_log_loss"):
        found = make(scoring=scoring).measure_all(np.array([mask_of(0, 3), mask_of(7)]), folds, None, 1)
        for features, scores in zip(([0, 3], [7]), found, strict=True):
            peer = cross_val_score(
                GaussianNB(), SAMPLE.X[:, features], SAMPLE.y, cv=KFold(4), scoring=scoring
            )
            np.testing.assert_allclose(scores, peer)


def test_the_usual_score_is_quick_and_the_same():
    model = GaussianNB().fit(SAMPLE.X, SAMPLE.y)
    weights = np.random.default_rng(0).random(120)
    assert find_scorer(model, "accuracy") is share_right
    for given in (None, weights):
        assert share_right(model, SAMPLE.X, SAMPLE.y, given) == pytest.approx(
            model.score(SAMPLE.X, SAMPLE.y, given)
        )
    assert find_scorer(LinearRegression(), None) is not share_right
    assert find_scorer(model, "f1") is not share_right


def test_without_features_the_commonest_class_or_the_mean_answers():
    assert make().measure(mask_of(), ROWS, ROWS) == pytest.approx(
        max(np.mean(SAMPLE.y == c) for c in (-1, 1))
    )
    values = SAMPLE.X[:, 0] * 1.0
    assert make(LinearRegression(), values).measure(mask_of(), ROWS, ROWS) == pytest.approx(0.0)
    assert make(LinearRegression(), values).measure(mask_of(0), ROWS, ROWS) == pytest.approx(1.0)


def test_weights_count_in_learning_and_in_scoring():
    weights = np.random.default_rng(0).integers(0, 3, 120).astype(float)
    train, test = ROWS[:80], ROWS[80:]
    repeated = [np.repeat(rows, weights[rows].astype(int)) for rows in (train, test)]
    weighted = make(weights=weights).measure(mask_of(0, 1), train, test)
    assert weighted == pytest.approx(make().measure(mask_of(0, 1), *repeated))


def test_several_jobs_say_the_same():
    folds = make_folds(5, ROWS, SAMPLE.y, stratified=True, seed=0)
    masks = np.random.default_rng(0).random((9, 10)) < 0.5
    masks[:, 0] = True
    one = make().measure_all(masks, folds, None, 1)
    with Parallel(n_jobs=2, prefer="threads") as pool:
        np.testing.assert_array_equal(make().measure_all(masks, folds, pool, 2), one)


def test_an_error_names_the_features():
    broken = make(GaussianNB(var_smoothing=-1))
    with pytest.raises(
        ValueError, match=r"GaussianNB could not be fitted and scored on the features \['x2'\]: .*var_"
    ):
        broken.measure(mask_of(2), ROWS, ROWS)


def test_folds_are_shuffled_stratified_and_seeded():
    y = np.repeat([0, 1], [90, 30])
    folds = make_folds(5, ROWS, y, stratified=True, seed=3)
    assert {int(y[test].sum()) for _, test in folds} == {6}
    again = make_folds(5, ROWS, y, stratified=True, seed=3)
    other = make_folds(5, ROWS, y, stratified=True, seed=4)
    assert all((a[1] == b[1]).all() for a, b in zip(folds, again, strict=True))
    assert not all((a[1] == b[1]).all() for a, b in zip(folds, other, strict=True))
    part = make_folds(3, ROWS[60:], y, stratified=False, seed=0)
    assert sorted(np.concatenate([test for _, test in part])) == ROWS[60:].tolist()


def test_a_splitter_without_a_seed_is_given_one():
    splitter = ShuffleSplit(3)
    one, two = (make_folds(splitter, ROWS, SAMPLE.y, stratified=True, seed=1) for _ in range(2))
    assert all((a[1] == b[1]).all() for a, b in zip(one, two, strict=True))
    assert splitter.random_state is None


@pytest.mark.parametrize("cv", [1, 121, [(ROWS, ROWS)], True])
def test_other_folds_are_refused(cv):
    with pytest.raises(ValueError, match="cv="):
        make_folds(cv, ROWS, SAMPLE.y, stratified=True, seed=0)


def estimate(validation, test):
    return NestedEstimate(np.array(validation, float), np.array(test, float), pd.DataFrame())


def test_the_test_is_a_one_sided_t_test():
    nested = estimate([0.9, 0.8, 0.85, 0.9], [0.6, 0.7, 0.5, 0.8])
    assert nested.score == pytest.approx(0.65)
    assert nested.optimism == pytest.approx(0.2125)
    assert nested.standard_error == pytest.approx(stats.sem([0.6, 0.7, 0.5, 0.8]))
    assert nested.p_value == pytest.approx(
        stats.ttest_rel([0.9, 0.8, 0.85, 0.9], [0.6, 0.7, 0.5, 0.8], alternative="greater").pvalue
    )
    assert nested.overfits


def test_no_optimism_and_no_spread():
    assert not estimate([0.6, 0.7], [0.8, 0.9]).overfits
    assert estimate([0.6, 0.6], [0.6, 0.6]).p_value == 1.0
    assert estimate([0.75, 0.75], [0.5, 0.5]).p_value == 0.0


def test_only_what_is_open_is_seeded():
    given = BaggingClassifier(DecisionTreeClassifier(random_state=3), random_state=np.random.RandomState(0))
    one, other = seed_copy(given, 1), seed_copy(given, 1)
    assert one.random_state == other.random_state != seed_copy(given, 2).random_state
    assert one.estimator.random_state == 3
    assert isinstance(given.random_state, np.random.RandomState)
    assert repr(seed_copy(GaussianNB(), 0)) == "GaussianNB()"
