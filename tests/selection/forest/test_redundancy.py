import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.forest.redundancy import remove_redundant


def keep_naively(importances, masks):
    """Tuv et al. 2009: take the best, drop what it masks, go on."""
    left, kept = sorted(range(len(importances)), key=lambda f: -importances[f]), []
    while left:
        best = left.pop(0)
        kept.append(best)
        left = [f for f in left if not masks[best, f]]
    return sorted(kept)


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_it_is_the_greedy_elimination(seed, n):
    rng = np.random.default_rng(seed)
    importances, masks = rng.integers(0, 5, n).astype(float), rng.random((n, n)) < 0.3
    dropped_for = remove_redundant(importances, masks)
    kept = np.flatnonzero(dropped_for == np.arange(n)).tolist()
    assert kept == keep_naively(importances, masks)
    for feature in set(range(n)) - set(kept):
        assert dropped_for[feature] in kept
        assert masks[dropped_for[feature], feature]


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_known_features_stay_whatever_masks_them(seed, n):
    rng = np.random.default_rng(seed)
    known = rng.random(n) < 0.5
    dropped_for = remove_redundant(rng.random(n), np.ones((n, n), bool), known)
    kept = dropped_for == np.arange(n)
    assert kept[known].all()
    assert kept.sum() == max(known.sum(), 1)


def test_a_known_feature_does_not_drop_what_outdoes_it():
    masks, known = np.ones((2, 2), bool), np.array([True, False])
    outdone = np.array([[False, True], [False, False]])
    assert remove_redundant(np.array([1.0, 9.0]), masks, known).tolist() == [0, 0]
    assert remove_redundant(np.array([1.0, 9.0]), masks, known, outdone).tolist() == [0, 1]


def test_nothing_is_changed():
    masks, outdone = np.ones((2, 2), bool), np.ones((2, 2), bool)
    remove_redundant(np.ones(2), masks, np.array([True, False]), outdone)
    assert masks.all()
    assert outdone.all()
