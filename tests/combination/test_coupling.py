import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.combination.coupling import couple_pairs


def say(chances):
    """What pairs say that fit together."""
    chances = np.asarray(chances)
    return chances[..., :, None] / (chances[..., :, None] + chances[..., None, :])


def draw_pairs(generator, n_rows, n_classes, sharpness):
    noise = generator.normal(size=(n_rows, n_classes, n_classes)) * sharpness
    return 1 / (1 + np.exp(noise.transpose(0, 2, 1) - noise))


def couple_by_rounds(said, weights):
    """The rounds of Hastie and Tibshirani (1998), for one row."""
    n_classes = len(said)
    others = ~np.eye(n_classes, dtype=bool)
    chances = np.where(others, said, 0).sum(axis=1)
    chances /= chances.sum()
    for _ in range(20_000):
        before = chances.copy()
        for i in range(n_classes):
            won = sum(weights[i, j] * said[i, j] for j in range(n_classes) if j != i)
            expected = sum(
                weights[i, j] * chances[i] / (chances[i] + chances[j]) for j in range(n_classes) if j != i
            )
            chances[i] *= won / expected
            chances /= chances.sum()
        if np.abs(chances - before).max() < 1e-12:
            break
    return chances


def test_three_pairs_that_do_not_fit_together():
    said = [[0.5, 0.9, 0.6], [0.1, 0.5, 0.3], [0.4, 0.7, 0.5]]
    assert_allclose(couple_pairs([said]), [[0.583434495, 0.1037393165, 0.3128261884]], atol=1e-9)


def test_pairs_that_fit_together_give_back_what_they_came_from():
    assert_allclose(couple_pairs([say([0.5, 0.2, 0.3])]), [[0.5, 0.2, 0.3]], atol=1e-14)
    many = np.random.default_rng(0).dirichlet(np.ones(9), size=50)
    assert_allclose(
        couple_pairs(say(many)), many, atol=1e-6
    )  # rare classes are nearer to 0 than pairs may be


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.floats(0.1, 1.0), st.integers(0, 10_000))
def test_the_rounds_end_where_newton_does(n_classes, sharpness, seed):
    generator = np.random.default_rng(seed)
    said = draw_pairs(generator, 2, n_classes, sharpness)
    sizes = generator.integers(1, 50, n_classes)
    weights = np.add.outer(sizes, sizes)
    coupled = couple_pairs(said, weights)
    for row, expected in zip(said, coupled, strict=True):
        assert_allclose(couple_by_rounds(row, weights), expected, atol=1e-8)


@pytest.mark.parametrize("sharpness", [0.0, 1.0, 10.0, 100.0])
def test_wins_are_as_many_as_expected(sharpness):
    with np.errstate(over="ignore"):
        said = draw_pairs(np.random.default_rng(1), 100, 12, sharpness)
    chances = couple_pairs(said)
    assert_allclose(chances.sum(axis=1), 1.0)
    gaps = np.clip(said, 1e-7, 1 - 1e-7) - say(chances)
    assert np.abs(gaps.sum(axis=2)).max() < 1e-4


def test_two_classes_keep_what_was_said_of_them():
    assert_allclose(couple_pairs([[[0, 0.3], [0.7, 0]]]), [[0.3, 0.7]])


def test_certainty_is_almost_that():
    certain = np.array([[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]])
    assert couple_pairs(certain)[0, 0] > 1 - 1e-6


def test_one_class_and_no_rows():
    assert couple_pairs([[[0.0]]]).tolist() == [[1.0]]
    assert couple_pairs(np.empty((0, 3, 3))).shape == (0, 3)


def test_heavy_pairs_are_obeyed_more():
    said = np.array([[[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]])  # a circle
    assert_allclose(couple_pairs(said), 1 / 3)
    weights = np.ones((3, 3))
    weights[0, 1] = weights[1, 0] = 10
    first, second, _ = couple_pairs(said, weights)[0]
    assert first / (first + second) > 0.6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.ones((2, 2)),), r"shape \(2, 2\)"),
        ((np.ones((1, 2, 2)), np.ones(2)), "pair_weights"),
        ((np.ones((1, 2, 2)), np.zeros((2, 2))), "pair_weights"),
    ],
)
def test_what_it_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        couple_pairs(*arguments)
