import numpy as np
import pytest

from hedgerow.foundation.target_group import TargetGroup, check_one_target, gather_labels


def test_columns_of_each_target():
    group = TargetGroup(3, (2, 1, 3))
    assert (group.n_columns, group.starts.tolist()) == (6, [0, 2, 3, 6])
    assert [part.tolist() for part in group.split(np.arange(6))] == [[0, 1], [2], [3, 4, 5]]
    assert group.join(np.array([[1, 0, 2]])).tolist() == [[1, 2, 5]]
    assert TargetGroup(3).n_columns == 3


def test_damaged_groups_are_refused():
    TargetGroup(2).check_loaded()
    for group in (TargetGroup(1), TargetGroup(2, (2,)), TargetGroup(2, (2, 0))):
        with pytest.raises(ValueError, match="not several targets"):
            group.check_loaded()


def test_labels_of_one_kind_stay_of_that_kind():
    assert gather_labels([np.array([1]), np.array([2])]).dtype.kind == "i"
    assert gather_labels([np.array([True]), np.array(["x"])]).tolist() == [[True, "x"]]


def test_models_of_several_targets_are_refused_by_name():
    class Model:
        n_outputs_ = 3

    check_one_target(object(), "a report")
    with pytest.raises(ValueError, match="a report is for models of one target, and this Model has 3"):
        check_one_target(Model(), "a report")
