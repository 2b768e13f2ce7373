import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression

from hedgerow.ensembles.dichotomies.base import grow_models
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.trees.estimators import DecisionTreeClassifier

GENERATOR = np.random.default_rng(0)
Y = np.arange(120) % 4
X = np.eye(4)[Y] @ GENERATOR.normal(size=(4, 3)) + GENERATOR.normal(size=(120, 3)) * 0.5
ONES = np.ones(120, np.int32)


def grow(learner, dichotomies, weights=ONES, n_jobs=None):
    training = TrainingSet.of(X, Y, n_classes=4, weights=weights)
    return grow_models(as_learner(learner), dichotomies, training, entropy=1, n_jobs=n_jobs)


@pytest.mark.parametrize("learner", [DecisionTreeClassifier(max_depth=2), LogisticRegression()])
def test_a_model_learns_the_rows_of_its_classes_only(learner):
    dichotomies = [((0, 2), (1,)), ((1,), (3,))]
    models = grow(learner, dichotomies)
    for near, far in dichotomies:
        rows = np.isin(Y, near + far)
        alone = learner.fit(X[rows], np.isin(Y[rows], far))
        assert_allclose(models.predict((near, far), X), alone.predict_proba(X)[:, 0])


def test_equal_splits_have_one_model_and_threads_leave_no_trace():
    dichotomies = [((0,), (1,)), ((0, 1), (2, 3)), ((0,), (1,)), ((2,), (3,))]
    one, two = (grow(DecisionTreeClassifier(max_features=1), dichotomies, n_jobs=jobs) for jobs in (1, 2))
    assert len(one) == 3
    assert list(one.models) == list(dict.fromkeys(dichotomies))
    for split, expected in one.predict_all(X).items():
        assert_array_equal(two.predict(split, X), expected)


def test_weights_reach_the_model():
    weights = np.where(np.arange(120) < 60, 2.0, 0.0)
    models = grow(LogisticRegression(), [((0,), (1,))], weights)
    rows = (Y < 2) & (weights > 0)
    alone = LogisticRegression().fit(X[rows], Y[rows], weights[rows])
    assert_allclose(models.predict(((0,), (1,)), X), alone.predict_proba(X)[:, 0])


def test_an_error_says_between_which_classes():
    with pytest.raises(ValueError, match="The 'C' parameter") as caught:
        grow(LogisticRegression(C=-1), [((0, 2), (1,))])
    assert caught.value.__notes__ == ["raised while class codes [0, 2] were told from [1]"]
