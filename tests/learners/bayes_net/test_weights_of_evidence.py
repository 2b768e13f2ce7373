import numpy as np
import pandas as pd
from numpy.testing import assert_allclose
from tests.learners.bayes_net.networks import make_asia

from hedgerow.learners import BayesNetClassifier
from hedgerow.learners.bayes_net.weights_of_evidence import find_log_odds, weigh_evidence


def test_weights_in_naive_bayes_add_up():
    """Each is the logarithm of a likelihood ratio."""
    X = pd.DataFrame({"a": list("xxyyxy"), "b": list("uvuvuv")})
    net = BayesNetClassifier("naive").fit(X, [0, 0, 1, 1, 0, 1])
    said = net.explain(X)
    prior = np.log(net.predict_proba(pd.DataFrame({"a": [None], "b": [None]}))[0])
    assert_allclose(said.weights.sum(axis=1) + prior - prior[::-1], said.log_odds)
    table = net.network_.frame("a")
    assert_allclose(said.weights[0, 0, 1], np.log(table.loc[1, "x"] / table.loc[0, "x"]))
    assert list(said.frame(0).index) == ["a", "b"]
    assert list(said.frame(0).columns) == [0, 1]


def test_a_weight_is_what_is_lost_without_the_feature():
    asia = make_asia()
    frame = asia.sample(30, 0).assign(either=None)
    label = asia.names.index("lung")
    weights, _ = weigh_evidence(asia, asia.read(frame), label)
    whole = asia.posterior(frame, "lung")
    without = asia.posterior(frame.drop(columns="smoke"), "lung")
    expected = find_log_odds(np.log(whole)) - find_log_odds(np.log(without))
    smoke = [name for name in asia.names if name != "lung"].index("smoke")
    assert_allclose(weights[:, smoke], expected, atol=1e-9)
    assert np.ptp(expected) > 1
    known = asia.sample(30, 0)
    at_hand, _ = weigh_evidence(asia, asia.read(known), label)
    assert_allclose(at_hand[:, 0], 0)  # where all else is known, the visit is outside of the blanket
    assert weights.shape == (30, 7, 2)


def test_missing_cells_weigh_nothing_and_certain_odds_are_finite():
    asia = make_asia()
    rows = asia.read(pd.DataFrame({"xray": ["yes", None], "tub": ["no", "no"], "either": ["no", "no"]}))
    weights, log_odds = weigh_evidence(asia, rows, asia.names.index("lung"))
    assert np.isfinite(weights).all()
    assert np.isfinite(log_odds).all()
    assert_allclose(weights[1, asia.names.index("xray") - 1], 0)
    assert find_log_odds(np.zeros((1, 1)))[0, 0] == 700
