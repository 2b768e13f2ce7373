import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract

from hedgerow.selection.measures.moments import information_compression
from hedgerow.selection.unsupervised import CompressionSelector
from hedgerow.selection.unsupervised.compression import find_representatives


@parametrize_with_contract([CompressionSelector()])
def test_scikit_learn(estimator, check):
    check(estimator)


def make_groups(seed=0, n_samples=200):
    """Three groups of four features each, the first the tightest."""
    rng = np.random.default_rng(seed)
    causes = rng.normal(size=(n_samples, 3))
    return np.repeat(causes, 4, axis=1) + rng.normal(size=(n_samples, 12)) * np.repeat([0.05, 0.1, 0.2], 4)


def test_one_feature_of_each_group_stays():
    selector = CompressionSelector(3, max_loss=0.2).fit(make_groups())
    assert (selector.get_support(indices=True) // 4).tolist() == [0, 1, 2]
    assert selector.scores_[selector.get_support()].tolist() == [4.0, 4.0, 4.0]
    assert (selector.representatives_ // 4).tolist() == np.repeat([0, 1, 2], 4).tolist()


def test_no_group_is_wider_than_the_first():
    rng = np.random.default_rng(1)
    apart = np.abs(rng.normal(size=(15, 15)))
    apart = apart + apart.T
    np.fill_diagonal(apart, 0.0)
    standing, max_loss = find_representatives(apart, 4)
    assert max_loss == pytest.approx(np.sort(apart, axis=1)[:, 4].min())
    assert (apart[standing, np.arange(15)] <= max_loss + 1e-12).all()
    assert (standing[standing] == standing).all()
    assert np.bincount(standing).max() <= 5


def test_neighbours_become_fewer_where_groups_are_wide():
    apart = np.array([[0, 0.1, 0.2, 0.9], [0.1, 0, 0.9, 0.9], [0.2, 0.9, 0, 0.25], [0.9, 0.9, 0.25, 0]])
    assert find_representatives(apart, 2)[0].tolist() == [0, 0, 0, 3]
    assert find_representatives(apart, 2, max_loss=0.15)[0].tolist() == [0, 0, 2, 3]
    assert find_representatives(apart, 2, max_loss=0.05)[0].tolist() == [0, 1, 2, 3]


def test_copies_go():
    X = np.random.default_rng(0).normal(size=(50, 3))
    assert CompressionSelector(1).fit(np.column_stack([X, X])).representatives_.tolist() == [0, 1, 2, 0, 1, 2]


def test_units_count_without_scaling():
    x, y = np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 6])
    assert information_compression(x, y) == pytest.approx(0.4232063789)  # spec 10.8
    table = np.column_stack([1000 * x, 1000 * y, x])
    assert CompressionSelector(1, scale=False).fit(table).representatives_.tolist() == [0, 1, 0]
    assert CompressionSelector(1, scale=False).fit(table).max_loss_ == pytest.approx(0.0, abs=1e-6)


def test_a_target_changes_nothing_and_neither_do_rows_without_weight():
    X = make_groups()
    plain = CompressionSelector(3).fit(X)
    assert (CompressionSelector(3).fit(X, X[:, 0]).support_ == plain.support_).all()
    padded = np.vstack([X, np.full((5, 12), 99.0)])
    weighted = CompressionSelector(3).fit(padded, sample_weight=np.repeat([1.0, 0.0], [len(X), 5]))
    assert (weighted.representatives_ == plain.representatives_).all()


def test_categories_gaps_and_constants():
    rng = np.random.default_rng(0)
    label = rng.choice(["a", "b", "c"], 300)
    number = np.where(label == "a", 5.0, 0.0) + rng.normal(size=300)
    table = pd.DataFrame(
        {"label": label, "copy": label, "number": number, "one": 1.0, "gaps": rng.normal(size=300)}
    )
    table.loc[::7, "gaps"] = np.nan
    selector = CompressionSelector(1, max_loss=0.7).fit(
        table.astype({"label": "category", "copy": "category"})
    )
    assert "one" not in selector.get_feature_names_out()
    assert selector.representatives_[3] == -1
    assert "gaps" in selector.get_feature_names_out()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 0}, "n_neighbors=0"),
        ({"max_loss": -1.0}, "max_loss=-1.0 must be a number of 0 or more"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        CompressionSelector(**parameters).fit(make_groups())


def test_categories_have_no_units():
    table = pd.DataFrame({"a": pd.Categorical(["x", "y", "x"]), "b": [1.0, 2.0, 3.0]})
    with pytest.raises(ValueError, match="'a' holds categories; set scale=True"):
        CompressionSelector(scale=False).fit(table)
