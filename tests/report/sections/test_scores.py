import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow import RandomForestRegressor, read_table
from hedgerow.datasets import load
from hedgerow.report.sections.scores import describe_scores, find_groups, list_rivals
from hedgerow.trials import CrossValidation, MethodResult
from hedgerow.trials.candidates import make_linear_baseline
from hedgerow.trials.folds import FoldPlan


def test_the_model_is_first_and_a_clone():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    model = RandomForestRegressor(5)
    rivals = list_rivals(model, "mine", table)
    assert rivals[0].name == "mine"
    assert rivals[0].estimator is not model
    for rival in rivals:
        rival.estimator.fit(table.features, table.target)


def test_a_linear_model_has_no_linear_rival():
    iris = load("iris")
    names = [rival.name for rival in list_rivals(make_linear_baseline("classification"), "mine", iris)]
    assert names == ["mine", "single tree", "constant answer"]


def test_the_constant_is_what_the_metric_would_guess():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    *_, constant = list_rivals(RandomForestRegressor(5), "mine", table, guess="the median")
    assert constant.estimator.strategy == "median"


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


def make_scores(scores, apart=(), *, higher_is_better=True):
    names = list(scores)
    pairs = [
        {"first": a, "second": b, "better": a if (a, b) in apart or (b, a) in apart else ""}
        for a, b in itertools.combinations(names, 2)
    ]
    candidates = [{"name": name, "score": score} for name, score in scores.items()]
    return {"candidates": candidates, "pairs": pairs, "higher_is_better": higher_is_better}


def test_methods_that_all_differ_have_no_bars():
    scores = make_scores({"a": 0.9, "b": 0.8}, [("a", "b")])
    assert find_groups(scores)["bars"] == []


def test_bars_overlap_but_none_lies_in_another():
    scores = make_scores({"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6}, [("a", "c"), ("a", "d")])
    assert find_groups(scores)["bars"] == [[0, 1], [1, 3]]


@pytest.mark.parametrize(("higher", "order"), [(True, ["b", "a"]), (False, ["a", "b"])])
def test_the_best_is_first(higher, order):
    found = find_groups(make_scores({"a": 1.0, "b": 2.0}, higher_is_better=higher))
    assert [each["name"] for each in found["order"]] == order


def test_a_method_that_failed_is_left_out():
    scores = make_scores({"a": 0.9, "b": 0.8})
    scores["candidates"].append({"name": "c", "score": None})
    assert len(find_groups(scores)["order"]) == 2


@given(st.data())
def test_a_bar_never_joins_what_is_told_apart_and_joins_all_neighbours_that_are_not(data):
    n_methods = data.draw(st.integers(2, 6))
    names = [f"m{place}" for place in range(n_methods)]
    apart = data.draw(st.sets(st.sampled_from(list(itertools.combinations(names, 2)))))
    bars = find_groups(make_scores({name: -place for place, name in enumerate(names)}, apart))["bars"]
    for first, last in bars:
        assert not apart & set(itertools.combinations(names[first : last + 1], 2))
    for place in range(n_methods - 1):
        joined = any(first <= place and place + 1 <= last for first, last in bars)
        assert joined == ((names[place], names[place + 1]) not in apart)
