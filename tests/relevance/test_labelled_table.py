import numpy as np
import pandas as pd
import pytest

from hedgerow.relevance.labelled_table import read_labelled_table


def test_arrays_have_numbered_columns_without_categories():
    training = read_labelled_table([[1, 2], [3, np.nan]], ["no", "yes"])
    assert training.X.dtype == np.float64
    assert training.names == ("x0", "x1")
    assert not training.categorical.any()


def test_frames_keep_their_names():
    training = read_labelled_table(pd.DataFrame({"a": ["u", "v"], "b": [1, 2]}), [1, 0], [1, 2])
    assert training.names == ("a", "b")
    assert training.categorical.tolist() == [True, False]
    assert training.X.tolist() == [[0, 1], [1, 2]]
    assert training.y.tolist() == [1, 0]
    assert training.weights.tolist() == [1, 2]


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="infinite values; replace them by NaN"):
        read_labelled_table([[1.0], [np.inf]], [0, 1])


@pytest.mark.parametrize(
    ("y", "message"),
    [([0.5, 1.5], "Unknown label type"), ([0, 1, 1], "inconsistent numbers"), ([0.0, np.nan], "NaN")],
)
def test_what_is_no_class_is_refused(y, message):
    with pytest.raises(ValueError, match=message):
        read_labelled_table([[1.0], [2.0]], y)
