from hedgerow.reproduce.experiments.bautista import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


def test_a_code_knows_iris_and_has_the_published_columns():
    found = try_cell("Iris / binary_minimal", 0, 0)
    assert found["n_columns"] == 2
    assert found["accuracy"] > 90


def test_accuracies_and_counts_are_read():
    assert read_cell(PublishedCell("Wine", "one_vs_one", "", 97.2)) == (("Wine / one_vs_one",), "accuracy")
    assert read_cell(PublishedCell("Wine", "n_one_vs_one", "", 3)) == (("Wine / one_vs_one",), "n_columns")
    assert read_cell(PublishedCell("Wine", "one_vs_one", "spread", 2.4)) is None
    assert read_cell(PublishedCell("Yeast", "one_vs_one", "", 54.0)) is None
