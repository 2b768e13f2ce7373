import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.preprocessing import StandardScaler

from hedgerow.encoders.columns import find_columns, name_columns

NAMES = np.array(["age", "disc", "rim"], dtype=object)


def test_names_and_numbers_are_places():
    assert_array_equal(find_columns(["rim", 0, -2, np.int64(1)], NAMES, 3, "covariates"), [2, 0, 1, 1])


@pytest.mark.parametrize(
    ("columns", "names", "message"),
    [
        (["disk"], NAMES, r"covariates names the column 'disk', which is not there. Did you mean 'disc'\?"),
        ([3], NAMES, "covariates names column 3, but there are 3, counted from 0"),
        (["age"], None, "'age', but the columns have no names; pass a data frame, or numbers"),
    ],
)
def test_what_is_not_there_is_said(columns, names, message):
    with pytest.raises(ValueError, match=message):
        find_columns(columns, names, 3, "covariates")


def test_columns_without_names_are_numbered():
    scaler = StandardScaler().fit(np.eye(2))
    assert name_columns(scaler) == ["x0", "x1"]
    assert name_columns(scaler, ["a", "b"]) == ["a", "b"]
    with pytest.raises(ValueError, match="input_features should have length"):
        name_columns(scaler, ["a"])
