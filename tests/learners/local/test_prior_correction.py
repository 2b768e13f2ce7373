import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression

from hedgerow.learners import correct_priors


def test_the_pencil_example_of_the_specification():
    """CV-H6: intercept -1.2, a share of .3 in the population and of .6 in the sample."""
    said = np.array([[1 - expit(-1.2), expit(-1.2)]])
    corrected = correct_priors(said, np.array([0.4, 0.6]), np.array([0.7, 0.3]))
    assert logit(corrected[0, 1]) == pytest.approx(-2.452763, abs=1e-6)
    assert -1.2 - logit(corrected[0, 1]) == pytest.approx(1.252763, abs=1e-6)


def test_knowing_nothing_gives_the_population_back():
    corrected = correct_priors(np.array([[0.5, 0.5]]), np.array([0.5, 0.5]), np.array([0.8, 0.2]))
    assert_allclose(corrected, [[0.8, 0.2]])


def test_it_is_a_shift_of_the_intercept():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = (X[:, 0] + rng.normal(size=400) > 0.7).astype(int)
    model = LogisticRegression().fit(X, y)
    share, wanted = y.mean(), 0.1
    corrected = correct_priors(
        model.predict_proba(X), np.array([1 - share, share]), np.array([1 - wanted, wanted])
    )
    model.intercept_ = model.intercept_ - np.log((1 - wanted) / wanted * share / (1 - share))
    assert_allclose(corrected, model.predict_proba(X), atol=1e-12)


def test_a_fair_sample_of_classes_drawn_unevenly_is_put_right():
    """Bayes' rule: densities stay, shares change."""
    densities, shares, wanted = (
        np.array([0.2, 0.5, 0.3]),
        np.array([0.6, 0.3, 0.1]),
        np.array([0.1, 0.1, 0.8]),
    )
    said = densities * shares / (densities @ shares)
    right = densities * wanted / (densities @ wanted)
    assert_allclose(correct_priors(said[None], shares, wanted)[0], right)


def test_classes_that_are_not_there_do_no_harm():
    corrected = correct_priors(
        np.array([[0.0, 1.0, 0.0]]), np.array([0.0, 1.0, 0.0]), np.array([0.5, 0.3, 0.2])
    )
    assert_allclose(corrected, [[0, 1, 0]])
    believed = correct_priors(np.array([[0.0, 1.0]]), np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    assert_allclose(believed, [[0, 1]])
