import pytest

from hedgerow.reproduce.experiments.evans import (
    bag_stumps,
    compute_scalars,
    read_accuracy,
    read_answer,
    read_scalar,
    try_cell,
)
from hedgerow.reproduce.tables import PublishedCell, find_table


@pytest.mark.parametrize("learner", ["decision_tree", "bagging", "boosting", "random_forest"])
def test_every_learner_knows_iris(learner):
    assert try_cell(f"iris / {learner}", 0, 0)["accuracy"] == pytest.approx(94, abs=4)


def test_only_bundled_tables_and_learners_are_read():
    assert read_accuracy(PublishedCell("Breast", "bagging", "", 96.42)) == (("wbc / bagging",), "accuracy")
    assert read_accuracy(PublishedCell("Anneal", "bagging", "", 94.43)) is None
    assert read_accuracy(PublishedCell("Breast", "n_classes", "", 2)) is None


def test_formulas():
    scalars = compute_scalars("formulas", 0, 0)
    assert scalars["single_stump_accuracy_limit_pct"] == 70
    assert scalars["bootstrap_inclusion_limit"] == pytest.approx(0.632, abs=5e-4)
    assert read_scalar(PublishedCell("bootstrap_inclusion_limit", "", "", 0.632)).quantity in scalars


def test_every_answer_of_the_lecture_comes_out():
    found = bag_stumps("vote", 0, 0)
    table = find_table("evans-bagging-stumps")
    assert len(table.cells) == 130
    assert all(found[read_answer(cell).quantity] == cell.value for cell in table.cells)
