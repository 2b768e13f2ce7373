from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow.foundation.parameters import configurable
from hedgerow.selection.selector import SelectionResult, Selector


@configurable
class WidestSelector(Selector):
    """Keeps the features whose variance is above one."""

    _remedy = "stretch them"
    task: ClassVar[str] = "none"

    def _select(self, training):
        self.training_ = training
        spread = np.nanvar(training.X, axis=0)
        return SelectionResult(spread, spread > 1)


X = np.random.default_rng(0).normal(size=(40, 3)) * [0.1, 3.0, 0.5]


def test_no_target_is_needed_and_one_is_not_looked_at():
    alone = WidestSelector().fit(X)
    assert alone.get_support(indices=True).tolist() == [1]
    assert WidestSelector().fit(X, ["any", "thing"]).found_.tolist() == alone.found_.tolist()
    assert alone.classes_ is None
    assert not alone.training_.y.any()
    assert not alone.__sklearn_tags__().target_tags.required


def test_it_fits_in_a_pipeline():
    assert make_pipeline(WidestSelector(), StandardScaler()).fit_transform(X).shape == (40, 1)


def test_weights_and_decisions_are_passed_on():
    selector = WidestSelector(fixed_features=["a"], groups=[["b", "c"]])
    selector.fit(pd.DataFrame(X, columns=list("abc")), sample_weight=np.arange(40.0))
    assert selector.support_.all()
    assert selector.training_.weights[3] == 3.0


def test_one_row_is_not_enough():
    with pytest.raises(ValueError, match="need two rows or more, but X has n_samples=1"):
        WidestSelector().fit(X[:1])


def test_nothing_found_keeps_the_best():
    with pytest.warns(UserWarning, match="found none of 3 features .* 'x1'; stretch them"):
        assert WidestSelector().fit(X / 10).support_.tolist() == [False, True, False]
