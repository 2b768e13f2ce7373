"""Tables of pyarrow, and pandas frames with its types, are read like any table."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
pyarrow = need("pyarrow")
RNG = np.random.default_rng(0)
SIZE = np.where(RNG.random(90) < 0.1, np.nan, RNG.normal(size=90))
COLOUR = RNG.choice(["red", "green", "blue"], 90)
y = np.where((np.nan_to_num(SIZE) > 0) ^ (COLOUR == "red"), "yes", "no")


def grow(X):
    return RandomForestClassifier(n_estimators=10, random_state=0).fit(X, y).predict_proba(X)


def test_columns_of_its_types():
    plain = pd.DataFrame({"size": SIZE, "colour": pd.Categorical(COLOUR)})
    typed = plain.astype({"size": "double[pyarrow]", "colour": "string[pyarrow]"})
    assert_array_equal(grow(typed), grow(plain))


def test_a_table_of_numbers():
    assert_array_equal(
        grow(pyarrow.table({"size": SIZE, "other": SIZE[::-1]})), grow(np.column_stack([SIZE, SIZE[::-1]]))
    )
