import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier

from hedgerow.analysis.comparison import compare_classes, score_classes


class FirstWord(ClassifierMixin, BaseEstimator):
    """Knows the class because it is the first letter."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.array([each[0] for each in X])


@pytest.mark.parametrize(
    ("n", "n_found", "n_wrong", "f"),
    [(13, 3, 0, 0.375), (13, 7, 0, 0.700), (13, 6, 0, 0.632)],
)
def test_printed_scores_of_small_classes_are_those_of_all_folds_together(n, n_found, n_wrong, f):
    """Rozza et al., table 2: of 13 hydrogenosome, synapse and melanosome proteins 3, 7 and 6 are found."""
    truth = ["rare"] * n + ["usual"] * 50
    predicted = (
        ["rare"] * n_found + ["usual"] * (n - n_found) + ["rare"] * n_wrong + ["usual"] * (50 - n_wrong)
    )
    assert score_classes(truth, predicted).frame().loc["rare", "f"] == pytest.approx(f, abs=5e-4)


def test_scores_by_pencil():
    scores = score_classes(["a", "a", "a", "b", "c"], ["a", "b", "d", "b", "a"])
    assert_allclose(scores.precision, [1 / 2, 1 / 2, 0])
    assert_allclose(scores.recall, [1 / 3, 1, 0])
    assert_allclose(scores.f, [2 / 5, 2 / 3, 0])
    assert scores.counts.tolist() == [3, 1, 1]
    assert scores.weighted() == pytest.approx({"precision": 2 / 5, "recall": 2 / 5, "f": (6 / 5 + 2 / 3) / 5})


def test_methods_share_folds_and_rows():
    X, y = load_iris(return_X_y=True, as_frame=True)
    models = {"near": KNeighborsClassifier(), "usual": DummyClassifier(strategy="most_frequent")}
    compared = compare_classes(models, X, y, n_folds=5, random_state=0)
    assert compared.frame()["n"].tolist() == [50, 50, 50]
    summary = compared.summary()
    assert summary.loc["near", "f"] > 0.9
    assert summary.loc["usual", "n_never_found"] >= 1
    assert compared.frame("recall")["usual"].sum() <= 1.5
    again = compare_classes(models, X, y, n_folds=5, random_state=0, n_jobs=2)
    pd.testing.assert_frame_equal(compared.frame(), again.frame())


def test_the_test_is_one_sided_over_classes():
    """Better by 1 in five classes and by less in the last: z = (21 - 10.5 - 0.5) / sqrt(22.75 - 120 / 48) = 2.222."""
    sizes = [6, 7, 8, 9, 10, 20]
    truth = np.repeat(np.array(list("abcdef")), sizes)
    X = [f"{letter}{number}" for number, letter in enumerate(truth)]
    models = {"right": FirstWord(), "usual": DummyClassifier(strategy="most_frequent")}
    tests = compare_classes(models, X, truth, n_folds=5, random_state=0).tests()
    assert tests.loc["right", "usual"] == pytest.approx(0.01313, abs=5e-6)
    assert tests.loc["usual", "right"] > 0.98
    assert np.isnan(np.diag(tests)).all()


def test_a_class_that_a_fold_lacks_is_scored_all_the_same():
    X, y = load_iris(return_X_y=True)
    y = y.copy()
    y[:3] = 7
    compared = compare_classes({"near": KNeighborsClassifier(1)}, X, y, n_folds=10, random_state=0)
    assert compared.frame()["n"].to_dict() == {0: 47, 1: 50, 2: 50, 7: 3}


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(ValueError, match="there are no models"):
        compare_classes({}, [[1.0]], ["a"])
    with pytest.raises(ValueError, match="n_folds=1"):
        compare_classes({"usual": DummyClassifier()}, [[1.0]], ["a"], n_folds=1)
