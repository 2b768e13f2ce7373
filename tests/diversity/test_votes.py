import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import entropy
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, repeat_rows

from hedgerow.diversity import (
    correctness_entropy,
    row_confidence,
    row_vote_ambiguity,
    row_vote_entropy,
    vote_ambiguity,
    vote_entropy,
)
from hedgerow.outputs import Outputs


def weighted(outputs, data):
    """Give members weights, or not."""
    if data.draw(st.booleans()):
        weights = data.draw(hnp.arrays(np.int64, outputs.n_members, elements=st.integers(0, 3)))
        weights[0] = 1
        return replace(outputs, weights=weights.astype(float))
    return outputs


def cast(*votes):
    """One row with so many votes for each class."""
    return Outputs.from_predictions(
        np.repeat(np.arange(len(votes)), votes)[:, None], classes=range(len(votes))
    )


@few
@given(class_outputs(), st.data())
def test_entropies_are_those_of_the_twin(outputs, data):
    outputs = weighted(outputs, data)
    expected = [naive.row_vote_entropy(outputs, row) for row in range(outputs.n_samples)]
    np.testing.assert_allclose(row_vote_entropy(outputs), expected, atol=1e-12)
    by_row = [(e, naive.weight_of(outputs, row)) for row, e in enumerate(expected) if not math.isnan(e)]
    assert vote_entropy(outputs) == pytest.approx(naive.mean(by_row), nan_ok=True)


@pytest.mark.parametrize(("votes", "expected"), [((3, 2), 0.970950594454669), ((2, 2, 1), 1.5219280949)])
def test_entropy_in_bits(votes, expected):
    """Rogers 2007, eq. 3.26."""
    assert vote_entropy(cast(*votes)) == pytest.approx(expected, abs=1e-10)


def test_five_members_and_four_rows():
    """Cunningham & Carney 2000: nats by default there, bits here."""
    votes = [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 0, 2], [0, 0, 1, 1], [0, 1, 1, 1]]
    outputs = Outputs.from_predictions(votes, truth=[0, 0, 1, 2])
    np.testing.assert_allclose(
        row_vote_entropy(outputs, base=math.e), [0, 0.673012, 0.500402, 0.673012], atol=1e-6
    )
    assert vote_entropy(outputs, base=math.e) == pytest.approx(0.461606, abs=1e-6)
    assert vote_entropy(outputs) == pytest.approx(0.665957, abs=1e-6)
    np.testing.assert_allclose(1 - outputs.errors(), [1, 0.75, 0.5, 0.75, 0.5])
    assert outputs.consensus().tolist() == [0, 1, 1, 2]


def test_eight_rows():
    outputs = from_correctness(MATRIX)
    assert vote_entropy(outputs) == pytest.approx(0.5739348963, abs=1e-10)
    assert vote_ambiguity(outputs) == pytest.approx(0.625)


@few
@given(class_outputs())
def test_entropy_is_bounded_by_classes_and_members(outputs):
    most = math.log2(min(outputs.n_classes, outputs.n_members))
    known = row_vote_entropy(outputs)[~np.isnan(row_vote_entropy(outputs))]
    assert (known >= 0).all()
    assert (known <= most + 1e-12).all()


@few
@given(class_outputs(weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    for measure in (vote_entropy, vote_ambiguity):
        assert measure(outputs) == pytest.approx(measure(repeat_rows(outputs)), abs=1e-12)


@pytest.mark.parametrize("predicted", [None, [[True, False], [True, True]]])
def test_entropies_of_probabilities(predicted):
    soft = np.array([[[0.9, 0.1], [0.2, 0.8]], [[0.5, 0.5], [1.0, 0.0]]])
    outputs = Outputs.from_predictions(soft, weights=[3, 1], predicted=predicted)
    mean = np.array(
        [
            (3 * soft[0, 0] + soft[1, 0]) / 4,
            (3 * soft[0, 1] + soft[1, 1]) / 4 if predicted is None else soft[1, 1],
        ]
    )
    own = [
        (3 * entropy(soft[0, 0], base=2) + entropy(soft[1, 0], base=2)) / 4,
        (3 * entropy(soft[0, 1], base=2)) / 4 if predicted is None else 0.0,
    ]
    of_mean = entropy(mean, base=2, axis=1)
    np.testing.assert_allclose(row_vote_entropy(outputs, of="probabilities"), of_mean)
    np.testing.assert_allclose(row_vote_entropy(outputs, of="information"), of_mean - own)


def test_members_that_doubt_alike_do_not_disagree():
    outputs = Outputs.from_predictions(np.full((3, 2, 2), 0.5))
    np.testing.assert_allclose(row_vote_entropy(outputs, of="probabilities"), 1.0)
    np.testing.assert_allclose(row_vote_entropy(outputs, of="information"), 0.0)


@few
@given(class_outputs(classes=(2, 2), truth=True))
def test_of_two_classes_the_ambiguity_needs_no_truth(outputs):
    assert vote_ambiguity(outputs) == pytest.approx(correctness_entropy(outputs))


@few
@given(class_outputs(classes=(2, 2)))
def test_confidence_is_what_ambiguity_lacks(outputs):
    """Rogers 2007, eq. 3.29: |sum_t h_t| = T - 2 floor(T / 2) times the ambiguity, for labels -1 and +1."""
    predicting = (
        np.full(outputs.n_samples, outputs.n_members)
        if outputs.predicted is None
        else outputs.predicted.sum(0)
    )
    signs = 2.0 * outputs.answers - 1
    sums = np.abs((signs if outputs.predicted is None else signs * outputs.predicted).sum(axis=0))
    expected = np.where(predicting == 0, np.nan, sums)
    np.testing.assert_allclose(row_confidence(outputs), expected)
    alone = predicting == 1  # whose ambiguity is 0 by definition
    np.testing.assert_allclose(
        (predicting - 2 * (predicting // 2) * row_vote_ambiguity(outputs))[~alone], expected[~alone]
    )


@pytest.mark.parametrize(
    ("votes", "ambiguity", "confidence"),
    [
        ((3, 0, 0), 0.0, 3.0),
        ((1, 1, 1), 1.0, 0.0),
        ((2, 1, 0), 0.5, 1.0),
        ((3, 2), 1.0, 1.0),
        ((4, 1), 0.5, 3.0),
        ((2,), 0.0, 2.0),
        ((1, 0), 0.0, 1.0),
    ],
)
def test_ambiguity_and_confidence_by_pencil(votes, ambiguity, confidence):
    assert row_vote_ambiguity(cast(*votes)) == pytest.approx(ambiguity)
    assert row_confidence(cast(*votes)) == pytest.approx(confidence)


def test_rows_about_which_nobody_speaks_have_no_value():
    outputs = Outputs.from_predictions([[0, 1]], truth=[0, 1], predicted=[[True, False]])
    for measure in (row_vote_entropy, row_vote_ambiguity, row_confidence):
        assert np.isnan(measure(outputs)).tolist() == [False, True]
    assert vote_entropy(outputs) == 0.0


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"base": 1.0}, "base=1.0"),
        ({"of": "answers"}, "of='answers' must be 'votes', 'probabilities' or 'information'"),
        ({"of": "probabilities"}, "needs class probabilities"),
    ],
)
def test_wrong_choices_are_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        vote_entropy(cast(1, 1), **choices)


def test_values_are_refused():
    outputs = Outputs.from_predictions([[0.5]], regression=True)
    for measure in (vote_entropy, vote_ambiguity, row_confidence):
        with pytest.raises(ValueError, match="measure of classes"):
            measure(outputs)
