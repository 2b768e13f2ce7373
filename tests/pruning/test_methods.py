import pytest
from sklearn.base import clone
from tests.pruning.drawn import PENCIL

from hedgerow.pruning import METHODS, FitSelect, choose_members
from hedgerow.pruning.methods import count_members


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
