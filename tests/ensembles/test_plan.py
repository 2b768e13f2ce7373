import numpy as np
from numpy.testing import assert_array_equal
from tests.ensembles.made_up import Dichotomies

from hedgerow.codes import Identity
from hedgerow.ensembles.plan import Plan
from hedgerow.ensembles.seeds import draw_seeds
from hedgerow.resampling import Bootstrap
from hedgerow.views import AllFeatures, Subspace

SEEDS = draw_seeds(0, 4)


def make_plan(view=None, code=None):
    return Plan(Bootstrap(), view or AllFeatures(), code or Identity(), 20, 6, 4, None)


def test_a_member_draws_the_same_alone_and_in_company():
    plan = make_plan(Subspace(), Dichotomies())
    alone = [plan.draw_weights(seed[None])[0] for seed in SEEDS]
    assert_array_equal(plan.draw_weights(SEEDS), alone)
    assert_array_equal(plan.draw_columns(SEEDS)[2], plan.draw_columns(SEEDS[2:3])[0])
    assert_array_equal(plan.draw_codes(SEEDS)[2], plan.draw_codes(SEEDS[2:3])[0])


def test_nothing_is_drawn_where_all_members_are_alike():
    assert make_plan().draw_columns(SEEDS) is None
    assert make_plan().draw_codes(SEEDS) is None
    assert make_plan().n_symbols == 4


def test_the_axes_draw_from_different_seeds():
    rows, features, labels, _ = SEEDS[0]
    plan = make_plan(Subspace(), Dichotomies())
    assert_array_equal(plan.draw_weights(SEEDS)[0], Bootstrap().draw(int(rows), 20))
    assert_array_equal(plan.draw_columns(SEEDS)[0], Subspace().draw(int(features), 6))
    assert_array_equal(plan.draw_codes(SEEDS)[0], Dichotomies().draw(int(labels), 4))
    assert np.unique(SEEDS[0]).size == 4
