import pytest

from hedgerow.report.sections.diversity import MAX_POINTS, MAX_SIZES


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
