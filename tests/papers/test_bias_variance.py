"""What the papers say about bias and variance, on data whose Bayes probabilities are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow import BaggingClassifier, DecisionTreeClassifier, RandomForestClassifier, bias_variance
from hedgerow.analysis.bias_variance import FreshSamples

N_REPLICATES = 40
LEARNERS = {
    "stump": DecisionTreeClassifier(max_depth=1),
    "tree": DecisionTreeClassifier(),
    "bagging": BaggingClassifier(DecisionTreeClassifier(), n_estimators=30),
    "forest": RandomForestClassifier(30),
}


@pytest.fixture(scope="module", params=["twonorm", "waveform"])
def results(request):
    """The same forty training sets of 300 rows, as in Breiman 1996, for every learner."""
    protocol = FreshSamples(request.param, n_train=300, n_test=800)
    return {
        name: bias_variance(learner, protocol=protocol, n_replicates=N_REPLICATES, random_state=0)
        for name, learner in LEARNERS.items()
    }


def difference(results, term, first, second):
    """Mean difference of a term between two learners on the same rows, and its standard error."""
    values = results[first].examples[term] - results[second].examples[term]
    return values.mean(), values.std() / np.sqrt(len(values))


def test_the_error_is_noise_and_two_effects(results):
    """James 2003: E L(Y, H) = Var(Y) + SE + VE, for every row."""
    for result in results.values():
        terms = result.examples
        total = terms["noise"] + terms["systematic_effect"] + terms["variance_effect"]
        assert_allclose(total, terms["error"], rtol=0, atol=1e-15)
        assert result.error == pytest.approx(result.replicate_errors.mean(), abs=1e-12)


@pytest.mark.parametrize("ensemble", ["bagging", "forest"])
def test_ensembles_of_trees_lower_the_variance_effect_more_than_the_systematic_effect(results, ensemble):
    """Breiman 1996; Zor et al. 2010: both of their ensembles lower VE much more than SE."""
    variance, deviation = difference(results, "variance_effect", "tree", ensemble)
    systematic, _ = difference(results, "systematic_effect", "tree", ensemble)
    assert variance > 10 * deviation
    assert variance > 3 * abs(systematic)
    assert results[ensemble].totals["variance_effect"] < 0.6 * results["tree"].totals["variance_effect"]


def test_bagging_does_not_raise_the_systematic_effect(results):
    systematic, deviation = difference(results, "systematic_effect", "bagging", "tree")
    assert systematic < 3 * deviation


def test_stumps_have_a_larger_systematic_effect_than_full_trees(results):
    systematic, deviation = difference(results, "systematic_effect", "stump", "tree")
    assert systematic > 5 * deviation
    assert results["stump"].totals["systematic_effect"] > 2 * results["tree"].totals["systematic_effect"]


def test_every_definition_says_that_bagging_lowers_the_variance(results):
    tree, bagging = (results[name].compare_definitions() for name in ("tree", "bagging"))
    assert (bagging["variance"] < tree["variance"]).all()
    assert_allclose(tree["error"], results["tree"].error)
