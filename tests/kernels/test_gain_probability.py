import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples
from tests.relevance.chance import naive

from hedgerow._kernels.gain_probability import walk_many_classes, walk_two_classes


def lattice(counts):
    """Cells of the lattice, in lexicographic order, and what a cut there gains."""
    cells = np.ascontiguousarray(np.indices(tuple(c + 1 for c in counts)).reshape(len(counts), -1).T)
    labels, gains = naive.labels_of(counts), []
    for cell in cells:
        left = [place < cell[label] for label, place in zip(labels, _places(labels), strict=True)]
        gains.append(naive.gain(labels, left))
    return cells, np.array(gains)


def _places(labels):
    seen = dict.fromkeys(labels, 0)
    for label in labels:
        yield seen[label]
        seen[label] += 1


@examples(25)
@given(st.integers(1, 4), st.integers(1, 4), st.lists(st.floats(0, 1.1), max_size=6))
def test_two_classes_as_when_every_order_is_listed(negative, positive, levels):
    gains = naive.best_gains([negative, positive])
    wanted = np.array([*levels, *(np.unique(gains) + 1e-9)])
    expected = [np.mean(gains <= level) for level in wanted]
    for first in (positive, negative):
        np.testing.assert_allclose(walk_two_classes(negative + positive, first, wanted), expected, atol=1e-12)


@examples(25)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: 2 <= sum(counts) <= 7),
    st.lists(st.floats(0, 1.6), max_size=6),
)
def test_many_classes_as_when_every_order_is_listed(counts, levels):
    cells, cell_gains = lattice(counts)
    gains = naive.best_gains(counts)
    wanted = np.array([*levels, *(np.unique(gains) + 1e-9)])
    expected = [np.mean(gains <= level) for level in wanted]
    found = walk_many_classes(np.array(counts), cells, cell_gains, wanted)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize(("n", "positive"), [(9, 3), (17, 8), (30, 1), (40, 20)])
def test_both_walks_agree(n, positive):
    cells, gains = lattice([n - positive, positive])
    levels = np.append(np.linspace(0, 1, 23), np.unique(gains)[:20] + 1e-9)
    many = walk_many_classes(np.array([n - positive, positive]), cells, gains, levels)
    np.testing.assert_allclose(walk_two_classes(n, positive, levels), many, atol=1e-12)


def test_no_path_is_lost_in_a_large_lattice():
    kept = walk_two_classes(3001, 1000, np.array([-1.0, 0.002, 2.0]))
    assert kept[0] == 0.0
    assert 0.3 < kept[1] < 0.9
    assert kept[2] == pytest.approx(1.0, abs=1e-12)


def test_input_may_be_read_only():
    levels = np.array([0.4, 1.0])
    levels.setflags(write=False)
    np.testing.assert_allclose(walk_two_classes(4, 2, levels), [2 / 3, 1.0])
