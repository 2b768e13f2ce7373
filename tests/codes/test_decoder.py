import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from tests.codes.test_separability import M, S, Z, y

from hedgerow.codes import Decoding, OneVsOne, class_separability
from hedgerow.codes.decoder import Softmax, fit_platt_by_class, fit_softmax, resolve_decoding
from hedgerow.codes.rules import TERMS
from hedgerow.combination import ClassCombination
from hedgerow.combination.platt import fit_platt
from hedgerow.foundation.constraints import check_parameters


def draw(slope, n_rows=4000):
    generator = np.random.default_rng(0)
    scores = generator.random((n_rows, 4))
    chances = Softmax(slope)(scores)
    return scores, np.array([generator.choice(4, p=row) for row in chances])


def test_the_slope_that_made_the_classes_is_found():
    for slope in (3.0, 12.0):
        assert fit_softmax(*draw(slope)).slope == pytest.approx(slope, rel=0.08)


def test_whole_weights_are_repeats():
    scores, y = draw(5.0, 100)
    repeats = np.random.default_rng(1).integers(0, 3, 100)
    rows = np.repeat(np.arange(100), repeats)
    assert fit_softmax(scores, y, repeats.astype(float)).slope == pytest.approx(
        fit_softmax(scores[rows], y[rows]).slope, rel=1e-3
    )


def test_without_errors_the_slope_stays_finite():
    scores = np.eye(3)[[0, 1, 2] * 10]
    assert 1 < fit_softmax(scores, np.array([0, 1, 2] * 10)).slope < 20


def test_platt_by_class_scales_curves_to_one():
    scores, y = draw(5.0, 200)
    probabilities = fit_platt_by_class(scores, y)(scores)
    curves = np.stack([fit_platt(scores[:, c], y == c)(scores[:, c]) for c in range(4)], axis=1)
    assert_allclose(probabilities, curves / curves.sum(axis=1, keepdims=True))


def test_rows_that_nobody_spoke_about_stay_unknown():
    scores, y = draw(5.0, 50)
    unknown = np.full((1, 4), np.nan)
    for calibration in (fit_softmax(scores, y), fit_platt_by_class(scores, y)):
        assert np.isnan(calibration(unknown)).all()


SIDES = (2 * S - 1).T  # members first


def test_the_scores_of_the_specification():
    # Check P6.4.
    decoding = Decoding().bind(M, class_separability(SIDES.T, y, M))
    scores = decoding.combine(SIDES)
    expected = [
        [0.84, 0.355, 0.4541666667], [0.565, 0.33, 0.6125], [0.35, 0.785, 0.3791666667], [0.49, 0.75, 0.1833333333],
        [0.425, 0.35, 0.8041666667], [0.34, 0.42, 0.625], [0.735, 0.295, 0.6],
    ]  # fmt: skip
    assert_allclose(scores, expected, atol=1e-9)
    assert_array_equal(decoding.decide(scores), [0, 2, 1, 1, 2, 2, 0])
    assert_allclose(Decoding().bind(M).combine(SIDES)[0], [0.8, 0.4, 0.4])


def test_l1_is_the_product_of_the_paper():
    weights = class_separability(SIDES.T, y, M)
    expected = 1 - (S @ (weights * (1 - 2 * Z)).T + (weights * Z).sum(axis=1))
    assert_allclose(Decoding().bind(M, weights).combine(SIDES), expected)


def test_it_is_a_combination():
    assert isinstance(Decoding(), ClassCombination)
    assert clone(Decoding("hinge", weights="csep")).get_params()["rule"] == "hinge"


@pytest.mark.parametrize("rule", sorted(TERMS))
@pytest.mark.parametrize("attenuated", [False, True])
def test_silent_members_are_not_there(rule, attenuated):
    code = OneVsOne().build(4, None, None)
    sides = np.random.default_rng(0).uniform(-1, 1, (6, 5))
    predicts = np.array([True, True, False, True, True, True])
    some = Decoding(rule, attenuated=attenuated).bind(code[:, predicts]).combine(sides[predicts])
    whole = Decoding(rule, attenuated=attenuated).bind(code)
    assert_allclose(whole.combine(sides, predicts.astype(float)), some)
    by_row = np.repeat(predicts[:, None], 5, axis=1).astype(float)
    by_row[:, 4] = 0.0
    scores = whole.combine(sides, by_row)
    assert_allclose(scores[:4], some[:4])
    assert np.isnan(scores[4]).all()


def test_a_class_that_no_column_asks_for_is_last():
    code = OneVsOne().build(3, None, None)
    only_first = np.array([1.0, 0.0, 0.0])
    scores = Decoding(attenuated=True).bind(code).combine(np.array([[0.4], [1.0], [1.0]]), only_first)
    assert_allclose(scores, [[0.7, 0.3, 0.3]])


def test_equal_hard_distances_are_settled_by_the_soft_ones():
    code = np.array([[1, 1], [-1, -1]], np.int8)
    sides = np.array([[0.9], [-0.1]])
    decoding = Decoding("hamming").bind(code)
    assert decoding.decide(decoding.combine(sides))[0] == 0
    assert decoding.decide(decoding.combine(-sides))[0] == 1
    assert_allclose(decoding.combine(sides), 0.5, atol=1e-8)


def test_ties_go_to_the_larger_prior_then_to_the_first():
    scores = np.array([[0.5, 0.5, 0.1]])
    assert Decoding().decide(scores)[0] == 0
    assert Decoding().decide(scores, np.array([0.2, 0.3, 0.5]))[0] == 1


def test_uncalibrated_probabilities_are_the_product_of_the_columns():
    decoding = Decoding("probabilistic", calibration=None).bind(M)
    chances = np.where(Z[None] == 1, S[:, None], 1 - S[:, None]).prod(axis=2)
    expected = chances / chances.sum(axis=1, keepdims=True)
    assert_allclose(decoding.share_out(decoding.combine(SIDES)), expected)


@pytest.mark.parametrize(
    "wrong", [{"rule": "nearest"}, {"weights": "all"}, {"csep_rows": "test"}, {"calibration": "isotonic"}]
)
def test_unknown_parameters_are_refused_by_name(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=f"{name}='{value}' must be"):
        check_parameters(Decoding(**wrong))


def test_shorthands():
    assert resolve_decoding("hinge", weights="csep").weights == "csep"
    assert resolve_decoding("attenuated").attenuated
    own = Decoding("linear")
    assert resolve_decoding(own) is own
    with pytest.raises(ValueError, match="decoding='near' must be 'hamming'"):
        resolve_decoding("near")
