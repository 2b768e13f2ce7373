import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.unsupervised.scree import find_accelerations, keep_before_scree

CLIFF = [0.90, 0.85, 0.80, 0.30, 0.25, 0.22, 0.20]
SLOPE = [0.9, 0.5, 0.3, 0.2, 0.15, 0.12]


def test_pencil_example():
    np.testing.assert_allclose(find_accelerations(CLIFF), [0, -0.45, 0.45, 0.02, 0.01], atol=1e-12)
    np.testing.assert_allclose(find_accelerations(SLOPE), [0.2, 0.1, 0.05, 0.02], atol=1e-12)
    assert [keep_before_scree(CLIFF, rule).sum() for rule in ("acceleration", "double")] == [3, 3]
    assert [keep_before_scree(SLOPE, rule).sum() for rule in ("acceleration", "double")] == [1, 2]


@pytest.mark.parametrize("rule", ["acceleration", "double"])
@pytest.mark.parametrize(
    ("importances", "kept"),
    [
        ([0.3], [True]),
        ([0.1, 0.2], [False, True]),
        ([0.2, 0.2], [True, True]),
        ([0.2, 0.2, 0.2, 0.2], [True] * 4),
        ([4.0, 3.0, 2.0, 1.0], [True] * 4),
        ([0.0, 0.0, 0.0], [False] * 3),
        ([0.1, 0.9, 0.1], [False, True, False]),
        ([0.9, 0.9, 0.1, 0.1, 0.1], [True, True, False, False, False]),
    ],
)
def test_curves_that_are_short_or_straight(importances, kept, rule):
    assert keep_before_scree(importances, rule).tolist() == kept


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=12), st.randoms(), st.sampled_from([0.001, 7.0]))
def test_order_and_scale_do_not_matter(importances, random, factor):
    values = np.array(importances, float)
    order = list(range(values.size))
    random.shuffle(order)
    kept = keep_before_scree(values)
    np.testing.assert_array_equal(keep_before_scree(values[order]), kept[order])
    np.testing.assert_array_equal(keep_before_scree(values * 2.0**5), kept)
    assert kept.any() == (values.max() > 0)
    assert not kept.any() or values[kept].min() >= values[~kept].max(initial=-1)


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="rule='elbow' must be 'acceleration' or 'double'"):
        keep_before_scree([1.0], "elbow")
