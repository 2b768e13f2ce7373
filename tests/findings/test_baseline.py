from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings.baseline import Advantage, compare_with_constant, find_skill, name_error


def test_classes_by_pencil():
    found = compare_with_constant(Outputs.from_predictions([["a", "b", "b", "a"]], ["a", "b", "b", "b"]))
    assert (found.error, found.baseline, found.constant) == (0.25, 0.25, "b")
    assert found.skill == 0.0


def test_values_by_pencil():
    found = compare_with_constant(Outputs.from_predictions([[1.0, 3.0]], [0.0, 4.0], regression=True))
    assert (found.error, found.baseline, found.constant) == (1.0, 4.0, "2")
    assert found.skill == 0.75


def test_rows_that_nobody_speaks_about_do_not_count():
    outputs = Outputs.from_predictions([["a", "b", "a"]], ["a", "b", "b"], predicted=[[1, 1, 0]])
    assert compare_with_constant(outputs).n_rows == 2
    assert compare_with_constant(outputs).error == 0.0


def test_rows_without_weight_do_not_count():
    found = compare_with_constant(
        Outputs.from_predictions([["a", "b", "a"]], ["a", "b", "b"], sample_weight=[1, 1, 0])
    )
    assert (found.n_rows, found.error) == (2, 0.0)


@pytest.mark.parametrize(
    ("error", "baseline", "skill"), [(0.1, 0.4, 0.75), (0.5, 0.4, -0.25), (2.0, 8.0, 0.75), (0.0, 0.0, 0.0)]
)
def test_skill_is_the_share_of_a_loss_that_is_removed(error, baseline, skill):
    assert Advantage(error, baseline, 0.1, "a", 10).skill == pytest.approx(skill)


def test_an_advantage_does_not_change():
    with pytest.raises(FrozenInstanceError):
        Advantage(0.1, 0.4, 0.1, "a", 10).error = 0.0


def test_the_error_of_a_constant_has_a_name():
    assert name_error("classification") == "error of the most frequent class"
    assert name_error("regression") == "squared error of the mean"


def test_nothing_is_known_without_the_truth():
    assert find_skill(Outputs.from_predictions([["a", "b"]])) is None
    assert find_skill(None) is None


def test_the_noise_is_that_of_a_paired_difference():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 500)
    said = np.where(random.random(500) < 0.8, truth, 1 - truth)
    found = compare_with_constant(Outputs.from_predictions(said[None], truth))
    common = np.bincount(truth).argmax()
    gains = (truth != common).astype(float) - (said != truth)
    assert found.noise == pytest.approx(gains.std() / np.sqrt(500))
