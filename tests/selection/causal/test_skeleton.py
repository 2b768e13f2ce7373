import numpy as np

from hedgerow.selection.causal.skeleton import Skeleton


def test_a_separator_has_no_direction():
    skeleton = Skeleton(np.zeros((3, 3), bool), {(0, 2): (1,)}, np.zeros((3, 3)))
    assert skeleton.separator(0, 2) == skeleton.separator(2, 0) == (1,)
