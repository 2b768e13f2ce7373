import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.analysis.bias_variance import Resamples
from hedgerow.analysis.bias_variance.replicates import LabelledRows
from hedgerow.resampling import Subsample


def numbered(n_rows, strata=None):
    return LabelledRows(np.arange(n_rows)[:, None], np.arange(n_rows), strata=strata)


def test_held_out_rows_are_never_trained_on_and_every_model_is_asked_about_all_of_them():
    arranged = Resamples().arrange(numbered(40), None, 5, entropy=3)
    assert len(arranged.tested) == 10
    assert_array_equal(arranged.tested.y, arranged.positions)
    assert set(arranged.others.y) | set(arranged.tested.y) == set(range(40))
    replicates = list(arranged.replicates)
    assert len(replicates) == arranged.n_fits == arranged.n_repetitions == 5
    for number, replicate in enumerate(replicates):
        training = replicate.draw()
        assert len(training) == 30
        assert not set(training.y) & set(arranged.tested.y)
        assert replicate.tested is None
        assert replicate.repetition == number
    assert len({tuple(replicate.draw().y) for replicate in replicates}) == 5


def test_held_out_rows_have_the_shares_of_the_classes():
    strata = np.repeat([0, 1, 2], [60, 30, 10])
    arranged = Resamples(test_size=20).arrange(numbered(100, strata), None, 1, entropy=0)
    assert_array_equal(np.bincount(arranged.tested.strata), [12, 6, 2])


def test_a_given_test_set_is_asked_about_and_all_rows_are_drawn_from():
    test = numbered(3)
    arranged = Resamples().arrange(numbered(8), test, None, entropy=0)
    assert arranged.tested is test
    assert arranged.n_fits == 200
    assert len(next(iter(arranged.replicates)).draw()) == 8
    assert arranged.words == "200 bootstrap training sets"


def test_out_of_bag_rows_are_those_not_drawn():
    arranged = Resamples(out_of_bag=True).arrange(numbered(20), None, 3, entropy=1)
    for replicate in arranged.replicates:
        assert set(replicate.tested) == set(range(20)) - set(replicate.draw().y)
    assert arranged.others is None


def test_other_resamplings_draw_training_sets_too():
    """Kohavi & Wolpert 1996: halves of a pool, without replacement."""
    arranged = Resamples(Subsample(0.5)).arrange(numbered(40), None, 4, entropy=1)
    for replicate in arranged.replicates:
        drawn = replicate.draw().y
        assert len(drawn) == len(set(drawn)) == 15
    assert arranged.words == "4 subsample training sets"


def test_more_replicates_begin_with_the_same_ones():
    few, many = (Resamples().arrange(numbered(20), None, n, entropy=9).replicates for n in (3, 6))
    for one, other in zip(few, many, strict=False):
        assert_array_equal(one.draw().y, other.draw().y)


@pytest.mark.parametrize("test_size", [0, 8, 1.5, 0.001, -0.1])
def test_a_split_that_leaves_nothing_is_refused(test_size):
    with pytest.raises(ValueError, match=f"test_size={test_size} of 8 rows"):
        Resamples(test_size=test_size).arrange(numbered(8), None, 1, entropy=0)


def test_contradictions_are_refused():
    with pytest.raises(ValueError, match="leave test out"):
        Resamples(out_of_bag=True).arrange(numbered(8), numbered(8), 1, entropy=0)
    with pytest.raises(ValueError, match="pass both"):
        Resamples().arrange(None, None, 1, entropy=0)
