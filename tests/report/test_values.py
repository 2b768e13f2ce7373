import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.report.values import (
    make_plain,
    make_record,
    round_value,
    write_number,
    write_p_value,
    write_score,
    write_share,
    write_short,
    write_tick,
)

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


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (999.4, "999"),
        (0.5, "0.500"),
        (1e-9, "1.0e-9"),
        (-12345.6, "\N{MINUS SIGN}12,346"),
        (-0.25, "\N{MINUS SIGN}0.250"),
        ("a", "a"),
    ],
)
def test_numbers(value, written):
    assert write_number(value) == written


def test_nothing_is_a_dash():
    assert write_number(None) == write_share(None) == write_p_value(None) == "\N{EN DASH}"


def test_p_values_are_never_zero():
    assert write_p_value(0.0) == "< 0.0001"
    assert write_p_value(1.0) == "1"


def test_scores_are_shares_or_numbers():
    assert write_score(0.5, "balanced_accuracy") == "50.0 %"
    assert write_score(-0.5, "r2") == "\N{MINUS SIGN}0.500"
    assert write_score(None, "accuracy") == "\N{EN DASH}"


def test_ticks_are_short():
    assert [write_tick(value, "accuracy") for value in (0.7, 0.725)] == ["70 %", "72.5 %"]
    assert write_short(-1234567.0) == "\N{MINUS SIGN}1,234,567"
