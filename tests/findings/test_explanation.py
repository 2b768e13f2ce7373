import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from hedgerow import RandomForestClassifier, RandomForestRegressor, datasets, read_table
from hedgerow.cli.screen import _to_plain
from hedgerow.findings import explanation
from hedgerow.findings.explanation import explain_row


@pytest.fixture(scope="module")
def iris():
    return datasets.load("iris")


@pytest.fixture(scope="module")
def forest(iris):
    return RandomForestClassifier(40, random_state=0).fit(iris.features, iris.target)


def test_a_training_row_has_local_relevance_and_neighbours(iris, forest):
    found = explain_row(forest, iris, 120, seen=True)
    assert found.prediction == found.truth == "virginica"
    assert found.relevance_of == "model"
    assert found.features["told"].is_monotonic_decreasing
    assert found.features["feature"].iloc[0].startswith("petal")
    assert 120 not in found.neighbours["row"].tolist()
    assert found.neighbours["target"].eq("virginica").mean() > 0.5
    assert sum(found.probabilities.values()) == pytest.approx(1.0)
    json.dumps(_to_plain(found.to_dict()), allow_nan=False)


def test_what_is_told_is_told_by_trees_that_have_not_seen_the_row(iris):
    # Row 0 is a setosa; called a virginica, it is contradicted by all trees that were not fitted on it.
    wrong = replace(iris, target=iris.target.where(iris.target.index != 0, "virginica"))
    forest = RandomForestClassifier(40, random_state=0).fit(wrong.features, wrong.target)
    assert explain_row(forest, wrong, 0, seen=True).features["told"].sum() < -0.5


def test_a_new_row_with_a_target_is_told_about_by_the_data(iris, forest):
    found = explain_row(forest, iris, 0)
    assert found.relevance_of == "data"
    assert any(
        note.startswith("The rows are new, so local relevance comes from a forest") for note in found.notes
    )
    assert found.features["effect"].iloc[0] > 0.1


def test_a_new_row_without_a_target_has_effects_and_neighbours(iris, forest):
    found = explain_row(forest, replace(iris, target=None), 0)
    assert found.relevance_of is None
    assert "told" not in found.features
    assert any("this one has none" in note for note in found.notes)
    assert len(found.neighbours) == 5
    assert "target" not in found.neighbours


def test_few_rows_grow_no_forest(iris, forest):
    few = replace(iris, features=iris.features[:10], target=iris.target[:10])
    found = explain_row(forest, few, 3)
    assert found.relevance_of is None
    assert any(note.startswith("10 rows with two classes or values are too few") for note in found.notes)


def test_the_only_row_has_no_effects(iris, forest):
    one = replace(iris, features=iris.features[:1], target=None)
    found = explain_row(forest, one, 0)
    assert found.features["effect"].isna().all()
    assert any("This is the only row" in note for note in found.notes)
    json.dumps(_to_plain(found.to_dict()), allow_nan=False)


def test_a_large_table_is_asked_in_part_with_the_row_in_it(monkeypatch):
    monkeypatch.setattr(explanation, "_MOST_CELLS", 1_100 * 2)
    generator = np.random.default_rng(0)
    X = pd.DataFrame(generator.normal(size=(3_000, 2)), columns=["x", "noise"])
    table = read_table(X.assign(y=np.where(X["x"] > 0, "a", "b")), "y")
    model = LogisticRegression().fit(table.features, table.target)
    found = explain_row(model, table, 2_999, seen=True).features.set_index("feature")
    assert found.loc["x", "told"] > 5 * abs(found.loc["noise", "told"])


def test_columns_that_say_the_same_are_exchanged_together():
    generator = np.random.default_rng(0)
    x = generator.normal(size=300)
    X = pd.DataFrame(
        {"x": x, "copy": x + 0.01 * generator.normal(size=300), "noise": generator.normal(size=300)}
    )
    table = read_table(X.assign(y=np.where(x > 0, "a", "b")), "y")
    model = RandomForestClassifier(50, random_state=0).fit(table.features, table.target)
    found = explain_row(model, replace(table, target=None), int(np.argmax(x)))
    told = found.features.set_index("feature")
    assert told["together"].notna().tolist() == [True, True, False]
    assert told.loc["x", "together"] > 1.5 * told.loc["x", "effect"]
    assert "Columns that are nearly the same: x and copy" in found.notes[0]


def test_effects_of_what_the_model_ignores_are_zero():
    random = np.random.default_rng(0)
    x = random.normal(size=60)
    table = read_table(pd.DataFrame({"x": x, "noise": 1.5, "y": 3 * x}), "y")
    forest = RandomForestRegressor(20, random_state=0).fit(table.features, table.target)
    found = explain_row(forest, table, 5).features.set_index("feature")
    assert found.loc["noise", "effect"] == pytest.approx(0.0, abs=1e-12)
    assert found.loc["x", "percentile"] == pytest.approx(100 * ((x < x[5]).sum() + 0.5) / 60)


def test_a_model_that_is_no_forest_has_a_forest_grown_beside_it(iris):
    model = make_pipeline(LinearSVC()).fit(iris.features, iris.target)
    found = explain_row(model, iris, 3, seen=True)
    assert found.margin is None
    assert found.neighbours.empty
    assert found.relevance_of == "data"
    assert any(note.startswith("LinearSVC is not a forest") for note in found.notes)
    # What the model does comes first, and not what the data say.
    together = found.features[["effect", "together"]].max(axis=1)
    assert together.is_monotonic_decreasing


def test_a_row_that_is_not_there_is_refused(iris, forest):
    with pytest.raises(KeyError, match="There is no row 150 in iris; its rows are 0 to 149"):
        explain_row(forest, iris, 150)


def test_rows_go_by_their_labels(iris, forest):
    named = replace(iris, features=iris.features.set_axis([f"p{n}" for n in range(150)]))
    assert explain_row(forest, named, "p120").prediction == "virginica"


def test_a_value_hangs_on_what_raises_and_what_lowers_it():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(200, 3)), columns=list("abc"))
    table = read_table(X.assign(y=3 * X["a"] + X["b"]), "y")
    model = RandomForestRegressor(30, random_state=0).fit(table.features, table.target)
    lowest = int(table.target.argmin())
    found = explain_row(model, table, lowest).features
    assert found["effect"].abs().is_monotonic_decreasing
    assert found["feature"].iloc[0] == "a"
    assert found["effect"].iloc[0] < 0
