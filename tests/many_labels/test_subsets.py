"""Subsets of labels: as many as asked for, all different, and no label forgotten."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.many_labels.label_powerset import draw_disjoint, draw_overlapping


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 40), st.integers(0, 5))
def test_overlapping_subsets_differ_and_cover_all_labels(n_labels, size, n_subsets, seed):
    subsets = draw_overlapping(n_labels, size, n_subsets, np.random.default_rng(seed))
    assert len({tuple(subset) for subset in subsets}) == len(subsets)
    assert {label for subset in subsets for label in subset} == set(range(n_labels))
    assert {len(set(subset)) for subset in subsets} == {min(size, n_labels)}
    assert len(subsets) >= min(n_subsets, comb(n_labels, min(size, n_labels)))


def test_all_subsets_can_be_asked_for():
    assert comb(6, 3) == 20  # Check P0.rakel
    assert len(draw_overlapping(6, 3, 20, np.random.default_rng(0))) == 20
    assert len(draw_overlapping(6, 3, 99, np.random.default_rng(0))) == 20


def test_of_very_many_subsets_some_are_drawn_without_listing_them():
    subsets = draw_overlapping(500, 10, 1000, np.random.default_rng(0))
    assert 1000 <= len({tuple(subset) for subset in subsets}) < 1010


def test_every_subset_is_as_likely():
    counts = np.zeros((5, 5))
    for seed in range(2000):
        for first, second in draw_overlapping(5, 2, 3, np.random.default_rng(seed))[:3]:
            counts[first, second] += 1
    shares = counts[np.triu_indices(5, 1)] / 6000
    assert np.abs(shares - 0.1).max() < 0.015


@pytest.mark.parametrize(("n_labels", "size", "sizes"), [(7, 3, [3, 3, 1]), (6, 3, [3, 3]), (2, 3, [2])])
def test_disjoint_subsets_part_the_labels(n_labels, size, sizes):
    parts = draw_disjoint(n_labels, size, np.random.default_rng(0))
    assert [part.size for part in parts] == sizes
    assert sorted(np.concatenate(parts)) == list(range(n_labels))
