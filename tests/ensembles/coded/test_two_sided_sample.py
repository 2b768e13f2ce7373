import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.ensembles.coded.two_sided_sample import draw_both_sides
from hedgerow.resampling import Bootstrap, Subsample, UniqueBootstrap

RARE = np.array([1] + [0] * 49)


def test_a_draw_with_both_sides_stays():
    question = np.arange(50) % 2
    assert_array_equal(draw_both_sides(Bootstrap(), 7, question, None), Bootstrap().draw(7, 50))


def test_a_rare_side_is_always_there_and_nothing_else_changes():
    draws = np.stack([draw_both_sides(Bootstrap(), seed, RARE, None) for seed in range(100)])
    assert (draws[:, 0] > 0).all()
    assert_array_equal(draws.sum(axis=1), 50)
    again = draw_both_sides(Bootstrap(), 3, RARE, None)
    assert_array_equal(again, draws[3])


def test_a_side_of_hardly_any_weight_is_drawn_by_itself():
    weights = np.where(RARE == 1, 1e-12, 1.0)
    counts = draw_both_sides(Bootstrap(), 0, RARE, weights)
    assert counts[0] == 1
    assert counts.sum() == 50
    multiplied = draw_both_sides(Bootstrap(2, by_weight=False), 0, RARE, weights)
    assert (multiplied > 0).sum() >= 2
    assert draw_both_sides(UniqueBootstrap(), 0, RARE, weights).max() == 1


def test_a_class_left_out_is_on_neither_side():
    question = np.array([1, 0] + [-1] * 48)
    counts = draw_both_sides(Bootstrap(), 1, question, None)
    assert counts[0] > 0
    assert counts[1] > 0


def test_where_there_is_no_row_of_a_side_the_draw_stays():
    question = np.zeros(50, np.intp)
    assert_array_equal(draw_both_sides(Bootstrap(), 1, question, None), Bootstrap().draw(1, 50))
    weights = np.where(RARE == 1, 0.0, 1.0)
    assert draw_both_sides(Bootstrap(), 1, RARE, weights)[0] == 0


def test_other_resamplings_are_drawn_again_too():
    draws = np.stack([draw_both_sides(Subsample(0.5), seed, RARE, None) for seed in range(20)])
    assert (draws[:, 0] > 0).all()
