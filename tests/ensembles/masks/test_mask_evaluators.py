import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles.masks.mask_evaluators import Fold, RefitEvaluator
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
PARTS = np.arange(60) % 3
PLACES = [np.flatnonzero(part == PARTS) for part in range(3)]
FOLDS = [Fold((part != PARTS).astype(float), PLACES[part], PLACES[part]) for part in range(3)]
MASKS = np.array([[True, False, False, True], [True] * 4])


def make_evaluator(estimator):
    prepared = as_learner(estimator).prepare(TrainingSet.of(X, Y, n_classes=2))
    return RefitEvaluator(prepared, X, FOLDS, 7, Scoring(Y, np.ones(60), 2, "accuracy"))


def test_a_learner_is_fitted_again_for_each_fold_and_mask():
    answers = make_evaluator(GaussianNB()).answer(MASKS)
    for mask, said in zip(MASKS, answers, strict=True):
        for part in range(3):
            learned, asked = part != PARTS, part == PARTS
            peer = GaussianNB().fit(X[learned][:, mask], Y[learned])
            np.testing.assert_array_equal(said[asked], peer.predict(X[asked][:, mask]))


def test_a_walk_asks_the_judge():
    evaluator = make_evaluator(GaussianNB())
    walk = evaluator.walk(MASKS[0])
    flipped = MASKS[0] ^ (np.arange(4) == 2)
    np.testing.assert_array_equal(walk.answer(), evaluator.answer(MASKS[:1])[0])
    turn, said = walk.find_flip(np.array([2, 0]), evaluator.scoring.find_limit(walk.answer()))
    assert turn == 0
    np.testing.assert_array_equal(said, evaluator.answer(flipped[None])[0])
    walk.flip(2)
    np.testing.assert_array_equal(walk.mask, flipped)
    np.testing.assert_array_equal(walk.answer(), evaluator.answer(flipped[None])[0])
    assert MASKS[0].tolist() == [True, False, False, True]


def test_a_learner_that_fails_says_why():
    with pytest.raises(ValueError, match="'C' parameter"):
        make_evaluator(LogisticRegression(C=-1.0)).answer(MASKS)


def test_a_flip_that_leaves_nothing_is_not_tried():
    evaluator = make_evaluator(GaussianNB())
    walk = evaluator.walk(np.array([False, True, False, False]))
    limit = evaluator.scoring.find_limit(walk.answer())
    assert walk.find_flip(np.array([1]), limit) is None
    assert walk.find_flip(np.array([1, 3]), limit)[0] == 1
