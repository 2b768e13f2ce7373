from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness

from hedgerow.diversity import count_correct
from hedgerow.diversity.correct_counts import expect_independent
from hedgerow.outputs import Outputs


@few
@given(class_outputs(truth=True))
def test_counts_are_those_of_the_twin(outputs):
    counts = count_correct(outputs)
    found = [row for row in zip(counts.correct, counts.predicting, counts.weight, strict=True) if row[2] > 0]
    assert found == naive.right_and_speaking(outputs)


def test_rows_about_which_nobody_speaks_are_left_out():
    predicted = np.ones((3, 8), bool)
    predicted[:, 2] = False
    predicted[0, 3] = False
    counts = count_correct(from_correctness(MATRIX, predicted=predicted))
    assert counts.correct.tolist() == [3, 2, 2, 1, 3, 0, 2]
    assert counts.predicting.tolist() == [3, 3, 2, 3, 3, 3, 3]


def test_together_keeps_rows_about_which_two_speak():
    predicted = np.array([[True, True], [True, False]])
    counts = count_correct(from_correctness([[1, 0], [1, 0]], predicted=predicted)).together()
    assert (counts.correct.tolist(), counts.predicting.tolist()) == ([1], [2])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_independent_members_are_counted_over_all_patterns(accuracies):
    expected = np.zeros(len(accuracies) + 1)
    for pattern in product([0, 1], repeat=len(accuracies)):
        expected[sum(pattern)] += np.prod(
            [p if right else 1 - p for p, right in zip(accuracies, pattern, strict=True)]
        )
    counts = expect_independent(np.array(accuracies))
    np.testing.assert_allclose(counts.weight, expected, atol=1e-12)
    assert counts.correct.tolist() == list(range(len(accuracies) + 1))


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (Outputs.from_predictions([[0, 1]]), "the truth is needed"),
        (Outputs.from_predictions([[0, 1]], truth=[0, 1], regression=True), "measure of classes"),
    ],
)
def test_classes_and_the_truth_are_needed(outputs, message):
    with pytest.raises(ValueError, match=message):
        count_correct(outputs)
