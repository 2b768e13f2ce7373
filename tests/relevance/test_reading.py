import numpy as np
import pandas as pd
import pytest

from hedgerow.relevance.reading import read_classes, read_columns


def test_arrays_have_numbered_columns_without_categories():
    table, names, is_categorical = read_columns([[1, 2], [3, np.nan]])
    assert table.dtype == np.float64
    assert names == ("x0", "x1")
    assert not is_categorical.any()


def test_frames_keep_their_names():
    table, names, is_categorical = read_columns(pd.DataFrame({"a": ["u", "v"], "b": [1, 2]}))
    assert names == ("a", "b")
    assert is_categorical.tolist() == [True, False]
    assert table.tolist() == [[0, 1], [1, 2]]


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="infinite values; replace them by NaN"):
        read_columns([[1.0], [np.inf]])


@pytest.mark.parametrize(
    ("y", "message"),
    [([0.5, 1.5], "Unknown label type"), ([0, 1, 1], "inconsistent numbers"), ([0.0, np.nan], "NaN")],
)
def test_what_is_no_class_is_refused(y, message):
    with pytest.raises(ValueError, match=message):
        read_classes(y, n_samples=2)
