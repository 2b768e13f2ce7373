"""skrub prepares tables as they are for our forests."""

import numpy as np
import pandas as pd
import pytest
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
skrub = need("skrub")


def test_a_pipeline_for_a_table():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "town": rng.choice(["Oslo", "Bergen", "Bodo", None], 200),
            "when": pd.date_range("2024-01-01", periods=200),
            "size": rng.normal(size=200),
        }
    )
    y = np.where(table["size"] > 0, "large", "small")
    model = skrub.tabular_pipeline(RandomForestClassifier(n_estimators=10, random_state=0)).fit(table, y)
    assert model.score(table, y) > 0.95
