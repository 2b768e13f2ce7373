import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from hedgerow.combination import Combined, combine
from hedgerow.outputs import Outputs

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
SAID = [["a", "b", "b", "c"], ["a", "a", "b", "a"], ["b", "a", "b", "b"]]


def test_the_frame_is_for_people():
    outputs = Outputs.from_predictions(SAID, ["a", "a", "b", "c"])
    frame = combine(outputs).frame()
    assert list(frame) == ["answer", "confidence", "truth", "score of a", "score of b", "score of c"]
    assert frame.loc[0, "confidence"] == pytest.approx(2 / 3)
    values = combine(Outputs.from_predictions([[1.0], [3.0]], [2.5], regression=True), "mean").frame()
    pd.testing.assert_frame_equal(values, pd.DataFrame({"answer": [2.0], "truth": [2.5]}))
    assert repr(combine(outputs)) == "<Combined: 4 rows, 3 classes>"


def test_scores_of_any_classifier_may_be_taken():
    model = GaussianNB().fit(X, NAMES)
    taken = Combined.from_scores(model.predict_proba(X), model.classes_, NAMES)
    assert_array_equal(taken.labels(), model.predict(X))
    assert taken.error() == pytest.approx(1 - model.score(X, NAMES))
    holes = np.array([[0.5, 0.5], [np.nan, np.nan]])
    assert_array_equal(Combined.from_scores(holes, ["a", "b"], priors=np.array([1, 2])).labels(), ["b", None])
    margins = Combined.from_scores([[-3.0, -1.0], [2.0, -2.0]], ["a", "b"], ["b", "b"])
    assert_array_equal(margins.confidences(), [-1.0, 2.0])
    assert margins.error() == 0.5
    with pytest.raises(ValueError, match=r"scores have the shape \(2,\)"):
        Combined.from_scores([0.5, 0.5], ["a", "b"])


def test_an_error_needs_the_truth_and_an_answer():
    with pytest.raises(ValueError, match="the truth is needed"):
        combine(Outputs.from_predictions(SAID)).error()
    abstaining = Outputs.from_predictions(SAID, ["a"] * 4, predicted=np.zeros((3, 4), bool))
    assert np.isnan(combine(abstaining).error())


@pytest.mark.parametrize("n_correct", range(6))
def test_the_confidence_of_five_voters(n_correct):
    said = [[1]] * n_correct + [[0]] * (5 - n_correct)
    confidence = combine(Outputs.from_predictions(said, classes=[0, 1])).confidences()[0]
    assert 5 * (2 * confidence - 1) == pytest.approx([5, 3, 1, 1, 3, 5][n_correct])  # Rogers 2007, eq. 3.29
