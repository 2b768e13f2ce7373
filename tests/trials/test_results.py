import json

import numpy as np
import pytest

from hedgerow.trials import METRICS, CrossValidation, MethodResult
from hedgerow.trials.folds import FoldPlan


def make_trial(name, scores, failure=None):
    return MethodResult(name, np.array(scores), np.full(len(scores), 0.5), None, None, None, failure)


def make_validation(*trials, metric="accuracy", guess=0.5, classes=None):
    return CrossValidation(METRICS[metric].task, metric, FoldPlan(5, 1, 100, 100), trials, guess, classes)


GOOD, POOR = [0.9, 0.91, 0.92, 0.9, 0.91], [0.7, 0.72, 0.71, 0.7, 0.72]


def test_the_best_comes_first():
    found = make_validation(make_trial("poor", POOR), make_trial("good", GOOD))
    assert found.best.name == "good"
    assert found.frame()["method"].tolist() == ["good", "poor"]
    assert found.comparison.sentence.startswith("On this data set, good is better than poor")
    assert "best is good" in repr(found)


def test_the_first_of_equals_is_best():
    assert make_validation(make_trial("one", GOOD), make_trial("other", GOOD)).best.name == "one"


def test_the_interval_is_in_the_frame():
    found = make_validation(make_trial("good", GOOD))
    row = found.frame().iloc[0]
    assert (row["low"], row["high"]) == found.interval(found.results[0])
    assert row["low"] < row["score"] < row["high"]


@pytest.mark.parametrize("metric", METRICS)
def test_what_is_better_is_so_everywhere(metric):
    """Best, order, differences, words and the expectation, for scores and for errors."""
    more = METRICS[metric].higher_is_better
    good, poor = (GOOD, POOR) if more else (POOR, GOOD)
    found = make_validation(make_trial("poor", poor), make_trial("good", good), metric=metric, guess=0.8)
    assert found.best.name == "good"
    assert found.frame()["method"].tolist() == ["good", "poor"]
    row = found.differences().iloc[0]
    assert row["difference"] == pytest.approx(np.mean(poor) - np.mean(good))
    assert (row["difference"] < 0) == more
    assert row["low"] < row["difference"] < row["high"]
    assert row["better"] == "good"
    assert found.comparison.sentence.startswith("On this data set, good is better than poor")
    assert found.chosen.picks == {"good": 5}
    assert found.beats_guess
    assert not make_validation(make_trial("poor", poor), metric=metric, guess=0.8).beats_guess
    assert found.to_dict()["higher_is_better"] == more


def test_what_to_expect_of_the_best_is_in_the_record():
    found = make_validation(make_trial("one", GOOD), make_trial("other", POOR[::-1]))
    assert found.to_dict()["chosen"]["picks"] == {"one": 5}
    assert make_validation(make_trial("one", GOOD)).chosen is None
    assert make_validation(make_trial("one", GOOD)).to_dict()["chosen"] is None


def test_accuracy_is_said_to_overlook_rare_classes():
    classes = {"usual": 90, "rare": 5}
    trial = make_trial("good", GOOD)
    (remark,) = make_validation(trial, classes=classes).remarks()
    assert remark.startswith(
        "Accuracy hardly sees the class rare (5.3 % of the rows): --metric balanced_accuracy"
    )
    (remark,) = make_validation(trial, classes=classes | {"rarer": 1}).remarks()
    assert "the 2 rarest classes (6.2 % of the rows)" in remark
    (remark,) = make_validation(trial, classes={"usual": 2000, "rare": 3}).remarks()
    assert "(0.1 % of the rows)" in remark
    assert make_validation(trial, classes={"usual": 90, "other": 9}).remarks() == []
    assert make_validation(trial, metric="auc", classes=classes).remarks() == []
    assert make_validation(trial, metric="r2").remarks() == []


def test_a_failure_is_no_score_and_the_last():
    failed = make_trial("broken", [np.nan, 0.99, 0.99, 0.99, 0.99], "it broke")
    found = make_validation(failed, make_trial("good", GOOD), make_trial("poor", POOR))
    assert found.best.name == "good"
    assert found.frame()["method"].tolist() == ["good", "poor", "broken"]
    assert set(found.differences()["first"]) | set(found.differences()["second"]) == {"good", "poor"}


def test_failures_only_are_an_error():
    with pytest.raises(ValueError, match=r"Every method failed. broken: it broke"):
        _ = make_validation(make_trial("broken", [np.nan] * 5, "it broke")).best


def test_one_method_is_not_compared():
    found = make_validation(make_trial("good", GOOD))
    assert found.comparison is None
    assert found.differences().empty


def test_differences_have_signs_and_intervals():
    row = make_validation(make_trial("poor", POOR), make_trial("good", GOOD)).differences().iloc[0]
    assert row["difference"] == pytest.approx(np.mean(POOR) - np.mean(GOOD))
    assert row["low"] < row["difference"] < row["high"] < 0
    assert row["better"] == "good"
    assert row["p_value"] < 0.05


def test_the_record_is_json_with_failures_too():
    failed = make_trial("broken", [np.nan] * 5, "it broke")
    found = make_validation(make_trial("good", GOOD), failed)
    said = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert said["best"] == "good"
    assert [row["method"] for row in said["methods"]] == ["good", "broken"]
    assert said["methods"][1]["score"] is None
    assert said["methods"][1]["failure"] == "it broke"
    assert said["methods"][0]["scores"] == GOOD
    assert said["folds"]["sentence"] == "5 folds"
