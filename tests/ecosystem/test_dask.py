"""Members that grow on a cluster of dask, through joblib, are those that grow here."""

import joblib
import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
need("dask")
X, y = load_iris(return_X_y=True)


def grow():
    return RandomForestClassifier(n_estimators=12, random_state=0, n_jobs=2).fit(X, y).predict_proba(X)


def test_the_same_members():
    from distributed import Client, LocalCluster

    expected = grow()
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        Client(cluster),
        joblib.parallel_config("dask"),
    ):
        assert_array_equal(grow(), expected)
