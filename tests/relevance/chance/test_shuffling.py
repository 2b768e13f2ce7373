import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.docstrings import list_wrong_defaults
from tests.kernels.tables import examples
from tests.relevance.chance import naive

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance.chance.shuffling import shuffled_gains

NODES = st.integers(2, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.sampled_from([None, 0.0, 0.5, 1.0, 2.0]), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
    )
)


def expected(x, y, sides, impurity=naive.entropy):
    return [naive.column_gain(x, order, sides, impurity) for order in naive.orders(y)]


@examples(60)
@given(NODES)
def test_numbers_as_when_every_order_is_listed(node):
    x, y = node
    found = shuffled_gains(x, y)
    assert found.mean() == pytest.approx(np.mean(expected(x, y, naive.numeric_sides)), abs=1e-9)


@examples(40)
@given(NODES)
def test_values_as_when_every_order_is_listed(node):
    x, y = node
    found = shuffled_gains(x, y, regression=True)
    assert found.mean() == pytest.approx(
        np.mean(expected(x, y, naive.numeric_sides, naive.variance)), abs=1e-9
    )


@examples(40)
@given(NODES, st.booleans())
def test_categories_as_when_every_order_and_every_group_is_listed(node, regression):
    x, y = node
    y = y if regression else [min(label, 1) for label in y]
    impurity = naive.variance if regression else naive.entropy
    found = shuffled_gains(x, y, categorical=True, regression=regression)
    assert found.mean() == pytest.approx(np.mean(expected(x, y, naive.category_sides, impurity)), abs=1e-9)


@pytest.mark.parametrize("categorical", [False, True])
@pytest.mark.parametrize("n_classes", [0, 2, 4])
def test_gains_are_those_of_a_tree(categorical, n_classes):
    """A stump on the same shuffled rows finds the same best gain, with missing values and weights."""
    rng = np.random.default_rng(n_classes)
    n = 40
    x = rng.integers(0, 6, n).astype(float)
    x[:5] = np.nan
    y = rng.integers(0, n_classes, n) if n_classes else rng.normal(size=n).round(1)
    weights = rng.integers(1, 4, n)
    how = {"categorical": categorical, "regression": n_classes == 0, "sample_weight": weights}
    gains = shuffled_gains(x, y, **how, n_permutations=20, random_state=7)
    kind = DecisionTreeClassifier if n_classes else DecisionTreeRegressor
    order, shuffle = np.argsort(np.where(np.isnan(x), np.inf, x), kind="stable"), np.random.default_rng(7)
    if categorical:
        order = np.argsort(np.where(np.isnan(x), np.inf, pd.factorize(x)[0]), kind="stable")
    column = x[order][:, None]
    for gain in gains:
        rows = shuffle.permutation(n)
        tree = kind(max_depth=1).prepare(
            TrainingSet.of(
                column, y[rows], n_classes=n_classes or None, is_categorical=np.array([categorical])
            )
        )
        grown = tree.grow(np.zeros(1, np.uint64), weights[rows][None]).forest
        assert grown.nodes["gain"][0] == pytest.approx(gain, abs=1e-9)


def test_many_shuffles_approach_all_orders():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 4, 12), np.arange(12) % 3
    listed = shuffled_gains(x, y, n_permutations=100_000)
    drawn = shuffled_gains(x, y, n_permutations=4000, random_state=1)
    assert listed.size == 34_650
    assert drawn.size == 4000
    assert abs(drawn.mean() - listed.mean()) < 4 * listed.std() / np.sqrt(drawn.size)


def test_blocks_of_shuffles_do_not_show(monkeypatch):
    x, y = np.arange(30) // 2, np.arange(30) % 2
    whole = shuffled_gains(x, y, n_permutations=40, random_state=5)
    monkeypatch.setattr("hedgerow.relevance.chance.shuffling._MOST_NUMBERS", 200)
    np.testing.assert_array_equal(shuffled_gains(x, y, n_permutations=40, random_state=5), whole)
    np.testing.assert_array_equal(shuffled_gains([0, 0, 1, 1], [1, 0, 1, 0]), [1, 0, 0, 0, 0, 1])


def test_labels_and_columns_of_any_kind():
    frame = pd.DataFrame({"x": [1, 1, 2, 2], "c": pd.Categorical(["u", "u", "v", None])}, index=[4, 3, 2, 1])
    y = pd.Series(["yes", "no", "no", "yes"], index=[9, 8, 7, 6])
    assert shuffled_gains(frame["x"], y).mean() == pytest.approx(1 / 3)
    nullable = pd.Series([1, None, 2, 2], dtype="Int64")
    assert shuffled_gains(nullable, y).mean() == shuffled_gains([1, np.nan, 2, 2], y).mean()
    same = shuffled_gains(["u", "u", "v", "missing"], y, categorical=True).mean()
    assert shuffled_gains(frame["c"], y, categorical=True).mean() == pytest.approx(same)


@pytest.mark.parametrize(
    ("x", "y"),
    [([3, 3, 3], [0, 1, 1]), ([1, 2, 3], [1, 1, 1]), ([np.nan, np.nan], [0, 1]), ([1], [0]), ([], [])],
)
def test_where_nothing_can_be_parted_nothing_is_gained(x, y):
    np.testing.assert_array_equal(shuffled_gains(x, y), 0.0)
    np.testing.assert_array_equal(shuffled_gains(x, y, regression=True), 0.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x": [1, 2], "y": [0]}, "x has 2 rows and y has 1"),
        ({"x": [1, 2], "y": [0, None]}, "missing values"),
        ({"x": [1, 2], "y": [0, 1], "n_permutations": 0}, "n_permutations=0"),
        ({"x": [1, 2], "y": [0, 1], "sample_weight": [1, 0]}, "weigh nothing"),
        ({"x": [1, 2], "y": [0, 1], "sample_weight": [1]}, "2 numbers above 0"),
    ],
)
def test_errors_say_the_way_out(arguments, message):
    with pytest.raises(ValueError, match=message):
        shuffled_gains(**arguments)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(shuffled_gains) == []
