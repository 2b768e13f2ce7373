"""Votes of members that know some of the labels only."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.many_labels import label_members as module
from hedgerow.many_labels.label_members import LabelMembers, LabelTask, full_bags, score_left_out
from hedgerow.trees.estimators import DecisionTreeClassifier

generator = np.random.default_rng(0)
X = generator.normal(size=(60, 4))
ON = np.column_stack([X[:, 0] > 0, X[:, 0] + X[:, 1] > 0, X[:, 2] > 0.5])


@dataclass
class Fixed:
    """Members that always predict the same."""

    answers: np.ndarray  # (T, K)

    def __len__(self):
        return len(self.answers)

    def outputs(self, X):
        return np.repeat(self.answers[:, None], len(X), axis=1)


def pairs(*said):
    """Members that predict one of the four sets of two labels."""
    sets = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], bool)
    labels = tuple(np.array(each) for each in ((0, 1), (1, 2), (0, 3), (2, 3)))
    answers = np.array([[float((row == each).all()) for row in sets.astype(int)] for each in said])
    return LabelMembers(Fixed(answers), labels, (sets,) * 4, 4)


@pytest.mark.parametrize("vote", [True, False])
def test_the_specified_votes(vote):
    voters = pairs((1, 0), (1, 1), (1, 0), (1, 0))  # Check P0.rakel
    scores = voters.score(np.zeros((2, 1)), vote=vote, n_jobs=1)
    assert scores.tolist() == [[1.0, 0.5, 1.0, 0.0]] * 2
    assert (scores[0] > 0.5).astype(int).tolist() == [1, 0, 1, 0]


def test_only_members_that_may_predict_count():
    voters = pairs((1, 0), (1, 1), (0, 0), (1, 0))
    may_predict = np.array([[True, False], [True, True], [False, True], [True, True]])
    scores = voters.score(np.zeros((2, 1)), vote=True, n_jobs=1, may_predict=may_predict)
    assert_array_equal(scores, [[1.0, 0.5, 1.0, 0.0], [0.0, 1.0, 1.0, 0.0]])
    nobody = voters.score(np.zeros((2, 1)), vote=True, n_jobs=1, may_predict=np.zeros((4, 2), bool))
    assert np.isnan(nobody).all()


@pytest.mark.parametrize("estimator", [DecisionTreeClassifier(max_depth=2), LogisticRegression()])
def test_a_member_is_the_estimator_on_its_label_sets(estimator):
    training = TrainingSet.of(X, ON)
    task = LabelTask.on_labels(np.array([0, 2]), ON)
    voters = LabelMembers.grow(
        estimator, training, [task], np.array([1], np.uint64), full_bags(training, 1), 1
    )
    alone = estimator.fit(X, task.codes).predict_proba(X)
    scores = voters.score(X, vote=False, n_jobs=1)
    assert_allclose(scores[:, [0, 2]], alone @ task.sets)
    assert np.isnan(scores[:, 1]).all()  # nobody has learned it


def test_blocks_of_rows_and_threads_leave_no_trace(monkeypatch):
    training = TrainingSet.of(X, ON)
    tasks = [LabelTask.on_labels(np.array(labels), ON) for labels in ((0, 1), (1, 2), (0, 2))]
    seeds = np.arange(3, dtype=np.uint64)
    one = LabelMembers.grow(DecisionTreeClassifier(), training, tasks, seeds, full_bags(training, 3), 1)
    two = LabelMembers.grow(DecisionTreeClassifier(), training, tasks, seeds, full_bags(training, 3), 2)
    expected = one.score(X, vote=True, n_jobs=1)
    monkeypatch.setattr(module, "_MAX_BLOCK_CELLS", 100)
    assert_array_equal(two.score(X, vote=True, n_jobs=2), expected)


def test_left_out_rows_are_scored_by_members_that_have_not_seen_them():
    training = TrainingSet.of(X, ON)
    tasks = [LabelTask.on_labels(np.arange(3), ON)]
    seeds = np.array([3], np.uint64)
    scores = score_left_out(DecisionTreeClassifier(), training, tasks, seeds, vote=True, n_jobs=1)
    third = np.arange(60) % 3 == 1
    turned = ON.copy()
    turned[third] = ~turned[third]
    again = score_left_out(
        DecisionTreeClassifier(), TrainingSet.of(X, turned), [LabelTask.on_labels(np.arange(3), turned)], seeds,
        vote=True, n_jobs=1,
    )  # fmt: skip
    assert_array_equal(scores[third], again[third])
    few = TrainingSet.of(X[:5], ON[:5])
    assert np.isnan(
        score_left_out(
            DecisionTreeClassifier(),
            few,
            [LabelTask.on_labels(np.arange(3), ON[:5])],
            seeds,
            vote=True,
            n_jobs=1,
        )
    ).all()


def test_a_member_that_fails_is_named():
    training = TrainingSet.of(X, ON)
    tasks = [LabelTask.on_labels(np.array([0]), ON)]
    with pytest.raises(ValueError, match="solver") as failure:
        LabelMembers.grow(
            LogisticRegression(solver="none"),
            training,
            tasks,
            np.array([1], np.uint64),
            full_bags(training, 1),
            1,
        )
    assert "member 0" in failure.value.__notes__[0]
