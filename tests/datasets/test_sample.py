"""The record that generators return."""

import numpy as np

from hedgerow.datasets import Sample, make_network, make_simple
from hedgerow.datasets.sample import number_names

SAMPLE = Sample("tiny", np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, -1]), ("x1", "x2"), (0,))


def test_frame_puts_the_target_last():
    assert SAMPLE.frame().to_dict("list") == {"x1": [1.0, 3.0], "x2": [2.0, 4.0], "y": [1, -1]}


def test_table_knows_its_task():
    assert SAMPLE.table().task == make_simple(5).task == "classification"
    assert make_network(5).table().task == "regression"
    assert make_simple(5, binary=False).task == "regression"
    assert SAMPLE.table().kinds == {"x1": "number", "x2": "number"}


def test_names_count_from_one():
    assert number_names(2) == ("x1", "x2")
