import numpy as np
import pandas as pd
import pytest

from hedgerow import RandomForestClassifier, RandomForestRegressor
from hedgerow.trials.answering import answer

TABLE = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})


def test_probabilities_stand_beside_the_answer():
    forest = RandomForestClassifier(20, random_state=0).fit(TABLE, ["small", "small", "large", "large"])
    answers = answer(forest, TABLE, probabilities=True)
    assert answers["prediction"].tolist() == ["small", "small", "large", "large"]
    np.testing.assert_allclose(answers[["probability of large", "probability of small"]].sum(axis=1), 1)


def test_numbers_have_no_probabilities():
    forest = RandomForestRegressor(20, random_state=0).fit(TABLE, [1.0, 2.0, 8.0, 9.0])
    assert answer(forest, TABLE).columns.tolist() == ["prediction"]
    with pytest.raises(ValueError, match="no probabilities"):
        answer(forest, TABLE, probabilities=True)
