"""What holds for every ensemble, whatever its choices."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.ensembles.made_up import Dichotomies, HardRows, InterruptedTree, PreparingTree, Rotation

from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.resampling import Bootstrap

X, y = load_iris(return_X_y=True)
names = np.array(["setosa", "versicolor", "virginica"])[y]
R, z = (each[:120] for each in load_diabetes(return_X_y=True))

MIXTURES = {
    "plain": {},
    "vote of subspaces": {"view": "subspace", "combination": "vote"},
    "subsample": {"resampling": "subsample"},
    "unique": {"resampling": "unique_bootstrap"},
    "rotation": {"view": Rotation(), "resampling": "full"},
    "dichotomies": {"code": Dichotomies(), "combination": "vote"},
    "ternary": {"code": Dichotomies(leave_out=1)},
    "hard rows": {"resampling": HardRows(), "combination": "weighted_vote"},
    "everything": {"resampling": HardRows(3.0), "view": Rotation(), "code": Dichotomies()},
}
mixtures = pytest.mark.parametrize("mixture", MIXTURES.values(), ids=MIXTURES)


def make(**choices):
    return EnsembleClassifier(
        **{"estimator": DecisionTreeClassifier(max_features=2), "n_estimators": 12, "random_state": 0}
        | choices
    )


@mixtures
def test_the_number_of_workers_changes_nothing(mixture):
    expected = make(**mixture).fit(X, names).predict_proba(X)
    for n_jobs in (2, -1):
        assert_array_equal(make(**mixture, n_jobs=n_jobs).fit(X, names).predict_proba(X), expected)


def test_the_kind_of_workers_changes_nothing():
    expected = make(oob_score=True).fit(X, names)
    with parallel_config(backend="loky"):
        ensemble = make(oob_score=True, n_jobs=2).fit(X, names)
    assert_array_equal(ensemble.oob_decision_function_, expected.oob_decision_function_)


@mixtures
def test_clones_and_pickles_predict_the_same(mixture):
    ensemble = make(**mixture).fit(X, names)
    expected = ensemble.predict_proba(X)
    assert_array_equal(pickle.loads(pickle.dumps(ensemble)).predict_proba(X), expected)
    assert_array_equal(clone(ensemble).fit(X, names).predict_proba(X), expected)


@mixtures
def test_relabelling_the_classes_relabels_the_predictions(mixture):
    ensemble, renamed = make(**mixture).fit(X, y), make(**mixture).fit(X, names)
    assert_array_equal(np.unique(names)[ensemble.predict(X)], renamed.predict(X))


@mixtures
def test_probabilities_sum_to_one_and_beat_chance(mixture):
    ensemble = make(**mixture, n_jobs=None).set_params(n_estimators=25).fit(X, names)
    assert_allclose(ensemble.predict_proba(X).sum(axis=1), 1)
    assert ensemble.score(X, names) > 0.8


@mixtures
def test_fit_does_not_touch_its_input(mixture):
    table, weights = X.copy(), np.linspace(0.5, 2, len(y))
    table.setflags(write=False)
    weights.setflags(write=False)
    make(**mixture).fit(table, names, weights).predict(table)
    assert_array_equal(table, X)


@mixtures
def test_a_warm_start_ends_where_a_cold_one_does(mixture):
    cold = make(**mixture, oob_score="view" not in mixture).fit(X, names)
    warm = make(**mixture).set_params(n_estimators=5, warm_start=True).fit(X, names)
    warm.set_params(n_estimators=12, oob_score=cold.oob_score).fit(X, names)
    assert_array_equal(warm.predict_proba(X), cold.predict_proba(X))
    if cold.oob_score:
        assert_array_equal(warm.oob_decision_function_, cold.oob_decision_function_)


def test_a_learner_that_prepares_does_so_once():
    PreparingTree.n_prepared = 0
    prepared = make(estimator=PreparingTree(max_features=2), view="subspace", n_jobs=2).fit(X, y)
    assert PreparingTree.n_prepared == 1
    assert_array_equal(prepared.predict_proba(X), make(view="subspace").fit(X, y).predict_proba(X))


def test_integer_weights_act_like_repeated_rows():
    counts = np.random.default_rng(0).integers(0, 3, size=len(y))
    ensemble = make(estimator=GaussianNB(), resampling="full", view="subspace")
    weighted = clone(ensemble).fit(X, y, counts).predict_proba(X)
    repeated = clone(ensemble).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts)).predict_proba(X)
    assert_allclose(weighted, repeated, atol=1e-9)


def test_rows_are_recomputed_from_the_seeds():
    ensemble = make(view="subspace").fit(X, y)
    for member, rows, columns in zip(
        ensemble.estimators_, ensemble.estimators_samples_, ensemble.estimators_features_, strict=True
    ):
        assert rows.size == 150
        again = clone(member).fit(
            X[np.unique(rows)][:, columns], y[np.unique(rows)], np.unique(rows, return_counts=True)[1]
        )
        assert_array_equal(again.predict_proba(X[:, columns]), member.predict_proba(X[:, columns]))


def test_rows_of_an_adaptive_ensemble_are_kept():
    ensemble = make(resampling=HardRows(), oob_score=True).fit(X, y)
    assert all(0.4 < rows.size / 150 < 0.8 for rows in ensemble.estimators_samples_)
    assert ensemble.oob_score_ > 0.8
    assert np.ptp(ensemble.member_weights_) > 0


def test_out_of_bag_counts_rows_that_were_never_out():
    ensemble = make(n_estimators=2, oob_score=True).fit(X, y)
    never = np.isnan(ensemble.oob_decision_function_).all(axis=1)
    seen = np.array([np.isin(np.arange(150), rows) for rows in ensemble.estimators_samples_])
    assert_array_equal(never, seen.all(axis=0))
    assert ensemble.n_never_out_of_bag_ == never.sum() > 0
    expected = np.mean(ensemble.classes_[ensemble.oob_decision_function_[~never].argmax(axis=1)] == y[~never])
    assert ensemble.oob_score_ == expected


def test_out_of_bag_needs_rows_left_out():
    with pytest.raises(
        ValueError, match=r"oob_score=True needs out-of-bag rows, .* resampling=Full\(\) left none out"
    ):
        make(resampling="full", oob_score=True).fit(X, y)


def test_an_earlier_out_of_bag_score_does_not_linger():
    ensemble = make(oob_score=True).fit(X, y).set_params(oob_score=False).fit(X, y)
    assert not hasattr(ensemble, "oob_score_")


def test_an_interruption_leaves_the_ensemble_as_it_was():
    ensemble = make().fit(X, names)
    before = dict(vars(ensemble))
    InterruptedTree.fits = 0
    ensemble.set_params(estimator=InterruptedTree())
    with pytest.raises(KeyboardInterrupt) as caught:
        ensemble.fit(X[:100, :2], y[:100])
    assert "interrupted after 4 of 12 members; none were kept" in caught.value.__notes__[0]
    assert vars(ensemble) | {"estimator": None} == before | {"estimator": None}
    assert ensemble.predict(X).shape == (150,)


def test_an_unfitted_ensemble_stays_unfitted_after_an_error():
    ensemble = make(estimator=KNeighborsClassifier(n_neighbors=-1))
    with pytest.raises(ValueError, match="n_neighbors") as caught:
        ensemble.fit(X, y)
    assert caught.value.__notes__ == ["raised while member 0 of the ensemble was fitted"]
    assert not [name for name in vars(ensemble) if name.endswith("_")]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be an int of 1 or more"),
        ({"n_estimators": 1.5}, "n_estimators=1.5 must be an int of 1 or more"),
        ({"estimator": "tree"}, "estimator='tree' cannot be fitted"),
        ({"estimator": LinearRegression()}, "is not a classifier; EnsembleClassifier needs a classifier"),
        ({"combination": "mean"}, "combination='mean' combines values; .* such as .*'vote'"),
        ({"resampling": "jackknife"}, "resampling='jackknife' must be 'adaboost'"),
        ({"view": "fisheye"}, "view='fisheye' must be 'all'"),
        ({"code": "morse"}, "code='morse' must be 'binary'"),
    ],
)
def test_a_wrong_parameter_names_its_value_and_the_way_out(choices, message):
    with pytest.raises(ValueError, match=message):
        make(**choices).fit(X, y)


def test_a_warm_start_refuses_another_table_and_fewer_members():
    ensemble = make(warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match=r"were \(150, 4, 3\) and are \(140, 4, 3\)"):
        ensemble.set_params(n_estimators=13).fit(X[:140], y[:140])
    with pytest.raises(ValueError, match="n_estimators=3 is less than the 12 members"):
        ensemble.set_params(n_estimators=3).fit(X, y)
    with pytest.warns(UserWarning, match="without increasing n_estimators does not fit"):
        ensemble.set_params(n_estimators=12).fit(X, y)


def test_a_warm_start_that_grows_nothing_leaves_the_ensemble_as_it_is():
    ensemble = make(warm_start=True).fit(X, y)
    expected = ensemble.predict_proba(X)
    with pytest.warns(UserWarning, match="without increasing n_estimators does not fit"):
        ensemble.fit(X[:140, :2], np.arange(140) % 2)
    assert ensemble.n_features_in_ == X.shape[1]
    assert_array_equal(ensemble.classes_, np.unique(y))
    assert_array_equal(ensemble.predict_proba(X), expected)


def test_a_warm_start_cannot_go_on_where_the_resampling_has_ended():
    ensemble = make(resampling=HardRows(stop_after=3), warm_start=True).fit(X, y)
    expected = ensemble.predict_proba(X)
    assert len(ensemble.set_params(n_estimators=20).fit(X, y).estimators_) == 3
    assert_array_equal(ensemble.predict_proba(X), expected)


def test_grid_search_reaches_into_the_axes():
    search = GridSearchCV(make(resampling=Bootstrap()), {"resampling__max_samples": [0.2, 0.8]}, cv=2)
    search.fit(X, y)
    assert search.best_params_["resampling__max_samples"] in {0.2, 0.8}


def test_sample_weight_can_be_routed():
    with sklearn.config_context(enable_metadata_routing=True):
        ensemble = (
            make(resampling="full").set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        )
        weights = np.where(y == 2, 0.0, 1.0)
        scores = cross_val_score(ensemble, X, y, params={"sample_weight": weights})
    assert scores.mean() < 0.7


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
@pytest.mark.parametrize("view", ["all", "subspace", Rotation()], ids=["all", "subspace", "rotation"])
def test_categories_of_a_frame_just_work(frame, view):
    table = frame({"length": X[:, 0], "kind": [f"k{label}" for label in y], "width": X[:, 1]})
    ensemble = make(view=view).fit(table, names)
    assert list(ensemble.feature_names_in_) == ["length", "kind", "width"]
    assert ensemble.score(table, names) > 0.95


def test_sparse_matrices_pass_where_the_learner_reads_them():
    dense, sparse = make(view="subspace").fit(X, y), make(view="subspace").fit(csr_matrix(X), y)
    assert_allclose(sparse.predict_proba(csr_matrix(X)), dense.predict_proba(X))
    with pytest.raises(TypeError, match="Sparse data was passed"):
        make(estimator=GaussianNB()).fit(csr_matrix(X), y)


def test_missing_values_pass_where_the_learner_reads_them():
    holes = X.copy()
    holes[::7, 2] = np.nan
    assert make().fit(holes, y).score(holes, y) > 0.9
    with pytest.raises(ValueError, match="contains NaN"):
        make(estimator=GaussianNB()).fit(holes, y)


def test_a_regressor_grows_in_sequence_and_takes_the_weighted_median():
    ensemble = EnsembleRegressor(
        DecisionTreeRegressor(max_depth=3),
        resampling=HardRows(),
        combination="weighted_median",
        n_estimators=10,
        oob_score=True,
        random_state=0,
    ).fit(R, z)
    outputs, weights = ensemble.member_outputs(R), ensemble.member_weights_
    order = outputs.argsort(axis=0)
    middle = (weights[order].cumsum(axis=0) >= weights.sum() / 2).argmax(axis=0)
    assert_array_equal(ensemble.predict(R), np.sort(outputs, axis=0)[middle, np.arange(len(R))])
    assert ensemble.oob_score_ > 0


def test_an_ensemble_is_true_before_it_is_fitted():
    assert make()
    assert (make() or None) is not None
