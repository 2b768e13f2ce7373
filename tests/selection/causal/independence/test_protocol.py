import numpy as np

from hedgerow.selection.causal.independence.protocol import Dependence


def test_what_is_neither_was_not_tested():
    yes, no = np.array([True, False, False]), np.array([False, True, False])
    dependence = Dependence(np.zeros(3), np.zeros(3), yes, no)
    assert dependence.is_tested.tolist() == [True, True, False]
