import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import BaggingClassifier

from hedgerow import RandomForestClassifier
from hedgerow.pruning.cross_validated import FitSelectClassifier, FitSelectRegressor

X, y = load_breast_cancer(return_X_y=True)
SMALL = FitSelectClassifier(n_estimators=25, random_state=0)


def test_the_alpha_is_the_best_on_average_over_the_folds():
    model = clone(SMALL).fit(X, y)
    table = model.alphas_
    assert table["chosen"].sum() == 1
    assert table.loc[table["chosen"], "error"].item() == table["error"].min()
    tied = table[np.isclose(table["error"], table["error"].min())]
    assert model.n_members_ == tied["n_members"].min()
    assert model.n_members_ == sum(len(search.kept) for search in model.searches_)
    mean = np.mean([search.error for search in model.searches_])
    assert table["error"].min() == pytest.approx(mean)


def test_the_kept_members_of_all_forests_vote():
    model = clone(SMALL).fit(X[::2], y[::2])
    votes = np.eye(2)[model.member_outputs(X).argmax(axis=2)].sum(axis=0)
    np.testing.assert_allclose(model.predict_proba(X), votes / votes.sum(axis=1, keepdims=True))
    assert model.n_members_before_ == 75
    assert len(model.kept_) == len(set(model.kept_.tolist())) == model.n_members_
    assert model.path_.groupby("fold").size().tolist() == [25, 25, 25]
    assert model.path_.groupby("fold")["chosen"].sum().tolist() == [1, 1, 1]


def test_each_forest_is_judged_on_the_fold_it_has_not_seen():
    noise = np.random.default_rng(0).integers(2, size=len(y))
    model = clone(SMALL).fit(X, noise)
    assert model.path_["validation_error"].mean() > 0.4


def test_any_ensemble_any_number_of_folds_and_of_members():
    model = FitSelectClassifier(BaggingClassifier(n_estimators=8), n_folds=2, n_members=3, random_state=0)
    assert model.fit(X, y).n_members_ == 6
    assert FitSelectClassifier(RandomForestClassifier(10), step=5).fit(X, y).n_members_ % 5 == 0
    soft = FitSelectClassifier(n_estimators=10, combination="mean_probability", random_state=0).fit(X, y)
    np.testing.assert_allclose(soft.predict_proba(X), soft.member_outputs(X).mean(axis=0))


def test_a_class_that_a_fold_lacks():
    rare = y.astype(int).copy()
    rare[0] = 2
    model = clone(SMALL).fit(X, rare)
    assert model.predict_proba(X).shape == (569, 3)


def test_weights_of_rows_reach_members_and_choice():
    weights = np.where(y == 0, 20.0, 1.0)
    plain, weighted = (clone(SMALL).fit(X, y, w) for w in (None, weights))
    assert not np.allclose(plain.alphas_["error"], weighted.alphas_["error"])


def test_values():
    inputs, target = load_diabetes(return_X_y=True)
    model = FitSelectRegressor(n_estimators=20, random_state=0).fit(inputs, target)
    assert 0 <= model.alpha_ <= 1
    assert model.path_["validation_error"].between(30, 120).all()


@pytest.mark.parametrize("bad", [{"n_folds": 1}, {"n_folds": 1000}, {"step": 0}, {"alphas": [2]}])
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        clone(SMALL).set_params(n_estimators=2, **bad).fit(X, y)
