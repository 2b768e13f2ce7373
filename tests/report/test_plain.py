import json

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.report.plain import make_plain, make_record, round_value

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(),
    st.text(),
    st.floats(width=32).map(np.float32),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10
)


@given(VALUES)
def test_everything_becomes_json(value):
    plain = make_plain(value)
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_numbers_keep_six_digits():
    assert make_plain(np.array([1 / 3, -0.0, 1e-300])) == [0.333333, 0.0, 1e-300]


def test_what_is_not_finite_is_none():
    assert make_plain([np.inf, np.nan, pd.NA, pd.NaT]) == [None] * 4


def test_a_frame_is_its_rows():
    assert make_plain(pd.DataFrame({"a": [1, 2], "b": ["x", None]})) == [
        {"a": 1, "b": "x"},
        {"a": 2, "b": None},
    ]


def test_whole_numbers_keep_all_digits_and_others_four():
    assert round_value(np.int64(20230117)) == 20230117.0
    assert round_value(np.float32(0.123456)) == 0.1235


def test_a_record_holds_plain_values_by_name():
    assert make_record(counts=np.array([1, 2]), low=np.inf) == {"counts": [1, 2], "low": None}
