import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.model_selection import KFold, RepeatedStratifiedKFold

from hedgerow.analysis.bias_variance import (
    FreshSamples,
    GivenSplits,
    RepeatedFolds,
    Resamples,
    SubsampledCrossValidation,
)
from hedgerow.analysis.bias_variance.protocols import GENERATORS, resolve_protocol
from hedgerow.analysis.bias_variance.replication import LabelledRows
from hedgerow.resampling import Subsample


def draw(n_rows, random_state, shift=0.0):
    X = np.random.default_rng(random_state).normal(size=(n_rows, 1)) + shift
    return X, (X[:, 0] > 0).astype(int)


def test_every_training_set_is_new_and_follows_its_seed():
    arranged = FreshSamples(draw, n_train=5, n_test=7).arrange(None, None, 3, entropy=1)
    assert len(arranged.tested) == 7
    replicates = list(arranged.replicates)
    first = [replicate.draw().X for replicate in replicates]
    assert {len(X) for X in first} == {5}
    assert np.unique(np.concatenate([*first, arranged.tested.X])).size == 3 * 5 + 7
    assert_array_equal(replicates[0].draw().X, first[0])
    assert arranged.words == "3 fresh draw training sets of 5 rows"
    assert arranged.truth is None


def test_parameters_reach_the_generator():
    arranged = FreshSamples(draw, n_test=5, parameters={"shift": 100.0}).arrange(None, None, 1, entropy=1)
    assert arranged.tested.X.min() > 50


@pytest.mark.parametrize("name", [name for name in GENERATORS if name != "network"])
def test_every_named_generator_gives_rows_and_knows_its_truth_or_has_no_noise(name):
    arranged = FreshSamples(name, n_train=40, n_test=50).arrange(None, None, 2, entropy=1)
    part = next(iter(arranged.replicates)).draw()
    assert len(part) == 40
    if arranged.truth is not None:
        table = arranged.truth(arranged.tested.X)
        assert table.shape == (50, len(np.unique(arranged.tested.y)))


def test_the_truth_follows_the_parameters():
    near, far = (
        FreshSamples("ringnorm", n_test=20, parameters={"a": a}).arrange(None, None, 1, entropy=0)
        for a in (0.0, 1.0)
    )
    X = np.zeros((1, 20))
    assert near.truth(X)[0, 1] > far.truth(X)[0, 1]


def test_a_generator_whose_seed_draws_the_problem_is_refused():
    assert "madelon" not in GENERATORS
    with pytest.raises(ValueError, match="no generator 'madelon'"):
        FreshSamples("madelon").arrange(None, None, 1, entropy=0)


def test_data_contradict_fresh_samples():
    part = LabelledRows(np.zeros((1, 1)), np.zeros(1))
    with pytest.raises(ValueError, match="leave X, y and test out"):
        FreshSamples("twonorm").arrange(part, None, 1, entropy=0)


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


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("bootstrap", Resamples),
        ("out_of_bag", Resamples),
        ("subsampled_cv", SubsampledCrossValidation),
        ("repeated_folds", RepeatedFolds),
        ("waveform", FreshSamples),
        (KFold(3), GivenSplits),
        ([([0], [1])], GivenSplits),
        (RepeatedFolds(3), RepeatedFolds),
    ],
)
def test_shorthands(given, kind):
    assert type(resolve_protocol(given)) is kind


def test_a_protocol_is_taken_as_it_is():
    protocol = RepeatedFolds(3)
    assert resolve_protocol(protocol) is protocol


def test_what_is_none_is_refused_with_the_ways_out():
    with pytest.raises(ValueError, match=r"'boostrap' is not one of .*'bootstrap'"):
        resolve_protocol("boostrap")
    with pytest.raises(TypeError, match="protocol=3 is not a protocol"):
        resolve_protocol(3)
