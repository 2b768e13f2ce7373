import json

import pytest
from sklearn.linear_model import LogisticRegression

from hedgerow import AdaBoostClassifier, RandomForestClassifier, RandomForestRegressor, datasets, read_table
from hedgerow.cli.screen import _to_plain
from hedgerow.findings.diagnosis import diagnose
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
