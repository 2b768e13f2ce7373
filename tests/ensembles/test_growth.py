import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from tests.ensembles.made_up import HardRows, Rotation

from hedgerow.codes import Identity
from hedgerow.ensembles.growth import Grower, Harvest, grow_batch, grow_in_sequence, grow_independently
from hedgerow.ensembles.plan import Plan
from hedgerow.ensembles.progress import Progress
from hedgerow.ensembles.seeds import draw_seeds
from hedgerow.learners import AdaptedLearner
from hedgerow.resampling import Bootstrap
from hedgerow.views import AllFeatures

X, y = load_iris(return_X_y=True)
SEEDS = draw_seeds(0, 10)


def make_grower(resampling=None, view=None):
    plan = Plan(resampling or Bootstrap(), view or AllFeatures(), Identity(), *X.shape, 3, None)
    return Grower.prepare(plan, AdaptedLearner(GaussianNB()), X, y, None)


def silent():
    return Progress(10, "growing", verbose=False)


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_neither_workers_nor_their_kind_change_a_bit(backend):
    expected = make_grower().grow(SEEDS).outputs(X)
    progress = silent()
    with parallel_config(backend=backend):
        harvest = grow_independently(make_grower(), SEEDS, 0, 2, progress)
    assert_array_equal(harvest.members.outputs(X), expected)
    assert progress.n_done == 10


def test_growing_on_from_the_middle_is_growing_at_once():
    grower = make_grower(HardRows())
    start = grower.plan.resampling.start(y, None)
    whole = grow_in_sequence(grower, X, SEEDS, 0, start, silent())
    first = grow_in_sequence(grower, X, SEEDS[:4], 0, start, silent())
    later = grow_in_sequence(grower, X, SEEDS, 4, first.state, silent())
    joined = first.join(later)
    assert isinstance(joined, Harvest)
    assert_array_equal(joined.members.outputs(X), whole.members.outputs(X))
    assert_array_equal(joined.weights, whole.weights)
    assert_array_equal(joined.in_bag, whole.in_bag)


def test_a_resampling_may_end_the_ensemble():
    grower = make_grower(HardRows(stop_after=3))
    harvest = grow_in_sequence(grower, X, SEEDS, 0, grower.plan.resampling.start(y, None), silent())
    assert len(harvest.members) == len(harvest.weights) == 3
    assert harvest.state is None


@pytest.mark.parametrize("view", [AllFeatures(), Rotation()], ids=["shared", "apart"])
def test_an_error_says_which_member_failed(view):
    weights = np.ones((2, len(y)), dtype=np.int32)
    weights[1] = 0
    with pytest.raises(ValueError, match="minimum of 1 is required") as caught:
        grow_batch(make_grower(view=view), SEEDS[4:6], 4, weights)
    assert caught.value.__notes__ == ["raised while member 5 of the ensemble was fitted"]
