import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgerow.analysis.bias_variance import SubsampledCrossValidation
from hedgerow.analysis.bias_variance.replicates import LabelledRows
from hedgerow.analysis.bias_variance.subsampled import Segments


def numbered(n_rows):
    return LabelledRows(np.arange(n_rows)[:, None], np.arange(n_rows))


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
