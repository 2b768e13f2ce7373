import json

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from hedgerow import RandomForestClassifier, RandomForestRegressor, datasets
from hedgerow.cli.screen import _to_plain
from hedgerow.findings.explanation import explain_row
from hedgerow.tables import read_table


@pytest.fixture(scope="module")
def iris():
    return datasets.load("iris")


@pytest.fixture(scope="module")
def forest(iris):
    return RandomForestClassifier(40, random_state=0).fit(iris.features, iris.target)


def test_a_training_row_has_local_relevance_and_neighbours(iris, forest):
    found = explain_row(forest, iris, 120, seen=True)
    assert found.prediction == found.truth == "virginica"
    assert found.features["relevance"].is_monotonic_decreasing
    assert found.features["feature"].iloc[0].startswith("petal")
    assert 120 not in found.neighbours["row"].tolist()
    assert found.neighbours["target"].eq("virginica").mean() > 0.5
    assert sum(found.probabilities.values()) == pytest.approx(1.0)
    json.dumps(_to_plain(found.to_dict()), allow_nan=False)


def test_a_new_row_is_explained_by_effects(iris, forest):
    found = explain_row(forest, iris, 0)
    assert "relevance" not in found.features
    assert "Local relevance is told for the rows that a forest was fitted on" in found.notes[0]
    assert found.features["effect"].iloc[0] > 0.1


def test_effects_of_what_the_model_ignores_are_zero():
    random = np.random.default_rng(0)
    import pandas as pd

    x = random.normal(size=60)
    table = read_table(pd.DataFrame({"x": x, "noise": 1.5, "y": 3 * x}), "y")
    forest = RandomForestRegressor(20, random_state=0).fit(table.features, table.target)
    found = explain_row(forest, table, 5).features.set_index("feature")
    assert found.loc["noise", "effect"] == pytest.approx(0.0, abs=1e-12)
    assert found.loc["x", "percentile"] == pytest.approx(100 * ((x < x[5]).sum() + 0.5) / 60)


def test_a_model_without_leaves_says_so(iris):
    model = LinearSVC().fit(iris.features, iris.target)
    found = explain_row(model, iris, 3, seen=True)
    assert found.margin is None
    assert found.neighbours.empty
    assert any("LinearSVC is no forest" in note for note in found.notes)


def test_a_row_that_is_not_there_is_refused(iris, forest):
    with pytest.raises(KeyError, match="There is no row 150 in iris; its rows are 0 to 149"):
        explain_row(forest, iris, 150)


def test_rows_go_by_their_labels(iris, forest):
    import dataclasses

    named = dataclasses.replace(iris, features=iris.features.set_axis([f"p{n}" for n in range(150)]))
    assert explain_row(forest, named, "p120").prediction == "virginica"


def test_a_value_hangs_on_what_raises_and_what_lowers_it():
    import pandas as pd

    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(200, 3)), columns=list("abc"))
    table = read_table(X.assign(y=3 * X["a"] + X["b"]), "y")
    model = RandomForestRegressor(30, random_state=0).fit(table.features, table.target)
    lowest = int(table.target.argmin())
    found = explain_row(model, table, lowest).features
    assert found["effect"].abs().is_monotonic_decreasing
    assert found["feature"].iloc[0] == "a"
    assert found["effect"].iloc[0] < 0
