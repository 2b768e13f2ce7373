"""The record that every measure reads, compared with loops one can follow with a finger."""

from collections import Counter
from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from hedgerow.outputs import Outputs

SAID = [["b", "a", "c", "a"], ["b", "b", "c", "a"], ["a", "b", "c", "c"]]
TRUTH = ["b", "a", "c", "b"]
few = settings(max_examples=50)


@st.composite
def made_up(draw, regression=False):
    """Predictions, and everything that may come with them."""
    n_members, n_rows = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    cells = st.floats(-9, 9) if regression else st.sampled_from([1, 2, 5])

    def rows(of, size):
        return draw(st.lists(of, min_size=size, max_size=size))

    predictions = [rows(cells, n_rows) for _ in range(n_members)]
    some = st.integers(0, 3).map(float)
    weights, sample_weight = rows(some, n_members), rows(some, n_rows)
    weights[0], sample_weight[0] = weights[0] or 1.0, sample_weight[0] or 1.0
    predicted = [rows(st.booleans(), n_rows) for _ in range(n_members)]
    optional = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    given_ = (weights, sample_weight, predicted)
    return (
        predictions,
        rows(cells, n_rows),
        *(each if asked else None for each, asked in zip(given_, optional, strict=True)),
    )


def record(made, regression=False):
    predictions, truth, weights, sample_weight, predicted = made
    classes = None if regression else [1, 2, 5]
    return Outputs.from_predictions(
        predictions, truth, classes=classes, regression=regression, weights=weights, sample_weight=sample_weight,
        predicted=predicted,
    )  # fmt: skip


def predicted(made, row):
    """Which members predict a row, what they say and how much they count."""
    predictions, _, weights, _, predicted = made
    for member, answers in enumerate(predictions):
        if predicted is None or predicted[member][row]:
            yield answers[row], 1.0 if weights is None else weights[member]


@few
@given(made_up())
def test_votes_and_consensus_of_classes(made):
    outputs = record(made)
    for row in range(outputs.n_samples):
        tally = Counter({1: 0.0, 2: 0.0, 5: 0.0})
        for answer, weight in predicted(made, row):
            tally[answer] += weight
        total = sum(tally.values())
        assert outputs.votes()[row].tolist() == [tally[1], tally[2], tally[5]]
        if total:
            assert_allclose(outputs.vote_shares()[row], np.array([tally[1], tally[2], tally[5]]) / total)
            assert outputs.classes[outputs.consensus()[row]] == max((1, 2, 5), key=lambda label: tally[label])
        else:
            assert np.isnan(outputs.vote_shares()[row]).all()
            assert outputs.consensus()[row] == -1


@few
@given(made_up(regression=True))
def test_consensus_of_values(made):
    outputs = record(made, regression=True)
    for row, said in enumerate(outputs.consensus()):
        combination_weights = list(predicted(made, row))
        total = sum(weight for _, weight in combination_weights)
        expected = sum(value * weight for value, weight in combination_weights) / total if total else np.nan
        assert_allclose(said, expected, atol=1e-12)


@few
@given(made_up(), st.booleans())
def test_errors(made, regression):
    outputs = record(made, regression)
    predictions, truth, _, sample_weight, predicted = made
    for member, error in enumerate(outputs.errors()):
        loss = total = 0.0
        for row, label in enumerate(truth):
            if predicted is None or predicted[member][row]:
                weight = 1.0 if sample_weight is None else sample_weight[row]
                said = predictions[member][row]
                loss += weight * ((said - label) ** 2 if regression else said != label)
                total += weight
        expected = np.nan if total == 0 else np.sqrt(loss / total) if regression else loss / total
        assert_allclose(error, expected)


@few
@given(made_up())
def test_correct_answers(made):
    outputs, (predictions, truth, _, _, predicted) = record(made), made
    for member, row in np.ndindex(outputs.answers.shape):
        spoke = predicted is None or predicted[member][row]
        assert outputs.correct()[member, row] == (spoke and predictions[member][row] == truth[row])


@few
@given(made_up(), st.data())
def test_members_and_rows_are_selected_in_the_given_order(made, data):
    outputs, (predictions, truth, weights, sample_weight, predicted) = record(made), made
    members = data.draw(st.lists(st.integers(0, len(predictions) - 1), min_size=1, max_size=4))
    rows = data.draw(st.lists(st.integers(0, len(truth) - 1), min_size=1, max_size=4))
    chosen = outputs.select(members).select_rows(rows)
    labels = chosen.classes[chosen.answers]
    assert labels.tolist() == [[predictions[member][row] for row in rows] for member in members]
    assert chosen.classes[chosen.truth].tolist() == [truth[row] for row in rows]
    assert (chosen.weights is None) == (weights is None)
    assert (chosen.sample_weight is None) == (sample_weight is None)
    if weights is not None:
        assert chosen.weights.tolist() == [weights[member] for member in members]
    if sample_weight is not None:
        assert chosen.sample_weight.tolist() == [sample_weight[row] for row in rows]
    if predicted is not None:
        assert chosen.predicted.tolist() == [[predicted[member][row] for row in rows] for member in members]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([2, 0], [2, 0]),
        ((0, 2), [0, 2]),
        (slice(1, None), [1, 2]),
        ([False, True, True], [1, 2]),
        (np.array([True, False, False]), [0]),
        (pd.Series([True, False, True]), [0, 2]),
        (-1, [2]),
    ],
)
def test_what_may_stand_for_a_choice(chosen, expected):
    outputs = Outputs.from_predictions(SAID, TRUTH, names=["x", "y", "z"])
    assert outputs.select(chosen).names == tuple("xyz"[member] for member in expected)
    assert_array_equal(outputs.select_rows(slice(3)).select_rows(chosen).truth, outputs.truth[expected])


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([True, False], "the mask has 2 values, but there are 3 members"),
        ([0, 3], "there is no member 3; members are counted from 0 to 2"),
        ([-4], "there is no member -4"),
        ([0.5], "by a list of positions or a mask, not by float64"),
        ([[0, 1]], r"of shape \(1, 2\)"),
    ],
)
def test_members_that_are_not_there_cannot_be_selected(chosen, message):
    with pytest.raises(IndexError, match=message):
        Outputs.from_predictions(SAID, TRUTH).select(chosen)


@pytest.mark.parametrize("nothing", [[], slice(0, 0), [False, False, False], np.array([], dtype=int)])
def test_nothing_cannot_be_selected(nothing):
    outputs = Outputs.from_predictions(SAID, TRUTH).select_rows(slice(3))
    with pytest.raises(ValueError, match="no member is left"):
        outputs.select(nothing)
    with pytest.raises(ValueError, match="no row is left"):
        outputs.select_rows(nothing)


def test_probabilities_are_selected_with_their_members_and_rows():
    soft = np.random.default_rng(0).dirichlet([1, 1, 1], size=(4, 5))
    outputs = Outputs.from_predictions(soft, classes=["a", "b", "c"])
    assert_array_equal(outputs.answers, soft.argmax(axis=2))
    assert_array_equal(outputs.select([3, 1]).probabilities, soft[[3, 1]])
    assert_array_equal(outputs.select_rows([4, 0]).probabilities, soft[:, [4, 0]])


def test_the_frame_shows_who_said_what():
    outputs = Outputs.from_predictions(SAID, TRUTH, names=["x", "y", "z"])
    expected = pd.DataFrame(
        {"truth": TRUTH, "consensus": ["b", "b", "c", "a"], "x": SAID[0], "y": SAID[1], "z": SAID[2]}
    )
    pd.testing.assert_frame_equal(outputs.frame(), expected, check_dtype=False)


def test_the_frame_is_empty_where_a_member_is_silent():
    predicted = [[True, True, False, True], [True, False, False, True], [True, True, False, False]]
    frame = Outputs.from_predictions(SAID, TRUTH, predicted=predicted).frame()
    assert list(frame.columns) == ["truth", "consensus", "0", "1", "2"]
    assert_array_equal(frame[["0", "1", "2"]].notna().T, predicted)
    assert frame["consensus"].isna().tolist() == [False, False, True, False]
    assert frame["truth"].tolist() == TRUTH


def test_the_frame_of_values_and_of_awkward_names():
    frame = Outputs.from_predictions(
        [[1.0, 2.0], [3.0, 5.0]], regression=True, names=["consensus", "truth"]
    ).frame()
    assert list(frame.columns) == ["consensus", "consensus", "truth"]
    assert_array_equal(frame.to_numpy(), [[2.0, 1.0, 3.0], [3.5, 2.0, 5.0]])


@pytest.mark.parametrize(
    "truth",
    [
        TRUTH,
        np.array(TRUTH),
        np.array(TRUTH, dtype=object),
        pd.Series(TRUTH, index=[7, 8, 9, 5]),
        pd.Series(TRUTH, dtype="category"),
        pd.Series(TRUTH, dtype="string"),
    ],
    ids=["list", "array", "objects", "series", "category", "string"],
)
def test_labels_of_any_kind(truth):
    outputs = Outputs.from_predictions(SAID, truth)
    assert_allclose(outputs.errors(), [1 / 4, 1 / 2, 3 / 4])
    assert outputs.classes.tolist() == ["a", "b", "c"]


def test_a_column_of_labels_is_read_as_labels():
    outputs = Outputs.from_predictions(SAID, np.array(TRUTH)[:, None])
    assert outputs.truth.tolist() == [1, 0, 2, 1]


def test_classes_that_nobody_says_are_kept():
    outputs = Outputs.from_predictions(SAID, TRUTH, classes=["z", "c", "b", "a"])
    assert outputs.classes.tolist() == ["a", "b", "c", "z"]
    assert outputs.votes().shape == (4, 4)
    assert not outputs.votes()[:, 3].any()


def test_more_than_256_classes_have_wider_codes():
    labels = np.arange(300)
    outputs = Outputs.from_predictions([labels, labels[::-1]], labels)
    assert outputs.answers.dtype == np.uint16
    assert outputs.errors().tolist() == [0.0, 1.0]


SOFT = [[[0.5, 0.5], [0.2, 0.8]]]


@pytest.mark.parametrize(
    ("predictions", "options", "message"),
    [
        ([1, 2], {}, r"shape \(2,\); pass \(members, rows\)"),
        (np.zeros((2, 0)), {}, r"shape \(2, 0\)"),
        ([[1.0, np.inf]], {"regression": True}, "predictions holds NaN or infinite"),
        (SOFT, {"regression": True}, "regression=True takes values"),
        ([[[-0.5, 1.5]]], {}, "-0.5, which is not a probability"),
        ([[[5.0, 1.0]]], {}, "5, which is not a probability; divide by the sums"),
        ([[[np.nan, 1.0]]], {}, "predictions holds NaN"),
        (SAID, {"truth": ["a", None, None, "b"], "classes": ["a", "b", "c"]}, "truth is missing in 2 places"),
        (SOFT, {"classes": ["b", "a"]}, "sorted and distinct"),
        (SOFT, {"truth": ["a", "a"]}, "about 2 classes, but 1 are known; pass classes="),
        (SOFT, {"classes": ["a", "b", "c"]}, "about 2 classes, but 3 are known"),
        (SAID, {"truth": [0, 1, 2, 1]}, "text and others are numbers"),
        (
            SAID,
            {"classes": ["a", "b"]},
            r"predictions holds \['c'\], which is not among the classes \['a', 'b'\]",
        ),
        ([[1, 2]], {"truth": [1, 3], "classes": [1, 2]}, r"the truth holds \[3\]"),
        ([["a", None]], {}, "some labels are missing"),
        (SAID, {"truth": TRUTH[:3]}, "the truth has 3 rows, the answers have 4"),
        ([[1.0, 2.0]], {"truth": [1.0, np.nan], "regression": True}, "the truth holds NaN"),
        (SAID, {"weights": [1.0, 2.0]}, r"weights has the shape \(2,\); there are 3 members"),
        (SAID, {"weights": [1.0, -1.0, 1.0]}, "weights must not be negative"),
        (SAID, {"weights": [0.0, 0.0, 0.0]}, "not all zero"),
        (SAID, {"sample_weight": [1.0, 1.0]}, "there are 4 rows"),
        (SAID, {"sample_weight": [1.0, np.nan, 1.0, 1.0]}, "sample_weight holds NaN"),
        (SAID, {"predicted": [[True] * 4]}, r"predicted has the shape \(1, 4\), the answers \(3, 4\)"),
        (SAID, {"names": ["x"]}, "1 names were given for 3 members"),
        (SAID, {"names": ["x", "y", "x"]}, "holds a name twice"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_value(predictions, options, message):
    with pytest.raises(ValueError, match=message):
        Outputs.from_predictions(predictions, **options)


def test_measures_that_need_more_say_so():
    values = Outputs.from_predictions([[1.0, 2.0]], regression=True)
    for needs_classes in (values.known_classes, values.votes, values.correct, lambda: values.n_classes):
        with pytest.raises(ValueError, match="measure of classes"):
            needs_classes()
    with pytest.raises(ValueError, match="the truth is needed; pass y"):
        values.errors()


def test_a_record_is_frozen_and_says_what_it_is():
    outputs = Outputs.from_predictions(SAID, TRUTH, predicted=np.ones((3, 4)))
    assert repr(outputs) == "<Outputs: 3 members, 4 rows, 3 classes, out of bag>"
    assert repr(Outputs.from_predictions([[1.0]], regression=True)) == "<Outputs: 1 members, 1 rows, values>"
    with pytest.raises(FrozenInstanceError):
        outputs.truth = None


def test_inputs_are_left_alone():
    said, truth, weights = np.array(SAID), np.array(TRUTH), np.array([1.0, 2.0, 3.0])
    for array in (said, truth, weights):
        array.setflags(write=False)
    outputs = Outputs.from_predictions(said, truth, weights=weights)
    outputs.votes(), outputs.consensus(), outputs.errors(), outputs.frame(), outputs.select([0])
    assert said.tolist() == SAID
    assert truth.tolist() == TRUTH


def test_members_that_count_nothing_leave_no_consensus():
    values = Outputs.from_predictions([[1.0, 2.0], [3.0, 4.0]], regression=True, weights=[0.0, 1.0])
    assert np.isnan(values.select([0]).consensus()).all()
    classes = Outputs.from_predictions(SAID, weights=[0.0, 1.0, 1.0])
    assert classes.select([0]).consensus().tolist() == [-1, -1, -1, -1]


def test_from_an_estimator_with_truth_and_weights():
    X, y = load_iris(return_X_y=True, as_frame=True)
    labels = y.map({0: "s", 1: "c", 2: "v"})
    weights = np.arange(1.0, 151.0)
    forest = RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, labels)
    outputs = Outputs.from_estimator(forest, X, labels, sample_weight=weights)
    assert outputs.classes.tolist() == ["c", "s", "v"]
    expected = [
        1 - tree.score(X.to_numpy(), np.searchsorted(forest.classes_, labels), weights) for tree in forest
    ]
    assert_allclose(outputs.errors(), expected)
    assert Outputs.from_estimator(forest, X, labels, probabilities=False).probabilities is None


def test_from_a_regressor_errors_are_root_mean_squares():
    X, y = load_iris(return_X_y=True)
    forest = RandomForestRegressor(5, max_depth=2, random_state=0).fit(X, y)
    outputs = Outputs.from_estimator(forest, X, y)
    assert_allclose(outputs.errors(), [np.sqrt(np.mean((tree.predict(X) - y) ** 2)) for tree in forest])
    assert_allclose(outputs.consensus(), forest.predict(X))
