import numpy as np
import pandas as pd
import pytest

from hedgerow.selection.stability.supports import check_supports


@pytest.mark.parametrize(
    "given",
    [[[1, 0], [1, 1]], np.array([[1.0, 0.0], [1.0, 1.0]]), pd.DataFrame({"a": [True, True], "b": [0, 1]})],
)
def test_marks_of_any_kind(given):
    assert check_supports(given).tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0, 3], [1, 2]], "not feature numbers"),
        ([[1, 0]], "1 run was given"),
        ([1, 0], "shape"),
        (np.zeros((3, 0)), "shape"),
        ([[1, np.nan], [1, 0]], "must be marks"),
    ],
)
def test_what_is_no_selection_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        check_supports(given)
