import pytest

from hedgerow.reproduce.experiments.rce import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


@pytest.mark.parametrize("method", ["all", "rce", "unsupervised_rf", "cefs", "scatter", "db"])
def test_clusters_are_near_the_kinds_of_iris(method):
    found = try_cell(method, 0, 0)
    assert 1 <= found["n_features"] <= 4
    assert 70 < found["rand_percent"] < 100


def test_only_means_on_iris_are_read():
    assert read_cell(PublishedCell("iris", "rce", "rand_percent", 93.2)) == (("rce",), "rand_percent")
    assert read_cell(PublishedCell("iris", "rce", "rand_sd", 1.87)) is None
    assert read_cell(PublishedCell("ecoli", "rce", "rand_percent", 84.02)) is None
