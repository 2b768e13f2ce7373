import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression, LogisticRegression

from hedgerow import read_table
from hedgerow.report.sections.uses import MAX_FEATURES, describe_uses


def test_what_a_linear_model_uses_falls_and_what_it_does_not_stays():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame(generator.normal(size=(400, 3)), columns=["strong", "weak", "noise"])
    table = read_table(frame.assign(y=3 * frame["strong"] + frame["weak"]), "y")
    found = describe_uses(LinearRegression(), table, ["noise", "weak", "strong"])
    assert [row["feature"] for row in found["features"]] == ["strong", "weak", "noise"]
    # R squared falls by twice the share of the variance that the column brings: 2 * 9/10 and 2 * 1/10.
    falls = [row["fall"] for row in found["features"]]
    np.testing.assert_allclose(falls, [1.8, 0.2, 0.0], atol=0.15)
    assert all(row["low"] <= row["fall"] <= row["high"] for row in found["features"])
    assert found["n_rows"] == 200


def test_the_same_seed_gives_the_same_falls_and_many_columns_are_cut():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame(generator.normal(size=(60, 40)), columns=[f"f{place}" for place in range(40)])
    table = read_table(frame.assign(y=np.where(frame["f0"] > 0, "a", "b")), "y")
    names = list(table.features)
    found = describe_uses(LogisticRegression(), table, names)
    assert found == describe_uses(LogisticRegression(), table, names)
    assert (len(found["features"]), found["n_left_out"]) == (MAX_FEATURES, 10)


def test_a_class_of_one_row_is_no_obstacle():
    frame = pd.DataFrame({"x": np.arange(31.0), "y": ["a"] * 15 + ["b"] * 15 + ["rare"]})
    assert describe_uses(LogisticRegression(), read_table(frame, "y"), ["x"])["metric"] == "accuracy"
