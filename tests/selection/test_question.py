import numpy as np
import pandas as pd
import pytest

from hedgerow.foundation.training_set import read_target
from hedgerow.selection.groups import Groups
from hedgerow.selection.question import Question


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


def test_a_question_knows_its_shape():
    X, mask = np.zeros((5, 2)), np.zeros(2, bool)
    groups = Groups.read(None, ("a", "b"))
    question = Question(X, np.arange(5), np.arange(5), mask, None, ("a", "b"), mask, groups)
    assert (question.n_samples, question.n_features, question.n_classes) == (5, 2, 5)
    assert question.task == "classification"
