import pytest

from hedgerow.datasets import load
from hedgerow.report.sections.training import describe_training
from hedgerow.trials import choose_model


@pytest.fixture(scope="module")
def choice():
    return choose_model(load("iris"), method="forest", n_folds=3, n_repeats=1, n_jobs=1)


def test_what_a_fit_wrote_is_told(choice):
    found = describe_training(choice.to_dict(), 150)
    assert (
        found["sentences"][0] == "The model file says: forest, fitted to 150 rows, as many as this table has."
    )
    best = found["methods"][0]["name"]
    assert found["sentences"][1] == f"2 methods were tried on 3 folds; the best accuracy had {best}."
    assert "The best of several scores flatters." in found["sentences"][2]
    assert {each["name"] for each in found["methods"]} == {"forest", "linear"}
    assert found["chosen"]["low"] <= found["chosen"]["score"] <= found["chosen"]["high"]


def test_other_rows_are_said_to_be_so(choice):
    assert "fitted to 150 rows; this table has 80" in describe_training(choice.to_dict(), 80)["sentences"][0]


@pytest.mark.parametrize("summary", [None, {}, {"table": {"n_rows": 3}}])
def test_a_file_that_does_not_tell_is_not_described(summary):
    assert describe_training(summary, 3) is None
