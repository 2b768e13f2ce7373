import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles.masks.evaluation import MaskEvaluation
from hedgerow.ensembles.masks.neighbours import MaskedNeighbours
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(60, 3)), np.repeat([0, 1], [40, 20])
MASK = np.ones((1, 3), bool)


def make_evaluation(learner=MaskedNeighbours(1, "standard"), weights=None, validation=None, max_rows=None):  # noqa: B008
    prepared = as_learner(learner).prepare(TrainingSet.of(X, Y, n_classes=2))
    weights = np.ones(60) if weights is None else weights
    training = TrainingSet.of(X, Y, n_classes=2, weights=weights)
    return MaskEvaluation(prepared, training, "accuracy", validation, max_rows)


def test_all_rows_guide_every_search_alike():
    evaluation = make_evaluation()
    evaluator = evaluation.open_search(1)
    assert evaluation.open_search(2) is evaluator
    assert evaluation.open_report(3)[0] is evaluator
    np.testing.assert_array_equal(evaluator.asked.own, np.arange(60))
    np.testing.assert_array_equal(evaluator.scoring.truth, Y)


def test_held_out_rows_are_others_for_every_search():
    evaluation = make_evaluation(validation=0.25)
    evaluators = [evaluation.open_search(seed) for seed in range(2)]
    for evaluator in evaluators:
        assert np.bincount(evaluator.scoring.truth).tolist() == [10, 5]
        assert len(evaluator.asked.space.labels) == 45
        assert (evaluator.asked.own == -1).all()
    assert (evaluators[0].asked.space._rows != evaluators[1].asked.space._rows).any()
    assert len(evaluation.open_report(0)[0].scoring.truth) == 60


def test_few_rows_guide_a_search_and_the_report_leaves_them_out_of_all():
    evaluation = make_evaluation(max_rows=12)
    evaluator = evaluation.open_search(5)
    assert np.bincount(evaluator.scoring.truth).tolist() == [8, 4]
    assert len(evaluator.asked.space.labels) == 12
    report, rows = evaluation.open_report(5)
    assert len(report.asked.space.labels) == 60
    np.testing.assert_array_equal(report.asked.own, rows)
    np.testing.assert_array_equal(report.scoring.truth, Y[rows])


def test_rows_without_weight_are_not_there():
    weights = np.where(np.arange(60) % 3 == 0, 0.0, 2.0)
    evaluator = make_evaluation(weights=weights).open_search(0)
    assert len(evaluator.asked.space.labels) == len(evaluator.scoring.truth) == 40
    np.testing.assert_array_equal(evaluator.asked.own, np.arange(40))


@pytest.mark.parametrize(("validation", "n_folds", "n_asked"), [(None, 5, 12), (0.5, 1, 6)])
def test_another_learner_is_cross_validated(validation, n_folds, n_asked):
    evaluator = make_evaluation(GaussianNB(), validation=validation, max_rows=12).open_search(0)
    assert len(evaluator.folds) == n_folds
    assert len(evaluator.scoring.truth) == n_asked
    places = np.sort(np.concatenate([fold.answered for fold in evaluator.folds]))
    np.testing.assert_array_equal(places, np.arange(n_asked))
    for fold in evaluator.folds:
        assert (fold.weights[fold.rows] == 0).all()
        assert np.count_nonzero(fold.weights) == (12 - fold.rows.size)
    assert evaluator.answer(MASK).shape == (1, n_asked)


def test_the_report_of_another_learner_asks_about_some_rows_and_learns_from_all_others():
    evaluator, rows = make_evaluation(GaussianNB(), max_rows=12).open_report(0)
    assert rows.size == 12
    assert sum(fold.rows.size for fold in evaluator.folds) == 12
    assert {np.count_nonzero(fold.weights) for fold in evaluator.folds} == {48}
