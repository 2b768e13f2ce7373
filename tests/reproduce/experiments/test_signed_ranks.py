import pytest

from hedgerow.reproduce.experiments.signed_ranks import compute_tests, read_cell
from hedgerow.reproduce.tables import PublishedCell


def test_p_values_of_the_normal_approximation():
    found = compute_tests("fitsel_vs_fwd", 0, 0)
    assert found == pytest.approx({"acc": 0.0077, "rec": 0.0382, "f": 0.0077, "auc": 0.0152}, abs=5e-5)


def test_rows_are_pairs():
    assert read_cell(PublishedCell("fitsel_vs_rf", "rec", "", 0.04)) == (("fitsel_vs_rf",), "rec")
