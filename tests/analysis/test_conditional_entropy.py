from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import confusion_matrix, mutual_info_score
from tests.analysis.drawn import few, outputs

from hedgerow.analysis.conditional_entropy import (
    conditional_entropy,
    conditional_entropy_error,
    count_confusions,
)
from hedgerow.outputs import Outputs

DIRECTIONS = ("prediction_given_truth", "truth_given_prediction")
TRUTH = list("0000111111")


@pytest.mark.parametrize(
    ("said", "expected"), [("0001111100", (0.606843, 0.586707)), ("0000000000", (0.0, 0.673012))]
)
def test_pencil_examples(said, expected):
    outputs = Outputs.from_predictions([list(said)], TRUTH)
    for direction, value in zip(DIRECTIONS, expected, strict=True):
        found = conditional_entropy_error(outputs, direction=direction)
        assert_allclose(found.members, value, atol=5e-7)
        assert_allclose(found.ensemble, value, atol=5e-7)


def test_the_ensemble_of_five_members():
    votes = [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 0, 2), (0, 0, 1, 1), (0, 1, 1, 1)]
    outputs = Outputs.from_predictions(votes, (0, 0, 1, 2))
    found = conditional_entropy_error(outputs)
    # the vote is 0 1 1 2: of the two rows of class 0 one is called 1, and the others are right
    assert_allclose(found.ensemble, log(2) / 2)
    expected = [0, log(2) / 2, log(2) / 2, 0, log(2) / 2]
    assert_allclose(found.members, expected, atol=1e-12)
    assert_allclose(found.mean_member, 3 * log(2) / 10)
    assert_allclose(found.reduction, 3 * log(2) / 10 - log(2) / 2)


def naive_entropy(pairs, direction):
    """-sum P(predicted, true) log P(one | other) over weighted pairs."""
    joint, given_ = {}, {}
    total = sum(weight for *_, weight in pairs)
    for said, true, weight in pairs:
        condition = true if direction == "prediction_given_truth" else said
        joint[said, true] = joint.get((said, true), 0.0) + weight / total
        given_[condition] = given_.get(condition, 0.0) + weight / total
    entropy = 0.0
    for (said, true), share in joint.items():
        condition = true if direction == "prediction_given_truth" else said
        if share > 0:
            entropy -= share * log(share / given_[condition])
    return entropy


@few
@given(outputs(), st.sampled_from(DIRECTIONS))
def test_the_naive_twin_agrees(outputs, direction):
    found = conditional_entropy_error(outputs, direction=direction)
    weights = outputs.row_weights()
    for member, entropy in enumerate(found.members):
        pairs = [
            (int(outputs.answers[member, row]), int(outputs.truth[row]), weights[row])
            for row in range(outputs.n_samples)
            if weights[row] > 0 and (outputs.predicted is None or outputs.predicted[member, row])
        ]
        assert_allclose(entropy, naive_entropy(pairs, direction) if pairs else np.nan, atol=1e-12)
    said = outputs.consensus()
    pairs = [
        (int(said[row]), int(outputs.truth[row]), weights[row])
        for row in np.flatnonzero((said >= 0) & (weights > 0))
    ]
    assert_allclose(found.ensemble, naive_entropy(pairs, direction), atol=1e-12)
    assert np.nanmin(found.members) >= 0
    assert np.nanmax(found.members) <= log(outputs.n_classes) + 1e-12


@few
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30))
def test_entropy_less_mutual_information(pairs):
    said, truth = np.array(pairs).T
    counts = confusion_matrix(said, truth, labels=[0, 1, 2])  # first axis: what is passed first
    shared = mutual_info_score(said, truth)
    for direction, unconditional in zip(DIRECTIONS, (said, truth), strict=True):
        entropy = mutual_info_score(
            unconditional, unconditional
        )  # a label shares all of its entropy with itself
        assert_allclose(conditional_entropy(counts, direction=direction), entropy - shared, atol=1e-12)


def test_relabelling_the_predictions_changes_nothing():
    matrix = np.array([[5, 1, 0], [2, 7, 1], [0, 1, 4]])
    for direction in DIRECTIONS:
        assert_allclose(
            conditional_entropy(matrix[[2, 0, 1]], direction=direction),
            conditional_entropy(matrix, direction=direction),
        )


def test_bits_are_nats_by_another_name():
    outputs = Outputs.from_predictions([list("0001111100")], TRUTH)
    bits = conditional_entropy_error(outputs, base=2)
    assert_allclose(bits.members * log(2), conditional_entropy_error(outputs).members)
    assert_allclose(bits.ensemble * log(2), conditional_entropy_error(outputs).ensemble)


def test_confusions_hold_what_each_member_is_heard_to_say():
    outputs = Outputs.from_predictions(
        [["a", "b", "b"], ["a", "a", "a"]],
        ["a", "a", "b"],
        sample_weight=[1.0, 2.0, 3.0],
        predicted=[[1, 1, 1], [1, 0, 1]],
    )
    assert_allclose(count_confusions(outputs), [[[1, 0], [2, 3]], [[1, 3], [0, 0]]])


def test_the_frame_ends_with_the_vote_and_what_it_saves():
    outputs = Outputs.from_predictions([list("0001111100"), list("0000111110")], TRUTH, names=["x", "y"])
    found = conditional_entropy_error(outputs)
    frame = found.frame()
    assert frame["who"].tolist() == ["x", "y", "mean of members", "vote", "reduction"]
    assert_allclose(frame["conditional_entropy"].iloc[-1], found.members.mean() - found.ensemble)


def test_what_makes_no_sense_is_refused():
    outputs = Outputs.from_predictions([["a", "b"]], ["a", "b"])
    with pytest.raises(ValueError, match="direction='both' must be 'prediction_given_truth' or"):
        conditional_entropy_error(outputs, direction="both")
    with pytest.raises(ValueError, match="base=1 is not a base"):
        conditional_entropy_error(outputs, base=1)
    abstaining = Outputs.from_predictions([["a"]], ["a"], predicted=[[False]])
    with pytest.raises(ValueError, match="no member predicts any row"):
        conditional_entropy_error(abstaining)
    assert np.isnan(conditional_entropy(np.zeros((2, 2))))
