"""The study that compares selectors."""

import numpy as np
import pandas as pd
import pytest
from studies import selector_pages, selectors


@pytest.mark.parametrize("name", selectors.DATA)
def test_tables_are_numbers_without_gaps(name):
    X, y = selectors.read_table(name)
    assert np.isfinite(X).all()
    assert len(X) == len(y)
    assert 2 <= len(set(y)) <= 10


def test_every_selector_can_be_made():
    made = {name: make(20, 0) for name, make in selectors.list_selectors().items()}
    assert {"F-filter", "wrapper, forward", "ensemble of trees", "relevance test"} <= set(made)
    assert all(hasattr(selector, "fit") for selector in made.values())
    assert [selectors.count_kept(n) for n in (1, 8, 100)] == [1, 4, 10]


def test_a_record_tells_what_was_kept_and_what_it_is_worth():
    (record,) = selectors._try_selector("wine", "F-filter", 2)
    assert record["n_kept"] == 6.0
    assert all(0.8 < record[learner] <= 1 for learner in selectors.LEARNERS)
    (plain,) = selectors._try_selector("wine", "all features", 2)
    assert plain["n_kept"] == 13.0
    assert np.isnan(plain["stability"])


def test_the_tables_of_the_page():
    found = pd.DataFrame(
        {
            "data": ["a", "a", "b", "b"],
            "selector": ["F-filter", "other"] * 2,
            "n_splits": 2,
            "n_features": 10,
            "n_kept": [5.0, 2.0, 5.0, 2.0],
            "forest": [0.8, 0.9, 0.8, 0.9],
            "neighbours": [0.8, 0.9, 0.8, 0.9],
            "logistic": [0.8, 0.9, 0.8, 0.7],
            "stability": [0.5, 1.0, 0.5, 0.8],
            "seconds": [0.1, 0.2, 0.1, 0.2],
        }
    )
    ranks = selector_pages.selector_ranks(found).set_index("selector")
    assert ranks.index[0] == "other"
    assert ranks.loc["other", "mean rank"] == 1.0
    assert ranks.loc["other", "better, worse than the F-filter"] == "2, 0"
    assert ranks.loc["other", "features kept"] == "20%"
    assert ranks.loc["other", "stability"] == "0.90"
    errors = selector_pages.selector_errors(found).set_index("selector")
    assert errors.loc["F-filter", "a"] == "20.0 (5)"
