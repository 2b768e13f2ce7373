import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.contrasts import grow_naively, grow_once
from tests.kernels.tables import examples

from hedgerow._kernels.contrast_trees import ContrastRules, grow_contrasts
from hedgerow._kernels.short_codes import ABSENT

KINDS = ("binary", "steps", "wide", "categories", "constant", "binary?", "steps?", "wide?", "categories?")


@st.composite
def tables(draw):
    n = draw(st.integers(2, 40))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    sizes = {"binary": 2, "steps": 6, "wide": 255, "categories": 5, "constant": 1}
    codes, traits = [], []
    for kind in kinds:
        size = sizes[kind.rstrip("?")]
        column = rng.integers(0, size, n)
        column[rng.random(n) < 0.2 * kind.endswith("?")] = ABSENT
        codes.append(column)
        traits.append((size, kind.startswith("categories")))
    n_outputs = draw(st.integers(1, 3))
    targets = (
        rng.integers(-2, 3, (n, n_outputs)) / 2.0 if draw(st.booleans()) else rng.normal(size=(n, n_outputs))
    )
    targets[:, 0] += codes[0] % 2
    weights = np.ones(n) if draw(st.booleans()) else rng.integers(0, 3, n) + (np.arange(n) < 2) * 1.0
    return np.array(codes, np.uint8), np.array(traits, np.int32), targets, weights, rng


@examples(80)
@given(
    tables(),
    st.integers(1, 4),
    st.integers(1, 6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_trees_are_those_of_the_twin(table, max_features, min_out, fall_back, share, masked):
    codes, traits, targets, row_weights, rng = table
    n = codes.shape[1]
    bags = rng.multinomial(n, row_weights / row_weights.sum(), 2).astype(np.float64)
    limits, n_masking = ContrastRules(max_features, min_out, fall_back, share), masked * (len(codes) + 1) // 2
    importances, masking = np.zeros(len(codes)), np.zeros((n_masking, len(codes)))
    grow_contrasts(
        codes, traits, targets, bags, row_weights, np.array([5, 6], np.uint64), limits, importances, masking
    )
    expected = [
        grow_naively(codes, traits, targets, bag, row_weights, seed, limits, n_masking)
        for bag, seed in zip(bags, (5, 6), strict=True)
    ]
    np.testing.assert_allclose(importances, sum(importance for importance, _ in expected), atol=1e-9)
    np.testing.assert_allclose(masking, sum(mask for _, mask in expected), atol=1e-9)


def test_splits_are_scored_out_of_bag():
    # In the bag the wide column parts the values as well as the true one; out of it, not at all.
    true, wide = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 2, 3, 3, 0, 0, 3]
    values, bag = [0, 0, 1, 1, 0, 0, 1, 1], [1, 1, 1, 1, 0, 0, 0, 0]
    assert grow_once([true, wide], values, bag=bag, min_out=4)[0] == pytest.approx([0.25, 0.0])
    assert grow_once([wide], values, bag=bag, min_out=4)[0] == pytest.approx([0.0])
    assert grow_once([wide], values, bag=bag, min_out=5)[0] == pytest.approx([0.25])
    assert grow_once([wide], values, bag=bag, min_out=5, fall_back=False)[0] == pytest.approx([0.0])


def test_exclusive_or_is_found():
    a, b = [0, 0, 1, 1] * 4, [0, 1, 0, 1] * 4
    importances, _ = grow_once([a, b], np.array(a) ^ np.array(b), bag=[1] * 8 + [0] * 8)
    assert importances.sum() == pytest.approx(0.25)


def test_association_by_pencil():
    """Six of ten go left: a surrogate that agrees on nine has .75; one that agrees on five is none."""
    primary = (np.arange(10) >= 6) * 1
    imitation = [0, 1, 2, 3, 4, 7, 6, 8, 9, 10]  # with the cut at 5 only one row strays
    importances, masking = grow_once([primary, imitation, [0, 1] * 5], primary, n_masking=1)
    assert importances == pytest.approx([0.24, 0.0, 0.0])
    np.testing.assert_allclose(masking, [[0.24, 0.24 * 0.75, 0.0]], atol=1e-12)


@pytest.mark.parametrize("categorical", [False, True])
@pytest.mark.parametrize(("lost", "expected"), [((), 1.0), ((0, 1), 1.0), ((8, 9), 0.5)])
def test_reversed_surrogates_and_missing_values(lost, expected, categorical):
    """Rows whose value is missing follow the larger side: right for the first six, wrong for the last four."""
    step = np.repeat([0, 1], [6, 4])
    surrogate = np.where(np.isin(np.arange(10), lost), ABSENT, 1 - step)
    # Out of bag, where splits are judged, the surrogate is of no use.
    codes = [[*step, 0, 0, 1, 1], [*surrogate, 0, 1, 0, 1]]
    bag = [1] * 10 + [0] * 4
    importances, masking = grow_once(
        codes, [*step, 0, 0, 1, 1], bag=bag, min_out=4, n_masking=2, categorical=categorical
    )
    assert importances == pytest.approx([0.25, 0.0])
    np.testing.assert_allclose(masking, [[0.25, 0.25 * expected], [0.0, 0.0]], atol=1e-12)
