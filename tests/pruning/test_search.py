import numpy as np
import pytest
from sklearn.base import clone
from tests.pruning.drawn import PENCIL

from hedgerow.pruning import METHODS, BestMembers, FitSelect, InstanceSelection, PruningMethod, choose_members
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.search import Search, count_different, count_members, rank_errors


def test_an_order_is_cut_at_its_first_smallest_error():
    search = Search.along(np.array([2, 0, 1]), np.array([0.3, 0.1 + 1e-16, 0.1]), None)
    assert search.kept.tolist() == [2, 0]
    assert search.frame()["chosen"].tolist() == [False, True, False]
    assert search.frame()["n_members"].tolist() == [1, 2, 3]


def test_a_given_number_counts_different_members():
    order = np.array([2, 2, 0, 2, 1])
    search = Search.along(order, np.array([0.3, 0.2, 0.1, 0.4, 0.0]), 2)
    assert search.members.tolist() == [2, 2, 0, 2]
    assert (search.kept.tolist(), search.combination_weights.tolist(), search.error) == (
        [2, 0],
        [3.0, 1.0],
        0.4,
    )
    assert search.frame()["n_members"].tolist() == [1, 1, 2, 2, 3]
    assert count_different(order).tolist() == [1, 1, 2, 2, 3]


def test_a_committee_that_nobody_has_heard_is_not_chosen():
    assert Search.along(np.array([0, 1]), np.array([np.nan, 0.5]), None).chosen == 1
    assert rank_errors(np.array([np.nan, 0.5])).tolist() == [1, 0]


def test_committees_need_not_be_nested():
    search = Search([np.array([3]), np.array([0, 1])], np.array([0.2, 0.1]), 1)
    assert search.kept.tolist() == [0, 1]
    assert search.frame()["n_members"].tolist() == [1, 2]


def test_methods_are_told_by_what_they_do():
    assert isinstance(FitSelect(), PruningMethod)
    assert not isinstance(InstanceSelection(), PruningMethod)
    assert BestMembers().search(make_evaluator(PENCIL)).nested


@pytest.mark.parametrize("name", [*METHODS.places])
def test_every_shorthand_is_a_fresh_clonable_object(name):
    method = METHODS.resolve(name)
    assert type(method) is type(METHODS.make(name))
    assert clone(method).get_params() == method.get_params()
    assert type(METHODS.resolve(name.replace("_", "-"))) is type(method)


@pytest.mark.parametrize("name", sorted(set(METHODS.places) - {"instance"}))
def test_every_method_reads_outputs(name):
    search = choose_members(PENCIL, name, random_state=0)
    assert 1 <= len(search.kept) <= 5
    assert len(search.frame()) == len(search.committees)
    if name != "hull":
        assert len(choose_members(PENCIL, name, n_members=0.4, random_state=0).kept) <= 2


def test_a_given_object_is_not_changed():
    method = FitSelect(step=2)
    assert METHODS.resolve(method) is not method
    assert METHODS.resolve(method).step == 2


def test_what_is_wrong_is_said():
    with pytest.raises(ValueError, match=r"method='fit-selects' must be .*'fitselect'"):
        METHODS.resolve("fit-selects")
    with pytest.raises(ValueError, match=r"method=3 must be .*, or an object with `search`"):
        METHODS.resolve(3)
    with pytest.raises(ValueError, match="anew for each row"):
        choose_members(PENCIL, "instance")
    for bad in (0, -1, 1.5, 0.0, True, "all"):
        with pytest.raises(ValueError, match=r"n_members=.* must be an int of 1 or more, or a share"):
            count_members(bad, 10)
