import pytest

from hedgerow.reproduce.experiments.armano import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


@pytest.mark.parametrize("mixture", ["Standard HME", "HMRPE disjoint", "HMRPE overlapping"])
def test_every_mixture_knows_iris(mixture):
    assert try_cell(mixture, 0, 0)["accuracy"] > 90


def test_only_iris_is_read():
    assert read_cell(PublishedCell("Standard HME", "Iris", "", 88.7)) == (("Standard HME",), "accuracy")
    assert read_cell(PublishedCell("Standard HME", "Iris", "spread", 0.59)) is None
    assert read_cell(PublishedCell("Standard HME", "Glass", "", 87.2)) is None
