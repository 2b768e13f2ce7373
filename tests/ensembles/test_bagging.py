import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import ensemble as peer
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract

from hedgerow.ensembles.bagging import BaggingClassifier, BaggingRegressor

DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"
EXPECTED = {f"check_sample_weight_equivalence_on_{kind}_data": DRAWN for kind in ("dense", "sparse")}


@parametrize_with_contract(
    [
        BaggingClassifier(DecisionTreeClassifier(), 5),
        BaggingRegressor(DecisionTreeRegressor(), 5),
    ],
    expected_failed_checks=lambda bagging: EXPECTED,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("ours", "theirs", "tree", "load"),
    [
        (BaggingClassifier, peer.BaggingClassifier, DecisionTreeClassifier, load_breast_cancer),
        (BaggingRegressor, peer.BaggingRegressor, DecisionTreeRegressor, load_diabetes),
    ],
    ids=["classifier", "regressor"],
)
def test_scores_are_distributed_as_scikit_learns(ours, theirs, tree, load):
    X, y = load(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, train_size=150)
    scores = np.array(
        [
            [
                bagging(tree(max_depth=4), 8, max_samples=0.7, max_features=0.5, random_state=seed)
                .fit(X_train, y_train)
                .score(X_test, y_test)
                for seed in range(25)
            ]
            for bagging in (ours, theirs)
        ]
    )
    difference = np.diff(scores.mean(axis=1))
    standard_error = np.sqrt(scores.var(axis=1, ddof=1).sum() / 25)
    assert abs(difference) < 3.5 * standard_error
    assert 0.4 < scores[0].std() / scores[1].std() < 2.5


def test_the_parameters_of_scikit_learn_are_all_there():
    theirs = set(peer.BaggingClassifier().get_params())
    assert set(BaggingClassifier().get_params()) == theirs
    assert set(BaggingRegressor().get_params()) == theirs


def test_rows_and_features_are_drawn_as_asked():
    X, y = load_iris(return_X_y=True)
    bagging = BaggingClassifier(
        GaussianNB(), 20, max_samples=30, max_features=3, bootstrap_features=True, random_state=0
    )
    bagging.fit(X, y)
    assert all(rows.size == 30 for rows in bagging.estimators_samples_)
    assert any(np.unique(rows).size < 30 for rows in bagging.estimators_samples_)
    assert all(columns.size == 3 for columns in bagging.estimators_features_)
    assert any(np.unique(columns).size < 3 for columns in bagging.estimators_features_)
    bagging.set_params(bootstrap=False, bootstrap_features=False).fit(X, y)
    assert all(np.unique(rows).size == 30 for rows in bagging.estimators_samples_)
    assert all(np.unique(columns).size == 3 for columns in bagging.estimators_features_)


def test_the_whole_table_without_replacement_honours_weights():
    X, y = load_iris(return_X_y=True)
    weights = np.linspace(0, 1, 150)
    bagging = BaggingClassifier(GaussianNB(), 2, bootstrap=False).fit(X, y, weights)
    assert_allclose(bagging.predict_proba(X), GaussianNB().fit(X, y, weights).predict_proba(X), atol=1e-12)


def test_one_feature_is_enough():
    X, y = load_iris(return_X_y=True)
    assert_array_equal(
        BaggingClassifier(GaussianNB(), 3).fit(X[:, :1], y).estimators_features_, np.zeros((3, 1))
    )
