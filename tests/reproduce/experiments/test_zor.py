import pytest

from hedgerow.datasets import make_ringnorm, make_threenorm, make_twonorm
from hedgerow.reproduce.experiments.zor import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


@pytest.mark.parametrize(
    ("cell", "make"), [("TwoNorm", make_twonorm), ("ThreeNorm", make_threenorm), ("RingNorm", make_ringnorm)]
)
def test_the_best_answers_err_as_often_as_theory_says(cell, make):
    measured = sum(try_cell(cell, trial, 0)["bayes_error_pct"] for trial in range(10)) / 10
    assert measured == pytest.approx(100 * make(random_state=0).bayes_error, abs=0.2)


def test_other_rows_are_not_read():
    assert read_cell(PublishedCell("ArtificalMulti1", "bayes_error_pct", "", 21.76)) is None
    assert read_cell(PublishedCell("TwoNorm", "n_test", "", 18000)) is None
