import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.codes.identity import Identity


def test_the_question_and_the_answer_stay():
    code = Identity()
    assert code.count_symbols(3) == 3
    assert_array_equal(code.draw(1, 3), [0, 1, 2])
    answers = np.array([[0.1, 0.2, 0.7]])
    assert_array_equal(code.decode(code.draw(1, 3), answers), answers)
