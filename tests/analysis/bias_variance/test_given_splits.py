import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.model_selection import RepeatedStratifiedKFold

from hedgerow.analysis.bias_variance import GivenSplits
from hedgerow.analysis.bias_variance.replicates import LabelledRows

ROWS = LabelledRows(np.arange(6)[:, None], np.array([0, 0, 0, 1, 1, 1]))


def test_rows_may_repeat_in_training_and_masks_are_rows():
    mask = np.array([True, False, False, False, False, True])
    arranged = GivenSplits([([0, 0, 5], [1, 2]), (mask, [3])]).arrange(ROWS, None, None, entropy=0)
    first, second = arranged.replicates
    assert_array_equal(first.draw().X[:, 0], [0, 0, 5])
    assert_array_equal(first.tested, [1, 2])
    assert_array_equal(second.draw().X[:, 0], [0, 5])
    assert arranged.n_fits == arranged.n_repetitions == 2


def test_with_test_rows_of_their_own_none_means_all_of_them():
    test = LabelledRows(np.zeros((2, 1)), np.array([0, 1]))
    arranged = GivenSplits([([0, 5], None)]).arrange(ROWS, test, None, entropy=0)
    assert arranged.tested is test
    assert arranged.replicates[0].tested is None


def test_a_scikit_learn_splitter_is_asked_for_its_splits():
    splitter = RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    arranged = GivenSplits(splitter).arrange(ROWS, None, None, entropy=0)
    assert arranged.n_fits == 10


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        ([], "no split"),
        ([([0, 9], [1])], "names row 9; the 6 rows"),
        ([([0, -1], [1])], "names row -1; the 6 rows are numbered from 0"),
        ([([0], [1, 1])], "tests on a row twice"),
        ([([0.5], [1])], "must hold row numbers"),
        ([(None, [1])], "must hold row numbers"),
        ([([], [1])], "must hold row numbers"),
    ],
)
def test_what_is_no_split_is_refused(splits, message):
    with pytest.raises(ValueError, match=message):
        GivenSplits(splits).arrange(ROWS, None, None, entropy=0)


def test_a_number_of_replicates_contradicts_given_splits():
    with pytest.raises(ValueError, match="n_replicates=3, but the splits were given"):
        GivenSplits([([0], [1])]).arrange(ROWS, None, 3, entropy=0)
