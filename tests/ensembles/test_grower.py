import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from tests.ensembles.made_up import HardRows, Rotation

from hedgerow.codes.member_codes import Identity
from hedgerow.ensembles.grower import Grower, GrownMembers, grow_in_sequence, grow_independently
from hedgerow.ensembles.plan import Plan
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import AdaptedLearner
from hedgerow.resampling import Bootstrap
from hedgerow.views import AllFeatures

X, y = load_iris(return_X_y=True)
SEEDS = draw_seeds(0, 10)


def make_grower(resampling=None, view=None):
    plan = Plan(resampling or Bootstrap(), view or AllFeatures(), Identity(), *X.shape, 3, None)
    return Grower.prepare(plan, AdaptedLearner(GaussianNB()), TrainingSet.of(X, y, n_classes=3))


def quiet():
    return Progress(10, "growing", verbose=False)


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_neither_workers_nor_their_kind_change_a_bit(backend):
    expected = make_grower().grow(SEEDS).outputs(X)
    progress = quiet()
    with parallel_config(backend=backend):
        grown = grow_independently(make_grower(), SEEDS, 0, 2, progress)
    assert_array_equal(grown.members.outputs(X), expected)
    assert progress.n_done == 10


def test_growing_on_from_the_middle_is_growing_at_once():
    grower = make_grower(HardRows())
    start = grower.plan.resampling.start(y, None)
    whole = grow_in_sequence(grower, SEEDS, 0, start, quiet())
    first = grow_in_sequence(grower, SEEDS[:4], 0, start, quiet())
    later = grow_in_sequence(grower, SEEDS, 4, first.state, quiet())
    joined = first.join(later)
    assert isinstance(joined, GrownMembers)
    assert_array_equal(joined.members.outputs(X), whole.members.outputs(X))
    assert_array_equal(joined.weights, whole.weights)
    assert_array_equal(joined.in_bag, whole.in_bag)


def test_a_resampling_may_end_the_ensemble():
    grower = make_grower(HardRows(stop_after=3))
    grown = grow_in_sequence(grower, SEEDS, 0, grower.plan.resampling.start(y, None), quiet())
    assert len(grown.members) == len(grown.weights) == 3
    assert grown.state is None


def test_the_last_state_is_kept_when_a_resampling_has_ended():
    grower = make_grower(HardRows(stop_after=3))
    start = grower.plan.resampling.start(y, None)
    grown = grow_in_sequence(grower, SEEDS, 0, start, quiet())
    going_on = grow_in_sequence(make_grower(HardRows()), SEEDS[:2], 0, start, quiet())
    assert grown.last_state[0] == 2
    assert_array_equal(grown.last_state[1], going_on.state[1])
    assert going_on.last_state is going_on.state


class Refused(HardRows):
    """The third member is so bad that it ends the ensemble and counts nothing."""

    def update(self, state, output, y):
        following, weight = super().update(state, output, y)
        return following, 0.0 if following is None else weight


@pytest.mark.parametrize("n_first", [1, 2])
def test_a_member_that_ends_the_ensemble_and_counts_nothing_is_not_kept(n_first):
    grower = make_grower(Refused(stop_after=3))
    start = grower.plan.resampling.start(y, None)
    whole = grow_in_sequence(grower, SEEDS, 0, start, quiet())
    assert len(whole.members) == len(whole.weights) == len(whole.in_bag) == 2
    first = grow_in_sequence(grower, SEEDS[:n_first], 0, start, quiet())
    joined = first.join(grow_in_sequence(grower, SEEDS, n_first, first.state, quiet()))
    assert_array_equal(joined.members.outputs(X), whole.members.outputs(X))
    assert_array_equal(joined.weights, whole.weights)
    assert joined.state is None


def test_an_only_member_is_kept_whatever_it_counts():
    grower = make_grower(Refused(stop_after=1))
    grown = grow_in_sequence(grower, SEEDS, 0, grower.plan.resampling.start(y, None), quiet())
    assert_array_equal(grown.weights, [0.0])


@pytest.mark.parametrize("view", [AllFeatures(), Rotation()], ids=["shared", "apart"])
def test_an_error_says_which_member_failed(view):
    weights = np.ones((2, len(y)), dtype=np.int32)
    weights[1] = 0
    with pytest.raises(ValueError, match="minimum of 1 is required") as caught:
        make_grower(view=view).grow(SEEDS[4:6], weights, 4)
    assert caught.value.__notes__ == ["raised while member 5 of the ensemble was fitted"]


class Worthless(HardRows):
    """The member at a position is worth nothing and ends the ensemble."""

    def update(self, state, output, y):
        return (None, 0.0) if state[0] + 1 == self.stop_after else super().update(state, output, y)


@pytest.mark.parametrize(("n_grown", "n_kept"), [(1, 1), (2, 1), (3, 2)])
def test_a_worthless_member_that_ends_the_ensemble_is_kept_only_if_it_is_alone(n_grown, n_kept):
    grower = make_grower(Worthless(stop_after=n_grown))
    grown = grow_in_sequence(grower, SEEDS, 0, grower.plan.resampling.start(y, None), quiet())
    assert len(grown.members) == len(grown.weights) == len(grown.in_bag) == n_kept
