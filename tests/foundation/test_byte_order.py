import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.foundation.byte_order import turn_native


def test_arrays_of_either_order_become_native_and_the_rest_stays():
    kept = np.arange(3.0)
    nodes = np.array([(1, 2.5)], [("left", "<i4"), ("gain", ">f8")])
    state = turn_native({"kept": kept, "weights": np.array([1.5, -2.0], ">f8"), "nodes": nodes, "n_classes": 3})
    assert state["kept"] is kept
    assert state["n_classes"] == 3
    for name, expected in (("weights", [1.5, -2.0]), ("nodes", nodes)):
        assert state[name].dtype.isnative
        assert_array_equal(state[name].tolist(), np.asarray(expected).tolist())
