from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from hedgerow.codes import is_valid
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.validity import count_bits, has_distinct_rows


def test_numbers_of_partitions():
    assert [count_partitions(n) for n in (2, 3, 4, 12)] == [1, 3, 7, 2047]
    assert [count_partitions(n, even=True) for n in (2, 3, 4, 5, 12)] == [1, 3, 3, 10, 462]


@given(st.integers(2, 40), st.booleans(), st.integers(0, 1000), st.data())
def test_columns_differ_and_rows_do(n_classes, even, seed, data):
    most = min(count_partitions(n_classes, even=even), 60)
    n_columns = data.draw(st.integers(min(count_bits(n_classes), most), most))
    code = draw_partitions(n_classes, n_columns, np.random.RandomState(seed), even=even)
    assert code.shape == (n_classes, n_columns)
    assert is_valid(code)
    if even:
        assert np.abs(code.sum(axis=0)).max() <= n_classes % 2


@pytest.mark.parametrize("n_classes", [16, 32, 100, 256])
@pytest.mark.parametrize("even", [True, False])
def test_the_fewest_columns_part_all_classes(n_classes, even):
    n_columns = count_bits(n_classes)
    code = draw_partitions(n_classes, n_columns, np.random.RandomState(0), even=even)
    assert has_distinct_rows(code)
    assert np.abs(code.sum(axis=0)).max() == 0 or not even


def test_every_partition_is_as_likely():
    generator = np.random.RandomState(0)
    for even, n_columns, n_partitions in ((False, 3, 7), (True, 2, 3)):
        draws = Counter(
            draw_partitions(4, n_columns, generator, even=even)[:, 0].tobytes() for _ in range(2000)
        )
        assert len(draws) == n_partitions
    assert chisquare(list(draws.values())).pvalue > 0.001
