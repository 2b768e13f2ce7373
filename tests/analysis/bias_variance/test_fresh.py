import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.analysis.bias_variance import FreshSamples
from hedgerow.analysis.bias_variance.fresh import GENERATORS
from hedgerow.analysis.bias_variance.replicates import LabelledRows


def draw(n_rows, random_state, shift=0.0):
    X = np.random.default_rng(random_state).normal(size=(n_rows, 1)) + shift
    return X, (X[:, 0] > 0).astype(int)


def test_every_training_set_is_new_and_follows_its_seed():
    arranged = FreshSamples(draw, n_train=5, n_test=7).arrange(None, None, 3, entropy=1)
    assert len(arranged.tested) == 7
    replicates = list(arranged.replicates)
    first = [replicate.draw().X for replicate in replicates]
    assert {len(X) for X in first} == {5}
    assert np.unique(np.concatenate([*first, arranged.tested.X])).size == 3 * 5 + 7
    assert_array_equal(replicates[0].draw().X, first[0])
    assert arranged.words == "3 fresh draw training sets of 5 rows"
    assert arranged.truth is None


def test_parameters_reach_the_generator():
    arranged = FreshSamples(draw, n_test=5, parameters={"shift": 100.0}).arrange(None, None, 1, entropy=1)
    assert arranged.tested.X.min() > 50


@pytest.mark.parametrize("name", [name for name in GENERATORS if name != "network"])
def test_every_named_generator_gives_rows_and_knows_its_truth_or_has_no_noise(name):
    arranged = FreshSamples(name, n_train=40, n_test=50).arrange(None, None, 2, entropy=1)
    part = next(iter(arranged.replicates)).draw()
    assert len(part) == 40
    if arranged.truth is not None:
        table = arranged.truth(arranged.tested.X)
        assert table.shape == (50, len(np.unique(arranged.tested.y)))


def test_the_truth_follows_the_parameters():
    near, far = (
        FreshSamples("ringnorm", n_test=20, parameters={"a": a}).arrange(None, None, 1, entropy=0)
        for a in (0.0, 1.0)
    )
    X = np.zeros((1, 20))
    assert near.truth(X)[0, 1] > far.truth(X)[0, 1]


def test_a_generator_whose_seed_draws_the_problem_is_refused():
    assert "madelon" not in GENERATORS
    with pytest.raises(ValueError, match="no generator 'madelon'"):
        FreshSamples("madelon").arrange(None, None, 1, entropy=0)


def test_data_contradict_fresh_samples():
    part = LabelledRows(np.zeros((1, 1)), np.zeros(1))
    with pytest.raises(ValueError, match="leave X, y and test out"):
        FreshSamples("twonorm").arrange(part, None, 1, entropy=0)
