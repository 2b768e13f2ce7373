import numpy as np
import pytest

from hedgerow.report.sections.scores import describe_scores
from hedgerow.trials import CrossValidation, MethodResult
from hedgerow.trials.folds import FoldPlan


def make(**scores):
    trials = tuple(
        MethodResult(name, np.array(each), np.full(len(each), 0.5), None, None, None, None)
        for name, each in scores.items()
    )
    return CrossValidation("classification", "accuracy", FoldPlan(5, 1, 100, 100), trials, 0.5)


def test_intervals_stay_among_the_possible_scores():
    found = describe_scores(make(good=[1.0, 1.0, 1.0, 0.9, 1.0], poor=[0.0, 0.0, 0.1, 0.0, 0.0]))
    assert found["candidates"][0]["high"] == 1.0
    assert found["candidates"][1]["low"] == 0.0


def test_the_critical_difference_is_half_of_the_interval():
    found = describe_scores(make(one=[0.8, 0.82, 0.81, 0.83, 0.8], other=[0.7, 0.75, 0.71, 0.7, 0.72]))
    pair = found["pairs"][0]
    assert pair["critical"] == pytest.approx((pair["high"] - pair["low"]) / 2, rel=1e-4)
    # A difference is shown, before Holm's adjustment, where it is more than critical.
    assert (abs(pair["difference"]) > pair["critical"]) == (pair["better"] != "")


def test_a_method_that_failed_has_no_score():
    trial = MethodResult("bad", np.array([np.nan] * 5), np.ones(5), None, None, None, "no")
    found = describe_scores(
        CrossValidation("regression", "r2", FoldPlan(5, 1, 100, 100), (trial, trial), 0.0)
    )
    assert found["candidates"][0]["score"] is None
    assert found["pairs"] == []


def test_the_metric_is_said_in_words():
    trials = tuple(
        MethodResult(name, np.array(each), np.ones(5), None, None, None, None)
        for name, each in {"good": [0.1, 0.2, 0.1, 0.2, 0.1], "poor": [0.4, 0.5, 0.5, 0.4, 0.6]}.items()
    )
    plan = FoldPlan(5, 1, 100, 100)
    found = describe_scores(CrossValidation("regression", "rmse", plan, trials, 0.7))
    assert (found["metric"], found["title"], found["higher_is_better"]) == ("rmse", "RMSE", False)
    assert found["guess"] == 0.7
    assert found["candidates"][0]["low"] >= 0
    assert found["pairs"][0]["better"] == "good"
    assert found["remarks"] == []


def test_what_to_expect_of_the_best_stands_beside_the_scores():
    found = describe_scores(make(one=[0.8, 0.82, 0.81, 0.83, 0.8], other=[0.7, 0.75, 0.71, 0.7, 0.72]))
    assert found["chosen"]["picks"] == {"one": 5}
    assert found["chosen"]["score"] == found["candidates"][0]["score"]
    assert found["chosen"]["sentence"].startswith("From trying 2 methods")
    assert describe_scores(make(one=[0.8, 0.82, 0.81, 0.83, 0.8]))["chosen"] is None
