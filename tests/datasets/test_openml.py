"""OpenML, without the network."""

from urllib.error import URLError

import pandas as pd
import pytest
from sklearn.utils import Bunch

from hedgerow.datasets import DatasetError, load


@pytest.fixture
def fetched(monkeypatch):
    """Record how scikit-learn is called, and answer with a small frame."""
    calls = []
    frame = pd.DataFrame({"a": [1.5, 2.5], "class": pd.Categorical(["x", "y"])})

    def fetch_openml(**options):
        calls.append(options)
        return Bunch(frame=frame, target_names=["class"], details={"name": "toy"})

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    return calls


def test_by_name_and_by_number(fetched):
    table = load("openml:toy", version=2)
    load("openml:61", drop="a", target=None)
    assert table.name == "toy"
    assert table.target.tolist() == ["x", "y"]
    assert fetched == [
        {"name": "toy", "version": 2, "as_frame": True},
        {"data_id": 61, "as_frame": True},
    ]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (URLError("no route"), r"OpenML cannot be reached for 'toy'.*datasets\.names\(\)"),
        (ValueError("no active"), "OpenML has no data set 'toy'"),
    ],
)
def test_errors_say_the_way_out(monkeypatch, error, message):
    def fetch_openml(**options):
        raise error

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    with pytest.raises(DatasetError, match=message):
        load("openml:toy")
