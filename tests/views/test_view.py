import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris

from hedgerow.views import ColumnView, MatrixView, Subspace
from hedgerow.views.view import VIEWS


@pytest.mark.parametrize("name", sorted(VIEWS.places))
def test_a_shorthand_makes_a_clonable_object_that_makes_or_picks_features(name):
    X, y = load_iris(return_X_y=True)
    view = clone(VIEWS.resolve(name))
    if isinstance(view, MatrixView):
        table = view.fit_view(1, X, y).transform(X)
        assert len(table) == 150
        assert np.isfinite(table).all()
    else:
        assert isinstance(view, ColumnView)
        assert view.draw(0, 4).max() < 4


def test_an_object_is_copied():
    given = Subspace(3)
    assert VIEWS.resolve(given) is not given
    assert VIEWS.resolve(given).max_features == 3


@pytest.mark.parametrize("wrong", ["subspaces", None, Subspace])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"must be 'all', 'combinations', .* or 'subspace', or an object"):
        VIEWS.resolve(wrong)
