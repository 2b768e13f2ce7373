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
