import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.ndimage import label
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import Dichotomies, HardRows

from hedgerow.datasets import make_diagonal, make_square_frame
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.rotation import RandomRotationClassifier, RandomRotationRegressor
from hedgerow.outputs import Outputs
from hedgerow.trees.estimators import DecisionTreeClassifier as OwnTree
from hedgerow.views import RandomRotation

X, y = load_iris(return_X_y=True)
DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [
        RandomRotationClassifier(DecisionTreeClassifier(), 5, bootstrap=False, accumulate=False),
    ],
    expected_failed_checks=lambda estimator: (
        {"check_sample_weight_equivalence_on_dense_data": DRAWN} if estimator.bootstrap else {}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_members_are_trees_on_tables_that_are_turned_on_and_on():
    """Algorithm 2 of Rogers (2007), as it is printed: each round overwrites the table."""
    table = (X - X.mean(axis=0)) / X.std(axis=0)
    rotations = RandomRotationClassifier(n_estimators=12, bootstrap=False, random_state=0).fit(X, y)
    for member, view, outputs in zip(
        rotations.estimators_, rotations.members_.views, rotations.member_outputs(X), strict=True
    ):
        table = (
            RandomRotation(standardise=False)
            .fit_view(int(view.seeds[view.position]), table, y)
            .transform(table)
        )
        assert_allclose(member.predict_proba(table), outputs)
        assert_array_equal(member.predict(table), y)


@pytest.mark.parametrize("code", [None, Dichotomies()], ids=["real", "coded"])
def test_leaving_out_unseen_rows_changes_no_tree(code):
    ensemble = EnsembleClassifier(view=RandomRotation(), code=code, n_estimators=8, random_state=0).fit(X, y)
    members = ensemble.members_ if code is None else ensemble.members_.members
    targets = y[None].repeat(8, axis=0) if code is None else ensemble.members_.codes[:, y]
    tables = members.tables(X)
    for member, rows, table, target in zip(
        ensemble.estimators_, ensemble.estimators_samples_, tables, targets, strict=True
    ):
        counts = np.bincount(rows, minlength=150)
        alone = OwnTree().fit(table, target, sample_weight=counts)
        assert_array_equal(member.flat_tree_.threshold, alone.flat_tree_.threshold)
        assert_array_equal(member.flat_tree_.feature, alone.flat_tree_.feature)


@pytest.mark.parametrize("accumulate", [True, False])
@pytest.mark.parametrize("bootstrap", [True, False])
def test_workers_and_warm_starts_leave_no_trace(accumulate, bootstrap):
    choices = {"accumulate": accumulate, "bootstrap": bootstrap, "random_state": 3}
    one = RandomRotationClassifier(n_estimators=40, n_jobs=1, **choices).fit(X, y)
    expected = one.member_outputs(X)
    for n_jobs in (2, 5):
        two = RandomRotationClassifier(n_estimators=40, n_jobs=n_jobs, **choices).fit(X, y)
        assert_array_equal(two.member_outputs(X), expected)
        assert_array_equal(
            two.members_.singles[33].forest.nodes["threshold"],
            one.members_.singles[33].forest.nodes["threshold"],
        )
    warm = RandomRotationClassifier(n_estimators=17, warm_start=True, **choices).fit(X, y)
    assert_array_equal(warm.set_params(n_estimators=40).fit(X, y).member_outputs(X), expected)
    assert_array_equal(pickle.loads(pickle.dumps(warm)).member_outputs(X), expected)


def test_members_that_wait_for_each_other_go_on_turning():
    choices = {"view": RandomRotation(), "n_estimators": 6, "random_state": 0}
    ensemble = EnsembleClassifier(resampling=HardRows(), **choices).fit(X, y)
    assert [view.position for view in ensemble.members_.views] == list(range(6))
    assert_array_equal(
        [view.seeds[view.position] for view in ensemble.members_.views], ensemble.members_.views[0].seeds
    )


def test_a_column_of_a_data_frame_may_have_holes_and_categories():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    frame["kind"] = pd.Categorical(np.where(X[:, 3] > 1, "wide", "narrow"))
    frame.loc[::4, "c"] = np.nan
    frame.loc[::9, "kind"] = np.nan
    labels = np.array(["setosa", "versicolor", "virginica"])[y]
    rotations = RandomRotationClassifier(n_estimators=30, oob_score=True, random_state=0).fit(frame, labels)
    assert rotations.oob_score_ > 0.9
    importances = rotations.feature_importances_
    assert importances.shape == (5,)
    assert_allclose(importances.sum(), 1.0)
    assert set(rotations.predict(frame[::10])) == set(labels)
    assert_allclose(rotations.predict_proba(frame).sum(axis=1), 1.0)
    assert np.isfinite(rotations.predict_proba(frame.assign(c=np.nan))).all()


def test_any_learner_may_have_holes_filled_in():
    holes = X.copy()
    holes[::5, 0] = np.nan
    rotations = RandomRotationClassifier(SVC(), 5, combination="vote", random_state=0).fit(holes, y)
    assert rotations.score(holes, y) > 0.9


def test_neighbours_do_not_notice_a_rotation():
    rotations = RandomRotationClassifier(KNeighborsClassifier(), 5, bootstrap=False, standardise=False)
    expected = KNeighborsClassifier().fit(X, y).predict(X)
    assert np.mean(rotations.fit(X, y).predict(X) == expected) > 0.99  # ties among equal distances may turn


def test_importances_are_shared_out_by_squared_loadings():
    rotations = RandomRotationClassifier(n_estimators=9, random_state=0).fit(X, y)
    expected = np.zeros(4)
    for member, view in zip(rotations.estimators_, rotations.members_.views, strict=True):
        A = view.matrix(4)
        for turned in range(4):
            for feature in range(4):
                expected[feature] += A[turned, feature] ** 2 * member.feature_importances_[turned]
    assert_allclose(rotations.feature_importances_, expected / 9)


def test_features_that_matter_are_found_through_few_turns():
    table, target = make_classification(
        400, 8, n_informative=2, n_redundant=0, n_clusters_per_class=1, shuffle=False, random_state=1
    )
    rotations = RandomRotationClassifier(accumulate=False, random_state=0).fit(table, target)
    importances = rotations.feature_importances_
    assert importances[:2].min() > importances[2:].max()


def test_a_model_keeps_no_table_and_hardly_more_than_its_trees():
    table, target = make_classification(800, 30, random_state=0)
    trees = BaggingClassifier(n_estimators=30, random_state=0).fit(table, target)
    rotations = RandomRotationClassifier(n_estimators=30, random_state=0).fit(table, target)
    n_nodes = [sum(tree.flat_tree_.node_count for tree in each.estimators_) for each in (trees, rotations)]
    sizes = [len(pickle.dumps(each)) for each in (trees, rotations)]
    assert sizes[1] / n_nodes[1] < 1.5 * sizes[0] / n_nodes[0]
    assert sizes[1] - sizes[0] * n_nodes[1] / n_nodes[0] < table.nbytes / 2


def test_the_record_of_outputs_reads_it():
    rotations = RandomRotationClassifier(n_estimators=7, random_state=0).fit(X, y)
    outputs = Outputs.from_estimator(rotations, X, y)
    assert outputs.answers.shape == (7, 150)
    assert len(list(rotations.staged_predict(X))) == 7
    assert rotations.member_leaf_sizes(X).shape == (7, 150)


def test_oblique_boundaries_are_what_rotations_are_for():
    gains = []
    for seed in range(5):
        line = make_diagonal(1200, random_state=seed)
        plain, turned = (
            each(n_estimators=100, random_state=seed).fit(line.X[:200], line.y[:200])
            for each in (BaggingClassifier, RandomRotationClassifier)
        )
        gains.append(turned.score(line.X[200:], line.y[200:]) - plain.score(line.X[200:], line.y[200:]))
    assert np.mean(gains) > 0.005


def draw_frame(ensemble, seed, n_steps=100):
    """Answers on a grid over the unit square, and what they should be."""
    sample = make_square_frame(400, random_state=seed)
    steps = (np.arange(n_steps) + 0.5) / n_steps
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    answers = ensemble.fit(sample.X, sample.y).predict(grid.reshape(-1, 2)).reshape(n_steps, n_steps)
    return answers, np.where((np.abs(grid - 0.5) > 0.25).any(axis=2), 1, -1)


def count_regions(answers):
    return label(answers == 1)[1] + label(answers == -1)[1]


def test_axis_parallel_boundaries_are_what_they_are_not_for():
    """The bias of trees (Rogers 2007, eq. 4.27): a square along the axes suits them, and a turned one does not."""
    errors, regions = [], []
    for seed in range(3):
        plain = BaggingClassifier(n_estimators=60, random_state=seed)
        turned = RandomRotationClassifier(n_estimators=60, random_state=seed)
        single = RandomRotationClassifier(n_estimators=1, random_state=seed)
        drawn = [draw_frame(each, seed) for each in (plain, turned, single)]
        errors.append([np.mean(answers != truth) for answers, truth in drawn])
        regions.append([count_regions(answers) for answers, _ in drawn])
    assert np.all(np.mean(errors, axis=0)[1:] > 1.5 * np.mean(errors, axis=0)[0])
    assert [each[0] for each in regions] == [2, 2, 2]
    assert np.mean(regions, axis=0)[2] > 2 * np.mean(regions, axis=0)[1]  # many members smooth what one tears


def test_regression_through_rotations():
    table, values = load_diabetes(return_X_y=True)
    rotations = RandomRotationRegressor(oob_score=True, random_state=0).fit(table, values)
    assert 0.4 < rotations.oob_score_ < 0.6
    assert rotations.feature_importances_.argmax() in {2, 8}  # body mass index, serum triglycerides


def test_sparse_matrices_are_refused():
    from scipy.sparse import csr_array

    with pytest.raises(TypeError, match="dense data is required"):
        RandomRotationClassifier(DecisionTreeClassifier(), 3).fit(csr_array(X), y)
    with pytest.raises(ValueError, match="needs a dense table"):
        EnsembleClassifier(DecisionTreeClassifier(), view="rotation").fit(csr_array(X), y)
