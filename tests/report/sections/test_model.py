import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge

from hedgerow import RandomForestRegressor, read_table
from hedgerow.cards import METHODS
from hedgerow.datasets import load
from hedgerow.report.sections import model as section
from hedgerow.report.sections.model import (
    MAX_FEATURES,
    MAX_POINTS,
    MAX_SIZES,
    describe_citations,
    describe_training,
    describe_uses,
)
from hedgerow.trials import choose_model


@pytest.fixture(scope="module")
def choice():
    return choose_model(load("iris"), method="forest", n_folds=3, n_repeats=1, n_jobs=1)


def test_what_a_fit_wrote_is_told(choice):
    found = describe_training(choice.to_dict(), 150)
    assert (
        found["sentences"][0] == "The model file says: forest, fitted to 150 rows, as many as this table has."
    )
    best = found["methods"][0]["name"]
    assert found["sentences"][1] == f"2 methods were tried on 3 folds; the best accuracy had {best}."
    assert "The best of several scores flatters." in found["sentences"][2]
    assert {each["name"] for each in found["methods"]} == {"forest", "linear"}
    assert found["chosen"]["low"] <= found["chosen"]["score"] <= found["chosen"]["high"]


def test_other_rows_are_said_to_be_so(choice):
    assert "fitted to 150 rows; this table has 80" in describe_training(choice.to_dict(), 80)["sentences"][0]


@pytest.mark.parametrize("summary", [None, {}, {"table": {"n_rows": 3}}])
def test_a_file_that_does_not_tell_is_not_described(summary):
    assert describe_training(summary, 3) is None


def test_points_and_sizes_are_capped(wbc_report):
    found = wbc_report.to_dict()["diversity"]
    assert found["n_pairs"] == 40 * 39 / 2
    assert len(found["points"]) == MAX_POINTS
    sizes = [point["size"] for point in found["curve"]]
    assert (sizes[0], sizes[-1]) == (1, 40)
    assert sizes == sorted(set(sizes))
    assert len(sizes) <= MAX_SIZES


def test_the_error_of_values_follows_from_the_ambiguity(regression_report):
    last = regression_report.to_dict()["diversity"]["curve"][-1]
    assert last["error"] ** 2 == pytest.approx(last["member_error"] ** 2 - last["diversity"], rel=1e-4)


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


def test_every_method_that_is_always_used_has_a_card():
    assert {*section._ALWAYS, *section._OF_MEMBERS} <= set(METHODS)


def test_values_have_no_margins():
    names = [card["name"] for card in describe_citations([RandomForestRegressor(), Ridge()], "regression")]
    assert names[0] == "random-forest"
    assert "margins" not in names
    assert len(names) == len(set(names))


def test_a_single_model_has_no_members_to_cite():
    names = [card["name"] for card in describe_citations([Ridge()], "regression", has_members=False)]
    assert names == list(section._ALWAYS)
