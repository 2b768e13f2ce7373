import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.analysis.bias_variance import RepeatedFolds
from hedgerow.analysis.bias_variance.replicates import LabelledRows


def numbered(n_rows, strata=None):
    return LabelledRows(np.arange(n_rows)[:, None], np.arange(n_rows), strata=strata)


def test_every_row_is_asked_about_once_in_a_repetition_by_a_model_of_all_other_folds():
    arranged = RepeatedFolds(4).arrange(numbered(10), None, 3, entropy=2)
    tested = np.zeros((3, 10), int)
    replicates = list(arranged.replicates)
    for replicate in replicates:
        tested[replicate.repetition, replicate.tested] += 1
        assert_array_equal(np.sort(np.append(replicate.draw().y, replicate.tested)), np.arange(10))
    assert (tested == 1).all()
    assert len(replicates) == arranged.n_fits == 12
    assert arranged.n_repetitions == 3


def test_five_times_two_folds_are_halves_with_the_shares_of_the_classes():
    strata = np.repeat([0, 1], [12, 8])
    for replicate in RepeatedFolds(2).arrange(numbered(20, strata), None, 5, entropy=0).replicates:
        assert_array_equal(np.bincount(strata[replicate.tested]), [6, 4])


@pytest.mark.parametrize("n_folds", [1, 11])
def test_too_few_or_too_many_folds_are_refused(n_folds):
    with pytest.raises(ValueError, match=f"n_folds={n_folds} of 10 rows"):
        RepeatedFolds(n_folds).arrange(numbered(10), None, 1, entropy=0)


def test_defaults():
    arranged = RepeatedFolds().arrange(numbered(30), None, None, entropy=0)
    assert (arranged.n_repetitions, arranged.n_fits) == (50, 500)
    assert arranged.words == "50 times 10 folds"
