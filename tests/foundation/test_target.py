"""Targets: their task and what is wrong with them."""

import pandas as pd
import pytest

from hedgerow.foundation.target import check_target, find_task, to_labels
from hedgerow.tables import TableError


@pytest.mark.parametrize(
    ("values", "task"),
    [
        (["a", "b"], "classification"),
        ([True, False], "classification"),
        ([0, 1], "classification"),
        ([0.25, 0.75], "classification"),
        ([1, 2, 3] * 2, "classification"),
        ([1.0, 2.0, 3.0] * 2, "classification"),
        ([1, 2, 3], "regression"),
        ([1.5, 2.0, 3.0] * 2, "regression"),
        (list(range(21)) * 5, "regression"),
    ],
)
def test_task(values, task):
    assert find_task(pd.Series(values)) == task


def test_missing_values_are_counted_and_located():
    with pytest.raises(
        TableError, match=r"'y' is missing in 4 rows \(rows 1, 3, 4 and 1 more\).*drop_missing_target"
    ):
        check_target(pd.Series([None, "a", None, None, None], name="y"))
    with pytest.raises(TableError, match=r"missing in 1 row \(row 2\)"):
        check_target(pd.Series(["b", None, "a"], name="y"))


def test_a_single_value_is_refused():
    with pytest.raises(TableError, match="'y' has a single value, a: there is nothing to tell apart"):
        check_target(pd.Series(["a", "a"], name="y"))


def test_labels_are_plain():
    assert to_labels(pd.Series([0.25, 0.75])).tolist() == [0.25, 0.75]
    assert to_labels(pd.Series(pd.Categorical([3, 1]))).dtype == int
