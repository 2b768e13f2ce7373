import numpy as np
from numba import from_dtype

from hedgerow._kernels import records
from hedgerow.trees.rules import CRITERIA, SPLITS


def test_two_siblings_share_a_cache_line():
    assert records.NODE.itemsize == 32
    assert from_dtype(records.NODE) == records.NODE_TYPE


def test_names_and_numbers_agree():
    assert CRITERIA["entropy"] == records.ENTROPY
    assert CRITERIA["gain_ratio"] == records.GAIN_RATIO
    assert CRITERIA["gini"] == records.GINI
    assert CRITERIA["sum_minority"] == records.SUM_MINORITY
    assert CRITERIA["squared_error"] == records.SQUARED_ERROR
    assert CRITERIA["poisson"] == records.POISSON
    assert CRITERIA["absolute_error"] == records.ABSOLUTE_ERROR
    assert [SPLITS[name] for name in ("best", "random", "pert", "top_k")] == [
        records.BEST, records.RANDOM, records.PERT, records.TOP_K,
    ]  # fmt: skip


def test_the_types_fit_the_records():
    assert len(records.RULES_TYPE.types) == len(records.Rules._fields)


def test_a_label_fits_a_payload():
    assert np.int64(3) << 16 | 0xFFFF == (3 << 16) + records.LABEL
