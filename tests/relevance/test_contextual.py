import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow.datasets import make_parity
from hedgerow.relevance.contextual import contextual_relevance
from hedgerow.tables import distances

X = np.array([[0, 0], [1, 0], [0.2, 1], [3, 1]])
Y = [0, 1, 0, 1]


@pytest.mark.parametrize(("n_neighbours", "scores"), [(1, [5.6, 1.0]), (2, [15.2, 4.0])])
def test_hongs_scores_with_a_pencil(n_neighbours, scores):
    found = contextual_relevance(X, Y, n_neighbours=n_neighbours, scaling="none")
    assert_allclose(found.scores, scores, atol=1e-12)
    assert_allclose(found.values.sum(axis=0), scores, atol=1e-12)


def test_weights_fall_with_the_squared_distance():
    # the nearest rows of the other class stand at 1, 1, sqrt(1.64) and 2.8
    found = contextual_relevance(X, Y, n_neighbours=1, scaling="none", weighting="inverse_square")
    assert_allclose(found.scores, [2 + 0.8 / 1.64 + 1 / 2.8, 1 / 1.64], atol=1e-12)


def score_naively(X, y, hits, size, weighting, scale):
    """Row by row and neighbour by neighbour."""
    X = X / scale
    n, F = X.shape
    values = np.zeros((n, F))
    for i in range(n):
        sides = [([c for c in set(y) if c != y[i]], 1.0)]
        if hits:
            rest = sum(label != y[i] for label in y)
            sides = [([y[i]], -1.0)] + [([c], sum(label == c for label in y) / rest) for c in set(y) - {y[i]}]
        for classes, factor in sides:
            near = []
            for j in range(n):
                if j != i and y[j] in classes:
                    differences = [abs(X[i, f] - X[j, f]) for f in range(F)]
                    apart = sum(differences) if hits else math.sqrt(sum(d * d for d in differences))
                    near.append((apart, j, differences))
            near = sorted(near)[:size]
            weights = [1.0 if weighting == "none" else (1 / d**2 if d > 0 else 0.0) for d, _, _ in near]
            if hits and sum(weights) > 0:
                weights = [w / sum(weights) for w in weights]
            for weight, (_, _, differences) in zip(weights, near, strict=True):
                values[i] += factor * weight * np.array(differences)
    return values.mean(axis=0) if hits else values.sum(axis=0)


@settings(max_examples=60)
@given(
    cells=st.lists(st.integers(0, 5), min_size=18, max_size=18),
    y=st.lists(st.integers(0, 2), min_size=9, max_size=9).filter(lambda y: len(set(y)) > 1),
    hits=st.booleans(),
    size=st.integers(1, 4),
    weighting=st.sampled_from(["none", "inverse_square"]),
)
def test_scores_equal_those_of_the_twin(cells, y, hits, size, weighting):
    X = np.array(cells, dtype=float).reshape(9, 2)
    found = contextual_relevance(X, y, hits=hits, n_neighbours=size, weighting=weighting, scaling="none")
    assert_allclose(found.scores, score_naively(X, y, hits, size, weighting, 1.0), atol=1e-10)


def test_blocks_change_nothing(monkeypatch):
    generator = np.random.default_rng(0)
    X, y = generator.random((40, 3)), generator.integers(0, 3, 40)
    X[generator.random(X.shape) < 0.1] = np.nan
    whole = [contextual_relevance(X, y, hits=hits).values for hits in (False, True)]
    monkeypatch.setattr(distances, "_MAX_BLOCK_CELLS", 7 * 40)
    parts = [contextual_relevance(X, y, hits=hits).values for hits in (False, True)]
    assert_allclose(parts, whole)


def test_an_independent_relieff_says_the_same():
    X = np.random.default_rng(0).random((120, 6))
    found = contextual_relevance(X, X[:, 0] + X[:, 1] > 1, hits=True)
    # feature_importances_ of ReliefF(n_neighbors=10) of skrebate 0.8.4
    expected = [0.17048044, 0.11495375, -0.00678525, -0.00208841, 0.00176605, -0.00307828]
    assert_allclose(found.scores, expected, atol=1e-7)


def test_relief_sees_what_no_feature_tells_alone():
    sample = make_parity(n_samples=200, n_noise=4, random_state=1)
    found = contextual_relevance(sample.X, sample.y, hits=True)
    assert found.frame().query("rank <= 2")["feature"].tolist() == ["x0", "x1"]
    assert found.scores[:2].min() > 0.2
    assert found.scores[2:].max() < 0


def test_a_feature_that_is_the_class_scores_one_and_a_constant_none():
    y = np.array(["a", "b", "c"] * 8)
    table = pd.DataFrame({"class": y, "constant": 1.0})
    found = contextual_relevance(table, y, hits=True, n_neighbours=3)
    assert_allclose(found.scores, [1, 0])


def test_the_order_of_rows_and_columns_and_the_names_of_classes_do_not_matter():
    generator = np.random.default_rng(3)
    X, y = generator.random((60, 4)), generator.integers(0, 3, 60)
    rows, columns = generator.permutation(60), generator.permutation(4)
    for hits in (False, True):
        plain = contextual_relevance(X, y, hits=hits)
        shuffled = contextual_relevance(X[rows][:, columns], np.array(["w", "v", "u"])[y[rows]], hits=hits)
        assert_allclose(shuffled.scores, plain.scores[columns])
        assert_allclose(shuffled.values, plain.values[rows][:, columns])


def test_the_scale_of_a_column_does_not_matter_unless_asked():
    generator = np.random.default_rng(3)
    X, y = generator.random((50, 3)), generator.integers(0, 2, 50)
    larger = X * [1, 1000, 1] + [0, 7, 0]
    for choices in ({}, {"hits": True}, {"scaling": "range"}):
        assert_allclose(
            contextual_relevance(larger, y, **choices).scores, contextual_relevance(X, y, **choices).scores
        )
    unscaled = [contextual_relevance(each, y, scaling="none").scores[1] for each in (X, larger)]
    assert unscaled[1] > 100 * unscaled[0]


def test_rows_may_be_drawn():
    generator = np.random.default_rng(5)
    X, y = generator.random((30, 2)), generator.integers(0, 2, 30)
    found, again = (contextual_relevance(X, y, hits=True, n_rows=10, random_state=3) for _ in range(2))
    assert len(found.rows) == len(set(found.rows)) == 10
    assert_array_equal(found.values, again.values)
    everything = contextual_relevance(X, y, hits=True)
    assert_allclose(found.values, everything.values[found.rows])
    assert_allclose(found.scores, everything.values[found.rows].mean(axis=0))
    assert len(contextual_relevance(X, y, n_rows=99).rows) == 30
    assert found.local_frame().index.tolist() == found.rows.tolist()


def test_missing_values_and_lone_classes_leave_no_gap():
    X = np.array([[1.0, np.nan], [np.nan, 2.0], [3.0, 3.0], [1.0, 1.0]])
    for hits in (False, True):
        assert np.isfinite(contextual_relevance(X, ["a", "b", "b", "c"], hits=hits).values).all()
        assert_allclose(contextual_relevance(X[2:], ["a", "a"]).scores, 0)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"n_neighbours": 0}, "n_neighbours=0 must be an int of 1 or more"),
        ({"n_rows": 1.5}, "n_rows=1.5 must be an int of 1 or more"),
        ({"weighting": "linear"}, "weighting='linear' must be 'none' or 'inverse_square'"),
        ({"scaling": "log"}, "scaling='log' is not known"),
    ],
)
def test_wrong_choices_are_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        contextual_relevance(X, Y, **choices)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(contextual_relevance) == []
