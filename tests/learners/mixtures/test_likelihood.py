import numpy as np
from numpy.testing import assert_allclose
from scipy.stats import norm

from hedgerow.learners.mixtures.likelihood import (
    measure_class_density,
    measure_density,
    measure_value_density,
    share_credit,
)

# The check values: two modules of two experts.
GATES = np.array([[0.6 * 0.7, 0.6 * 0.3, 0.4 * 0.2, 0.4 * 0.8]])
DENSITIES = np.array([[0.5, 0.1, 0.2, 0.9]])


def test_credit_of_a_hierarchy_by_hand():
    posteriors, loglikelihood = share_credit(np.log(GATES), np.log(DENSITIES))
    assert_allclose(np.exp(loglikelihood), 0.532)
    assert_allclose(posteriors, [[0.394737, 0.033835, 0.030075, 0.541353]], atol=1e-6)
    modules = posteriors.reshape(2, 2)
    assert_allclose(modules.sum(axis=1), [0.428571, 0.571429], atol=1e-6)
    within = modules / modules.sum(axis=1, keepdims=True)
    assert_allclose(within, [[0.921053, 0.078947], [0.052632, 0.947368]], atol=1e-6)
    assert_allclose(modules.sum(axis=1) - [0.6, 0.4], [-0.171429, 0.171429], atol=1e-6)


def test_density_of_values_by_hand_and_by_scipy():
    densities = np.exp(measure_value_density(np.array([[0.0], [0.0]]), np.array([0.2]), np.ones(2)))
    assert_allclose(densities, 0.391043, atol=1e-6)
    said, truth, variances = np.array([[0.3], [2.0]]), np.array([1.0]), np.array([1.0, 4.0])
    expected = norm.logpdf(1.0, said[:, 0], np.sqrt(variances))
    assert_allclose(measure_value_density(said, truth, variances)[0], expected)
    assert_allclose(np.exp(expected[0]), 0.312254, atol=1e-6)


def test_no_class_is_ever_impossible():
    said = np.array([[[1.0, 0.0]], [[0.3, 0.7]]])
    densities = np.exp(measure_class_density(said, np.array([1])))
    assert 0 < densities[0, 0] < 1e-6
    assert_allclose(densities[0, 1], 0.7, atol=1e-6)


def test_rows_that_all_experts_find_unlikely_have_a_credit_all_the_same():
    posteriors, loglikelihood = share_credit(np.log([[0.5, 0.5]]), np.array([[-2000.0, -2001.0]]))
    assert_allclose(posteriors.sum(), 1)
    assert_allclose(loglikelihood, -2000 + np.log(0.5 + 0.5 * np.exp(-1)))


def test_there_are_classes_where_there_are_no_variances():
    said = np.array([[[0.2, 0.8], [0.6, 0.4]]])
    assert_allclose(
        measure_density(said, np.array([1, 0]), None), measure_class_density(said, np.array([1, 0]))
    )
    values, truth = np.array([[0.3, 1.0]]), np.array([0.0, 2.0])
    assert_allclose(
        measure_density(values, truth, np.ones(1)), measure_value_density(values, truth, np.ones(1))
    )
