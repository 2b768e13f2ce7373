"""BorutaPy asks our forests which features matter."""

import numpy as np
import pytest
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
boruta = need("boruta")


def test_a_forest_tells_informative_features_from_noise():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 6))
    y = (X[:, 1] + X[:, 4] > 0).astype(int)
    selector = boruta.BorutaPy(
        RandomForestClassifier(random_state=0), n_estimators=30, max_iter=15, random_state=0
    )
    assert np.flatnonzero(selector.fit(X, y).support_).tolist() == [1, 4]
