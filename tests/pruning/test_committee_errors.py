import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.outputs import Outputs
from hedgerow.pruning import committee_errors as module
from hedgerow.pruning.committee_errors import make_evaluator

DRAWN = st.one_of(outputs(), outputs(values=True))


@given(DRAWN, st.data())
def test_the_error_of_any_committee_is_that_of_its_votes(said, data):
    evaluator, members = make_evaluator(said), st.integers(0, said.n_members - 1)
    order = data.draw(st.lists(members, min_size=1, max_size=9))
    expected = [naive_error(said, order[:size]) for size in range(1, len(order) + 1)]
    np.testing.assert_allclose(evaluator.along(np.array(order)), expected, atol=1e-12)
    counts = np.array(
        [np.bincount(order[:size], minlength=said.n_members) for size in range(1, len(order) + 1)]
    )
    np.testing.assert_allclose(evaluator.of(counts), expected, atol=1e-12)
    joined = [naive_error(said, [*order, member]) for member in range(said.n_members)]
    np.testing.assert_allclose(evaluator.adding(counts[-1]), joined, atol=1e-12)
    alone = [naive_error(said, [member]) for member in range(said.n_members)]
    np.testing.assert_allclose(evaluator.adding(np.zeros(said.n_members, int)), alone, atol=1e-12)


@pytest.mark.parametrize("values", [False, True])
def test_blocks_of_rows_change_nothing(values, monkeypatch):
    said = _make(values)
    whole, counts, order = make_evaluator(said), np.eye(said.n_members), np.arange(said.n_members)
    expected = whole.along(order), whole.of(counts), whole.adding(counts[0])
    monkeypatch.setattr(module, "_MAX_BLOCK_CELLS", 3 * said.n_members)
    parts = make_evaluator(said)
    for found, wanted in zip(
        (parts.along(order), parts.of(counts), parts.adding(counts[0])), expected, strict=True
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


def _make(values):
    generator = np.random.default_rng(5)
    truth = generator.integers(3, size=29)
    said = np.where(generator.random((6, 29)) < 0.5, truth, generator.integers(3, size=(6, 29)))
    return Outputs.from_predictions(said, truth, regression=values, predicted=generator.random((6, 29)) < 0.8)


def test_probabilities_are_added_where_they_are_asked_for():
    soft = np.array([[[0.9, 0.1]], [[0.4, 0.6]], [[0.45, 0.55]]])
    said = Outputs.from_predictions(soft, truth=[0], classes=[0, 1])
    everybody = np.arange(3)
    np.testing.assert_array_equal(make_evaluator(said, soft=True).along(everybody), [0, 0, 0])
    np.testing.assert_array_equal(make_evaluator(said).along(everybody), [0, 0, 1])
    np.testing.assert_array_equal(make_evaluator(said, soft=True).adding(np.array([0, 1, 0])), [0, 1, 1])


@given(st.integers(0, 10**6))
def test_sums_of_probabilities_decide_as_their_argmax_does(seed):
    generator = np.random.default_rng(seed)
    soft = generator.dirichlet(np.ones(3), size=(4, 9))
    truth = generator.integers(3, size=9)
    evaluator = make_evaluator(Outputs.from_predictions(soft, truth, classes=[0, 1, 2]), soft=True)
    sums = soft.cumsum(axis=0).argmax(axis=2) != truth
    np.testing.assert_allclose(evaluator.along(np.arange(4)), sums.mean(axis=1))
    np.testing.assert_allclose(evaluator.of(np.tril(np.ones((4, 4)))), sums.mean(axis=1))
    added = [((soft[0] + soft[t]).argmax(axis=1) != truth).mean() for t in range(4)]
    np.testing.assert_allclose(evaluator.adding(np.array([1, 0, 0, 0])), added)


def test_whole_weights_of_rows_are_repeated_rows():
    weights = np.array([1, 2, 3, 1, 1, 2, 1, 4])
    weighted = Outputs(PENCIL.answers, PENCIL.classes, PENCIL.truth, sample_weight=weights.astype(float))
    repeated = PENCIL.select_rows(np.repeat(np.arange(8), weights))
    order = np.array([1, 2, 0, 4, 3])
    np.testing.assert_allclose(make_evaluator(weighted).along(order), make_evaluator(repeated).along(order))


def test_a_tie_goes_to_the_lower_class():
    for truth, error in (("a", 0.0), ("b", 1.0)):
        tied = Outputs.from_predictions([["a"], ["b"]], truth=[truth])
        assert make_evaluator(tied).along(np.array([0, 1]))[-1] == error


def test_one_class_is_always_right():
    assert make_evaluator(Outputs.from_predictions([["a", "a"]], truth=["a", "a"])).along(np.array([0])) == [
        0
    ]


def test_what_is_missing_is_said():
    with pytest.raises(ValueError, match="truth is needed"):
        make_evaluator(Outputs.from_predictions([["a", "b"]]))
    with pytest.raises(ValueError, match="probabilities are needed"):
        make_evaluator(PENCIL, soft=True)
