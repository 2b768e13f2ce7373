import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import RFE
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load, make_network
from hedgerow.selection.elimination import SVMRFESelector, find_least


@parametrize_with_contract([SVMRFESelector(C=0.01)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_the_smallest_weight_goes_first():
    assert find_least(np.array([0.9, -0.1, 0.5, -0.7]) ** 2, 2).tolist() == [1, 2]
    assert find_least(np.array([1.0, 0.0, 0.0]), 1).tolist() == [2]


def test_parity_with_scikit_learn():
    table = load("ionosphere")
    X = table.features.to_numpy(float)
    X = X[:, X.std(axis=0) > 0][:, :12]
    ours = SVMRFESelector(1).fit(X, table.target)
    machine = LinearSVC(dual=False, max_iter=5000, random_state=0)
    theirs = RFE(machine, n_features_to_select=1).fit(StandardScaler().fit_transform(X), table.target)
    np.testing.assert_array_equal(ours.ranking_, theirs.ranking_)


def test_parents_of_a_sum_are_left():
    sample = make_network(500, "H", random_state=0)
    selector = SVMRFESelector(2).fit(sample.X, sample.y)
    assert tuple(selector.get_support(indices=True)) == sample.relevant
    assert sorted(selector.ranking_) == list(range(1, 9))
    np.testing.assert_array_equal(selector.scores_, 9 - selector.ranking_)
    assert selector.p_values_ is None


def test_steps_stop_at_the_number_asked_for():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 10))
    y = np.where(X[:, 3] + X[:, 7] > 0, "yes", "no")
    for step in (3, 0.5, 9):
        selector = SVMRFESelector(2, step=step).fit(X, y)
        assert selector.support_.sum() == 2
    assert SVMRFESelector(0.3, step=0.2).fit(X, y).support_.sum() == 3


def test_categories_and_missing_values_are_read():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 200)
    X = pd.DataFrame({"noise": rng.normal(size=200), "word": word, "gap": rng.normal(size=200)})
    X.loc[::7, "gap"] = np.nan
    X["empty"] = np.nan
    y = rng.permutation(200) % 3
    y[word == "b"] = 1
    assert list(SVMRFESelector(1).fit(X, y).transform(X)) == ["word"]


def test_whole_weights_are_repeats():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 4))
    y = (X[:, 0] + 0.5 * X[:, 2] + rng.normal(size=80) > 0).astype(int)
    counts = rng.integers(0, 3, 80)
    one = SVMRFESelector(2).fit(X, y, sample_weight=counts)
    other = SVMRFESelector(2).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_array_equal(one.ranking_, other.ranking_)


def test_more_columns_than_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 60))
    y = (X[:, 5] > 0).astype(int)
    one, two = (SVMRFESelector(5, step=0.2, C=0.1).fit(X, y) for _ in range(2))
    assert one.support_[5]
    np.testing.assert_array_equal(one.ranking_, two.ranking_)


@pytest.mark.parametrize(
    "parameters",
    [{"n_features": 0}, {"n_features": 1.5}, {"n_features": True}, {"step": 0}, {"step": "half"}],
)
def test_what_cannot_be_is_refused(parameters):
    name = next(iter(parameters))
    with pytest.raises(ValueError, match=f"{name}=.* must be an int of 1 or more, or a share"):
        SVMRFESelector(**parameters).fit(np.eye(6), [0, 1] * 3)
