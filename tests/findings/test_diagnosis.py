import json
from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from tests.docstrings import list_wrong_defaults

from hedgerow import (
    AdaBoostClassifier,
    Outputs,
    RandomForestClassifier,
    RandomForestRegressor,
    datasets,
    read_table,
)
from hedgerow.cli.screen import _to_plain
from hedgerow.findings import diagnosis
from hedgerow.findings.diagnosis import diagnose, summarise_margins
from hedgerow.tables import TableError


@pytest.fixture(scope="module")
def iris():
    return datasets.load("iris")


@pytest.fixture(scope="module")
def forest(iris):
    return RandomForestClassifier(40, random_state=0).fit(iris.features, iris.target)


def test_training_rows_are_asked_out_of_bag(iris, forest):
    found = diagnose(forest, iris, seen=True)
    assert (found.answers, found.n_members, found.n_rows) == ("out of bag", 40, 150)
    assert 0.01 < found.advantage.error < 0.1
    assert found.margins.strength > 0.7
    assert len(found.suspects) == found.n_suspects > 0
    record = json.dumps(_to_plain(found.to_dict()), allow_nan=False)
    assert json.loads(record)["diversity"]["kappa"] > 0.8


def test_new_rows_are_asked_of_all_members(iris, forest):
    assert diagnose(forest, iris).answers == "new"


def test_members_that_have_seen_all_rows_are_said_to(iris):
    boosting = AdaBoostClassifier(n_estimators=5, method="reweighting", random_state=0).fit(
        iris.features, iris.target
    )
    assert diagnose(boosting, iris, seen=True).answers == "seen"


def test_a_model_without_members_is_compared_with_a_constant(iris):
    model = LogisticRegression(max_iter=1000).fit(iris.features, iris.target)
    found = diagnose(model, iris)
    assert (found.n_members, found.diversity, found.margins, found.n_suspects) == (1, None, None, 0)
    assert found.advantage.skill > 0.9


def test_values_have_no_margins():
    from sklearn.datasets import load_diabetes

    table = read_table(load_diabetes(as_frame=True).frame, "target")
    model = RandomForestRegressor(30, random_state=0).fit(table.features, table.target)
    found = diagnose(model, table, seen=True)
    assert found.margins is None
    assert found.diversity.first["spread"] > 0


def test_the_target_is_needed(iris, forest):
    with pytest.raises(TableError, match="has no target"):
        diagnose(forest, read_table(iris.features))


@pytest.fixture
def look(monkeypatch, make_table):
    """Diagnose what members are known to have said."""

    def look(said, truth, index=None, **given):
        outputs = Outputs.from_predictions(said, truth, **given)
        monkeypatch.setattr(diagnosis, "_ask", lambda *_: (outputs, "new"))
        monkeypatch.setattr(diagnosis, "_grow_relevance", lambda *_: None)
        table = make_table(truth, x=np.arange(len(truth)) % 7)
        if index is not None:
            table.features.index = index
        return diagnose(None, table)

    return look


def test_twenty_suspects_are_listed_by_name_and_all_are_counted(look):
    truth = np.arange(100) % 2
    said = np.tile(np.where(np.arange(100) < 25, 1 - truth, truth), (5, 1))
    said[0] = truth
    found = look(said, truth, index=[f"r{row}" for row in range(100)])
    assert found.n_suspects == 25
    assert found.suspects["row"].tolist() == [f"r{row}" for row in range(20)]
    assert found.suspects["share"].tolist() == [0.8] * 20


@pytest.mark.parametrize(("n_members", "is_known"), [(1, False), (2, True)])
def test_two_members_are_compared(look, n_members, is_known):
    truth = np.arange(20) % 2
    found = look([np.where(np.arange(20) < 4, 1 - truth, truth)] * n_members, truth)
    record = found.to_dict()
    assert found.n_members == n_members
    for name in ("diversity", "margins"):
        assert (getattr(found, name) is not None) is is_known
        assert (record[name] is not None) is is_known
    assert found.n_suspects == (4 if is_known else 0)
    assert len(found.suspects) == found.n_suspects


def test_two_members_that_answer_with_values_have_no_margins(look):
    truth = np.arange(20) / 7
    found = look([truth + 1, truth - 3], truth, regression=True)
    assert found.margins is None
    assert found.diversity is not None
    assert found.to_dict()["score"] == {
        "measure": "mean squared error",
        "error": pytest.approx(1.0),
        "baseline": pytest.approx(truth.var()),
        "standard_error": pytest.approx(found.advantage.noise),
    }


def test_the_score_of_classes_is_a_share_and_none_where_nobody_answers(look):
    truth = np.arange(20) % 2
    assert look([truth, truth], truth).to_dict()["score"]["measure"] == "share of wrong answers"
    predicted = np.zeros((2, 20), bool)
    predicted[:, 3] = True
    assert look([truth, truth], truth, predicted=predicted).to_dict()["score"] is None


def test_margins_are_summarised_by_their_quartiles():
    margins = SimpleNamespace(
        margin=np.array([-1.0, 0.0, 0.25, 0.5, 1.0]), strength=0.15, share_negative=0.2, share_zero=0.3
    )
    assert summarise_margins(margins) == {
        "mean": 0.15,
        "share_wrong": 0.2,
        "share_tied": 0.3,
        "quarter": 0.0,
        "median": 0.25,
        "three_quarters": 0.5,
    }


@pytest.mark.parametrize("seen", [True, False])
def test_members_vote_and_a_lonely_tree_has_left_out_too_few_rows(iris, seen):
    """A bag leaves out 37 % of the rows: one bag less than half of them, two together more."""
    for n_trees, answers in ((1, "seen"), (2, "out of bag")):
        model = RandomForestClassifier(n_trees, random_state=0).fit(iris.features, iris.target)
        outputs, found = diagnosis._ask(model, iris, seen, None)
        assert found == (answers if seen else "new")
        assert outputs.answers.shape == (n_trees, 150)
        assert outputs.answers.dtype.kind in "iu"


@pytest.mark.parametrize("seen", [True, False])
def test_a_model_of_values_without_members_answers_with_values(make_table, random, seen):
    table = make_table(random.normal(size=30), x=random.normal(size=30))
    model = LinearRegression().fit(table.features, table.target)
    outputs, found = diagnosis._ask(model, table, seen, None)
    assert found == ("seen" if seen else "new")
    assert not outputs.is_classification
    np.testing.assert_allclose(outputs.answers, [model.predict(table.features)])


@pytest.mark.parametrize(("most_cells", "n_rows"), [(2, 1_000), (2_200, 1_100), (4_400, 1_500)])
def test_of_a_large_table_relevance_is_measured_on_a_part(monkeypatch, most_cells, n_rows):
    asked = []

    def fit(X, y):
        asked.append((X, y))
        return SimpleNamespace(relevance_="known")

    monkeypatch.setattr(diagnosis, "_MOST_CELLS", most_cells)
    monkeypatch.setattr(diagnosis, "ForestRelevance", lambda **_: SimpleNamespace(fit=fit))
    values = np.random.default_rng(0).normal(size=(2, 1_500))
    table = read_table(pd.DataFrame({"a": values[0], "b": values[1], "y": values[0]}), "y")
    assert diagnosis._grow_relevance(table, None, 0) == "known"
    ((X, y),) = asked
    assert len(X) == n_rows
    assert X.index.is_monotonic_increasing
    assert X.index.is_unique
    np.testing.assert_array_equal(y, table.target[X.index])


def test_a_forest_for_relevance_is_grown_only_where_none_is_given(monkeypatch, iris, forest):
    grown = []
    monkeypatch.setattr(diagnosis, "_grow_relevance", lambda *_: grown.append(1))
    monkeypatch.setattr(diagnosis, "find_all", lambda *given: [])
    diagnose(forest, iris, relevance="known")
    assert grown == []
    diagnose(forest, iris)
    assert grown == [1]


def test_a_diagnosis_does_not_change_and_is_only_equal_to_itself(look):
    truth = np.arange(20) % 2
    found, again = (look([truth], truth) for _ in range(2))
    with pytest.raises(FrozenInstanceError):
        found.n_rows = 1
    assert len({found, again}) == 2


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(diagnose) == []
