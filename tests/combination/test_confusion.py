import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import confusion_matrix

from hedgerow.combination.confusion import Confusion
from hedgerow.outputs import Outputs


@st.composite
def said(draw):
    """Probabilities of some members about some rows, with truth, silence and weights."""
    n_members, n_rows = draw(st.integers(1, 4)), draw(st.integers(1, 8))
    generator = np.random.default_rng(draw(st.integers(0, 10**6)))
    return Outputs.from_predictions(
        generator.dirichlet(np.ones(3), (n_members, n_rows)),
        generator.integers(0, 3, n_rows),
        classes=[0, 1, 2],
        predicted=generator.random((n_members, n_rows)) < 0.7,
        sample_weight=generator.integers(1, 4, n_rows),
    )


@settings(max_examples=50)
@given(said(), st.booleans())
def test_it_counts_what_a_loop_counts(outputs, soft):
    tally = Confusion.from_outputs(outputs, soft=soft)
    counts, predicted, present = (
        np.zeros_like(tally.counts),
        np.zeros_like(tally.predicted_weight),
        np.zeros(3),
    )
    for row in range(outputs.n_samples):
        truth, weight = outputs.truth[row], outputs.sample_weight[row]
        present[truth] += weight
        for member in range(outputs.n_members):
            if outputs.predicted[member, row]:
                predicted[member, truth] += weight
                if soft:
                    counts[member, truth] += weight * outputs.probabilities[member, row]
                else:
                    counts[member, truth, outputs.answers[member, row]] += weight
    assert_allclose(tally.counts, counts)
    assert_allclose(tally.predicted_weight, predicted)
    assert_allclose(tally.present, present)
    assert_allclose(tally.counts.sum(axis=2), tally.predicted_weight)


@settings(max_examples=20)
@given(said(), st.booleans())
def test_blocks_of_rows_merge_to_the_whole(outputs, soft):
    blocks = [outputs.select_rows([row]) for row in range(outputs.n_samples)]
    merged = Confusion.merge([Confusion.from_outputs(block, soft=soft) for block in blocks])
    whole = Confusion.from_outputs(outputs, soft=soft)
    assert_allclose(merged.counts, whole.counts)
    assert_allclose(merged.predicted_weight, whole.predicted_weight)
    assert_allclose(merged.present, whole.present)


def test_scikit_learn_counts_the_same():
    generator = np.random.default_rng(0)
    truth, answers = generator.integers(0, 4, 60), generator.integers(0, 4, (3, 60))
    tally = Confusion.from_outputs(Outputs.from_predictions(answers, truth))
    assert_array_equal(tally.counts, [confusion_matrix(truth, each) for each in answers])


def test_without_probabilities_soft_counts_are_hard():
    outputs = Outputs.from_predictions([[0, 1, 1]], [0, 0, 1])
    assert_array_equal(Confusion.from_outputs(outputs, soft=True).counts, [[[1, 1], [0, 1]]])


def test_the_frame_has_shares_of_the_true_class():
    frame = Confusion.from_outputs(Outputs.from_predictions([[0, 1, 1]], [0, 0, 0], classes=[0, 1])).frame()
    assert list(frame) == ["member", "truth", "answer", "weight", "share"]
    assert_allclose(frame["share"], [1 / 3, 2 / 3, np.nan, np.nan])


def test_it_needs_the_truth():
    with pytest.raises(ValueError, match="the truth is needed"):
        Confusion.from_outputs(Outputs.from_predictions([[0, 1]]))
