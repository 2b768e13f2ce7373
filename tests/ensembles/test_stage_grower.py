import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.naive_bayes import GaussianNB

from hedgerow import DecisionTreeClassifier
from hedgerow.ensembles.separate_and_conquer import StageGrower
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner

X = np.arange(8.0)[:, None]
Y = np.array([0, 0, 1, 1, 2, 2, 2, 2])


def make_grower(learner=None, weights=None):
    training = TrainingSet.of(X, Y, n_classes=3, weights=weights)
    learner = DecisionTreeClassifier() if learner is None else learner
    return StageGrower(training, as_learner(learner).prepare(training.unweighted()), entropy=7)


def test_rows_that_are_not_kept_are_not_learned():
    grower = make_grower()
    kept = np.isin(Y, [0, 2])
    members = grower.grow_one(kept, 0)
    assert members.outputs(X)[0][:, 1].max() == 0
    assert grower.narrow(kept).dtype.kind == "i"


def test_other_targets_can_be_asked_for():
    targets = (Y == 1).astype(np.intp)
    members = make_grower().grow(np.ones((1, 8), np.int64), 0, targets[None])
    assert_array_equal(members.outputs(X)[0].argmax(axis=1), targets)


def test_classes_without_weight_do_not_count():
    weights = np.array([0.0, 0.0, 1, 1, 1, 1, 1, 1])
    assert make_grower(weights=weights).count_classes(np.ones(8, bool)) == 2
    assert make_grower().count_classes(Y == 2) == 1


def test_seeds_follow_the_stage_and_nothing_else():
    learner = DecisionTreeClassifier(split="random")
    lines = np.ones((3, 8), np.int64)
    once, again, other = (make_grower(learner).grow(lines, stage).forest for stage in (0, 0, 1))
    assert_array_equal(once.nodes, again.nodes)
    assert (once.nodes["threshold"][once.nodes["feature"] >= 0][:3] != other.nodes["threshold"][:3]).any()


class Broken(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        raise ValueError("no")


def test_an_error_says_which_stage_failed():
    with pytest.raises(ValueError, match="no") as caught:
        make_grower(Broken()).grow(np.ones((1, 8)), 2)
    assert caught.value.__notes__ == ["raised while member 0 of stage 2 was fitted"]
