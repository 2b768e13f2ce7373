import numpy as np
import pandas as pd
import pytest

from hedgerow.foundation.targets import check_values, has_several_columns, read_several_targets, read_target


@pytest.mark.parametrize(
    ("y", "task", "classes"),
    [
        (["b", "a", "b"], "auto", ["a", "b"]),
        (pd.Series(["b", "a"], dtype="category"), "auto", ["a", "b"]),
        ([True, False], "auto", [False, True]),
        ([0, 1, 2, 0, 1, 2], "auto", [0, 1, 2]),
        ([0.5, 1.5, 2.5], "auto", None),
        ([0, 1, 2, 0, 1, 2], "regression", None),
        (range(50), "auto", None),
        ([*range(25), *range(25)], "classification", list(range(25))),
    ],
)
def test_the_task_is_found_or_told(y, task, classes):
    target, found = read_target(y, task)
    assert target.dtype.kind == ("f" if classes is None else "i")
    assert (found is None) == (classes is None)
    if classes is not None:
        assert found.tolist() == classes
        assert found[target].tolist() == list(y)


@pytest.mark.parametrize(
    ("y", "task", "message"),
    [
        ([1.0, np.nan], "auto", "NaN"),
        (np.array(["a", None, "b"], dtype=object), "auto", "y is missing in 1 of 3 rows, first in row 1"),
        (["a", "a"], "auto", "one class only, .*'a'"),
        ([2.5, 2.5], "regression", r"one value only, 2.5 \(n_samples=2\)"),
        ([0.5, 1.5, 2.5], "classification", "continuous"),
        ([0, 1], "clasification", "must be 'auto', 'classification' or 'regression'"),
    ],
)
def test_what_cannot_be_a_target_is_refused(y, task, message):
    with pytest.raises(ValueError, match=message):
        read_target(y, task)


@pytest.mark.parametrize("size", [1e307, 1e51, 1e-51, 5e-324])
def test_values_that_cannot_be_squared_are_refused(size):
    with pytest.raises(ValueError, match="only values from 1e-50 to 1e50"):
        read_target([size, 0.0, -size / 2], "regression")
    check_values(np.zeros(3))


def test_several_targets_are_read_column_by_column():
    frame = pd.DataFrame({"answer": ["yes", "no", "yes"], "level": [3, 1, 2]})
    assert has_several_columns(frame)
    codes, classes = read_several_targets(frame, "classification")
    assert codes.tolist() == [[1, 2], [0, 0], [1, 1]]
    assert [each.tolist() for each in classes] == [["no", "yes"], [1, 2, 3]]
    values, none = read_several_targets([[1, 2], [3, 4]], "regression")
    assert (values.tolist(), none) == ([[1.0, 2.0], [3.0, 4.0]], None)
    with pytest.raises(ValueError, match="only values from 1e-50 to 1e50"):
        read_several_targets([[1.0, 1e51], [1.0, 2.0]], "regression")
