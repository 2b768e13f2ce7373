import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score

from hedgerow.reproduce.experiments.folds import N_FOLDS, cross_validate, draw_seed, read_data
from hedgerow.trees.estimators import DecisionTreeClassifier


def test_the_share_of_right_answers_is_that_of_scikit_learn():
    X, y = read_data("iris")  # whose folds are all of one size
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=3)
    expected = cross_val_score(DecisionTreeClassifier(random_state=0), X, y, cv=folds).mean()
    assert cross_validate(lambda: DecisionTreeClassifier(random_state=0), X, y, seed=3) == pytest.approx(
        100 * expected
    )


def test_every_model_can_be_looked_at():
    seen = []
    y = np.repeat([0, 1], 30)
    assert cross_validate(DummyClassifier, np.zeros((60, 1)), y, seed=0, look=seen.append) == 50.0
    assert len(seen) == N_FOLDS


def test_trials_have_seeds_of_their_own():
    assert len({draw_seed(trial, seed) for trial in range(50) for seed in range(2)}) == 100
