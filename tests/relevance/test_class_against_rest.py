import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.relevance.class_against_rest import class_relevance


def test_scores_with_a_pencil():
    X = pd.DataFrame({"f": list("aabcbbcc")})
    found = class_relevance(X, [0, 0, 0, 0, 1, 1, 2, 2])
    assert_allclose(found["f"], [1, 5 / 3, 5 / 3], atol=1e-12)
    assert found.index.tolist() == [0, 1, 2]


def score_naively(values, y, label):
    inside = [v for v, k in zip(values, y, strict=True) if k == label]
    outside = [v for v, k in zip(values, y, strict=True) if k != label]
    if not outside:
        return 0.0
    return sum(
        abs(inside.count(v) / len(inside) - outside.count(v) / len(outside))
        for v in set(inside) | set(outside)
    )


@settings(max_examples=50)
@given(
    values=st.lists(st.sampled_from(["u", "v", "w", None]), min_size=8, max_size=8).filter(any),
    y=st.lists(st.sampled_from(["p", "q", "r"]), min_size=8, max_size=8),
)
def test_scores_equal_those_of_the_twin(values, y):
    found = class_relevance(pd.DataFrame({"f": pd.Series(values, dtype=object)}), y)
    assert_allclose(found["f"], [score_naively(values, y, label) for label in sorted(set(y))], atol=1e-12)
    numbers = np.array([{"u": 0.0, "v": 3.0, "w": 4.0, None: np.nan}[v] for v in values])
    assert_allclose(class_relevance(numbers[:, None], y, n_bins=3)["x0"], found["f"], atol=1e-12)


def test_the_range_is_zero_to_two():
    X = np.column_stack([np.repeat([0.0, 1.0, 2.0], 20), np.tile([0.0, 1.0], 30)])
    found = class_relevance(X, np.repeat(["a", "b", "c"], 20), n_bins=5)
    assert_allclose(found, [[2, 0]] * 3, atol=1e-12)


@pytest.mark.parametrize("n_bins", [None, 4])
def test_whole_weights_are_repeated_rows(n_bins):
    generator = np.random.default_rng(0)
    X, y, counts = generator.normal(size=(80, 3)), generator.integers(0, 3, 80), generator.integers(0, 3, 80)
    X[:, 0] += y
    rows = np.repeat(np.arange(80), counts)
    weighted = class_relevance(X, y, n_bins=n_bins, sample_weight=counts)
    assert_allclose(weighted, class_relevance(X[rows], y[rows], n_bins=n_bins), atol=1e-12)


def test_noise_scores_nothing_unless_it_is_cut_into_bins():
    generator = np.random.default_rng(0)
    X, y = generator.random((200, 2)), generator.integers(0, 2, 200)
    X[:, 0] += y
    found = class_relevance(X, y)
    assert (found["x0"] > 1).all()
    assert_allclose(found["x1"], 0)
    assert (class_relevance(X, y, n_bins=8)["x1"] > 0.05).all()


def test_a_class_alone_has_no_rest():
    assert_allclose(class_relevance([[1.0], [2.0]], ["a", "a"]), 0)


def test_a_single_bin_is_refused():
    with pytest.raises(ValueError, match="n_bins=1 must be an int of 2 or more, or None"):
        class_relevance([[1.0], [2.0]], ["a", "b"], n_bins=1)
