import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.selection.stability import naive

from hedgerow.selection.stability import jaccard_stability, kuncheva_stability

marks = hnp.arrays(np.bool_, st.tuples(st.integers(2, 6), st.integers(1, 7)))


@given(marks)
def test_as_the_definitions_say(supports):
    assert jaccard_stability(supports) == pytest.approx(naive.jaccard(supports.tolist()))
    assert kuncheva_stability(supports) == pytest.approx(naive.kuncheva(supports.tolist()))


@given(marks, st.randoms(use_true_random=False))
def test_the_order_of_runs_and_features_does_not_matter(supports, random):
    rows, columns = list(range(supports.shape[0])), list(range(supports.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    for measure in (jaccard_stability, kuncheva_stability):
        assert measure(supports[rows][:, columns]) == pytest.approx(measure(supports))


@given(marks)
def test_identical_runs_are_fully_stable(supports):
    same = np.repeat(supports[:1], 3, axis=0)
    assert jaccard_stability(same) == pytest.approx(1)
    assert kuncheva_stability(same) == pytest.approx(1)


def test_nothing_and_everything():
    for empty in (np.zeros((3, 4)), np.ones((3, 4))):
        assert jaccard_stability(empty) == 1
        assert kuncheva_stability(empty) == 1
    assert jaccard_stability([[0, 0], [1, 0]]) == 0
    assert kuncheva_stability([[0, 0], [1, 0]]) == 0
    assert kuncheva_stability([[0, 0], [1, 1]]) == 0


def test_random_selections_agree_by_chance_only():
    rng = np.random.default_rng(0)
    sizes = rng.integers(5, 40, 100)
    supports = np.array([rng.permutation(50) < size for size in sizes])
    assert abs(kuncheva_stability(supports)) < 0.01
    assert jaccard_stability(supports) > 0.2
