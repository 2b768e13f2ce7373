import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.codes.calibration import Softmax, fit_platt_by_class, fit_softmax
from hedgerow.combination.platt import fit_platt


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
