import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from tests.contract import parametrize_with_contract

from hedgerow import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    Outputs,
)
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.learners import PrototypeOracle
from hedgerow.learners.oracle import RandomOracleClassifier, RandomOracleRegressor
from hedgerow.resampling import DivBoost
from hedgerow.views import RandomRotation

X, y = load_iris(return_X_y=True)
SEEDS = np.array([3, 4, 5], dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (3, 150)).astype(np.int32)
DRAWN = "rows are drawn as prototypes, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [
        RandomOracleClassifier(KNeighborsClassifier(1), oracle="prototype"),
        RandomOracleRegressor(LinearRegression()),
    ],
    expected_failed_checks=lambda oracle: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("oracle", ["linear", "prototype", PrototypeOracle(6)], ids=str)
@pytest.mark.parametrize("learner", [DecisionTreeClassifier(), GaussianNB()], ids=["grafted", "parted"])
def test_each_part_has_a_model_that_sees_and_answers_its_rows_only(learner, oracle):
    """The obvious twin: find the parts, fit a model on the rows of each, ask it about them."""
    model = RandomOracleClassifier(learner, oracle=oracle, random_state=7).fit(X, y)
    parts = model.find_parts(X)
    assert len(model.estimators_) == parts.max() + 1 > 1
    expected = np.zeros((150, 3))
    for number, part in enumerate(model.estimators_):
        rows = parts == number
        twin = clone(learner).fit(X[rows], y[rows])
        expected[np.ix_(rows, twin.classes_)] = twin.predict_proba(X[rows])
        assert_array_equal(part.predict(X[rows]), twin.predict(X[rows]))
    assert_allclose(model.predict_proba(X), expected, atol=1e-12)
    assert_allclose(expected.sum(axis=1), 1)


def test_parts_lie_on_two_sides_of_the_plane_between_two_rows():
    model = RandomOracleRegressor(LinearRegression(), random_state=0).fit(X[:, :3], X[:, 3])
    scaled = (X[:, :3] - X[:, :3].min(axis=0)) / np.ptp(X[:, :3], axis=0)
    a, b = model.members_.partition.select(0)
    assert all((np.abs(scaled - prototype) < 1e-12).all(axis=1).any() for prototype in (a, b))
    nearer_to_b = ((scaled - b) ** 2).sum(axis=1) < ((scaled - a) ** 2).sum(axis=1)
    assert_array_equal(model.find_parts(X[:, :3]), nearer_to_b)


def test_a_learner_that_memorises_keeps_its_training_error():
    rows, first = np.unique(X, axis=0, return_index=True)
    model = RandomOracleClassifier(KNeighborsClassifier(1), random_state=0).fit(rows, y[first])
    assert model.score(rows, y[first]) == 1.0
    assert RandomOracleClassifier(random_state=0).fit(rows, y[first]).score(rows, y[first]) == 1.0


def test_planes_behind_a_border_fit_a_bent_surface():
    line = np.linspace(-1, 1, 201)[:, None]
    bent = np.abs(line[:, 0])
    fits = [RandomOracleRegressor(LinearRegression(), random_state=s).fit(line, bent) for s in range(20)]
    errors = [np.mean((fit.predict(line) - bent) ** 2) for fit in fits]
    plane = np.mean((LinearRegression().fit(line, bent).predict(line) - bent) ** 2)
    assert max(errors) < plane
    for fit in fits:
        parts = fit.find_parts(line)
        inside = (np.diff(parts) == 0)[1:] & (np.diff(parts) == 0)[:-1]
        assert_allclose(np.diff(fit.predict(line), 2)[inside], 0, atol=1e-12)  # straight but at the border


def test_small_parts_are_given_up():
    free = RandomOracleRegressor(oracle=PrototypeOracle(8), random_state=0).fit(X[:, :3], X[:, 3])
    assert np.bincount(free.find_parts(X[:, :3])).min() < 15
    sizes = []
    for seed in range(20):
        model = RandomOracleRegressor(
            KNeighborsRegressor(15), oracle=PrototypeOracle(8), min_samples_part=15, random_state=seed
        ).fit(X[:, :3], X[:, 3])
        sizes.append(np.bincount(model.find_parts(X[:, :3])))
        assert sizes[-1].min() >= 15
        assert len(model.estimators_) == len(sizes[-1])
    assert {len(size) for size in sizes} - {1} != set()


def test_rows_that_do_not_differ_have_one_model():
    same = np.ones((6, 2))
    model = RandomOracleClassifier(random_state=0).fit(same, [0, 1, 1, 1, 0, 1])
    assert len(model.estimators_) == 1
    assert_allclose(model.predict_proba(same[:1]), [[1 / 3, 2 / 3]])
    one = RandomOracleRegressor(LinearRegression()).fit([[2.0]], [3.0])
    assert one.predict([[5.0]]) == 3.0


@pytest.mark.parametrize("learner", [LogisticRegression(), None], ids=["parted", "grafted"])
def test_a_part_of_one_class_always_answers_it(learner):
    line = np.linspace(0, 1, 40)[:, None]
    labels = np.where(line[:, 0] < 0.9, "low", "high")
    answers = [
        RandomOracleClassifier(learner, random_state=seed).fit(line, labels).predict_proba(line)
        for seed in range(10)
    ]
    assert_allclose(np.sum(answers, axis=2), 1)
    assert any((answer[:5, 1] == 1).all() for answer in answers)


def test_data_frames_with_categories_missing_values_and_labels():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "colour": rng.choice(["red", "green", "blue"], 200),
            "size": rng.random(200),
            "weight": rng.random(200),
        }
    )
    sold = np.where((frame["colour"] == "red") ^ (frame["size"] > 0.5), "yes", "no")
    frame.loc[::7, "size"] = np.nan
    frame.loc[::9, "colour"] = None
    model = RandomOracleClassifier(random_state=0).fit(frame, sold)
    assert set(model.predict(frame)) == {"yes", "no"}
    assert model.score(frame, sold) > 0.95
    unseen = pd.DataFrame({"colour": ["violet", None], "size": [0.3, np.nan], "weight": [0.1, 7.0]})
    assert_allclose(model.predict_proba(unseen).sum(axis=1), 1)
    with pytest.raises(ValueError, match="NaN"):
        RandomOracleClassifier(LogisticRegression()).fit(frame[["size"]], sold)


def test_weights_of_zero_leave_rows_out_altogether():
    weights = np.where(y == 2, 0.0, 1.0)
    far = np.where((y == 2)[:, None], 1e3 * X, X)
    model = RandomOracleClassifier(random_state=0).fit(far, y, weights)
    twin = RandomOracleClassifier(random_state=0).fit(X[y < 2], y[y < 2])
    assert_array_equal(model.predict_proba(X)[:, :2], twin.predict_proba(X))
    assert_array_equal(model.class_prior_, [0.5, 0.5, 0])


@pytest.mark.parametrize("learner", [None, GaussianNB()], ids=["grafted", "parted"])
def test_every_ensemble_can_have_oracles(learner):
    oracle = RandomOracleClassifier(learner)
    bagging = BaggingClassifier(oracle, n_estimators=30, oob_score=True, random_state=0).fit(X, y)
    assert bagging.oob_score_ > 0.9
    parallel = BaggingClassifier(oracle, n_estimators=30, n_jobs=2, random_state=0).fit(X, y)
    assert_array_equal(bagging.predict_proba(X), parallel.predict_proba(X))
    assert len({tuple(parts) for parts in bagging.members_.find_parts(X)}) > 20
    outputs = Outputs.from_estimator(bagging, X, y)
    assert outputs.answers.shape == (30, 150)
    subspaces = RandomSubspaceClassifier(oracle, n_estimators=20, random_state=0).fit(X, y)
    assert subspaces.score(X, y) > 0.9
    more = BaggingClassifier(oracle, n_estimators=10, warm_start=True, random_state=0).fit(X, y)
    more.set_params(n_estimators=30).fit(X, y)
    assert_array_equal(more.predict_proba(X), bagging.predict_proba(X))


def test_importances_of_grafted_trees_are_those_of_the_parts():
    bagging = BaggingClassifier(RandomOracleClassifier(), n_estimators=20, random_state=0).fit(X, y)
    assert bagging.feature_importances_.sum() == pytest.approx(1)
    assert bagging.feature_importances_[2:].sum() > 0.7


def test_oracles_of_oracles_and_rotated_tables_work():
    class Turn:
        kind = "matrix"

        def fit_view(self, seed, X, y):
            return self

        def transform(self, X):
            return X[:, ::-1] - 1

        def get_params(self, deep=True):
            return {}

    nested = RandomOracleClassifier(RandomOracleClassifier(), random_state=0).fit(X, y)
    assert nested.score(X, y) > 0.95
    turned = EnsembleClassifier(RandomOracleClassifier(), view=Turn(), n_estimators=10, random_state=0)
    assert turned.fit(X, y).score(X, y) > 0.95


def test_any_mixture_is_one_line():
    mixture = EnsembleClassifier(
        RandomOracleClassifier(),
        resampling=DivBoost(),
        view=RandomRotation(),
        n_estimators=10,
        random_state=0,
    )
    assert mixture.fit(X, y).score(X, y) > 0.95


def test_oracles_make_members_more_diverse():
    """Pardo et al. 2010: the members differ more, and the ensemble is not worse for it."""
    data, target = load_diabetes(return_X_y=True)
    spreads, errors = [], []
    for learner in (DecisionTreeRegressor(), RandomOracleRegressor()):
        bagging = BaggingRegressor(learner, n_estimators=100, random_state=0).fit(data[::2], target[::2])
        outputs = bagging.member_outputs(data[1::2])
        spreads.append(outputs.std(axis=0).mean())
        errors.append(np.sqrt(np.mean((outputs.mean(axis=0) - target[1::2]) ** 2)))
    assert spreads[1] > spreads[0]
    assert errors[1] < 1.02 * errors[0]


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match="is not a classifier; pass one"):
        RandomOracleClassifier(LinearRegression()).fit(X, y)
    with pytest.raises(ValueError, match="is not a regressor; pass one"):
        RandomOracleRegressor(GaussianNB()).fit(X, y)
    with pytest.raises(ValueError, match="min_samples_part=0 must be an int of 1 or more"):
        RandomOracleClassifier(min_samples_part=0).fit(X, y)
    with pytest.raises(ValueError, match="oracle='circle' must be 'linear' or 'prototype'"):
        RandomOracleClassifier(oracle="circle").fit(X, y)
