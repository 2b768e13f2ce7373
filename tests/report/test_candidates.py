from hedgerow import RandomForestRegressor, read_table
from hedgerow.datasets import load
from hedgerow.report.candidates import list_rivals
from hedgerow.trials.candidates import make_linear_baseline


def test_the_model_is_first_and_a_clone():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    model = RandomForestRegressor(5)
    rivals = list_rivals(model, "mine", table)
    assert rivals[0].name == "mine"
    assert rivals[0].estimator is not model
    for rival in rivals:
        rival.estimator.fit(table.features, table.target)


def test_a_linear_model_has_no_linear_rival():
    iris = load("iris")
    names = [rival.name for rival in list_rivals(make_linear_baseline("classification"), "mine", iris)]
    assert names == ["mine", "single tree", "constant answer"]


def test_the_constant_is_what_the_metric_would_guess():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    *_, constant = list_rivals(RandomForestRegressor(5), "mine", table, guess="the median")
    assert constant.estimator.strategy == "median"
