import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_diabetes, make_classification
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract

from hedgerow.ensembles.subspace import RandomSubspaceClassifier, RandomSubspaceRegressor

X, y = make_classification(120, 7, n_informative=3, random_state=0)


@parametrize_with_contract(
    [
        RandomSubspaceClassifier(DecisionTreeClassifier(), 5),
        RandomSubspaceRegressor(DecisionTreeRegressor(), 5),
    ]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize(("max_features", "expected"), [(0.5, 4), (0.75, 5), (1, 1), (7, 7), ("sqrt", 2)])
def test_every_member_sees_a_subset_of_the_size(max_features, expected):
    subspaces = RandomSubspaceClassifier(KNeighborsClassifier(), 10, max_features=max_features).fit(X, y)
    assert subspaces.max_features_ == expected
    assert {columns.size for columns in subspaces.estimators_features_} == {expected}
    assert {member.n_features_in_ for member in subspaces.estimators_} == {expected}


def test_all_features_and_all_rows_make_one_learner_of_many():
    subspaces = RandomSubspaceClassifier(GaussianNB(), 3, max_features=1.0).fit(X, y)
    assert_allclose(subspaces.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X))


def test_a_search_keeps_its_scores_and_the_best_size():
    subspaces = RandomSubspaceClassifier(
        GaussianNB(), 10, max_features="search", n_trial_estimators=5, random_state=0
    ).fit(X, y)
    table = subspaces.subset_scores_
    assert table["size"].tolist() == list(range(1, 8))
    assert table.loc[table["chosen"], "size"].item() == subspaces.max_features_
    assert len(subspaces.estimators_) == 10
    assert {columns.size for columns in subspaces.estimators_features_} == {subspaces.max_features_}


def test_a_search_for_a_regressor_scores_out_of_bag():
    R, z = load_diabetes(return_X_y=True)
    subspaces = RandomSubspaceRegressor(
        LinearRegression(), 10, max_features="search", bootstrap=True, n_trial_estimators=10, random_state=0
    ).fit(R, z)
    assert subspaces.subset_scores_["score"].idxmax() > 2  # a few features explain little of diabetes
    assert np.isfinite(subspaces.subset_scores_["score"]).all()


def test_a_warm_start_keeps_the_size_it_found():
    subspaces = RandomSubspaceClassifier(
        GaussianNB(), 4, max_features="search", n_trial_estimators=2, warm_start=True, random_state=0
    ).fit(X, y)
    scores = subspaces.subset_scores_
    assert subspaces.set_params(n_estimators=6).fit(X, y).subset_scores_ is scores
    assert len(subspaces.estimators_) == 6


def test_a_failed_search_leaves_nothing():
    subspaces = RandomSubspaceClassifier(KNeighborsClassifier(-1), max_features="search", bootstrap=True)
    with pytest.raises(ValueError, match="n_neighbors"):
        subspaces.fit(X, y)
    assert not [name for name in vars(subspaces) if name.endswith("_")]
