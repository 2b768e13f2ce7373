import pytest
from numpy.testing import assert_allclose

from hedgerow.codes.label_sets import score_groups


def test_the_unit_scores_of_the_specification():
    # Check P6.4.
    scores = [[0.84, 0.355, 0.4541666667]]
    assert_allclose(score_groups(scores, [[1, 0], [1, 1], [0, 1]]), [[0.3983333333, 0.2697222222]], atol=1e-9)


def test_wrong_arguments_are_refused():
    with pytest.raises(ValueError, match=r"scores have shape \(1, 2\) and membership \(3, 1\)"):
        score_groups([[0.1, 0.2]], [[1], [0], [1]])
    with pytest.raises(ValueError, match="with 0 and 1 whether a class holds a label"):
        score_groups([[0.1, 0.2]], [[1], [2]])
