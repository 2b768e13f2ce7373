"""Members that grow in the workers of ray, through joblib, are those that grow here."""

import joblib
import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
ray = need("ray")
X, y = load_iris(return_X_y=True)


def grow():
    return RandomForestClassifier(n_estimators=12, random_state=0, n_jobs=2).fit(X, y).predict_proba(X)


def test_the_same_members():
    from ray.util.joblib import register_ray

    expected = grow()
    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        with joblib.parallel_config("ray"):
            found = grow()
    finally:
        ray.shutdown()
    assert_array_equal(found, expected)
