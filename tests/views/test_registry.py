import pytest
from sklearn.base import clone

from hedgerow.views import VIEWS, Subspace, resolve_view


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_a_shorthand_makes_a_clonable_object_that_draws(name):
    assert clone(resolve_view(name)).draw(0, 4).max() < 4


def test_an_object_is_copied():
    given = Subspace(3)
    assert resolve_view(given) is not given
    assert resolve_view(given).max_features == 3


@pytest.mark.parametrize("wrong", ["subspaces", None, Subspace])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"is not known; use one of \['all', 'subspace'\]"):
        resolve_view(wrong)
