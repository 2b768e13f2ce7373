"""Frames of polars are read like any table."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
polars = need("polars")


def test_the_same_table_gives_the_same_forest():
    rng = np.random.default_rng(0)
    size = np.where(rng.random(90) < 0.1, np.nan, rng.normal(size=90))
    colour = rng.choice(["red", "green", "blue"], 90)
    y = np.where((np.nan_to_num(size) > 0) ^ (colour == "red"), "yes", "no")
    plain = pd.DataFrame({"size": size, "colour": pd.Categorical(colour)})
    frame = polars.DataFrame({"size": polars.Series(size).fill_nan(None), "colour": colour.tolist()})
    forest = RandomForestClassifier(n_estimators=10, random_state=0).fit(frame, y)
    expected = RandomForestClassifier(n_estimators=10, random_state=0).fit(plain, y)
    assert forest.feature_names_in_.tolist() == ["size", "colour"]
    assert_array_equal(forest.predict_proba(frame), expected.predict_proba(plain))
