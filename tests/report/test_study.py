import json

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from hedgerow import RandomForestClassifier
from hedgerow.datasets import load
from hedgerow.report.study import Settings, study
from hedgerow.report.subject import Subject, predict_honestly


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_folds": 1}, "n_folds=1 must be a whole number of 2 or more"),
        ({"n_repeats": 2.5}, "n_repeats=2.5 must be a whole number of 2 or more"),
        ({"n_rows_explained": 0}, "n_rows_explained=0 must be a whole number of 1 or more"),
        ({"n_repeats": True}, "n_repeats=True must be"),
    ],
)
def test_what_cannot_be_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        Settings(**given)


def test_folds_may_be_left_open_and_counts_may_be_numpys():
    assert Settings(n_folds=None, n_repeats=np.int64(3)).n_repeats == 3


QUICK = {"n_folds": 3, "n_repeats": 2, "n_rows_explained": 5, "n_jobs": 1}


def make(model):
    iris = load("iris")
    fitted = model.fit(iris.features, iris.target)
    outputs, asked = predict_honestly(fitted, iris)
    return Subject(iris, iris, fitted, "mine", outputs, asked)


def test_an_ensemble_has_members_and_a_single_model_has_uses():
    members = study(make(RandomForestClassifier(20, random_state=0)), Settings(**QUICK))
    assert members["diversity"]["n_members"] == 20
    assert members["uses"] is None
    alone = study(make(LinearDiscriminantAnalysis()), Settings(**QUICK))
    assert alone["diversity"] is None
    assert alone["uses"]["features"][0]["feature"].startswith("petal")
    assert "diversity-report" not in {card["name"] for card in alone["citations"]}


def test_the_metric_is_scored_and_the_constant_guesses_for_it():
    content = study(make(RandomForestClassifier(20, random_state=0)), Settings(metric="log_loss", **QUICK))
    assert content["scores"]["metric"] == "log_loss"
    # One of three classes of the same size: a surprise of log 3.
    assert content["scores"]["candidates"][-1]["score"] == pytest.approx(1.0986, abs=1e-3)
    # The least loss is the best; a single tree is so sure that it loses more than the constant.
    assert [each["name"] for each in content["groups"]["order"]][-2:] == ["constant answer", "single tree"]
    assert json.loads(json.dumps(content, allow_nan=False)) == content


def test_a_metric_that_the_model_cannot_have_is_refused():
    from sklearn.svm import LinearSVC

    with pytest.raises(ValueError, match="the model failed on a fold"):
        study(make(LinearSVC()), Settings(metric="log_loss", **QUICK))
