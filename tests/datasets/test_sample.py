"""A sample knows its truth, also when noise is added to it."""

import numpy as np

from hedgerow.datasets import Sample, append_noise, make_network, make_simple, make_twonorm
from hedgerow.datasets.sample import number_names

SAMPLE = Sample("tiny", np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, -1]), ("x1", "x2"), (0,))


def test_frame_puts_the_target_last():
    assert SAMPLE.frame().to_dict("list") == {"x1": [1.0, 3.0], "x2": [2.0, 4.0], "y": [1, -1]}


def test_table_knows_its_task():
    assert SAMPLE.table().task == make_simple(5).task == "classification"
    assert make_network(5).table().task == "regression"
    assert make_simple(5, binary=False).task == "regression"
    assert SAMPLE.table().kinds == {"x1": "number", "x2": "number"}


def test_names_count_from_one():
    assert number_names(2) == ("x1", "x2")


TWONORM = make_twonorm(2000, random_state=0)


def test_the_truth_is_kept():
    noisy = append_noise(TWONORM, 3, random_state=0)
    np.testing.assert_array_equal(noisy.X[:, :20], TWONORM.X)
    assert (noisy.y is TWONORM.y, noisy.relevant, noisy.bayes_error) == (
        True,
        TWONORM.relevant,
        TWONORM.bayes_error,
    )
    assert TWONORM.X.shape == (2000, 20)


def test_the_columns_are_uniform():
    noise = append_noise(TWONORM, 3, random_state=0).X[:, 20:]
    assert (noise >= 0).all()
    assert (noise <= 1).all()
    np.testing.assert_allclose(noise.mean(axis=0), 0.5, atol=0.03)


def test_noise_on_noise_gets_new_names():
    twice = append_noise(append_noise(TWONORM, 1), 2)
    assert twice.feature_names[-3:] == ("noise1", "noise2", "noise3")
