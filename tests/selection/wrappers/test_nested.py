import numpy as np
import pandas as pd
import pytest
from scipy import stats

from hedgerow.selection.wrappers import NestedEstimate


def make(validation, test):
    return NestedEstimate(np.array(validation, float), np.array(test, float), pd.DataFrame())


def test_the_test_is_a_one_sided_t_test():
    nested = make([0.9, 0.8, 0.85, 0.9], [0.6, 0.7, 0.5, 0.8])
    assert nested.score == pytest.approx(0.65)
    assert nested.optimism == pytest.approx(0.2125)
    assert nested.standard_error == pytest.approx(stats.sem([0.6, 0.7, 0.5, 0.8]))
    assert nested.p_value == pytest.approx(
        stats.ttest_rel([0.9, 0.8, 0.85, 0.9], [0.6, 0.7, 0.5, 0.8], alternative="greater").pvalue
    )
    assert nested.overfits


def test_no_optimism_and_no_spread():
    assert not make([0.6, 0.7], [0.8, 0.9]).overfits
    assert make([0.6, 0.6], [0.6, 0.6]).p_value == 1.0
    assert make([0.75, 0.75], [0.5, 0.5]).p_value == 0.0
