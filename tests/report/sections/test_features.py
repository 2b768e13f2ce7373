import numpy as np

from hedgerow.report.sections.features import describe_stability
from hedgerow.selection.stability import stability_of


def test_selected_features_come_first(wbc_report, hostile_report):
    for report in (wbc_report, hostile_report):
        relevance = report.to_dict()["relevance"]
        selected = [row["selected"] for row in relevance["features"]]
        assert selected == sorted(selected, reverse=True)
        assert sum(selected) == relevance["n_selected"]


def test_only_the_feature_that_made_the_target_matters(regression_report):
    features = regression_report.to_dict()["relevance"]["features"]
    assert [row["feature"] for row in features if row["selected"]] == ["a", "b"]


def test_intervals_hold_the_gain(wbc_report):
    for row in wbc_report.to_dict()["relevance"]["features"]:
        assert row["low"] <= row["weighted_gain"] <= row["high"]
        assert 0 <= row["p_value"] <= row["p_holm"] <= 1


def test_shares_of_runs_are_told():
    supports = [[True, False, False], [True, True, False]]
    found = describe_stability(stability_of(supports, feature_names=["a", "b", "c"]), 100)
    assert found["n_rows"] == 50
    assert found["features"][:2] == [{"feature": "a", "frequency": 1.0}, {"feature": "b", "frequency": 0.5}]
    assert found["low"] <= found["stability"] <= found["high"]


def test_all_features_are_no_choice():
    found = describe_stability(stability_of(np.ones((3, 2), dtype=bool)), 100)
    assert found["stability"] is None
    assert found["low"] is None


def test_runs_on_large_tables_have_fewer_rows():
    assert describe_stability(stability_of([[True, False]] * 3), 100_000)["n_rows"] == 2500
