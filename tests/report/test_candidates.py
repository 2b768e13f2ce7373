from hedgerow import RandomForestRegressor
from hedgerow.datasets import load
from hedgerow.report.candidates import list_rivals
from hedgerow.tables import read_table


def test_the_model_is_first_and_a_clone():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    model = RandomForestRegressor(5)
    rivals = list_rivals(model, "mine", table)
    assert rivals[0].name == "mine"
    assert rivals[0].estimator is not model
    for rival in rivals:
        rival.estimator.fit(table.features, table.target)
