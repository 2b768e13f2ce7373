import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.codes import OneVsOne
from hedgerow.codes.member_codes import Identity, MatrixCode, score_by_group


def test_the_question_and_the_answer_stay():
    code = Identity()
    assert code.count_symbols(3) == 3
    assert_array_equal(code.draw(1, 3), [0, 1, 2])
    answers = np.array([[0.1, 0.2, 0.7]])
    assert_array_equal(code.decode(code.draw(1, 3), answers), answers)


def test_the_votes_of_the_lecture():
    # CV-I2: K = 4, the groups {0,2}, {1,2}, {0,1}, {3,0} answer 1, 0, 1, 1.
    groups = [{0, 2}, {1, 2}, {0, 1}, {3, 0}]
    codes = np.array([[int(label in group) for label in range(4)] for group in groups])
    answers = np.eye(2)[[1, 0, 1, 1]]
    votes = sum(score_by_group(code, answer[None]) for code, answer in zip(codes, answers, strict=True))
    assert_array_equal(votes, [[4, 1, 1, 2]])


def test_a_class_left_out_gets_nothing():
    assert_array_equal(score_by_group(np.array([-1, 0, 1]), np.array([[0.3, 0.7]])), [[0.0, 0.3, 0.7]])


def test_members_take_columns_in_turn():
    columns = MatrixCode(OneVsOne().build(3, None, None))
    assert columns.count_symbols(3) == 2
    assert_array_equal(columns.take(0, 3), [[1, 0, -1], [1, -1, 0], [-1, 1, 0]])
    assert_array_equal(columns.take(1, 1), columns.take(0, 3)[1:2])


def test_a_class_has_the_probability_of_its_side_and_one_half_where_it_is_left_out():
    columns = MatrixCode(OneVsOne().build(3, None, None))
    output = np.array([[0.3, 0.7]])
    assert_array_equal(columns.decode(columns.take(0, 1)[0], output), [[0.7, 0.3, 0.5]])
