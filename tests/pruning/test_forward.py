import numpy as np
import pytest
from hypothesis import given
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.pruning import ForwardSelection, choose_members


def test_the_pencil_example():
    search = choose_members(PENCIL, ForwardSelection(n_steps=5, n_initial=0, n_bags=1))
    assert search.committees[-1].tolist() == [1, 1, 0, 2, 0]
    np.testing.assert_allclose(1 - search.errors, [0.875, 0.875, 0.875, 1.0, 1.0])
    assert (search.kept.tolist(), search.combination_weights.tolist()) == ([1, 0, 2], [2.0, 1.0, 1.0])


@given(outputs(max_members=5))
def test_with_bags_the_error_is_that_of_the_joint_committee(said):
    search = choose_members(said, ForwardSelection(n_steps=4, n_initial=1, n_bags=3), random_state=0)
    expected = [naive_error(said, committee.tolist()) for committee in search.committees]
    np.testing.assert_allclose(search.errors, expected, atol=1e-12)
    known = [e for e in expected if not np.isnan(e)]
    if known:
        assert search.error == pytest.approx(min(known), abs=1e-9)


def test_it_starts_with_the_best():
    search = choose_members(PENCIL, ForwardSelection(n_steps=1, n_initial=3, n_bags=1))
    assert search.committees[-1].tolist()[:3] == [1, 0, 4]


def test_the_same_seed_gives_the_same_bags():
    generator = np.random.default_rng(0)
    truth = generator.integers(2, size=60)
    answers = np.where(generator.random((30, 60)) < 0.65, truth, 1 - truth)
    said = type(PENCIL).from_predictions(answers, truth)
    first, again, other = (choose_members(said, "forward", random_state=seed) for seed in (1, 1, 2))
    assert first.members.tolist() == again.members.tolist()
    assert first.members.tolist() != other.members.tolist()
    assert first.error <= said.errors().min()
    few = choose_members(said, "forward", n_members=4, random_state=1)
    assert len(few.kept) <= 4


@pytest.mark.parametrize(
    "bad", [{"n_steps": -1}, {"n_initial": -1}, {"n_bags": 0}, {"bag_fraction": 0.0}, {"n_steps": 2.5}]
)
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        choose_members(PENCIL, ForwardSelection(**bad))
