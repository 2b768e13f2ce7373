import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.combination import Combined, abstain, combine, risk_coverage
from hedgerow.outputs import Outputs

ROWS = st.lists(st.tuples(st.integers(50, 60), st.integers(0, 1), st.integers(1, 3)), min_size=1)


def take(rows):
    confidences, truth, weights = np.array(rows).T
    scores = np.column_stack([confidences, 100 - confidences]) / 100
    return Combined.from_scores(scores, [0, 1], truth, sample_weight=weights)


@given(ROWS)
def test_every_step_is_an_abstention(rows):
    combined = take(rows)
    curve = risk_coverage(combined)
    assert sorted(set(combined.confidences()), reverse=True) == curve.threshold.tolist()
    for threshold, coverage, risk in curve.frame().itertuples(index=False):
        abstention = abstain(combined, threshold=threshold)
        assert (abstention.coverage, abstention.error()) == (pytest.approx(coverage), pytest.approx(risk))
    assert curve.coverage[-1] == 1
    assert curve.risk[-1] == pytest.approx(combined.error())


@given(ROWS)
def test_the_area_is_the_mean_risk_over_all_coverages(rows):
    combined = take(rows)
    curve = risk_coverage(combined)
    unit = combined.row_weights().sum()
    risks = [abstain(combined, coverage=k / unit).error() for k in range(1, int(unit) + 1)]
    assert curve.area == pytest.approx(np.mean(risks))


def test_perfect_confidence_costs_least():
    truth = [0] * 8 + [1] * 2
    scores = np.linspace(0.95, 0.55, 10)
    good = Combined.from_scores(np.column_stack([scores, 1 - scores]), [0, 1], truth)
    bad = Combined.from_scores(np.column_stack([scores, 1 - scores]), [0, 1], truth[::-1])
    assert_allclose(risk_coverage(good).risk[:8], 0)
    assert risk_coverage(good).area == pytest.approx((1 / 9 + 2 / 10) / 10)
    assert risk_coverage(bad).area > 5 * risk_coverage(good).area
    assert risk_coverage(bad).risk[-1] == risk_coverage(good).risk[-1]


def test_it_combines_outputs_by_any_rule():
    outputs = Outputs.from_predictions(
        np.random.default_rng(0).dirichlet(np.ones(3), (5, 40)), np.arange(40) % 3, classes=[0, 1, 2]
    )
    for rule in ("vote", "product"):
        assert_allclose(risk_coverage(outputs, rule).risk, risk_coverage(combine(outputs, rule)).risk)
    assert len(risk_coverage(outputs).threshold) <= 5 < len(risk_coverage(outputs, "product").threshold)


def test_it_needs_someone_who_spoke():
    abstaining = Outputs.from_predictions([[0, 1]], [0, 1], predicted=[[False, False]])
    with pytest.raises(ValueError, match="no member predicted any row"):
        risk_coverage(abstaining)
