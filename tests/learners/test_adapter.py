import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.adapter import AdaptedLearner, as_learner, seed_estimator

X, y = load_iris(return_X_y=True)
SEEDS = np.array([1, 2], dtype=np.uint64)
ONES = np.ones((2, len(y)), dtype=np.int32)


def prepare(estimator, **parameters):
    return AdaptedLearner(estimator).prepare(TrainingSet.of(X, y, n_classes=3, **parameters))


def test_a_learner_stays_itself():
    class Prepares:
        def prepare(self, training): ...

    learner = Prepares()
    assert as_learner(learner) is learner
    assert isinstance(as_learner(GaussianNB()), AdaptedLearner)


@pytest.mark.parametrize("estimator", [GaussianNB(), KNeighborsClassifier(1)], ids=["weights", "repeats"])
def test_counts_act_like_repeated_rows(estimator):
    counts = np.random.default_rng(0).integers(0, 3, size=len(y)).astype(np.int32)
    member = prepare(estimator).grow(SEEDS[:1], counts[None])
    repeated = estimator.fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    assert_allclose(member.outputs(X)[0], repeated.predict_proba(X), atol=1e-9)


def test_fractional_weights_are_drawn_where_the_estimator_knows_no_weights():
    weights = np.where(y == 0, 0.0, 0.5)
    member = prepare(KNeighborsClassifier(1)).grow(SEEDS[:1], weights[None])[0]
    assert_array_equal(member.classes_, [1, 2])
    assert member.n_samples_fit_ == 100


def test_a_class_missing_from_the_sample_has_probability_zero():
    outputs = prepare(GaussianNB()).grow(SEEDS[:1], (y != 1)[None].astype(np.int32)).outputs(X)
    assert_array_equal(outputs[0, :, 1], 0)
    assert_allclose(outputs.sum(axis=2), 1)


def test_an_estimator_without_probabilities_votes():
    outputs = prepare(Perceptron()).grow(SEEDS, ONES).outputs(X)
    assert set(np.unique(outputs)) == {0.0, 1.0}
    assert_array_equal(outputs.sum(axis=2), 1)


@pytest.mark.parametrize("estimator", [SVC(), LogisticRegression(), GaussianNB()], ids=str)
def test_a_sample_of_one_class_gives_a_constant_member(estimator):
    outputs = prepare(estimator).grow(SEEDS[:1], (y == 2)[None].astype(np.int32)).outputs(X)
    assert_array_equal(outputs[0], np.eye(3)[np.full(len(y), 2)])


def test_members_sum_themselves_and_join():
    weights = np.array([[2, 0, 1] * 50, [0, 1, 1] * 50], dtype=np.int32)
    columns = [np.array([0, 2]), np.array([3])]
    table = prepare(GaussianNB())
    members = table.grow(SEEDS, weights, columns)
    apart = [table.grow(SEEDS[i : i + 1], weights[i : i + 1], columns[i : i + 1]) for i in range(2)]
    joined = apart[0].join(apart[1:])
    assert_array_equal(members.outputs(X), joined.outputs(X))
    combination_weights = np.array([0.5, 2.0])
    assert_allclose(
        joined.sum_outputs(X, combination_weights, hard=False),
        np.tensordot(combination_weights, members.outputs(X), 1),
    )
    assert_array_equal(joined.sum_outputs(X, None, hard=True).sum(axis=1), 2)
    assert joined[1].n_features_in_ == 1


def test_targets_replace_the_question_and_leave_rows_out():
    targets = np.array([0, 1, -1])[y]
    members = (
        AdaptedLearner(GaussianNB())
        .prepare(TrainingSet.of(X, y, n_classes=2))
        .grow(SEEDS[:1], ONES[:1], None, targets[None])
    )
    assert members.outputs(X).shape == (1, 150, 2)
    assert members[0].class_count_.sum() == 100


def test_regression_outputs_are_values():
    table = AdaptedLearner(LinearRegression()).prepare(TrainingSet.of(X[:, :3], X[:, 3], n_classes=None))
    outputs = table.grow(SEEDS, ONES).outputs(X[:, :3])
    assert outputs.shape == (2, 150)
    assert_array_equal(outputs[0], outputs[1])


def test_categories_become_indicators_unless_the_estimator_reads_them():
    codes = np.column_stack([X[:, 0], y]).astype(float)
    is_categorical = np.array([False, True])
    table = AdaptedLearner(DecisionTreeClassifier()).prepare(
        TrainingSet.of(codes, y, n_classes=3, is_categorical=is_categorical)
    )
    members = table.grow(SEEDS[:1], ONES[:1])
    assert members[0].n_features_in_ == 4
    assert_array_equal(members.outputs(codes)[0].argmax(axis=1), y)
    assert_allclose(members.feature_importances(2), [[0, 1]], atol=1e-12)
    assert table.grow(SEEDS[:1], ONES[:1], [np.array([1])])[0].n_features_in_ == 3
    codes[:, 0] = 0
    plain = AdaptedLearner(CategoricalNB()).prepare(
        TrainingSet.of(codes, y, n_classes=3, is_categorical=np.array([True, True]))
    )
    assert plain.indicators is None


def test_an_error_names_the_member():
    broken = np.where(np.arange(2)[:, None] == 1, 0, ONES).astype(np.int32)
    with pytest.raises(MemberError, match="member 1 could not be fitted") as caught:
        prepare(GaussianNB()).grow(SEEDS, broken)
    assert isinstance(caught.value.__cause__, ValueError)


def test_every_random_state_is_set_and_differs():
    pipeline = make_pipeline(StandardScaler(), SVC())
    nested = make_pipeline(DecisionTreeClassifier(), SVC())
    assert seed_estimator(pipeline, np.uint64(5))[1].random_state is not None
    states = [step.random_state for _, step in seed_estimator(nested, np.uint64(5)).steps]
    assert len(set(states)) == 2
    assert states == [step.random_state for _, step in seed_estimator(nested, np.uint64(5)).steps]


def test_large_weights_are_drawn_where_the_estimator_knows_no_weights():
    member = prepare(KNeighborsClassifier(1)).grow(SEEDS[:1], np.full((1, len(y)), 10**12))[0]
    assert member.n_samples_fit_ == len(y)
