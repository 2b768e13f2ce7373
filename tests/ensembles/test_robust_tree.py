import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow import DecisionTreeClassifier, datasets
from hedgerow.ensembles.robust_tree import RobustTreeClassifier
from hedgerow.trees import export_text


@parametrize_with_contract([RobustTreeClassifier(DecisionTreeClassifier(max_depth=2))])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_a_pencil_example():
    """A stump on 0..9: row 2 is a slip, and gone after the first round."""
    X, y = np.arange(10.0)[:, None], np.array([0, 0, 1, 0, 0, 1, 1, 1, 1, 1])
    robust = RobustTreeClassifier(DecisionTreeClassifier(max_depth=1)).fit(X, y)
    assert robust.removed_.tolist() == [2]
    assert robust.round_of_removal_.tolist() == [-1, -1, 0, *[-1] * 7]
    assert robust.report_.to_dict("list") == {
        "n_rows": [10, 9], "n_wrong": [1, 0], "error": [0.1, 0.0], "n_leaves": [2, 2],
    }  # fmt: skip
    assert robust.predict(X).tolist() == [0] * 5 + [1] * 5
    pd.testing.assert_frame_equal(robust.frame(), pd.DataFrame({"row": [2], "round": [0]}))


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    n_classes=st.integers(2, 4),
    max_removed=st.sampled_from([0.0, 0.2, 0.9]),
    learner=st.sampled_from([{"pruning": "mdl"}, {"max_depth": 2}]),
)
def test_it_is_the_published_loop(seed, n_classes, max_removed, learner):
    generator = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), generator.integers(0, n_classes, 50)])
    X = generator.normal(size=(len(y), 3)).round(1) + y[:, None]
    robust = RobustTreeClassifier(DecisionTreeClassifier(**learner), max_removed=max_removed).fit(X, y)
    prior = [int(np.sum(y == k)) for k in range(n_classes)]
    rows, sizes = list(range(len(y))), []
    while True:
        tree = DecisionTreeClassifier(**learner).fit(X[rows], y[rows])
        sizes.append((len(rows), tree.get_n_leaves()))
        kept = []
        for row in rows:
            shares = dict(zip(tree.classes_, tree.predict_proba(X[[row]])[0], strict=True))
            best = [k for k in shares if shares[k] >= max(shares.values()) - 1e-12]
            if max(best, key=lambda k: (prior[k], -k)) == y[row]:
                kept.append(row)
        too_many = len(y) - len(kept) > max_removed * len(y)
        if len(kept) == len(rows) or len(set(y[kept])) < n_classes or too_many:
            break
        rows = kept
    assert robust.report_[["n_rows", "n_leaves"]].to_numpy().tolist() == [list(size) for size in sizes]
    assert_array_equal(np.flatnonzero(robust.round_of_removal_ < 0), rows)
    assert_allclose(robust.predict_proba(X)[:, tree.classes_], tree.predict_proba(X))


def test_the_last_tree_is_right_about_all_that_is_left():
    table = datasets.load("pima")
    robust = RobustTreeClassifier().fit(table.features, table.target)
    kept = robust.round_of_removal_ < 0
    assert robust.report_["n_wrong"].iloc[-1] == 0
    assert robust.score(table.features[kept], table.target[kept]) == 1.0
    assert robust.report_["n_wrong"].sum() == len(robust.removed_)
    assert (np.diff(robust.report_["n_rows"]) == -robust.report_["n_wrong"][:-1]).all()


def test_no_class_vanishes_and_the_limit_holds():
    X, y = np.zeros((10, 1)), np.array([0] * 8 + [1] * 2)
    robust = RobustTreeClassifier().fit(X, y)  # one leaf: the two would be dropped, and their class with them
    assert robust.removed_.size == 0
    assert robust.report_["n_wrong"].tolist() == [2]
    table = datasets.load("pima")
    careful = RobustTreeClassifier(max_removed=0.1).fit(table.features, table.target)
    assert careful.removed_.size == 0
    alone = DecisionTreeClassifier(pruning="mdl").fit(table.features, table.target)
    assert_array_equal(careful.predict(table.features), alone.predict(table.features))


def test_integer_weights_are_repeats():
    table = datasets.load("sonar")
    X, y = table.features.to_numpy(), np.asarray(table.target)
    weights = np.random.default_rng(0).integers(0, 3, len(y))
    weighted = RobustTreeClassifier().fit(X, y, weights)
    repeated = RobustTreeClassifier().fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X))
    assert_allclose(weighted.report_["error"], repeated.report_["error"])


def test_the_tree_can_be_read_with_names_and_labels():
    table = datasets.load("votes")
    robust = RobustTreeClassifier().fit(table.features, table.target)
    assert "V4 in {n}" in export_text(robust)
    assert "democrat" in export_text(robust)
    X, y = load_iris(return_X_y=True)
    bayes = RobustTreeClassifier(GaussianNB()).fit(X, y)
    assert bayes.report_["n_leaves"].isna().all()
    assert isinstance(bayes.estimator_, GaussianNB)


def test_it_is_smaller_at_no_loss_where_labels_are_wrong():
    """John 1995: the trees of cleaned rows are smaller, and no less accurate; paired over data sets and splits."""
    lost, saved = [], []
    for name in ("wbc", "ionosphere", "pima"):
        table = datasets.load(name)
        y = np.unique(table.target, return_inverse=True)[1]
        for seed in range(8):
            generator = np.random.default_rng(seed)
            train, test = np.split(generator.permutation(len(y)), [len(y) // 2])
            noisy = np.where(generator.random(train.size) < 0.15, 1 - y[train], y[train])
            learner = DecisionTreeClassifier(pruning="reduced_error", random_state=seed)
            tree = learner.fit(table.features.iloc[train], noisy)
            robust = RobustTreeClassifier(learner, random_state=seed).fit(table.features.iloc[train], noisy)
            pair = (each.score(table.features.iloc[test], y[test]) for each in (tree, robust))
            lost.append(np.subtract(*pair))
            saved.append(tree.get_n_leaves() - robust.flat_tree_.n_leaves)
    assert np.mean(saved) > 2 * np.std(saved) / np.sqrt(len(saved))
    assert np.mean(lost) < 2 * np.std(lost) / np.sqrt(len(lost))


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match=r"max_removed=1.5 must be a number in \[0, 1\)"):
        RobustTreeClassifier(max_removed=1.5).fit([[0], [1]], [0, 1])
