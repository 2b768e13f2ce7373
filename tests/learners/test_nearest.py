from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, load_wine
from sklearn.neighbors import KNeighborsClassifier
from tests.contract import parametrize_with_contract

from hedgerow import BaggingClassifier
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.nearest import NearestClassifier
from hedgerow.learners.spaces import Asked
from hedgerow.tables import distances

X, y = load_iris(return_X_y=True)
SEEDS = np.arange(3, dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (3, 150)).astype(np.int32)
COLUMNS = [np.array([0, 2]), np.array([1]), np.array([1, 2, 3])]


@parametrize_with_contract([NearestClassifier(5, scaling="range", metric="manhattan")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def naive_shares(X, y, counts, row, k, n_classes):
    """Every row as often as it counts, sorted by distance and then by position; the first k vote."""
    listed = [
        (sum((X[i] - row) ** 2), i, y[i]) for i in range(len(y)) for _ in range(int(counts[i])) if y[i] >= 0
    ]
    nearest = sorted(listed)[:k]
    return [sum(label == code for *_, label in nearest) / len(nearest) for code in range(n_classes)]


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_shares_are_those_of_the_first_k_rows(seed):
    rng = np.random.default_rng(seed)
    n_rows, k = int(rng.integers(2, 14)), int(rng.integers(1, 8))
    X = rng.integers(0, 3, (n_rows, 3)).astype(float)  # with many ties
    y = rng.integers(0, 3, n_rows)
    counts = rng.integers(0, 3, (2, n_rows)).astype(np.int32)
    counts[:, 0] = 1
    columns = [np.array([0, 2]), np.array([1])]
    learner = NearestClassifier(k, scaling="none")
    found = learner.prepare(TrainingSet.of(X, y, n_classes=3)).grow(SEEDS[:2], counts, columns).outputs(X)
    for member, features in enumerate(columns):
        seen = X[:, features]
        expected = [naive_shares(seen, y, counts[member], row, k, 3) for row in seen]
        assert_allclose(found[member], expected, atol=1e-12)


@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_it_agrees_with_scikit_learns(k, metric):
    rng = np.random.default_rng(0)
    data, target = load_wine(return_X_y=True)
    data = data + 1e-3 * rng.random(data.shape)  # no ties
    ours = NearestClassifier(k, metric=metric).fit(data[::2], target[::2])
    scaled = data / data[::2].std(axis=0, ddof=1)
    theirs = KNeighborsClassifier(k, metric=metric).fit(scaled[::2], target[::2])
    assert_array_equal(ours.predict_proba(data), theirs.predict_proba(scaled))


def test_equal_shares_go_to_the_larger_class():
    line = np.array([[0.0], [2.0], [9.0], [10.0]])
    assert NearestClassifier(2).fit(line, ["a", "b", "b", "b"]).predict([[1.0]]) == ["b"]
    assert NearestClassifier(2).fit(line, ["a", "b", "a", "b"]).predict([[1.0]]) == ["a"]
    assert NearestClassifier(99).fit(line, ["a", "b", "b", "b"]).predict_proba([[1.0]])[0, 0] == 0.25


def test_weights_are_repeats_and_fractions_of_a_mean_of_one():
    line, labels = np.array([[0.0], [1.0], [3.0]]), [0, 1, 1]
    weighted = NearestClassifier(3, scaling="none").fit(line, labels, [2, 1, 1])
    repeated = NearestClassifier(3, scaling="none").fit(line[[0, 0, 1, 2]], [0, 0, 1, 1])
    asked = np.array([[-1.0], [0.6], [2.5]])
    assert_allclose(weighted.predict_proba(asked), repeated.predict_proba(asked))
    # Weights 1.5, 0.75 and 0.75: two neighbours are the first row and two thirds of the second.
    for scale in (0.25, 1.0, 7.0):
        fractional = NearestClassifier(2, scaling="none").fit(
            line, labels, scale * np.array([0.5, 0.25, 0.25])
        )
        assert_allclose(fractional.predict_proba([[0.0]]), [[0.75, 0.25]])
    counted = NearestClassifier(1).fit(line, labels, [0, 1, 1])
    assert counted.predict([[0.0]]) == [1]


def test_numbers_categories_and_missing_values_are_on_one_scale():
    frame = pd.DataFrame({"size": [0.0, 10.0, 20.0, 30.0], "colour": ["red", "red", "blue", None]})
    model = NearestClassifier(scaling="range").fit(frame, ["a", "b", "c", "d"])
    asked = pd.DataFrame({"size": [12.0, 14.0, 29.0, np.nan], "colour": ["red", "blue", "green", "blue"]})
    assert model.predict(asked).tolist() == ["b", "c", "d", "c"]


@pytest.mark.parametrize("k", [1, 5])
def test_members_answer_alone_as_they_do_together(k):
    holes = X.copy()
    holes[::13, 2] = np.nan
    table = NearestClassifier(k).prepare(TrainingSet.of(holes, y, n_classes=3))
    members = table.grow(SEEDS, COUNTS, COLUMNS)
    outputs = members.outputs(holes)
    single = [table.grow(SEEDS[i : i + 1], COUNTS[i : i + 1], COLUMNS[i : i + 1]) for i in range(3)]
    joined = single[0].join(single[1:])
    assert_array_equal(joined.outputs(holes), outputs)
    combination_weights = np.array([2.0, 0.5, 1.0])
    assert_allclose(
        joined.sum_outputs(holes, combination_weights, hard=False),
        np.tensordot(combination_weights, outputs, 1),
    )
    assert_array_equal(joined.sum_outputs(holes, None, hard=True).sum(axis=1), 3)
    for index in range(3):
        assert_array_equal(members[index].predict_proba(holes), outputs[index])
        assert members[index].n_features_in_ == 4


def test_blocks_of_rows_leave_no_trace(monkeypatch):
    table = NearestClassifier(3).prepare(TrainingSet.of(X, y, n_classes=3))
    whole = table.grow(SEEDS, COUNTS, COLUMNS).outputs(X)
    monkeypatch.setattr(distances, "_MAX_BLOCK_CELLS", 1000)
    assert_array_equal(table.grow(SEEDS, COUNTS, COLUMNS).outputs(X), whole)


@pytest.mark.parametrize(
    ("metric", "owner", "name"),
    [("euclidean", Asked, "list_nearest"), ("manhattan", distances.Differences, "distances")],
)
def test_members_on_the_same_features_share_their_neighbours(monkeypatch, metric, owner, name):
    calls = []
    table = NearestClassifier(3, metric=metric).prepare(TrainingSet.of(X, y, n_classes=3))
    members = table.grow(SEEDS, np.ones_like(COUNTS))
    plain = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given, **named: calls.append(1) or plain(*given, **named))
    members.outputs(X)
    assert len(calls) == 1


def test_a_member_that_sees_few_rows_looks_farther():
    far = np.zeros((1, 150), np.int32)
    far[0, [0, 1, 149]] = 1
    outputs = (
        NearestClassifier(2).prepare(TrainingSet.of(X, y, n_classes=3)).grow(SEEDS[:1], far).outputs(X[100:])
    )
    assert_array_equal(outputs[0, -1], [0.5, 0, 0.5])


def test_targets_replace_the_question_and_leave_rows_out():
    targets = np.stack([np.array([0, 1, -1])[y], np.array([1, -1, 0])[y]])
    table = NearestClassifier(3, scaling="none").prepare(TrainingSet.of(X, y * 0, n_classes=2))
    ones = np.ones((1, 150), np.int32)
    single = [table.grow(SEEDS[i : i + 1], ones, None, targets[i : i + 1]) for i in range(2)]
    members = single[0].join(single[1:])
    for index, question in enumerate(targets):
        asked = question >= 0
        twin = NearestClassifier(3, scaling="none").fit(X[asked], question[asked])
        assert_array_equal(members.outputs(X)[index], twin.predict_proba(X))
        assert_array_equal(members[index].predict_proba(X), twin.predict_proba(X))


def test_bagging_hardly_changes_the_nearest_row_and_subspaces_do():
    """Rogers 2007, section 2.4: bagging does little for a stable learner such as 1-NN."""
    train, test = np.arange(150) % 2 == 0, np.arange(150) % 2 == 1
    alone = NearestClassifier().fit(X[train], y[train]).predict(X[test])
    bagged = BaggingClassifier(NearestClassifier(), n_estimators=50, random_state=0).fit(X[train], y[train])
    assert np.mean(bagged.predict(X[test]) == alone) > 0.95
    subspaces = RandomSubspaceClassifier(NearestClassifier(), 50, max_features=2, random_state=0)
    subspaces.fit(X[train], y[train])
    agree = [
        np.mean([(each.argmax(axis=1) == alone).mean() for each in ensemble.member_outputs(X[test])])
        for ensemble in (bagged, subspaces)
    ]
    assert agree[1] < agree[0]


def test_ensembles_do_not_depend_on_the_workers():
    fits = [
        RandomSubspaceClassifier(
            NearestClassifier(3), 12, bootstrap=True, oob_score=True, n_jobs=n, random_state=0
        )
        for n in (None, 2)
    ]
    assert_array_equal(*[fit.fit(X, y).predict_proba(X) for fit in fits])
    assert fits[0].oob_score_ > 0.9


def test_errors_say_what_is_wrong():
    for wrong, message in (
        ({"n_neighbors": 0}, "n_neighbors=0 must be an int of 1 or more"),
        ({"scaling": "robust"}, "scaling='robust' must be 'standard', 'range' or 'none'"),
        ({"metric": "cosine"}, "metric='cosine' must be 'euclidean' or 'manhattan'"),
    ):
        with pytest.raises(ValueError, match=message):
            NearestClassifier(**wrong).fit(X, y)
    with pytest.raises(ValueError, match="learns classes, not values"):
        NearestClassifier().prepare(TrainingSet.of(X, X[:, 0], n_classes=None))
    with pytest.raises(MemberError, match="member 1 could not be fitted"):
        NearestClassifier().prepare(TrainingSet.of(X, y, n_classes=3)).grow(
            SEEDS[:2], np.eye(2, 150)[[0, 0]] * [[1], [0]]
        )


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda members: replace(members, y=np.append(members.y, 0)), "these are not known rows"),
        (lambda members: replace(members, counts=members.counts[:, :-1]), "do not fit the known ones"),
        (lambda members: replace(members, columns=(np.array([7]),)), "a feature that is not there"),
        (lambda members: replace(members, targets=np.array([[0, 1, 2, -1]])), "a class that is not there"),
        (lambda members: replace(members, counts=members.counts * np.nan), "count less than nothing"),
        (lambda members: replace(members, counts=-members.counts), "count less than nothing"),
    ],
)
def test_what_are_no_members_is_refused(edit, message):
    prepared = NearestClassifier().prepare(TrainingSet.of(np.eye(4), np.arange(4) % 2, n_classes=2))
    members = prepared.grow(np.zeros(1, np.uint64), np.ones((1, 4)))
    members.check_loaded()
    with pytest.raises(ValueError, match=message):
        edit(members).check_loaded()


def test_a_column_of_tiny_numbers_among_ordinary_ones_counts_as_before():
    X, y = load_wine(return_X_y=True)
    expected = NearestClassifier(9).fit(X, y).predict_proba(X)
    for factor in (1e-165, 1e-170, 1e200):
        X[:, 0] *= factor
        assert_allclose(NearestClassifier(9).fit(X, y).predict_proba(X), expected)
        X[:, 0] /= factor
