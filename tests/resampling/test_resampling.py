import numpy as np
import pytest
from sklearn.base import clone

from hedgerow.resampling import AdaptiveResampling, Bootstrap
from hedgerow.resampling.resampling import RESAMPLINGS


@pytest.mark.parametrize("name", sorted(RESAMPLINGS.places))
def test_a_shorthand_makes_a_clonable_object_that_draws(name):
    resampling = clone(RESAMPLINGS.resolve(name))
    if isinstance(resampling, AdaptiveResampling):
        y = np.arange(10.0) if name == "adaboost_r2" else np.arange(10) % 2
        drawn = resampling.draw(resampling.start(y, None), 0)
    else:
        drawn = resampling.draw(0, 10)
    assert drawn.shape == (10,)
    assert drawn.sum() > 0


def test_an_object_is_copied():
    given = Bootstrap(max_samples=5)
    resolved = RESAMPLINGS.resolve(given)
    assert resolved is not given
    assert resolved.get_params() == given.get_params()


@pytest.mark.parametrize("wrong", ["bootstarp", 3, Bootstrap])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"must be 'adaboost'"):
        RESAMPLINGS.resolve(wrong)
