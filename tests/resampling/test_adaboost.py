import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, make_classification, make_friedman1
from sklearn.ensemble import AdaBoostClassifier as ScikitLearns
from sklearn.ensemble import AdaBoostRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.resampling import AdaBoost, AdaBoostR2
from hedgerow.resampling.adaboost import AdaBoostR2State, AdaBoostState


def answer(codes, n_classes=2):
    return np.eye(n_classes)[codes]


def boost_naively(y, rounds, n_classes):
    """Row by row, without logarithms; only for members that are better than chance and not perfect."""
    weights = [1 / len(y)] * len(y)
    member_weights = []
    for answers in rounds:
        error = sum(w for w, said, true in zip(weights, answers, y, strict=True) if said != true)
        alpha = np.log((1 - error) / error) + np.log(n_classes - 1)
        if n_classes == 2:
            alpha /= 2
            moved = [
                w * np.exp(alpha if said != true else -alpha)
                for w, said, true in zip(weights, answers, y, strict=True)
            ]
        else:
            moved = [
                w * np.exp(alpha * (said != true)) for w, said, true in zip(weights, answers, y, strict=True)
            ]
        weights = [w / sum(moved) for w in moved]
        member_weights.append(alpha)
    return weights, member_weights


def test_three_errors_in_ten():
    y = np.zeros(10, dtype=int)
    output = answer([1, 1, 1] + [0] * 7)
    adaboost = AdaBoost()
    state, weight = adaboost.update(adaboost.start(y, None), output, y)
    assert weight == pytest.approx(0.423648930193602, abs=1e-12)
    assert_allclose(state.row_weights[:3], 1 / 6, rtol=1e-12)
    assert_allclose(state.row_weights[3:], 1 / 14, rtol=1e-12)
    assert state.row_weights[:3].sum() == pytest.approx(0.5, abs=1e-14)


def test_three_errors_in_ten_with_three_classes():
    y = np.zeros(10, dtype=int)
    state = AdaBoost().start(y, None)
    _, weight = AdaBoost().update(state, answer([1, 2, 1] + [0] * 7, 3), y)
    assert weight == pytest.approx(1.5404450409, abs=1e-10)


@given(st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_many_rounds_are_the_textbooks(n_classes, seed):
    random = np.random.default_rng(seed)
    y = random.integers(n_classes, size=20)
    rounds = [np.where(random.random(20) < 0.2, random.integers(n_classes, size=20), y) for _ in range(4)]
    adaboost, kept, member_weights = AdaBoost(), [], []
    state = adaboost.start(y, None)
    for answers in rounds:
        following, weight = adaboost.update(state, answer(answers, n_classes), y)
        if weight > 0 and following.n_restarts == 0:
            state = following
            kept.append(answers)
            member_weights.append(weight)
    expected, expected_weights = boost_naively(y, kept, n_classes)
    assert_allclose(state.row_weights, expected, rtol=1e-9)
    assert_allclose(member_weights, expected_weights, rtol=1e-9)


def test_after_an_update_the_member_is_as_bad_as_chance():
    random = np.random.default_rng(0)
    for n_classes in (2, 3, 5):
        y = random.integers(n_classes, size=60)
        said = np.where(random.random(60) < 0.25, (y + 1) % n_classes, y)
        state, _ = AdaBoost().update(AdaBoost().start(y, None), answer(said, n_classes), y)
        assert state.row_weights[said != y].sum() == pytest.approx(1 - 1 / n_classes)


def test_a_perfect_member_counts_like_half_an_error_and_starts_again():
    y = np.array([0, 1, 1, 0])
    before = AdaBoostState(np.array([0.7, 0.1, 0.1, 0.1]), np.full(4, 0.25), np.array([2.0, 0, 0, 0]), 0)
    state, weight = AdaBoost().update(before, answer(y), y)
    assert weight == pytest.approx(0.5 * np.log(7.0))  # e = 1/8
    assert_array_equal(state.row_weights, 0.25)
    assert_array_equal(state.log_factors, 0.0)
    assert state.n_restarts == 1


@pytest.mark.parametrize(("n_classes", "n_wrong"), [(2, 3), (2, 4), (3, 4), (3, 5)])
def test_a_member_like_chance_counts_nothing_and_starts_again(n_classes, n_wrong):
    y = np.zeros(6, dtype=int)
    state, weight = AdaBoost().update(
        AdaBoost().start(y, None), answer([1] * n_wrong + [0] * (6 - n_wrong), n_classes), y
    )
    assert weight == 0.0
    assert_allclose(state.row_weights, 1 / 6)
    assert state.n_restarts == 1


def test_three_classes_need_not_be_half_right():
    y = np.zeros(5, dtype=int)
    state, weight = AdaBoost().update(AdaBoost().start(y, None), answer([1, 1, 1, 0, 0], 3), y)
    assert weight > 0
    assert state.n_restarts == 0


def test_too_many_restarts_in_a_row_end_the_ensemble():
    y = np.array([0, 1, 0, 1])
    adaboost = AdaBoost(max_restarts=2)
    state = adaboost.start(y, None)
    state, _ = adaboost.update(state, answer(1 - y), y)
    state, weight = adaboost.update(state, answer([1, 1, 0, 1]), y)  # a good one between them
    assert weight > 0
    state, _ = adaboost.update(state, answer(1 - y), y)
    assert state is not None
    assert adaboost.update(state, answer(y), y)[0] is None
    assert adaboost.update(state, answer(1 - y), y) == (None, 0.0)


def test_rows_without_weight_do_not_matter():
    y = np.array([0, 0, 0, 1, 1])
    adaboost = AdaBoost()
    with_row = adaboost.start(y, np.array([1.0, 1.0, 1.0, 1.0, 0.0]))
    state, weight = adaboost.update(with_row, answer([1, 0, 0, 1, 0]), y)
    expected, expected_weight = adaboost.update(adaboost.start(y[:4], None), answer([1, 0, 0, 1]), y[:4])
    assert_allclose(state.row_weights[:4], expected.row_weights)
    assert (state.row_weights[4], weight) == (0.0, pytest.approx(expected_weight))


def test_whole_weights_are_repeated_rows():
    random = np.random.default_rng(3)
    y, counts = random.integers(3, size=30), random.integers(1, 4, size=30)
    said = np.where(random.random(30) < 0.3, random.integers(3, size=30), y)
    adaboost = AdaBoost()
    state, weight = adaboost.update(adaboost.start(y, counts.astype(float)), answer(said, 3), y)
    many = np.repeat(y, counts)
    repeated, other = adaboost.update(adaboost.start(many, None), answer(np.repeat(said, counts), 3), many)
    assert weight == pytest.approx(other)
    assert_allclose(np.repeat(state.row_weights / counts, counts), repeated.row_weights)


def test_weights_stay_finite_over_any_number_of_rounds():
    y = np.arange(6) % 2
    adaboost = AdaBoost()
    state = adaboost.start(y, None)
    for _ in range(3000):
        state, _ = adaboost.update(state, answer(np.where(np.arange(6) == 2, 1 - y, y)), y)
        # asked again, the same member errs on half of the weight: a restart, and the climb begins anew
    assert np.isfinite(state.row_weights).all()
    assert state.row_weights.sum() == pytest.approx(1.0)


def test_small_steps_move_less():
    y = np.zeros(10, dtype=int)
    output = answer([1, 1, 1] + [0] * 7)
    whole, half = AdaBoost(), AdaBoost(learning_rate=0.5)
    _, weight = whole.update(whole.start(y, None), output, y)
    state, half_weight = half.update(half.start(y, None), output, y)
    assert half_weight == pytest.approx(weight / 2)
    assert state.row_weights[0] / state.row_weights[9] == pytest.approx(np.sqrt(7 / 3))


@pytest.mark.parametrize(
    "parameter", [{"learning_rate": 0.0}, {"learning_rate": np.nan}, {"max_restarts": 0}]
)
def test_wrong_parameters_are_refused(parameter):
    with pytest.raises(ValueError, match=next(iter(parameter))):
        AdaBoost(**parameter).start(np.array([0, 1]), None)


@pytest.mark.parametrize("learning_rate", [1.0, 0.3])
@pytest.mark.parametrize(
    "table", [make_classification(300, 8, random_state=0), load_iris(return_X_y=True)], ids=["two", "three"]
)
def test_reweighting_is_scikit_learns(table, learning_rate):
    X, y = table
    stump = DecisionTreeClassifier(max_depth=1, random_state=0)
    theirs = ScikitLearns(stump, n_estimators=20, learning_rate=learning_rate, random_state=0).fit(X, y)
    ours = EnsembleClassifier(
        stump,
        resampling=AdaBoost("reweighting", learning_rate=learning_rate),
        combination="weighted_vote",
        n_estimators=20,
    ).fit(X, y)
    n_same = len(theirs.estimators_)
    assert n_same == 20
    factor = 2.0 if theirs.n_classes_ == 2 else 1.0
    assert_allclose(ours.member_weights_ * factor, theirs.estimator_weights_, rtol=1e-6)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    for our_stage, their_stage in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        assert np.mean(our_stage == their_stage) > 0.99  # an exact tie may go the other way


Y, SAID = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.5, 2.0, 2.0, 4.0])


@pytest.mark.parametrize(
    ("loss", "weight", "row_weights"),
    [
        ("linear", 0.510826, [0.260404, 0.201708, 0.336180, 0.201708]),
        ("square", 0.788457, [0.224790, 0.184574, 0.406063, 0.184574]),
        ("exponential", 1.064778, [0.277410, 0.182461, 0.357668, 0.182461]),
    ],
)
def test_four_rows(loss, weight, row_weights):
    boosting = AdaBoostR2(loss)
    state, found = boosting.update(boosting.start(Y, None), SAID, Y)
    assert found == pytest.approx(weight, abs=1e-6)
    assert_allclose(state.row_weights, row_weights, atol=1e-6)


def update_naively(weights, y, said, loss):
    errors = [abs(a - b) for a, b in zip(y, said, strict=True)]
    shares = [error / max(errors) for error in errors]
    losses = {
        "linear": shares,
        "square": [share**2 for share in shares],
        "exponential": [1 - np.exp(-share) for share in shares],
    }[loss]
    mean = sum(w * each for w, each in zip(weights, losses, strict=True))
    beta = mean / (1 - mean)
    moved = [w * beta ** (1 - each) for w, each in zip(weights, losses, strict=True)]
    return np.array(moved) / sum(moved), np.log(1 / beta), mean


@given(st.integers(0, 2**32 - 1), st.sampled_from(["linear", "square", "exponential"]))
def test_many_rounds_are_the_textbooks_of_adaboost_r2(seed, loss):
    random = np.random.default_rng(seed)
    y, weights = random.normal(size=25), np.full(25, 1 / 25)
    boosting = AdaBoostR2(loss)
    state = boosting.start(y, None)
    for _ in range(5):
        said = y + random.normal(size=25) ** 3
        expected, weight, mean = update_naively(weights, y, said, loss)
        if mean >= 0.5:
            assert boosting.update(state, said, y)[0] is None
            return
        state, found = boosting.update(state, said, y)
        weights = expected
        assert found == pytest.approx(weight)
        assert_allclose(state.row_weights, weights, rtol=1e-9)


def test_a_perfect_member_counts_like_the_best_and_is_the_last():
    start = AdaBoostR2().start(Y, None)
    assert AdaBoostR2().update(start, Y, Y) == (None, 1.0)
    later = AdaBoostR2State(start.row_weights, start.start, start.log_factors, 2.5)
    assert AdaBoostR2().update(later, Y, Y) == (None, 2.5)


def test_rounding_is_no_error():
    assert AdaBoostR2().update(AdaBoostR2().start(Y, None), Y * (1 + 2e-16), Y) == (None, 1.0)


def test_a_bad_member_is_kept_only_if_it_is_the_first():
    said = Y + np.array([1.0, 1.0, 1.0, 0.1])
    start = AdaBoostR2().start(Y, None)
    assert AdaBoostR2().update(start, said, Y) == (None, 1.0)
    later = AdaBoostR2State(start.row_weights, start.start, start.log_factors, 2.5)
    assert AdaBoostR2().update(later, said, Y) == (None, 0.0)


def test_a_row_without_weight_does_not_set_the_largest_error():
    boosting = AdaBoostR2()
    y, said = np.append(Y, 0.0), np.append(SAID, 1e6)
    state, weight = boosting.update(boosting.start(y, np.array([1.0, 1, 1, 1, 0])), said, y)
    expected, expected_weight = boosting.update(boosting.start(Y, None), SAID, Y)
    assert weight == pytest.approx(expected_weight)
    assert_allclose(state.row_weights, [*expected.row_weights, 0.0])


def test_whole_weights_are_repeated_rows_of_adaboost_r2():
    counts = np.array([1, 3, 2, 1])
    boosting = AdaBoostR2("square")
    state, weight = boosting.update(boosting.start(Y, counts.astype(float)), SAID, Y)
    y, said = np.repeat(Y, counts), np.repeat(SAID, counts)
    repeated, other = boosting.update(boosting.start(y, None), said, y)
    assert weight == pytest.approx(other)
    assert_allclose(np.repeat(state.row_weights / counts, counts), repeated.row_weights)


def test_weights_stay_finite_over_any_number_of_rounds_of_adaboost_r2():
    y = np.arange(5.0)
    boosting = AdaBoostR2()
    state = boosting.start(y, None)
    for turn in range(2000):
        state, weight = boosting.update(state, y + (np.arange(5) == turn % 5), y)
        assert np.isfinite(weight)
    assert state.row_weights.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("loss", ["linear", "square", "exponential"])
@pytest.mark.parametrize("learning_rate", [1.0, 0.5])
def test_scikit_learns_members_have_the_same_weights(loss, learning_rate):
    X, y = make_friedman1(200, noise=1.0, random_state=0)
    theirs = AdaBoostRegressor(
        DecisionTreeRegressor(max_depth=4),
        n_estimators=15,
        learning_rate=learning_rate,
        loss=loss,
        random_state=0,
    ).fit(X, y)
    boosting = AdaBoostR2(loss, learning_rate=learning_rate)
    state, weights = boosting.start(y, None), []
    for member in theirs.estimators_:
        state, weight = boosting.update(state, member.predict(X), y)
        weights.append(weight)
    assert len(weights) == 15
    assert_allclose(weights, theirs.estimator_weights_[: len(weights)], rtol=1e-9)


@pytest.mark.parametrize(("name", "value"), [("loss", "cubic"), ("learning_rate", 0.0)])
def test_wrong_parameters_are_refused_of_adaboost_r2(name, value):
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        AdaBoostR2(**{name: value}).start(Y, None)
