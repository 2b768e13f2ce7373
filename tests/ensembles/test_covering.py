import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.tree import DecisionTreeClassifier as OtherTree
from tests.contract import parametrize_with_contract

from hedgerow import DecisionTreeClassifier, datasets
from hedgerow.ensembles.covering import LeafCoverClassifier


@parametrize_with_contract([LeafCoverClassifier(DecisionTreeClassifier(max_depth=3))])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_a_pencil_example():
    """Stumps: six rows of "a" lie below 6; of the others the four above 8 are "c"; the rest is one leaf."""
    x = np.arange(12.0)
    y = np.array(list("aaaaaabbcccc"))
    cover = LeafCoverClassifier(DecisionTreeClassifier(max_depth=1)).fit(x[:, None], y)
    assert cover.rules_ == ["x0 <= 5.5: a", "x0 > 7.5: c", "otherwise: b"]
    assert cover.report_["n_taken"].tolist() == [6, 4, 2]
    assert cover.predict([[-9], [7], [99]]).tolist() == ["a", "b", "c"]


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    n_classes=st.integers(2, 4),
    tree=st.sampled_from([{"pruning": "mdl"}, {"max_depth": 2}, {"max_depth": 3, "min_samples_leaf": 2}]),
)
def test_it_is_the_published_loop(seed, n_classes, tree):
    generator = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), generator.integers(0, n_classes, 40)])
    X = generator.normal(size=(len(y), 2)).round(1) + y[:, None]
    X[generator.random(X.shape) < 0.05] = np.nan
    cover = LeafCoverClassifier(DecisionTreeClassifier(**tree)).fit(X, y)
    rows, rules = list(range(len(y))), []
    while rows:
        grown = DecisionTreeClassifier(**tree).fit(X[rows], y[rows])
        leaves = grown.apply(X[rows])
        largest = max(sorted(set(leaves)), key=lambda leaf: np.sum(leaves == leaf))
        rules.append((grown, largest))
        rows = [row for row, leaf in zip(rows, leaves, strict=True) if leaf != largest]
    probe = generator.normal(size=(30, 2)) * 3
    for x, said in zip(probe, cover.predict_proba(probe), strict=True):
        expected = np.bincount(y) / len(y)
        for grown, leaf in rules:
            if grown.apply(x[None])[0] == leaf:
                expected = np.zeros(n_classes)
                expected[grown.classes_] = grown.predict_proba(x[None])[0]
                break
        assert_allclose(said, expected)
    assert len(cover.report_) == len(rules) + (rules[-1][0].get_n_leaves() > 1)


def test_rules_in_words_are_the_rules():
    """A rule's words, read as Python, cover exactly the rows that the rule takes."""
    table = datasets.load("pima")
    X = table.features.fillna(0)
    cover = LeafCoverClassifier(DecisionTreeClassifier(max_depth=4)).fit(X, table.target)
    taker = cover.answering_stage(X)
    free = np.ones(len(X), bool)
    for number, rule in enumerate(cover.rules_):
        words, label = rule.rsplit(": ", 1)
        fits = np.ones(len(X), bool)
        for condition in words.split(" and "):
            if condition == "otherwise":
                continue
            name, sign, value = condition.split(" ")
            # three digits are shown, so values that near the cut may be on either side of the words
            near = np.abs(X[name] - float(value)) <= 0.006 * abs(float(value))
            side = X[name] <= float(value) if sign == "<=" else X[name] > float(value)
            fits &= side.to_numpy() | near.to_numpy()
        assert (free & (taker == number) <= fits).all()
        assert set(cover.predict(X[taker == number])) <= {label}
        free &= taker != number
    assert not free.any()


def test_a_cut_that_a_later_one_sharpens_is_not_told():
    generator = np.random.default_rng(0)
    x = generator.random(600)
    y = np.digitize(x, [0.2, 0.4, 0.6, 0.8]) % 2
    cover = LeafCoverClassifier(DecisionTreeClassifier()).fit(x[:, None], y)
    for rule in cover.rules_:
        assert rule.count("<=") <= 1
        assert rule.count(">") <= 1


def test_categories_and_missing_values_are_told():
    frame = pd.DataFrame({"colour": ["red", "blue", "green"] * 20, "size": [1.0, np.nan, 3.0] * 20})
    sold = np.where(frame["colour"] == "blue", "no", "yes")
    assert LeafCoverClassifier().fit(frame[["colour"]], sold).rules_ == [
        "colour in {green, red}: yes",
        "otherwise: no",
    ]
    assert LeafCoverClassifier().fit(frame[["size"]], sold).rules_ == [
        "size is present: yes",
        "otherwise: no",
    ]


def test_a_single_leaf_is_the_only_rule():
    cover = LeafCoverClassifier().fit(np.zeros((5, 1)), [1, 1, 0, 1, 0])
    assert cover.rules_ == ["otherwise: 1"]
    assert_allclose(cover.predict_proba([[7.0]]), [[0.4, 0.6]])


def test_integer_weights_are_repeats():
    table = datasets.load("sonar")
    X, y = table.features.to_numpy(), np.asarray(table.target)
    weights = np.random.default_rng(0).integers(0, 3, len(y))
    weighted = LeafCoverClassifier().fit(X, y, weights)
    repeated = LeafCoverClassifier().fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert weighted.rules_ == repeated.rules_
    assert_array_equal(weighted.predict(X), repeated.predict(X))


def test_only_trees_of_this_package_have_leaves_that_can_be_told():
    with pytest.raises(ValueError, match="must be a DecisionTreeClassifier of hedgerow, or None"):
        LeafCoverClassifier(OtherTree()).fit([[0], [1]], [0, 1])
