import pytest

from hedgerow.trials import compare_methods


def test_methods_are_compared_on_the_same_folds(classes):
    totals = []
    found = compare_methods(
        classes, ["forest", "linear", "forest"], n_folds=3, n_repeats=1, start=totals.append
    )
    assert [trial.name for trial in found.trials] == ["forest", "linear"]
    assert totals == [6]
    assert len(found.differences()) == 1


@pytest.mark.parametrize("methods", [[], ["forest"], ["forest", "forest"]])
def test_one_method_is_no_comparison(classes, methods):
    with pytest.raises(ValueError, match="needs two methods"):
        compare_methods(classes, methods)


def test_a_metric_is_passed_on(numbers):
    found = compare_methods(numbers, ["forest", "linear"], metric="mae", n_folds=2, n_repeats=1)
    assert found.metric == "mae"
    assert found.best.score == min(trial.score for trial in found.trials)
