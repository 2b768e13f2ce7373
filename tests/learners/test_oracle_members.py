import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.oracle import RandomOracleClassifier
from hedgerow.learners.part_models import GraftedTrees, SeparateModels

X, y = load_iris(return_X_y=True)
SEEDS = np.array([3, 4, 5], dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (3, 150)).astype(np.int32)


def prepare(estimator, **parameters):
    oracle = RandomOracleClassifier(estimator, **parameters)
    return oracle.prepare(TrainingSet.of(X, y, n_classes=3))


@pytest.mark.parametrize(
    ("learner", "kind"), [(None, GraftedTrees), (GaussianNB(), SeparateModels)], ids=["grafted", "parted"]
)
def test_members_answer_together_as_they_do_alone(learner, kind):
    columns = [np.array([0, 2]), np.array([1, 2, 3]), np.array([3])]
    table = prepare(learner, oracle="prototype")
    members = table.grow(SEEDS, COUNTS, columns)
    assert isinstance(members.models, kind)
    each = [table.grow(SEEDS[i : i + 1], COUNTS[i : i + 1], columns[i : i + 1]) for i in range(3)]
    joined = each[0].join(each[1:])
    outputs = members.outputs(X)
    assert outputs.shape == (3, 150, 3)
    assert_array_equal(joined.outputs(X), outputs)
    combination_weights = np.array([0.5, 2.0, 1.0])
    assert_allclose(
        joined.sum_outputs(X, combination_weights, hard=False), np.tensordot(combination_weights, outputs, 1)
    )
    votes = members.sum_outputs(X, None, hard=True)
    assert_array_equal(votes.sum(axis=1), 3)
    for index in range(3):
        assert_array_equal(members[index].predict_proba(X), outputs[index])
        assert len(members[index].estimators_) == members.partition.n_parts[index]


def test_prototypes_come_from_the_rows_and_features_that_a_member_sees():
    table = prepare(None)
    members = table.grow(SEEDS, COUNTS, [np.array([1]), np.array([0, 3]), np.array([2])])
    for index, features in enumerate([[1], [0, 3], [2]]):
        prototypes = members.partition.select(index)
        hidden = np.setdiff1d(np.arange(4), features)
        assert_array_equal(prototypes[:, hidden], 0)
        seen = table.points[COUNTS[index] > 0][:, features]
        assert all((seen == prototype[features]).all(axis=1).any() for prototype in prototypes)


def test_counts_are_repeats_for_the_models_of_the_parts():
    members = prepare(None).grow(SEEDS[:1], COUNTS[:1])
    parts = members.find_parts(X)[0]
    for number, tree in enumerate(members.list_models(0)):
        mine = parts == number
        expected = np.bincount(y[mine], COUNTS[0, mine], 3)
        assert_allclose(tree.flat_tree_.values[0], expected)


def test_targets_replace_the_question_and_leave_rows_out():
    targets = np.array([0, 1, -1])[y]
    for learner in (None, GaussianNB()):
        table = RandomOracleClassifier(learner).prepare(TrainingSet.of(X, y * 0, n_classes=2))
        members = table.grow(SEEDS[:1], np.ones((1, 150), np.int32), None, targets[None])
        outputs = members.outputs(X[:100])
        assert outputs.shape == (1, 100, 2)
        assert np.mean(outputs[0].argmax(axis=1) == y[:100]) > 0.95
        prototypes = members.partition.select(0)
        assert all((table.points[:100] == prototype).all(axis=1).any() for prototype in prototypes)


def test_an_error_names_the_member_whose_part_failed():
    class Picky(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            if sample_weight is not None and len(y) < 10:
                raise RuntimeError("too few rows")
            return super().fit(X, y, sample_weight)

    counts = np.ones((2, 150), np.int32) * 2
    counts[1, 12:] = 0
    with pytest.raises(MemberError, match="member 1 could not be fitted"):
        prepare(Picky()).grow(SEEDS[:2], counts)
    with pytest.raises(RuntimeError, match="too few rows"):
        RandomOracleClassifier(Picky()).fit(X[:8], np.arange(8) % 2, np.full(8, 2.0))
