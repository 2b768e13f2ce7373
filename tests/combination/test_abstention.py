import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import Combined, abstain, cautious_threshold, combine, risk_coverage
from hedgerow.outputs import Outputs

CONFIDENCES = [0.51, 0.55, 0.6, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0]


@pytest.mark.parametrize(
    ("coverage", "threshold", "n_covered"),
    [(0.3, 0.95, 3), (0.5, 0.8, 5), (0.65, 0.6, 8), (0.7, 0.6, 8), (1.0, 0.51, 10), (0.01, 1.0, 1)],
)
def test_the_threshold_of_the_cautious_classifier(coverage, threshold, n_covered):
    shuffled = np.random.default_rng(0).permutation(CONFIDENCES)
    assert cautious_threshold(shuffled, coverage) == threshold
    assert (shuffled >= threshold).sum() == n_covered


def test_a_share_of_whole_rows_is_not_rounded_up():
    assert 0.07 * 100 > 7
    assert cautious_threshold(np.arange(100.0), 0.07) == 93


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), min_size=1), st.integers(1, 20))
def test_it_is_the_largest_that_enough_weight_reaches(rows, twentieths):
    confidences, weights = np.array(rows, float).T
    if weights.sum() == 0:
        with pytest.raises(ValueError, match="no row with a confidence and a weight"):
            cautious_threshold(confidences, 0.5, weights)
        return
    enough = [
        level
        for level, weight in zip(confidences, weights, strict=True)
        if weight > 0 and 20 * weights[confidences >= level].sum() >= twentieths * weights.sum()
    ]
    assert cautious_threshold(confidences, twentieths / 20, weights) == max(enough)
    repeated = np.repeat(confidences, weights.astype(int))
    assert cautious_threshold(repeated, twentieths / 20) == max(enough)


@pytest.mark.parametrize("coverage", [0.0, 1.1, -1, np.nan])
def test_a_coverage_is_a_share(coverage):
    with pytest.raises(ValueError, match=r"coverage=.* must be a number in \(0, 1\]"):
        cautious_threshold(CONFIDENCES, coverage)


def test_shapes_must_agree():
    with pytest.raises(ValueError, match=r"confidences have the shape \(10,\), their weights \(2,\)"):
        cautious_threshold(CONFIDENCES, 0.5, [1, 1])


def two_class(confidences, truth, **choices):
    scores = np.column_stack([confidences, 1 - np.asarray(confidences)])
    return Combined.from_scores(scores, ["no", "yes"], truth, **choices)


def test_the_least_confident_answers_are_withheld():
    combined = two_class([0.9, 0.6, 0.7, 0.3], ["no", "yes", "no", "no"])
    abstention = abstain(combined, coverage=0.5)
    assert abstention.threshold == 0.7
    assert_array_equal(abstention.is_decided, [True, False, True, True])  # 0.3 is a "yes" of 0.7
    assert abstention.coverage == 0.75  # more than asked, since two are as confident
    assert abstention.error() == pytest.approx(1 / 3)
    assert_array_equal(abstention.labels(), ["no", None, "no", "yes"])
    assert list(abstention.frame()["decided"]) == [True, False, True, True]


def test_the_threshold_goes_to_new_rows():
    learned = abstain(two_class(CONFIDENCES, ["no"] * 10), coverage=0.5)
    new = abstain(two_class([0.9, 0.7], ["no", "yes"]), threshold=learned.threshold)
    assert (new.coverage, new.error()) == (0.5, 0.0)
    nobody = abstain(two_class([0.6, 0.7], ["no", "yes"]), threshold=0.8)
    assert nobody.coverage == 0
    assert np.isnan(nobody.error())


def test_rows_about_which_nobody_spoke_are_neither_covered_nor_counted():
    said = [["a", "b", "b"], ["a", "a", "b"]]
    predicted = np.array([[True, True, False], [True, True, False]])
    outputs = Outputs.from_predictions(said, ["a", "b", "b"], predicted=predicted)
    abstention = abstain(outputs, coverage=0.5)
    assert abstention.threshold == 1.0
    assert_array_equal(abstention.is_decided, [True, False, False])
    assert abstention.coverage == 0.5
    abstaining = Outputs.from_predictions(said, ["a", "b", "b"], predicted=np.zeros((2, 3), bool))
    assert np.isnan(abstain(abstaining, threshold=0.5).coverage)


def test_row_weights_count():
    combined = two_class([0.9, 0.8, 0.7], ["no", "yes", "no"], sample_weight=[1, 2, 7])
    abstention = abstain(combined, coverage=0.3)
    assert (abstention.threshold, abstention.coverage) == (0.8, pytest.approx(0.3))
    assert abstention.error() == pytest.approx(2 / 3)


def test_the_rule_is_a_choice():
    outputs = Outputs.from_predictions(np.array([[[0.9, 0.1]], [[0.45, 0.55]]]), [0], classes=[0, 1])
    assert abstain(outputs, threshold=0.6).coverage == 0
    assert abstain(outputs, threshold=0.6, combination="mean_probability").coverage == 1


@pytest.mark.parametrize("choices", [{}, {"coverage": 0.5, "threshold": 0.5}])
def test_either_a_coverage_or_a_threshold(choices):
    with pytest.raises(ValueError, match="either a coverage or a threshold"):
        abstain(two_class(CONFIDENCES, ["no"] * 10), **choices)


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
