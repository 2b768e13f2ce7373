import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from tests.contract import parametrize_with_contract

from hedgerow import load_model, save_model
from hedgerow.encoders import SectorMeans

POINTS = pd.DataFrame({"p1": [30.0, 12.0, np.nan], "p2": [28.0, np.nan, np.nan], "p3": [31.0, 29.0, 25.0]})
SECTORS = {"superior": ["p1", "p2"], "whole": ["p1", "p2", "p3"]}


@parametrize_with_contract([SectorMeans()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_means_leave_missing_points_out():
    means = SectorMeans(SECTORS).fit_transform(POINTS)
    assert_allclose(means, [[29, 89 / 3], [12, 20.5], [np.nan, 25]])


def test_columns_by_number_and_names_of_sectors():
    by_number = SectorMeans({"superior": [0, 1], "whole": [0, 1, 2]}).fit(POINTS.to_numpy())
    assert_allclose(by_number.transform(POINTS.to_numpy()), SectorMeans(SECTORS).fit_transform(POINTS))
    frame = SectorMeans(SECTORS).set_output(transform="pandas").fit_transform(POINTS)
    assert frame.columns.tolist() == ["superior", "whole"]


def test_without_sectors_there_is_one():
    assert_allclose(SectorMeans().fit_transform(POINTS)[:, 0], POINTS.mean(axis=1))


@pytest.mark.parametrize(
    ("sectors", "message"),
    [
        ({"superior": ["p4"]}, r"sectors\['superior'\] names the column 'p4', which is not there"),
        ({"superior": []}, "must have a list of at least one column for each name"),
        ({"superior": "p1"}, "must have a list of at least one column"),
        ({}, "must have a list of at least one column"),
        (["p1"], "a mapping from the name of a sector"),
    ],
)
def test_wrong_sectors_are_refused(sectors, message):
    with pytest.raises(ValueError, match=message):
        SectorMeans(sectors).fit(POINTS)


def test_files_bring_it_back(tmp_path):
    means = SectorMeans(SECTORS).fit(POINTS)
    save_model(means, tmp_path / "means.hdg")
    assert_allclose(load_model(tmp_path / "means.hdg").transform(POINTS), means.transform(POINTS))
