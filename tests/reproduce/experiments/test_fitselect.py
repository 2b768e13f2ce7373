import pytest

from hedgerow.reproduce.experiments.fitselect import compute_tests, read_score, read_test, try_cell
from hedgerow.reproduce.tables import PublishedCell, find_table


def test_every_cell_of_a_table_at_hand_is_measured():
    measured = try_cell("wdbc", 0, 0)
    for cell in find_table("fitselect-t2").cells:
        if cell.row == "wdbc" and cell.column not in ("fwd_trees", "trees", "alpha"):
            assert measured[read_score(cell).quantity] == pytest.approx(cell.value, abs=0.04)
    assert measured["trees"] % 10 == 0
    assert 0 <= measured["alpha"] <= 1


def test_other_tables_are_not_read():
    assert read_score(PublishedCell("haberman", "rf", "acc", 0.6883)) is None


def test_p_values_of_the_normal_approximation():
    found = compute_tests("fitsel_vs_fwd", 0, 0)
    assert found == pytest.approx({"acc": 0.0077, "rec": 0.0382, "f": 0.0077, "auc": 0.0152}, abs=5e-5)


def test_rows_of_tests_are_pairs():
    assert read_test(PublishedCell("fitsel_vs_rf", "rec", "", 0.04)) == (("fitsel_vs_rf",), "rec")
