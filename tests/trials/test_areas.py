from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from hedgerow.trials.areas import mean_pair_area


def count_pairs(ratings, truth):
    """The definition, row by row."""

    def beats(winner, loser):
        mine, theirs = ratings[truth == winner, winner], ratings[truth == loser, winner]
        return np.mean([(one > other) + (one == other) / 2 for one in mine for other in theirs])

    pairs = combinations(np.unique(truth), 2)
    return np.mean([(beats(first, second) + beats(second, first)) / 2 for first, second in pairs])


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(2, 30))
def test_areas_are_counts_of_pairs_of_rows(seed, n_classes, n_rows):
    generator = np.random.default_rng(seed)
    truth = np.append(generator.integers(0, n_classes, n_rows), [0, n_classes - 1])
    ratings = generator.integers(0, 4, (len(truth), n_classes)).astype(float)  # many ties
    assert mean_pair_area(ratings, truth) == pytest.approx(count_pairs(ratings, truth))


@pytest.mark.parametrize("n_classes", [2, 4])
def test_areas_are_those_of_scikit_learn(n_classes):
    generator = np.random.default_rng(1)
    shares = generator.dirichlet(np.ones(n_classes), 200)
    truth = generator.integers(0, n_classes, 200)
    theirs = (
        roc_auc_score(truth, shares[:, 1])
        if n_classes == 2
        else roc_auc_score(truth, shares, multi_class="ovo")
    )
    assert mean_pair_area(shares, truth) == pytest.approx(theirs)


def test_classes_that_do_not_occur_are_left_out():
    generator = np.random.default_rng(2)
    ratings, truth = generator.normal(size=(40, 4)), generator.choice([0, 3], 40)
    assert mean_pair_area(ratings, truth) == pytest.approx(mean_pair_area(ratings[:, [0, 3]], truth // 3))


def test_a_constant_rating_has_one_half():
    assert mean_pair_area(np.full((9, 3), 0.2), [0, 1, 2] * 3) == 0.5


@pytest.mark.parametrize(("ratings", "truth"), [([[0.5, 0.5]] * 2, [1, 1]), ([[np.nan, 1], [1, 0]], [0, 1])])
def test_what_cannot_be_told_is_not_a_number(ratings, truth):
    assert np.isnan(mean_pair_area(ratings, truth))
