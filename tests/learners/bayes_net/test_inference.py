import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.learners.bayes_net.networks import make_alarm, make_asia

from hedgerow.learners.bayes_net.variables import Rows

# pgmpy 0.1.26: log_likelihood_score(model, X) of sample(300, 0), and VariableElimination(model).query.
POSTERIORS = [
    (make_asia, "lung", {"dysp": "yes"}, [0.10275922275492888, 0.8972407772450711]),
    (
        make_asia,
        "tub",
        {"xray": "yes", "dysp": "yes", "smoke": "no"},
        [0.25562512426624673, 0.7443748757337533],
    ),
    (make_asia, "smoke", {"asia": "yes", "xray": "no"}, [0.47674748437696474, 0.5232525156230352]),
    (make_asia, "asia", {}, [0.01, 0.99]),
    (make_alarm, "HYPOVOLEMIA", {"BP": "s0", "HRBP": "s1"}, [0.8660158141241425, 0.13398418587585745]),
    (
        make_alarm,
        "CATECHOL",
        {"EXPCO2": "s3", "CVP": "s0", "PRESS": "s2"},
        [0.4882800266591965, 0.5117199733408035],
    ),
    (
        make_alarm,
        "INTUBATION",
        {"SAO2": "s1", "MINVOL": "s2", "HRSAT": "s0", "PAP": "s1"},
        [0.7579374178331016, 0.22707496329274324, 0.014987618874155178],
    ),
    (make_alarm, "TPR", {}, [0.6601, 0.2341, 0.1058]),
]


@pytest.mark.parametrize(("make", "variable", "evidence", "expected"), POSTERIORS)
def test_posteriors_are_those_of_pgmpy(make, variable, evidence, expected):
    frame = pd.DataFrame([evidence], index=[0])
    assert_allclose(make().posterior(frame, variable)[0], expected, rtol=1e-9)


@pytest.mark.parametrize(
    ("make", "expected"), [(make_asia, -677.8672364754566), (make_alarm, -7294.289576406307)]
)
def test_likelihoods_are_those_of_pgmpy(make, expected):
    net = make()
    assert net.log_likelihood(net.sample(300, 0)).sum() == pytest.approx(expected, rel=1e-12)


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_what_is_missing_is_summed_over(seed):
    """Asia has 256 states: all of them are tried for each row."""
    net = make_asia()
    every = Rows(np.array(np.unravel_index(np.arange(256), (2,) * 8), np.int32), np.zeros((8, 256)))
    joint = np.exp(net.find_log_likelihood(every))
    assert joint.sum() == pytest.approx(1.0)
    random = np.random.RandomState(seed)
    codes = np.where(random.uniform(size=(8, 5)) < 0.5, -1, net.draw(5, random).codes).astype(np.int32)
    rows = Rows(codes, np.zeros((8, 5)))
    fits = ((codes[:, :, None] < 0) | (codes[:, :, None] == every.codes[:, None])).all(axis=0)
    assert_allclose(np.exp(net.find_log_likelihood(rows)), fits @ joint)
    query = seed % 8
    apart = (codes[:, :, None] < 0) | (codes[:, :, None] == every.codes[:, None])
    apart[query] = True
    likely = apart.all(axis=0) * joint
    shares = np.stack([likely[:, every.codes[query] == state].sum(axis=1) for state in (0, 1)], axis=1)
    assert_allclose(
        np.exp(net.find_posterior(rows, query)), shares / shares.sum(axis=1, keepdims=True), atol=1e-12
    )


def test_evidence_that_cannot_be_says_nothing():
    """Tuberculosis, and yet neither tuberculosis nor cancer."""
    impossible = pd.DataFrame({"tub": ["yes"], "either": ["no"]})
    assert np.isneginf(make_asia().log_likelihood(impossible)).all()
    assert_allclose(make_asia().posterior(impossible, "lung"), 0)
