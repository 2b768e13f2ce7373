from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from tests.ensembles.made_up import Dichotomies

from hedgerow.codes import OneVsRest, RandomPartitions
from hedgerow.codes.member_codes import Identity, MatrixCode
from hedgerow.combination import MeanProbability, Vote
from hedgerow.ensembles.plan import Choices, Plan
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.resampling import Bootstrap, Full
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


def test_members_take_the_columns_of_a_matrix_in_turn():
    matrix = RandomPartitions().build(4, 6, np.random.RandomState(0))
    target = np.array([0, 1, 2, 3] * 5)
    plan = replace(make_plan(code=MatrixCode(matrix)), target=target)
    codes = plan.draw_codes(SEEDS, first=2)
    assert_array_equal(codes, (matrix[:, 2:6].T > 0).astype(int))
    assert_array_equal(plan.draw_codes(SEEDS[1:2], first=3), codes[1:2])
    assert_array_equal(plan.draw_weights(SEEDS[1:2], first=3), plan.draw_weights(SEEDS, first=2)[1:2])
    assert plan.n_symbols == 2


def test_both_sides_of_a_column_are_drawn():
    matrix = np.array([[1], [-1], [-1], [-1]], np.int8)
    target = np.array([0] + [1, 2, 3] * 6 + [1])
    plan = replace(make_plan(code=MatrixCode(np.repeat(matrix, 50, axis=1))), target=target)
    weights = plan.draw_weights(draw_seeds(0, 50))
    assert (weights[:, 0] > 0).all()


def test_what_is_not_chosen_is_the_plain_table_and_the_classes_as_they_are():
    choices = Choices(None, Bootstrap(), MeanProbability())
    assert isinstance(choices.view, AllFeatures)
    assert isinstance(choices.code, Identity)


def test_shorthands_are_read_and_objects_are_cloned():
    view = Subspace(3)
    choices = Choices.read(None, "full", "vote", view, "one_vs_rest")
    assert [type(each) for each in (choices.resampling, choices.combination, choices.code)] == [
        Full,
        Vote,
        OneVsRest,
    ]
    assert choices.view.get_params() == view.get_params()
    assert choices.view is not view


def test_unknown_shorthands_are_refused():
    with pytest.raises(ValueError, match="view='fisheye'"):
        Choices.read(None, "full", "vote", "fisheye")
