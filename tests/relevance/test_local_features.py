import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.model_selection import LeaveOneOut as Splits
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from tests.contract import parametrize_with_contract

from hedgerow.foundation.constraints import check_parameters
from hedgerow.relevance.local_features import LeaveOneOut, LocalFeatureClassifier

CATEGORICAL = [False, True, False]


def distance(scaled, a, b, mask):
    """Squared distance in the features of a mask."""
    return sum(
        (float(a[f] != b[f]) if CATEGORICAL[f] else (a[f] - b[f]) / scaled[f]) ** 2
        for f in range(3)
        if mask[f]
    )


def answer(X, y, masks, scale, row, left_out):
    others = [i for i in range(len(X)) if i != left_out]
    return min(others, key=lambda i: (distance(scale, row, X[i], masks[i]), i))


def search_naively(X, y):
    """The whole search, with all distances computed again for every accuracy."""
    n = len(X)
    deviations = X.std(axis=0, ddof=1)
    scale = np.where(deviations > 0, deviations, 1.0)
    masks = [[True] * 3 for _ in range(n)]

    def n_right():
        return sum(y[answer(X, y, masks, scale, X[q], q)] == y[q] for q in range(n))

    right, changed = n_right(), True
    while changed:
        changed = False
        for i in range(n):
            alike = [j for j in range(n) if j != i and y[j] == y[i]]
            if not alike:
                continue
            j = min(alike, key=lambda j: (distance(scale, X[i], X[j], masks[i]), j))
            differs = [
                f
                for f in range(3)
                if masks[i][f]
                and (X[i, f] != X[j, f] if CATEGORICAL[f] else abs(X[i, f] - X[j, f]) > scale[f])
            ]
            if not differs:
                continue
            before = masks[i]
            masks[i] = [kept and f not in differs for f, kept in enumerate(before)]
            if n_right() < right:
                masks[i] = before
            else:
                right, changed = n_right(), True
    return np.array(masks), right / n, scale


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), n=st.integers(4, 12), n_classes=st.integers(1, 3))
def test_the_search_equals_its_twin(seed, n, n_classes):
    generator = np.random.default_rng(seed)
    X = np.column_stack([generator.normal(size=n), generator.integers(0, 3, n), generator.normal(size=n)])
    y = generator.integers(0, n_classes, n)
    frame = pd.DataFrame(
        {"a": X[:, 0], "b": pd.Categorical.from_codes(X[:, 1].astype(int), list("uvw")), "c": X[:, 2]}
    )
    model = LocalFeatureClassifier().fit(frame, y)
    masks, accuracy, scale = search_naively(X, y)
    assert_array_equal(model.masks_, masks)
    assert model.accuracy_ == pytest.approx(accuracy)
    nearest = [answer(X, y, masks, scale, row, None) for row in X]
    assert_array_equal(model.find_nearest(frame), nearest)
    assert_array_equal(model.predict(frame), y[nearest])


def test_without_a_pass_it_is_the_nearest_neighbour():
    X, y = load_iris(return_X_y=True)
    X = X / X.std(axis=0, ddof=1)
    plain = LocalFeatureClassifier(max_passes=0).fit(X, y)
    peer = KNeighborsClassifier(1)
    assert plain.masks_.all()
    assert plain.n_passes_ == 0
    assert plain.full_accuracy_ == plain.accuracy_ == cross_val_score(peer, X, y, cv=Splits()).mean()
    new = X + np.random.default_rng(0).normal(scale=0.3, size=X.shape)
    assert_array_equal(plain.predict(new), peer.fit(X, y).predict(new))


def test_accuracy_never_falls_and_is_that_of_leaving_one_out():
    generator = np.random.default_rng(1)
    X = generator.random((80, 8))
    y = np.where(X[:, 2] < 0.5, X[:, 0], X[:, 1]) > 0.5
    model = LocalFeatureClassifier().fit(X, y)
    assert model.accuracy_ > model.full_accuracy_ + 0.05
    right = 0
    for row in range(80):
        apart = (((X - X[row]) / X.std(axis=0, ddof=1)) ** 2 * model.masks_).sum(axis=1)
        apart[row] = np.inf
        right += y[apart.argmin()] == y[row]
    assert model.accuracy_ == right / 80


def test_a_feature_that_only_adds_noise_within_a_class_is_dropped():
    y = np.array([0, 0, 1, 1])
    X = np.column_stack([[0.0, 0.0, 10.0, 10.0], [0.0, 3.0, 0.0, 3.0]])
    model = LocalFeatureClassifier().fit(X, y)
    assert_array_equal(model.masks_, [[True, False]] * 4)
    assert model.frame()["kept"].tolist() == [1.0, 0.0]
    assert model.frame().columns.tolist() == ["feature", "kept", "kept by 0", "kept by 1"]


def test_one_row_meets_the_others():
    kept = LeaveOneOut(np.array([0, 1, 0]))
    assert kept.meet(1, np.array([2.0, 9.0, 2.0]), unless_worse=False)
    assert kept.nearest.tolist() == [1, 3, 1]
    assert kept.meet(
        0, np.array([9.0, 1.0, 2.0]), unless_worse=True
    )  # at the same distance the first is nearest
    assert kept.nearest.tolist() == [1, 0, 0]
    assert not kept.meet(1, np.array([2.0, 9.0, 1.0]), unless_worse=True)
    assert kept.nearest.tolist() == [1, 0, 0]


def test_missing_values_labels_and_unseen_categories():
    frame = pd.DataFrame({"size": [1.0, np.nan, 9.0, 8.0], "color": ["red", "red", None, "blue"]})
    model = LocalFeatureClassifier().fit(frame, ["no", "no", "yes", "yes"])
    new = pd.DataFrame({"size": [1.1, 8.5, np.nan], "color": ["red", "green", "blue"]})
    assert model.predict(new).tolist() == ["no", "yes", "yes"]
    assert_allclose(model.predict_proba(new), [[1, 0], [0, 1], [0, 1]])
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(new), model.predict(new))


@pytest.mark.parametrize("wrong", [-1, 1.5, "all"])
def test_wrong_passes_are_refused(wrong):
    with pytest.raises(ValueError, match=f"max_passes={wrong!r} must be an int of 0 or more, or None"):
        LocalFeatureClassifier(max_passes=wrong).fit([[0.0], [1.0]], [0, 1])


@parametrize_with_contract([LocalFeatureClassifier()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_no_pass_is_allowed_and_no_less():
    check_parameters(LocalFeatureClassifier(0))
    check_parameters(LocalFeatureClassifier(None))
    with pytest.raises(ValueError, match="max_passes=-1 must be an int of 0 or more"):
        check_parameters(LocalFeatureClassifier(-1))
