import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import roc_auc_score

from hedgerow.analysis import operating_points

HEALTHY = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95]
ILL = [0.35, 0.55, 0.75, 0.85, 0.9]
SCORES, TRUTH = HEALTHY + ILL, [0] * 10 + [1] * 5


def test_check_value_a10():
    points = operating_points(SCORES, TRUTH)
    assert points.area == pytest.approx(0.68)
    assert points.fewest_errors().errors == 4
    at_ninety = points.at_specificity(0.9)
    assert (at_ninety.threshold, at_ninety.errors) == (0.85, 4)
    assert (at_ninety.false_positives, at_ninety.false_negatives) == (1, 3)
    assert (at_ninety.sensitivity, at_ninety.specificity) == pytest.approx((0.4, 0.9))


@st.composite
def rated_rows(draw):
    n_rows = draw(st.integers(2, 30))
    scores = draw(st.lists(st.integers(0, 8), min_size=n_rows, max_size=n_rows))
    truth = draw(
        st.lists(st.booleans(), min_size=n_rows, max_size=n_rows).filter(lambda y: 0 < sum(y) < len(y))
    )
    weights = draw(st.lists(st.integers(1, 3), min_size=n_rows, max_size=n_rows))
    return np.array(scores) / 8, np.array(truth), np.array(weights)


@given(rated_rows(), st.floats(0, 1))
def test_every_threshold_is_looked_at(rows, specificity):
    scores, truth, weights = rows
    points = operating_points(scores, truth, sample_weight=weights)
    thresholds = [*np.unique(scores), np.inf]
    errors = [weights @ ((scores >= each) != truth) for each in thresholds]
    reached = [1 - weights @ ((scores >= each) & ~truth) / (weights @ ~truth) for each in thresholds]
    assert points.fewest_errors().errors == min(errors)
    first = next(place for place, share in enumerate(reached) if share >= specificity - 1e-12)
    found = points.at_specificity(specificity)
    assert (found.threshold, found.errors) == (thresholds[first], errors[first])
    assert_allclose(points.area, roc_auc_score(truth, scores, sample_weight=weights))
    assert_allclose(np.sort(points.frame()["errors"]), np.sort(errors))


def test_no_threshold_need_call_a_row_positive():
    points = operating_points([0.1, 0.9], [1, 0])  # the wrong way round
    assert points.fewest_errors().errors == 1
    assert points.at_specificity(0.9).threshold == np.inf
    assert points.area == 0


def test_labels_of_any_kind_and_either_of_them():
    names = np.array(["well", "ill"])[1 - np.array(TRUTH)]  # "well" is the last, and of high scores
    assert operating_points(SCORES, names).area == pytest.approx(0.68)
    turned = operating_points(SCORES, names, positive="ill")
    assert turned.area == pytest.approx(0.32)


@pytest.mark.parametrize(
    ("truth", "choices", "message"),
    [
        ([1] * 15, {}, r"truth holds 1 classes \(1\); there must be two"),
        ([0, 1, 2] * 5, {}, "truth holds 3 classes"),
        (TRUTH, {"positive": "ill"}, "positive='ill' is not a label"),
        (TRUTH, {"sample_weight": [1] * 10 + [0] * 5}, "no weight"),
        (TRUTH[1:], {}, "inconsistent numbers of samples"),
    ],
)
def test_what_cannot_be_measured_is_refused(truth, choices, message):
    with pytest.raises(ValueError, match=message):
        operating_points(SCORES, truth, **choices)


def test_scores_are_numbers_and_specificity_is_a_share():
    with pytest.raises(ValueError, match="scores holds nan in row 1"):
        operating_points([0.1, np.nan], [0, 1])
    with pytest.raises(ValueError, match=r"specificity=90"):
        operating_points(SCORES, TRUTH).at_specificity(90)
