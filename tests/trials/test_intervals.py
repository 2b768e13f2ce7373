import numpy as np
import pytest

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.trials import METRICS
from hedgerow.trials.folds import FoldPlan, plan_folds
from hedgerow.trials.intervals import find_interval

PLAN = FoldPlan(5, 1, 100, 100)


def test_an_interval_is_corrected_for_shared_rows():
    scores = np.array([0.7, 0.72, 0.74, 0.7, 0.71])
    half = interval_half_width(scores, test_to_train=0.25)
    assert find_interval(scores, PLAN, METRICS["accuracy"]) == pytest.approx(
        (scores.mean() - half, scores.mean() + half)
    )


def test_an_interval_stays_among_the_possible_scores():
    low, high = find_interval(np.array([1, 1, 1, 1, 0.9]), PLAN, METRICS["auc"])
    assert low < high == 1.0
    low, high = find_interval(np.array([0.1, 3, 0.1, 0.1, 0.1]), PLAN, METRICS["rmse"])
    assert 0.0 == low < high
    low, _ = find_interval(np.array([-4.0, 0.5, 0.5, 0.5, 0.5]), PLAN, METRICS["r2"])
    assert low < -1


def test_a_record_without_an_error_is_not_perfect_for_ever():
    low, high = find_interval(np.ones(5), PLAN, METRICS["accuracy"])
    assert high == 1.0
    # Were the share of right answers as low as this, 100 of 100 would be seen once in twenty times.
    assert low**100 == pytest.approx(0.05)
    assert find_interval(np.zeros(5), PLAN, METRICS["brier"]) == pytest.approx((0.0, 1 - low))


def test_rare_classes_leave_more_doubt_about_metrics_that_count_classes_alike():
    plan = plan_folds(["usual"] * 90 + ["rare"] * 10, "classification")
    low, _ = find_interval(np.ones(plan.n_splits), plan, METRICS["balanced_accuracy"])
    # 10 of 10 and 90 of 90 are at most as likely as 20 of 20 rows of a class that has the mean recall.
    assert low**20 == pytest.approx(0.05)
    assert find_interval(np.ones(plan.n_splits), plan, METRICS["accuracy"])[0] > low
    assert find_interval(np.ones(5), PLAN, METRICS["auc"])[0] ** 5 == pytest.approx(0.05)


@pytest.mark.parametrize(("metric", "score"), [("r2", 1.0), ("rmse", 0.0)])
def test_what_has_no_worst_score_keeps_its_interval(metric, score):
    assert find_interval(np.full(5, score), PLAN, METRICS[metric]) == (score, score)


def test_a_failure_has_no_interval():
    assert np.isnan(find_interval(np.array([0.5, np.nan, 0.5]), PLAN, METRICS["accuracy"])).all()
