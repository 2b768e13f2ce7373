import json

import numpy as np
import pytest

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.trials import FoldPlan, Tournament, Trial


def make_trial(name, scores, failure=None):
    return Trial(name, np.array(scores), np.full(len(scores), 0.5), None, None, None, failure)


def make_tournament(*trials):
    return Tournament("classification", "accuracy", FoldPlan(5, 1, 100, 100), trials, 0.5)


GOOD, POOR = [0.9, 0.91, 0.92, 0.9, 0.91], [0.7, 0.72, 0.71, 0.7, 0.72]


def test_the_best_comes_first():
    found = make_tournament(make_trial("poor", POOR), make_trial("good", GOOD))
    assert found.best.name == "good"
    assert found.frame()["method"].tolist() == ["good", "poor"]
    assert found.comparison.sentence.startswith("On this data set, good is better than poor")
    assert "best is good" in repr(found)


def test_the_first_of_equals_is_best():
    assert make_tournament(make_trial("one", GOOD), make_trial("other", GOOD)).best.name == "one"


def test_the_interval_is_corrected_for_shared_rows():
    row = make_tournament(make_trial("good", GOOD)).frame().iloc[0]
    half = interval_half_width(GOOD, test_to_train=0.25)
    assert (row["low"], row["high"]) == pytest.approx((np.mean(GOOD) - half, np.mean(GOOD) + half))


def test_no_interval_passes_one():
    assert make_tournament(make_trial("good", [1, 1, 1, 1, 0.9])).frame()["high"][0] == 1.0


def test_a_failure_is_no_score_and_the_last():
    failed = make_trial("broken", [np.nan, 0.99, 0.99, 0.99, 0.99], "it broke")
    found = make_tournament(failed, make_trial("good", GOOD), make_trial("poor", POOR))
    assert found.best.name == "good"
    assert found.frame()["method"].tolist() == ["good", "poor", "broken"]
    assert set(found.differences()["first"]) | set(found.differences()["second"]) == {"good", "poor"}


def test_failures_only_are_an_error():
    with pytest.raises(ValueError, match=r"Every method failed. broken: it broke"):
        _ = make_tournament(make_trial("broken", [np.nan] * 5, "it broke")).best


def test_one_method_is_not_compared():
    found = make_tournament(make_trial("good", GOOD))
    assert found.comparison is None
    assert found.differences().empty


def test_differences_have_signs_and_intervals():
    row = make_tournament(make_trial("poor", POOR), make_trial("good", GOOD)).differences().iloc[0]
    assert row["difference"] == pytest.approx(np.mean(POOR) - np.mean(GOOD))
    assert row["low"] < row["difference"] < row["high"] < 0
    assert row["better"] == "good"
    assert row["p_value"] < 0.05


def test_the_record_is_json_with_failures_too():
    failed = make_trial("broken", [np.nan] * 5, "it broke")
    found = make_tournament(make_trial("good", GOOD), failed)
    said = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert said["best"] == "good"
    assert [row["method"] for row in said["methods"]] == ["good", "broken"]
    assert said["methods"][1]["score"] is None
    assert said["methods"][1]["failure"] == "it broke"
    assert said["methods"][0]["scores"] == GOOD
    assert said["folds"]["sentence"] == "5 folds"
