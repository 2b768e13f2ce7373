import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.views import RandomRotation
from hedgerow.views.rotation import Turns, draw_turn, turn_pairs

SEEDS = np.random.default_rng(0).integers(2**63, size=60).astype(np.uint64)


def naive_rotation(seed, n_features):
    """Algorithm 2 of Rogers (2007), one pair at a time, with the layout of equation 4.28."""
    generator = np.random.default_rng(seed)
    pool = list(generator.permutation(n_features))
    pairs = [(pool[2 * i], pool[2 * i + 1]) for i in range(n_features // 2)]
    angles = generator.uniform(0, np.pi / 2, len(pairs))
    R = np.eye(n_features)
    for (a, b), beta in zip(pairs, angles, strict=True):
        R[a, a], R[a, b] = np.cos(beta), np.sin(beta)
        R[b, a], R[b, b] = -np.sin(beta), np.cos(beta)
    return R


def fit(view, position, X, seeds=SEEDS):
    return view.fit_member(seeds, position, X, np.zeros(len(X), int), None)


def test_a_twelfth_of_a_turn_with_a_pencil():
    turned = turn_pairs(np.array([[0, 1]]), np.array([np.pi / 6]), 3).apply(np.array([[1.0, 2.0, 3.0]]))
    assert_allclose(turned, [[1.866025403784439, 1.232050807568877, 3.0]], rtol=1e-14)
    assert_allclose(np.linalg.norm(turned), 3.7416573867739413, rtol=1e-14)


def test_a_quarter_turn_with_a_pencil():
    turned = turn_pairs(np.array([[0, 1]]), np.array([np.pi / 2]), 2).apply(np.array([[1.0, 2.0]]))
    assert_allclose(turned, [[2.0, -1.0]], atol=1e-15)


@given(st.integers(0, 2**63), st.integers(1, 12))
def test_a_round_is_that_of_the_twin(seed, n_features):
    matrix = draw_turn(seed, n_features).apply(np.eye(n_features)).T
    assert_allclose(matrix, naive_rotation(seed, n_features), atol=1e-15)


@pytest.mark.parametrize("n_features", [1, 2, 5, 8])
def test_rotations_accumulate(n_features):
    X = np.random.default_rng(1).normal(size=(9, n_features))
    A = np.eye(n_features)
    for position in range(10):
        A = naive_rotation(int(SEEDS[position]), n_features) @ A
        turns = fit(RandomRotation(), position, X)
        assert_allclose(turns.matrix(n_features), A, atol=1e-13)
        assert_allclose(turns.transform(X), X @ A.T, atol=1e-13)


def test_without_accumulation_each_member_turns_once():
    X = np.random.default_rng(1).normal(size=(9, 5))
    turns = fit(RandomRotation(accumulate=False), 7, X)
    assert_allclose(turns.matrix(5), naive_rotation(int(SEEDS[7]), 5), atol=1e-15)
    assert not turns.follows(fit(RandomRotation(accumulate=False), 6, X))


def test_a_rotation_is_orthogonal_even_after_a_thousand_rounds():
    seeds = np.arange(1000, dtype=np.uint64)
    A = Turns(seeds, 999).matrix(9)
    assert_allclose(A @ A.T, np.eye(9), atol=1e-12)
    assert_allclose(np.linalg.det(A), 1.0, atol=1e-12)


def test_an_odd_feature_is_left_as_it_is():
    X = np.random.default_rng(2).normal(size=(6, 7))
    turned = draw_turn(5, 7).apply(X)
    assert [column for column in range(7) if np.array_equal(X[:, column], turned[:, column])] == [
        np.random.default_rng(5).permutation(7)[-1]
    ]


def test_a_single_feature_stays():
    X = np.array([[1.5], [2.5]])
    assert_array_equal(fit(RandomRotation(), 20, X).transform(X), X)


def test_angles_are_uniform_up_to_a_right_angle():
    angles = np.sort([np.arccos(draw_turn(seed, 2).coefficients[0, 0]) for seed in range(2000)])
    uniform = (np.arange(2000) + 0.5) / 2000 * np.pi / 2
    assert np.abs(angles - uniform).max() < 1.63 / np.sqrt(2000) * np.pi / 2  # Kolmogorov, level 0.01


def test_going_on_from_an_earlier_member_gives_the_same_bits():
    X = np.random.default_rng(3).normal(size=(50, 6))
    early, late = fit(RandomRotation(), 4, X), fit(RandomRotation(), 9, X)
    assert late.follows(early)
    assert not early.follows(late)
    assert not early.follows(early)
    assert not late.follows(fit(RandomRotation(), 4, X, SEEDS[::-1].copy()))
    assert_array_equal(late.follow(early, early.transform(X)), late.transform(X))


def test_going_on_from_something_else_is_refused():
    with pytest.raises(TypeError, match="goes on from a rotation"):
        Turns(SEEDS, 1).follow(RandomRotation(), np.eye(2))


def test_members_share_their_seeds_in_a_pickle():
    views = [fit(RandomRotation(), position, np.eye(4)) for position in range(60)]
    assert len(pickle.dumps(views)) < 60 * 60 + SEEDS.nbytes
    assert len(pickle.dumps(fit(RandomRotation(accumulate=False), 3, np.eye(500)))) < 400


def test_units_are_taken_away_unless_they_are_wanted():
    X = np.random.default_rng(4).normal(size=(40, 2)) * [1.0, 1000.0]
    scaled, raw = (
        RandomRotation(standardise=s).fit_view(3, X, np.zeros(40)).transform(X) for s in (True, False)
    )
    assert 0.5 < scaled.std(axis=0).min() <= scaled.std(axis=0).max() < 1.5
    assert raw.std(axis=0).min() > 20


def test_the_view_can_be_cloned():
    assert clone(RandomRotation(accumulate=False)).get_params() == {"accumulate": False, "standardise": True}
