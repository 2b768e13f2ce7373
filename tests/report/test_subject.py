from dataclasses import replace

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import Outputs
from hedgerow.datasets import load
from hedgerow.report.subject import Subject, list_settings, name_model


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
