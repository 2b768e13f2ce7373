import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from tests.learners.bayes_net.networks import make_alarm, make_asia
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners import ArcGraph, BayesNet
from hedgerow.learners.bayes_net.distributions import StateTable
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.variables import Variable


# pgmpy 0.1.26: the likelihood of sample(300, 0) after fit by MaximumLikelihoodEstimator, and by BayesianEstimator with
# prior_type="K2", which adds one row to each cell.
@pytest.mark.parametrize(
    ("make", "plain", "smoothed"),
    [
        (make_asia, -670.0617308196897, -675.6956690966005),
        (make_alarm, -7067.972398161409, -7172.140465197387),
    ],
)
def test_tables_are_those_of_pgmpy(make, plain, smoothed):
    net = make()
    frame = net.sample(300, 0)
    rows = net.read(frame)
    for smoothing, expected in ((0.0, plain), (1.0, smoothed)):
        learned = BayesNet.learn(net.variables, net.graph, rows, np.ones(300), smoothing)
        assert learned.log_likelihood(frame).sum() == pytest.approx(expected, rel=1e-12)


def test_samples_have_the_probabilities_of_the_network():
    asia = make_asia()
    drawn = asia.sample(20_000, random_state=1)
    assert (drawn["lung"] == "yes").mean() == pytest.approx(0.055, abs=0.006)
    ill = drawn[(drawn["bronc"] == "no") & (drawn["either"] == "yes")]
    assert (ill["dysp"] == "yes").mean() == pytest.approx(0.7, abs=0.06)
    pd.testing.assert_frame_equal(asia.sample(5, 2), asia.sample(5, 2))
    assert not asia.sample(50, 2).equals(asia.sample(50, 3))


def test_units_are_in_densities_samples_and_frames():
    mixed = make_mixed()
    variables = tuple(
        each if each.is_discrete else Variable(each.name, None, 100.0, 20.0) for each in mixed.variables
    )
    scaled = BayesNet(variables, mixed.graph, mixed.distributions)
    plain, wide = mixed.sample(50, 0), scaled.sample(50, 0)
    assert_allclose(wide["P"], 100 + 20 * plain["P"])
    assert_allclose(scaled.log_likelihood(wide), mixed.log_likelihood(plain) - 3 * np.log(20))
    gap = wide.assign(Q=np.nan)
    assert_allclose(scaled.log_likelihood(gap), mixed.log_likelihood(plain.assign(Q=np.nan)) - 2 * np.log(20))
    frame = scaled.frame("Q")
    assert list(frame.columns) == ["intercept", "P", "standard deviation"]
    assert_allclose(frame["standard deviation"], 20 * mixed.frame("Q")["standard deviation"])


def test_rows_may_lack_columns_and_have_states_that_are_not_known():
    asia = make_asia()
    everything = asia.posterior(pd.DataFrame({"xray": ["yes"]}), "lung")
    assert_allclose(asia.posterior(pd.DataFrame({"xray": ["yes"], "smoke": ["perhaps"]}), "lung"), everything)
    assert_allclose(asia.posterior([[None, None, None, None, None, None, "yes", None]], "lung"), everything)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(ValueError, match="there is no variable 'age'"):
        make_asia().posterior(pd.DataFrame({"xray": ["yes"]}), "age")
    with pytest.raises(ValueError, match="'P' is a number"):
        make_mixed().posterior(pd.DataFrame({"D": ["a"]}), "P")


def test_a_damaged_network_is_refused():
    asia = make_asia()
    with pytest.raises(ValueError, match="not the distributions of this network's graph"):
        BayesNet(asia.variables, asia.graph, asia.distributions[::-1]).check_loaded()
    with pytest.raises(ValueError, match="not the distributions of this network's graph"):
        BayesNet(asia.variables, ArcGraph.of(asia.names, []), asia.distributions).check_loaded()
    number = Variable("age")
    table = StateTable(Family(0, (), (), (), 0), np.ones((1, 1)))
    with pytest.raises(ValueError, match="a table is there where a number is"):
        BayesNet((number,), ArcGraph.of(["age"], []), (table,)).check_loaded()
