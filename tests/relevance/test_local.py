import numpy as np
import pandas as pd
import pytest

from hedgerow.relevance.local import LocalRelevance

VALUES = np.array([[0.5, -0.1], [0.0, 0.3]], np.float32)
COUNTS = np.array([[3, 2], [0, 1]], np.int32)


def make(index=range(2)):
    return LocalRelevance(VALUES, COUNTS, ("size", "colour"), index)


def test_a_row_is_explained_best_first():
    frame = make().explain(1)
    assert frame.feature.tolist() == ["colour", "size"]
    assert frame.relevance.tolist() == pytest.approx([0.3, 0.0])
    assert frame.n_splits.tolist() == [1, 0]


def test_rows_are_found_by_their_names():
    local = make(pd.Index(["anna", "bert"]))
    pd.testing.assert_frame_equal(local.explain("bert"), make().explain(1))
    assert local.frame().loc["anna", "size"] == 0.5


@pytest.mark.parametrize("row", [2, -1, "anna"])
def test_unknown_rows_are_refused(row):
    with pytest.raises(KeyError, match=r"there is no row .*; rows are named 0 to 1"):
        make().explain(row)


def test_a_name_must_be_that_of_one_row():
    with pytest.raises(KeyError, match="several rows are named 'anna'"):
        make(["anna", "anna"]).explain("anna")


def test_the_mean_is_over_rows():
    assert make().mean().tolist() == pytest.approx([0.25, 0.1])
    assert make().shape == (2, 2)


def test_rows_are_taken_to_be_seen():
    assert make().is_seen
