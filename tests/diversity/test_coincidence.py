import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.diversity.drawn import class_outputs, few

from hedgerow.diversity.coincidence import MarkCounter, count_together, pack_marks, round_weights
from hedgerow.outputs import Outputs


def pack(mask):
    return pack_marks(lambda members: mask[members], *mask.shape)


masks = st.tuples(st.integers(1, 6), st.sampled_from([1, 7, 8, 9, 63, 64, 65, 200, 513])).flatmap(
    lambda shape: hnp.arrays(np.bool_, shape)
)


@few
@given(masks)
def test_no_mark_is_lost_and_none_is_made_up(mask):
    marks = pack(mask)
    bits = np.unpackbits(marks.words.view(np.uint8), axis=1, bitorder="little")
    n_members, n_samples = mask.shape
    np.testing.assert_array_equal(bits[:n_members, :n_samples], mask)
    assert bits.sum() == mask.sum()


@few
@given(masks, st.booleans())
def test_together_is_the_product_of_the_masks(mask, weighted):
    other = mask[::-1, ::-1][: max(1, len(mask) - 1)]
    weights = np.arange(mask.shape[1], dtype=float) + 0.5 if weighted else None
    by_row = np.ones(mask.shape[1]) if weights is None else weights
    given_weights = None if weights is None else round_weights(weights)
    expected = [[sum(by_row[a & b]) for b in other] for a in mask]
    np.testing.assert_allclose(count_together(pack(mask), pack(other), given_weights), expected, rtol=1e-12)
    marks = pack(mask)
    itself = [[sum(by_row[a & b]) for b in mask] for a in mask]
    np.testing.assert_allclose(count_together(marks, marks, given_weights), itself, rtol=1e-12)


def test_blocks_and_threads_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    mask = rng.random((37, 1000)) < 0.4
    expected = mask.astype(int) @ mask.T
    weights = round_weights(rng.random(1000))
    weighed = count_together(pack(mask), pack(mask), weights)
    monkeypatch.setattr("hedgerow.diversity.coincidence._BLOCK_CELLS", 2500)
    monkeypatch.setattr("hedgerow.diversity.coincidence._BLOCK_FLOATS", 64 * 40)
    monkeypatch.setattr("hedgerow.diversity.coincidence._FEW_WORDS", 0)
    marks = pack(mask)
    for n_jobs in (1, 2, 5):
        np.testing.assert_array_equal(count_together(marks, marks, n_jobs=n_jobs), expected)
        np.testing.assert_array_equal(count_together(marks, pack(mask), n_jobs=n_jobs), expected)
    # Weights that are multiples of one unit add up to the same bits in any blocks.
    np.testing.assert_array_equal(count_together(marks, marks, weights), weighed)


@few
@given(
    hnp.arrays(np.float64, st.integers(1, 40), elements=st.floats(0, 1e6)).filter(lambda w: w.sum() > 1e-3)
)
def test_rounded_weights_add_up_exactly_in_any_order(weights):
    rounded = round_weights(weights)
    total = rounded.sum()
    assert rounded[::-1].sum() == total
    half = len(rounded) // 2
    assert total - rounded[:half].sum() - rounded[half:].sum() == 0
    np.testing.assert_allclose(rounded, weights, atol=weights.sum() * 2.0**-50)


@pytest.mark.parametrize("weights", [[1, 2, 3], [0.25, 0.5, 4], [0, 1, 0]])
def test_weights_that_are_round_already_stay_as_they_are(weights):
    np.testing.assert_array_equal(round_weights(np.array(weights, float)), weights)


@few
@given(class_outputs(truth=True))
def test_the_four_counts_of_a_mark_add_up(outputs):
    counter = MarkCounter(outputs)
    parts = counter.tabulate(counter.mark(lambda said: said == outputs.truth))
    n = np.broadcast_to(counter.n, (outputs.n_members, outputs.n_members))
    np.testing.assert_array_equal(sum(parts), n)
    assert min(part.min() for part in parts) >= 0


def test_a_silent_member_marks_nothing():
    predicted = np.array([[True, False, True], [True, True, False]])
    counter = MarkCounter(Outputs(np.zeros((2, 3), np.uint8), np.arange(2), predicted=predicted))
    marks = counter.mark(lambda said: said == 0)
    np.testing.assert_array_equal(counter.together(marks, marks), [[2, 1], [1, 2]])
    np.testing.assert_array_equal(counter.n, [[2, 1], [1, 2]])
