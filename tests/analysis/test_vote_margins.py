import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from tests.analysis.drawn import few, outputs

from hedgerow.analysis.vote_margins import lead, margins, raw_margins, true_class_first
from hedgerow.outputs import Outputs

# rows of whether each of three members is right
CORRECTNESS = np.array(
    [[1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1], [1, 1, 1], [0, 0, 0], [1, 1, 0]]
)


def naive_margin(outputs, row):
    """The margin of a row, or None where nobody who counts predicted."""
    tally = dict.fromkeys(range(outputs.n_classes), 0.0)
    for member, weight in enumerate(outputs.member_weights()):
        if outputs.predicted is None or outputs.predicted[member, row]:
            tally[int(outputs.answers[member, row])] += weight
    total = sum(tally.values())
    if total == 0:
        return None
    right = tally.pop(int(outputs.truth[row]))
    return (right - max(tally.values(), default=0.0)) / total


def test_pencil_margins():
    found = margins(Outputs.from_predictions(CORRECTNESS.T, np.ones(8, dtype=int)))
    assert_allclose(found.margin, [1, 1 / 3, 1 / 3, 1 / 3, -1 / 3, 1, -1, 1 / 3])
    assert_allclose(found.strength, 0.25)
    assert found.share_negative == 0.25
    assert found.share_zero == 0
    assert found.n_silent == 0


def test_pencil_margin_of_three_classes():
    votes = [["y"]] * 5 + [["p"]] * 3 + [["q"]] * 2
    assert_allclose(margins(Outputs.from_predictions(votes, ["y"])).margin, 0.2)


def test_a_share_of_seven_tenths_is_a_margin_of_four_tenths():
    votes = [[1]] * 7 + [[0]] * 3
    assert_allclose(margins(Outputs.from_predictions(votes, [1])).margin, 0.4)


@few
@given(outputs())
def test_the_naive_twin_agrees(outputs):
    found = margins(outputs)
    expected = {row: naive_margin(outputs, row) for row in range(outputs.n_samples)}
    predicted = {row: margin for row, margin in expected.items() if margin is not None}
    assert found.rows.tolist() == list(predicted)
    assert found.n_silent == outputs.n_samples - len(predicted)
    assert_allclose(found.margin, list(predicted.values()), atol=1e-12)
    weights = outputs.row_weights()[found.rows]
    assert_allclose(found.strength, np.average(found.margin, weights=weights), atol=1e-12)
    assert_allclose(found.share_negative, weights[found.margin < 0].sum() / weights.sum())
    assert_allclose(found.share_zero, weights[found.margin == 0].sum() / weights.sum())


@few
@given(outputs())
def test_raw_margins_average_to_the_margin(outputs):
    raw = raw_margins(outputs)
    assert set(np.unique(raw)) <= {-1, 0, 1}
    predicted = np.ones(raw.shape) if outputs.predicted is None else outputs.predicted
    assert not raw[predicted == 0].any()
    combination_weights = outputs.member_weights()[:, None] * predicted
    found = margins(outputs)
    averages = (combination_weights * raw).sum(axis=0)[found.rows] / combination_weights.sum(axis=0)[
        found.rows
    ]
    assert_allclose(averages, found.margin, atol=1e-12)


@few
@given(outputs(), st.randoms(use_true_random=False))
def test_the_order_of_members_and_rows_does_not_matter(outputs, random):
    members, rows = list(range(outputs.n_members)), list(range(outputs.n_samples))
    random.shuffle(members)
    random.shuffle(rows)
    found, shuffled = margins(outputs), margins(outputs.select(members).select_rows(rows))
    by_row = dict(zip(found.rows, found.margin, strict=True))
    assert_allclose(shuffled.margin, [by_row[rows[row]] for row in shuffled.rows], atol=1e-12)
    assert_allclose(shuffled.strength, found.strength, atol=1e-12)


@few
@given(outputs())
def test_integer_weights_are_repeats(outputs):
    members = np.repeat(np.arange(outputs.n_members), outputs.member_weights().astype(int))
    rows = np.repeat(np.arange(outputs.n_samples), outputs.row_weights().astype(int))
    chosen = outputs.select(members).select_rows(rows)
    repeated = margins(Outputs(chosen.answers, chosen.classes, chosen.truth, predicted=chosen.predicted))
    found = margins(outputs)
    assert_allclose(repeated.strength, found.strength, atol=1e-12)
    assert_allclose(repeated.share_negative, found.share_negative, atol=1e-12)


def test_votes_of_binary_fractions_tie_exactly():
    outputs = Outputs.from_predictions([[0], [0], [1]], [0], weights=[0.1, 0.2, 0.3])
    assert margins(outputs).margin.tolist() == [0.0]
    assert margins(outputs).share_zero == 1.0


def test_the_empirical_distribution():
    outputs = Outputs.from_predictions(
        CORRECTNESS.T, np.ones(8, dtype=int), sample_weight=[2, 1, 1, 1, 1, 0, 1, 1]
    )
    found = margins(outputs)
    spread = found.distribution()
    frame = spread.frame()
    assert_allclose(frame["margin"], [-1, -1 / 3, 1 / 3, 1])
    assert_allclose(frame["share"], np.array([1, 1, 4, 2]) / 8)
    assert_allclose(frame["cumulative"], np.array([1, 2, 6, 8]) / 8)
    assert_allclose(spread.at_most([-2, -1, -0.5, 0, 1 / 3, 1]), np.array([0, 1, 1, 2, 6, 8]) / 8)
    for margin in (-1.0, -0.2, 0.4):
        assert_allclose(
            spread.at_most(margin), np.average(found.margin <= margin, weights=found.sample_weight)
        )


def test_the_frame_lists_the_most_contradicted_rows_first():
    found = margins(
        Outputs.from_predictions([[0, 1, 1], [0, 1, 0]], [1, 1, 1], predicted=[[1, 0, 1], [1, 0, 1]])
    )
    expected = pd.DataFrame({"row": [0, 2], "margin": [-1.0, 0.0]})
    pd.testing.assert_frame_equal(found.frame(), expected)
    assert found.n_silent == 1


def test_out_of_bag_margins_of_a_forest():
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(60, oob_score=True, random_state=0).fit(X, np.array(["s", "c", "v"])[y])
    outputs = Outputs.from_estimator(forest, X, np.array(["s", "c", "v"])[y], out_of_bag=True)
    found = margins(outputs)
    wrong = outputs.consensus() != outputs.truth
    ties = found.share_zero
    assert found.share_negative <= wrong.mean() <= found.share_negative + ties
    assert 0.8 < found.strength < 1


def test_the_true_class_comes_first_and_the_others_keep_their_order():
    outputs = Outputs.from_predictions([[0, 1, 2, 3]], [2, 1, 0, 3], classes=[0, 1, 2, 3])
    shares, rows = true_class_first(outputs)
    assert_array_equal(shares, [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]])
    assert_array_equal(rows, [0, 1, 2, 3])
    assert_array_equal(lead(shares), [-1, 1, -1, 1])


def test_what_has_no_margins_is_refused():
    with pytest.raises(ValueError, match="measure of classes"):
        margins(Outputs.from_predictions([[1.0]], [1.0], regression=True))
    with pytest.raises(ValueError, match="truth is needed"):
        margins(Outputs.from_predictions([["a"]]))
    with pytest.raises(ValueError, match="no member predicts any row"):
        margins(Outputs.from_predictions([["a"]], ["a"], predicted=[[False]]))
    abstaining = Outputs.from_predictions(
        [["a", "a"]], ["a", "a"], predicted=[[1, 0]], sample_weight=[0.0, 1.0]
    )
    with pytest.raises(ValueError, match="weight of zero"):
        margins(abstaining)


def test_bagged_stumps_of_a_lecture():
    x, truth = np.arange(1, 11), np.array([1, 1, 1, -1, -1, -1, -1, 1, 1, 1])
    left, right, constant = np.where(x <= 3, 1, -1), np.where(x >= 8, 1, -1), np.ones(10, dtype=int)
    said = [left, constant, left, left, left, right, right, right, right, constant]
    samples = [
        [1, 2, 2, 3, 4, 4, 5, 6, 9, 9], [1, 2, 3, 4, 5, 8, 9, 10, 10, 10], [1, 2, 3, 4, 4, 5, 7, 7, 8, 9],
        [1, 1, 2, 4, 4, 5, 5, 7, 8, 9], [1, 1, 2, 5, 6, 6, 6, 10, 10, 10], [2, 4, 5, 6, 7, 7, 7, 8, 9, 10],
        [1, 4, 4, 6, 7, 8, 9, 9, 9, 10], [1, 2, 5, 5, 5, 7, 7, 8, 9, 10], [1, 3, 4, 4, 6, 7, 7, 8, 10, 10],
        [1, 1, 1, 1, 3, 3, 8, 8, 9, 9],
    ]  # fmt: skip
    every = margins(Outputs.from_predictions(said, truth))
    assert_allclose(every.margin * 10, truth * [2, 2, 2, -6, -6, -6, -6, 2, 2, 2])
    assert every.share_negative == 0
    predicted = np.array([~np.isin(x, sample) for sample in samples])
    unseen = margins(Outputs.from_predictions(said, truth, predicted=predicted))
    assert_allclose(
        unseen.margin * predicted.sum(axis=0), truth * [-1, -1, -1, -1, -1, -1, 0, -2, 0, -2], atol=1e-12
    )
    # three rows right, five wrong, two tied: few members, though all of them together are never wrong
    assert_allclose([unseen.share_negative, unseen.share_zero], [0.5, 0.2])
