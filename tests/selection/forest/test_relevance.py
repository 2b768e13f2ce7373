import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from hedgerow import RandomForestClassifier
from hedgerow.datasets import load, make_friedman, make_simple
from hedgerow.relevance.hypothesis_tests import benjamini_hochberg, holm
from hedgerow.selection.forest.relevance import RelevanceSelector

SAMPLE = make_simple(270, random_state=1)


def small(**parameters):
    return RelevanceSelector(**{"n_estimators": 100, "random_state": 0} | parameters)


def test_keeps_what_matters():
    selector = small(adjust="holm").fit(SAMPLE.X, SAMPLE.y)
    assert_array_equal(selector.get_support(indices=True), [0, 1])
    assert selector.transform(SAMPLE.X).shape == (270, 2)
    frame = selector.frame()
    assert set(frame.feature[:2]) == {"x0", "x1"}
    assert {"p_value", "p_holm", "p_bh", "weighted_gain", "expected"} <= set(frame.columns)


def test_values_work_too():
    sample = make_friedman(300, binary=False, random_state=0)
    support = small(adjust="bh").fit(sample.X, sample.y).support_
    assert support[[0, 1, 3]].all()


@pytest.mark.parametrize(("adjust", "function"), [("holm", holm), ("bh", benjamini_hochberg)])
def test_the_level_is_for_adjusted_p_values(adjust, function):
    selector = small(adjust=adjust, alpha=0.3).fit(SAMPLE.X, SAMPLE.y)
    assert_array_equal(selector.found_, function(selector.p_values_) < 0.3)


def test_the_threshold_is_lenient():
    selector = small(rule="threshold").fit(SAMPLE.X, SAMPLE.y)
    assert_array_equal(selector.found_, selector.relevance_.excess > 0.0)
    assert selector.found_[:2].all()
    assert selector.support_.sum() > 2


def test_groups_pass_together_and_fixed_features_stay():
    selector = small(adjust="holm", groups=[[1, 7], [2, 3]], fixed_features=[8]).fit(SAMPLE.X, SAMPLE.y)
    assert_array_equal(selector.get_support(indices=True), [0, 1, 7, 8])
    assert_array_equal(np.flatnonzero(selector.found_), [0, 1, 7])


def test_where_nothing_passes_the_best_is_kept():
    noise = np.random.default_rng(0).normal(size=(80, 3))
    with pytest.warns(UserWarning, match="raise alpha or n_estimators"):
        selector = small(alpha=1e-9).fit(noise, np.arange(80) % 2)
    assert selector.support_.sum() == 1
    assert not selector.found_.any()


def test_frames_keep_their_columns_and_types():
    votes = load("votes")
    kept = small(adjust="holm").fit(votes.features, votes.target).transform(votes.features)
    assert isinstance(kept, pd.DataFrame)
    assert (kept.dtypes == votes.features.dtypes[kept.columns]).all()
    assert "V4" in kept


def test_selecting_within_a_pipeline_helps_a_forest_among_noise():
    sample = make_simple(200, 60, random_state=0)
    forest = RandomForestClassifier(60, max_features=1, random_state=0)
    plain = cross_val_score(forest, sample.X, sample.y).mean()
    selected = cross_val_score(make_pipeline(small(adjust="bh"), forest), sample.X, sample.y).mean()
    assert selected > plain + 0.05


def test_published_tests_can_be_had():
    exact, midpoint = (small(null=null).fit(SAMPLE.X, SAMPLE.y) for null in ("exact", "midpoint"))
    assert exact.support_[:2].all()
    assert midpoint.support_.sum() >= exact.support_.sum()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rule": "best"}, "rule='best' must be 'test' or 'threshold'"),
        ({"null": "shuffle"}, "null='shuffle' must be 'contrast'"),
        ({"adjust": "fdr"}, "adjust='fdr' must be None, 'holm' or 'bh'"),
        ({"alpha": 2.0}, r"alpha=2.0 must be a number in \(0, 1\)"),
        ({"n_estimators": 5}, "n_estimators=5 must be an int of 50 or more"),
    ],
)
def test_what_it_cannot_do_it_says(parameters, message):
    with pytest.raises(ValueError, match=message):
        small(**parameters).fit(SAMPLE.X, SAMPLE.y)
