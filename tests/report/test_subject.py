from dataclasses import replace

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from hedgerow import (
    BaggingClassifier,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    Outputs,
    RandomForestClassifier,
    read_table,
)
from hedgerow.datasets import load
from hedgerow.report.subject import (
    Subject,
    has_bags,
    list_settings,
    name_model,
    predict_fitted,
    predict_honestly,
)


def test_columns_that_were_not_learned_from_are_unused():
    iris = load("iris")
    kept = replace(iris, features=iris.features.iloc[:, 1:])
    outputs = Outputs.from_predictions([np.asarray(iris.target)] * 2, iris.target)
    subject = Subject(iris, kept, LogisticRegression(C=2.0), "mine", outputs, "all_rows")
    assert subject.unused == [str(iris.features.columns[0])]
    assert subject.describe_model() == {
        "name": "mine",
        "class": "LogisticRegression",
        "settings": {"C": "2.0"},
        "asked": "all_rows",
    }


def test_a_pipeline_goes_by_its_last_step_and_a_file_by_its_method():
    pipeline = make_pipeline(StandardScaler(), make_pipeline(LogisticRegression()))
    assert name_model(pipeline) == "LogisticRegression"
    assert name_model(pipeline, {"method": "forest"}) == "random forest"
    assert name_model(pipeline, {"method": "rotation-forest"}) == "rotation-forest"
    assert name_model(pipeline, {}) == "LogisticRegression"


def test_only_what_was_set_is_listed_even_where_steps_have_no_default():
    assert list(list_settings(make_pipeline(StandardScaler()))) == ["steps"]


@pytest.fixture(scope="module")
def iris():
    return load("iris")


def fit(model, table):
    return model.fit(table.features, np.asarray(table.target))


def test_bags_are_asked_out_of_bag(iris):
    outputs, asked = predict_honestly(fit(BaggingClassifier(n_estimators=10, random_state=0), iris), iris)
    assert asked == "out_of_bag"
    assert outputs.predicted is not None


def test_members_without_bags_judge_the_other_half(iris):
    outputs, asked = predict_honestly(fit(ExtraTreesClassifier(10, random_state=0), iris), iris)
    assert asked == "other_half"
    assert outputs.answers.shape == (10, 150)
    # Trees that had seen the rows would all be right about them.
    assert outputs.errors().mean() > 0.01


def test_a_model_without_members_is_one_member(iris):
    outputs, _ = predict_honestly(fit(DecisionTreeClassifier(random_state=0), iris), iris)
    assert outputs.n_members == 1
    outputs, _ = predict_honestly(fit(GradientBoostingClassifier(n_estimators=3, random_state=0), iris), iris)
    assert outputs.n_members == 1


def test_other_rows_are_asked_about_in_full(iris):
    forest = RandomForestClassifier(10, random_state=0).fit(iris.features[::2], iris.target[::2])
    outputs, asked = predict_fitted(forest, iris)
    assert asked == "all_rows"
    assert outputs.predicted is None


def test_a_fitted_model_without_members_is_asked_itself(iris):
    outputs, asked = predict_fitted(
        fit(GradientBoostingClassifier(n_estimators=3, random_state=0), iris), iris
    )
    assert (outputs.n_members, asked) == (1, "all_rows")


def test_bootstrap_can_be_switched_off():
    assert has_bags(ExtraTreesClassifier()) is False
    assert has_bags(RandomForestClassifier()) is True


def test_values_stay_values_whoever_is_asked():
    frame = load("iris").features
    table = read_table(frame, frame.columns[0], task="regression")
    for model in (LinearRegression(), ExtraTreesRegressor(5, random_state=0)):
        fitted = model.fit(table.features, table.target)
        for outputs, _ in (predict_honestly(fitted, table), predict_fitted(fitted, table)):
            assert not outputs.is_classification


def test_one_model_is_asked_for_its_probabilities(iris):
    outputs, asked = predict_honestly(fit(LinearDiscriminantAnalysis(), iris), iris)
    assert asked == "other_half"
    assert outputs.probabilities.shape == (1, 150, 3)
    np.testing.assert_allclose(outputs.probabilities.sum(axis=2), 1.0)


def test_a_class_that_half_of_the_rows_lack_has_no_probability_there():
    iris = load("iris")
    target = iris.target.astype(str).copy()
    target.iloc[0] = "rare"
    outputs, _ = predict_honestly(LinearDiscriminantAnalysis(), replace(iris, target=target))
    assert list(outputs.known_classes()) == ["rare", "setosa", "versicolor", "virginica"]
    assert (outputs.probabilities[0, :, 0] == 0).sum() in (75, 150)


def test_rows_that_a_single_model_has_seen_are_judged_by_clones(iris):
    model = fit(LinearDiscriminantAnalysis(), iris)
    assert predict_fitted(model, iris, seen=True)[1] == "other_half"
    assert predict_fitted(model, iris)[1] == "all_rows"
