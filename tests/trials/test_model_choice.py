import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import load_model, read_table, save_model
from hedgerow.saving import read_manifest
from hedgerow.tables.column_choice import match_columns, recall_columns
from hedgerow.trials import choose_model, compare_methods, model_choice


def test_the_best_method_is_fitted_to_all_rows(classes):
    said, totals = [], []
    choice = choose_model(classes, n_folds=3, n_repeats=1, step=said.append, start=totals.append)
    assert choice.method == choice.validation.best.name
    assert [trial.name for trial in choice.validation.results] == ["forest", "hedgerow", "linear"]
    assert totals == [len(said)]
    assert choice.features.columns.tolist() == ["age", "dose", "colour", "smoker"]
    assert set(choice.relevance.ranked()["feature"][:2]) == {"age", "colour"}
    assert choice.validation.best.score > choice.validation.guess


def test_a_model_goes_to_a_file_and_answers_a_raw_table(classes, patients, tmp_path):
    choice = choose_model(classes, method="forest", n_folds=2, n_repeats=1)
    path = tmp_path / "model.hdg"
    save_model(choice.model, path, summary=choice.to_dict())
    described, target = recall_columns(read_manifest(path))
    features, _ = match_columns(patients, described)
    assert target == "outcome"
    np.testing.assert_array_equal(load_model(path).predict(features), choice.model.predict(choice.features))


def test_a_named_method_stands_beside_the_linear_model(numbers):
    choice = choose_model(numbers, method="tree", n_folds=2, n_repeats=1)
    assert type(choice.model).__name__ == "DecisionTreeRegressor"
    assert [trial.name for trial in choice.validation.results] == ["tree", "linear"]
    assert choice.method == "tree"


def test_the_same_seed_gives_the_same_answer_for_any_number_of_threads(numbers):
    one, two = (
        choose_model(numbers, n_folds=2, n_repeats=1, n_jobs=n_jobs, random_state=3) for n_jobs in (1, 2)
    )
    for ours, theirs in zip(one.validation.results, two.validation.results, strict=True):
        np.testing.assert_array_equal(ours.scores, theirs.scores)
    np.testing.assert_array_equal(one.relevance.p_value, two.relevance.p_value)


def test_the_record_is_json(numbers):
    choice = choose_model(numbers, method="linear", n_folds=2, n_repeats=1)
    said = json.loads(json.dumps(choice.to_dict(), allow_nan=False))
    assert said["table"]["target"] == "cost"
    assert said["trials"]["best"] == "linear"
    assert {row["feature"] for row in said["relevance"]["features"]} == {"age", "dose", "colour", "smoker"}


def test_an_unknown_method_is_refused_before_any_work(classes):
    said = []
    with pytest.raises(LookupError, match="There is no method 'no-such'"):
        choose_model(classes, method="no-such", step=said.append)
    assert said == []


def test_the_metric_decides(classes):
    choice = choose_model(classes, metric="log_loss", n_folds=2, n_repeats=1)
    said = choice.to_dict()["trials"]
    assert said["metric"] == "log_loss"
    scores = {row["method"]: row["score"] for row in said["methods"]}
    assert choice.method == min(scores, key=scores.get)
    assert said["chosen"]["score"] >= min(scores.values())


def test_relevance_is_adjusted_for_the_number_of_features(classes):
    choice = choose_model(classes, method="linear", n_folds=2, n_repeats=1)
    said = choice.to_dict()["relevance"]
    assert (said["adjusted_by"], said["n_tests"]) == ("holm", 4)
    for row in said["features"]:
        assert row["p_holm"] >= row["p_value"]
        assert row["relevant"] == (row["p_holm"] <= said["alpha"])


def test_linear_may_be_written_as_one_likes(numbers):
    choice = choose_model(numbers, method="Linear", n_folds=2, n_repeats=1)
    assert choice.method == "linear"
    assert [trial.name for trial in choice.validation.results] == ["linear"]
    assert choice.validation.chosen is None


def test_a_rare_class_is_asked_about_too(monkeypatch):
    monkeypatch.setattr(model_choice, "_MOST_CELLS_FOR_RELEVANCE", 1)
    generator = np.random.default_rng(0)
    frame = pd.DataFrame({"a": generator.normal(size=3_000), "y": ["usual"] * 2_997 + ["rare"] * 3})
    choice = choose_model(read_table(frame, "y"), method="linear")
    assert choice.n_rows_asked == 1_000
    assert len(choice.relevance) == 1


def test_methods_are_compared_on_the_same_folds(classes):
    totals = []
    found = compare_methods(
        classes, ["forest", "linear", "forest"], n_folds=3, n_repeats=1, start=totals.append
    )
    assert [trial.name for trial in found.results] == ["forest", "linear"]
    assert totals == [6]
    assert len(found.differences()) == 1


@pytest.mark.parametrize("methods", [[], ["forest"], ["forest", "forest"]])
def test_one_method_is_no_comparison(classes, methods):
    with pytest.raises(ValueError, match="needs two methods"):
        compare_methods(classes, methods)


def test_a_metric_is_passed_on(numbers):
    found = compare_methods(numbers, ["forest", "linear"], metric="mae", n_folds=2, n_repeats=1)
    assert found.metric == "mae"
    assert found.best.score == min(trial.score for trial in found.results)
