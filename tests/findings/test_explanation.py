import json
from dataclasses import FrozenInstanceError, replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from tests.docstrings import list_wrong_defaults

from hedgerow import RandomForestClassifier, RandomForestRegressor, datasets, read_table
from hedgerow.cli.screen import _to_plain
from hedgerow.findings import explanation
from hedgerow.findings.effects import Effects
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


def test_contributions_lead_from_the_base_to_the_answer(iris, forest):
    found = explain_row(forest, iris, 120, seen=True)
    total = found.base + found.features["contribution"].sum()
    assert total == pytest.approx(found.probabilities["virginica"])
    assert found.contribution_to == "the probability of the class"


def test_a_model_without_trees_has_no_contributions(iris):
    found = explain_row(LogisticRegression(max_iter=1000).fit(iris.features, iris.target), iris, 120)
    assert "contribution" not in found.features
    assert (found.base, found.contribution_to) == (None, None)


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


def make_rows(**columns):
    """A table without a target."""
    return replace(
        read_table(pd.DataFrame({**columns, "y": np.arange(len(next(iter(columns.values()))))}), "y"),
        target=None,
    )


def always(shares):
    """A model that gives every row the same probabilities."""
    labels = np.array(["p", "q", "r"][: len(shares)])
    return SimpleNamespace(
        classes_=labels,
        predict=lambda rows: np.repeat(labels[np.argmax(shares)], len(rows)),
        predict_proba=lambda rows: np.tile(shares, (len(rows), 1)),
    )


@pytest.mark.parametrize(("shares", "margin"), [([1.0], None), ([0.3, 0.7], 0.4), ([0.2, 0.5, 0.3], 0.2)])
def test_the_margin_is_the_lead_over_the_second_class(shares, margin):
    found = explain_row(always(shares), make_rows(a=[0.5, 1.5, 2.5]), 1)
    assert found.margin == (None if margin is None else pytest.approx(margin))
    assert list(found.probabilities.values()) == shares
    assert list(found.probabilities) == ["p", "q", "r"][: len(shares)]


ABOVE = SimpleNamespace(predict=lambda rows: np.where(rows["a"] > 1, "high", "low"), classes_=["high", "low"])
SHARE = SimpleNamespace(
    predict=ABOVE.predict,
    predict_proba=lambda rows: np.column_stack([rows["a"] / 4, 1 - rows["a"] / 4]),
    classes_=["high", "low"],
)
DOUBLE = SimpleNamespace(predict=lambda rows: 2 * rows["a"])


@pytest.mark.parametrize(
    ("model", "row", "effect"), [(ABOVE, 3, 2 / 3), (SHARE, 3, 0.5), (SHARE, 0, 0.5), (DOUBLE, 3, 4)]
)
def test_what_is_watched_is_the_answer_of_the_row(model, row, effect):
    """Values are 0, 1, 2 and 3: the others of the last have a mean of 1, those of the first one of 2."""
    found = explain_row(model, make_rows(a=[0.0, 1.0, 2.0, 3.0]), row)
    assert found.features["effect"].tolist() == pytest.approx([effect])


def test_percentiles_count_half_of_the_equals_and_no_gaps():
    table = make_rows(a=[1.5, 2.5, 2.5, 3.5, np.nan], word=list("uvuvu"))
    found = [explain_row(SHARE, table, row).features.set_index("feature")["percentile"] for row in range(5)]
    assert [each["a"] for each in found[:4]] == [12.5, 50.0, 50.0, 87.5]
    assert np.isnan(found[4]["a"])
    assert np.isnan(found[0]["word"])


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (((0, 1),), "same: a and b. Exchanging"),
        (((0, 1, 2, 3, 4),), "same: a and b and c and d. Exchanging"),
        (((0, 1), (2, 3), (4, 5)), "same: a and b; c and d; e and f. Exchanging"),
        (
            ((0, 1), (2, 3), (4, 5), (6, 7)),
            "same: a and b; c and d; e and f; there are more such columns. Exchanging",
        ),
    ],
)
def test_the_first_columns_of_the_first_groups_are_named(groups, told):
    effects = Effects(np.zeros(8), np.zeros(8), np.zeros(8), groups)
    assert told in explanation._say_groups(effects, list("abcdefgh"))


def test_neighbours_are_the_other_rows_the_nearest_first():
    near = np.array([[0.3, 1.0, 0.0, 0.5, 0.3, 0.1, 0.2]])
    model = SimpleNamespace(predict=DOUBLE.predict, proximity=lambda row, rows: near[:, : len(rows)].copy())
    for n_rows, order in ((7, [3, 0, 4, 6, 5]), (4, [3, 0, 2]), (2, [0])):
        found = explain_row(model, make_rows(a=np.arange(n_rows) / 2), 1).neighbours
        assert found["row"].tolist() == order
        assert found["proximity"].tolist() == near[0, order].tolist()


@pytest.mark.parametrize(("n_rows", "source"), [(19, None), (20, "data")])
def test_twenty_rows_grow_a_forest(n_rows, source):
    X = pd.DataFrame({"a": np.arange(n_rows) / 2, "y": np.arange(n_rows) % 3 - 1.5})
    table = read_table(X, "y", task="regression")
    assert explain_row(DOUBLE, table, 3).relevance_of == source
    table.target[:] = 1.5
    assert explain_row(DOUBLE, table, 3).relevance_of is None


@pytest.mark.parametrize(("most_cells", "n_asked"), [(2_200, 1_100), (2, 1_000), (4_400, 1_500)])
def test_the_row_is_among_those_that_a_forest_is_grown_on(monkeypatch, most_cells, n_asked):
    asked = []
    study = SimpleNamespace(fit=lambda X, y: asked.append((X, y)))
    monkeypatch.setattr(explanation, "_MOST_CELLS", most_cells)
    monkeypatch.setattr(explanation, "ForestRelevance", lambda **_: study)
    values = np.random.default_rng(0).normal(size=(2, 1_500))
    table = read_table(pd.DataFrame({"a": values[0], "b": values[1], "y": values[0]}), "y")
    for row in (0, 700, 1_499):
        found, place = explanation._ask_data(table, row, None, 0)
        X, y = asked.pop()
        assert found is study
        assert (len(X), X.index[place]) == (n_asked, row)
        assert X.index.is_monotonic_increasing
        assert X.index.is_unique
        np.testing.assert_array_equal(y, table.target[X.index])


FEATURES = pd.DataFrame(
    {
        "feature": list("abcd"),
        "effect": [0.1, -0.4, 0.3, 0.1],
        "together": [np.nan, np.nan, np.nan, 0.35],
        "told": [0.0, 2.0, 1.0, 2.0],
    }
)


@pytest.mark.parametrize(
    ("source", "is_class", "order"),
    [("model", True, "bdca"), ("data", True, "dcab"), (None, True, "dcab"), ("data", False, "bdca")],
)
def test_the_most_important_feature_is_first(source, is_class, order):
    ranked = explanation._rank(FEATURES, source, is_class=is_class)
    assert "".join(ranked["feature"]) == order
    assert ranked.index.tolist() == [0, 1, 2, 3]


def test_without_copies_the_effects_alone_rank_features():
    alone = FEATURES.drop(columns="together")
    assert "".join(explanation._rank(alone, "data", is_class=True)["feature"]) == "cadb"


def test_a_model_that_has_seen_the_row_or_not_is_said_to():
    table = make_rows(a=[0.5, 1.5, 2.5])
    assert any("is surer about it" in note for note in explain_row(DOUBLE, table, 0, seen=True).notes)
    assert not any("is surer about it" in note for note in explain_row(DOUBLE, table, 0).notes)


def test_an_explanation_does_not_change_and_is_only_equal_to_itself():
    table = make_rows(a=[0.5, 1.5, 2.5])
    found, again = (explain_row(DOUBLE, table, 0) for _ in range(2))
    with pytest.raises(FrozenInstanceError):
        found.row = 1
    assert len({found, again}) == 2


def test_two_rows_of_one_name_are_refused():
    table = make_rows(a=[0.5, 1.5, 2.5])
    twice = replace(table, features=table.features.set_axis(["p", "q", "p"]))
    with pytest.raises(KeyError, match=r"Several rows of .* are named 'p'"):
        explain_row(DOUBLE, twice, "p")


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(explain_row) == []
