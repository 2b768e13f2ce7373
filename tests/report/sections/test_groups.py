import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.report.sections.groups import find_groups


def make(scores, apart=(), *, higher_is_better=True):
    names = list(scores)
    pairs = [
        {"first": a, "second": b, "better": a if (a, b) in apart or (b, a) in apart else ""}
        for a, b in itertools.combinations(names, 2)
    ]
    candidates = [{"name": name, "score": score} for name, score in scores.items()]
    return {"candidates": candidates, "pairs": pairs, "higher_is_better": higher_is_better}


def test_methods_that_all_differ_have_no_bars():
    scores = make({"a": 0.9, "b": 0.8}, [("a", "b")])
    assert find_groups(scores)["bars"] == []


def test_bars_overlap_but_none_lies_in_another():
    scores = make({"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6}, [("a", "c"), ("a", "d")])
    assert find_groups(scores)["bars"] == [[0, 1], [1, 3]]


@pytest.mark.parametrize(("higher", "order"), [(True, ["b", "a"]), (False, ["a", "b"])])
def test_the_best_is_first(higher, order):
    found = find_groups(make({"a": 1.0, "b": 2.0}, higher_is_better=higher))
    assert [each["name"] for each in found["order"]] == order


def test_a_method_that_failed_is_left_out():
    scores = make({"a": 0.9, "b": 0.8})
    scores["candidates"].append({"name": "c", "score": None})
    assert len(find_groups(scores)["order"]) == 2


@given(st.data())
def test_a_bar_never_joins_what_is_told_apart_and_joins_all_neighbours_that_are_not(data):
    n_methods = data.draw(st.integers(2, 6))
    names = [f"m{place}" for place in range(n_methods)]
    apart = data.draw(st.sets(st.sampled_from(list(itertools.combinations(names, 2)))))
    bars = find_groups(make({name: -place for place, name in enumerate(names)}, apart))["bars"]
    for first, last in bars:
        assert not apart & set(itertools.combinations(names[first : last + 1], 2))
    for place in range(n_methods - 1):
        joined = any(first <= place and place + 1 <= last for first, last in bars)
        assert joined == ((names[place], names[place + 1]) not in apart)
