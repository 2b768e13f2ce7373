import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.analysis.bias_variance import RepeatedFolds, SubsampledCrossValidation
from hedgerow.analysis.bias_variance.cross_validation import Segments
from hedgerow.analysis.bias_variance.replication import LabelledRows


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


@pytest.mark.parametrize(
    ("sizes", "planned"),
    [
        ((214, 107, 0.5), (214, 2, 1, 0)),
        ((100, 30, 0.5), (61, 2, 1, 39)),
        ((100, 20, 0.5), (41, 2, 2, 18)),
        ((10, 9, 0.5), (10, 10, 1, 0)),  # nothing but leave-one-out is possible
        ((100, 50, 0.0), (100, 2, 1, 0)),  # training sets without a difference: as close as the sample allows
    ],
)
def test_check_values(sizes, planned):
    plan = Segments.plan(*sizes)
    assert (plan.pool, plan.n_folds, plan.n_segments, plan.leftover) == planned


@settings(max_examples=60)
@given(st.integers(3, 60), st.floats(0.02, 0.98), st.floats(0, 0.95), st.integers(1, 4), st.integers(0, 99))
def test_every_row_is_predicted_exactly_once_in_every_repetition(n_rows, share, delta, repetitions, entropy):
    n_train = max(1, int(share * (n_rows - 1)))
    protocol = SubsampledCrossValidation(n_train, delta)
    arranged = protocol.arrange(numbered(n_rows), None, repetitions, entropy)
    tested = np.zeros((repetitions, n_rows), int)
    n_fits = 0
    for replicate in arranged.replicates:
        training = replicate.draw().y
        assert len(training) == len(set(training)) == n_train
        assert not set(training) & set(replicate.tested)
        np.add.at(tested[replicate.repetition], replicate.tested, 1)
        n_fits += 1
    assert (tested == 1).all()
    assert n_fits == arranged.n_fits


def test_training_sets_of_different_repetitions_share_what_delta_says():
    """Two sets of m rows from a pool of t share m / t of their rows in expectation."""
    protocol = SubsampledCrossValidation(train_size=50, delta=0.5)
    arranged = protocol.arrange(numbered(200), None, 40, entropy=0)
    by_segment = {}
    for replicate in arranged.replicates:
        rows = set(replicate.draw().y.tolist())
        by_segment.setdefault(replicate.repetition, []).append(rows)
    firsts = [sets[0] for sets in by_segment.values()]
    shared = [len(a & b) / 50 for a in firsts for b in firsts if a is not b]
    assert np.mean(shared) == pytest.approx(50 / Segments.plan(200, 50, 0.5).pool, abs=0.03)


def test_half_of_the_rows_and_fifty_repetitions_unless_told_otherwise():
    arranged = SubsampledCrossValidation().arrange(numbered(214), None, None, entropy=0)
    assert (arranged.n_repetitions, arranged.n_fits) == (50, 100)
    assert arranged.words == "50 times sub-sampled cross-validation with 107 training rows"
    share = SubsampledCrossValidation(0.25).arrange(numbered(40), None, 1, entropy=0)
    assert len(next(iter(share.replicates)).draw()) == 10


@pytest.mark.parametrize(("size", "delta", "message"), [(0, 0.5, "train_size is 0"), (9, 1.0, "delta=1.0")])
def test_impossible_sizes_are_refused(size, delta, message):
    with pytest.raises(ValueError, match=message):
        SubsampledCrossValidation(size, delta).arrange(numbered(10), None, 1, entropy=0)
