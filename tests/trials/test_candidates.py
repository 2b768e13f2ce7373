import numpy as np
import pandas as pd
import pytest

from hedgerow.trials import candidates
from hedgerow.trials.candidates import list_candidates


def test_seeds_and_threads_are_passed_on():
    table = pd.DataFrame(np.zeros((4, 2)))
    forest, first, linear = list_candidates(table, "classification", n_jobs=2, random_state=7)
    assert (forest.estimator.n_jobs, forest.estimator.random_state) == (2, 7)
    assert (first.estimator.n_jobs, first.estimator.random_state) == (2, 7)
    assert linear.name == "linear"


@pytest.mark.parametrize(("task", "has_first"), [("classification", False), ("regression", True)])
def test_a_large_table_is_not_for_the_slow_first_choice(monkeypatch, task, has_first):
    monkeypatch.setattr(candidates, "MOST_CELLS_FOR_FIRST_CHOICE", 7)
    names = [candidate.name for candidate in list_candidates(pd.DataFrame(np.zeros((4, 2))), task)]
    assert ("hedgerow" in names) == has_first


def test_each_call_makes_its_own_estimator():
    (one,), (other,) = (candidates.make_candidates(["forest"], "regression") for _ in range(2))
    assert one.estimator is not other.estimator


@pytest.mark.parametrize(("task", "has_first"), [("classification", False), ("regression", True)])
def test_nor_is_a_wide_one(task, has_first):
    names = [candidate.name for candidate in list_candidates(pd.DataFrame(np.zeros((4, 1_001))), task)]
    assert ("hedgerow" in names) == has_first


def test_a_name_that_comes_twice_takes_part_once():
    made = candidates.make_candidates(["LINEAR", "forest", "linear", "forest"], "classification")
    assert [candidate.name for candidate in made] == ["linear", "forest"]
