import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import datasets, read_table
from hedgerow.demonstration import Demonstration, Rival, demonstrate


def test_a_small_demonstration_is_complete():
    steps = []
    found = demonstrate(datasets.load("wbc"), n_estimators=50, n_folds=2, step=steps.append)
    assert len(steps) == 2 * 2 + 2
    assert found.frame()["accuracy"].between(0.9, 1.0).all()
    assert 0.9 < found.oob_score < 1.0
    assert len(found.relevance) == found.n_features
    assert found.relevance.selected.sum() > 5


def test_the_record_is_plain():
    found = demonstrate(datasets.load("iris"), n_estimators=20, n_folds=2)
    plain = found.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert [row["forest"] for row in plain["forests"]] == ["hedgerow", "scikit-learn"]
    assert plain["features"][0]["relevant"]


def test_categories_and_missing_values_are_taken():
    found = demonstrate(datasets.load("votes"), n_estimators=50, n_folds=2)
    assert found.frame()["accuracy"].min() > 0.9


def test_the_speed_ratio_is_of_medians():
    ours = Rival("hedgerow", np.ones(3), np.array([0.1, 0.1, 9.0]))
    peer = Rival("scikit-learn", np.ones(3), np.array([0.5, 0.5, 0.5]))
    found = Demonstration("t", 1, 1, 2, 1, 3, 0.0, ours, peer, 1.0, None)
    assert found.speed_ratio == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("target", "n_folds", "message"),
    [([0.5, 1.5, 2.5, 3.75], 2, "has none"), ([0, 0, 0, 1], 2, "has only 1 rows")],
)
def test_a_table_that_does_not_fit_is_refused(target, n_folds, message):
    table = read_table(pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "t": target}), "t", name="small")
    with pytest.raises(ValueError, match=message):
        demonstrate(table, n_folds=n_folds)
