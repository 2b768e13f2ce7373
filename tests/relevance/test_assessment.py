import inspect

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ForestRelevance,
    RelevanceSelector,
    datasets,
)
from hedgerow.datasets import make_friedman
from hedgerow.foundation.constraints import check_parameters
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance.assessment import _tell_kinds, assess_features, count_trees, make_tree
from hedgerow.relevance.contrasts import evaluate, shape_trees
from hedgerow.relevance.splits import SplitGains
from hedgerow.relevance.summary import mean_gains
from hedgerow.resampling import UniqueBootstrap
from hedgerow.trees.binning import BinnedTable

SAMPLE = datasets.make_simple(80, random_state=0)


def test_small_tables_get_more_trees():
    counts = [count_trees(n) for n in (1, 200, 201, 400, 799, 800, 10**6)]
    assert counts == [2000, 2000, 1990, 1000, 500, 500, 500]
    assert count_trees(400, least=100) == 200


@pytest.mark.parametrize("kind", [ForestRelevance, RelevanceSelector])
def test_auto_grows_as_many_trees_as_the_rows_ask_for(kind):
    auto, told = (kind(n_estimators=n, random_state=0).fit(SAMPLE.X, SAMPLE.y) for n in ("auto", 2000))
    assert_array_equal(auto.p_values_, told.p_values_)


def test_the_selector_judges_as_the_study_does():
    study = ForestRelevance(n_estimators=60, random_state=3).fit(SAMPLE.X, SAMPLE.y)
    selector = RelevanceSelector(n_estimators=60, random_state=3).fit(SAMPLE.X, SAMPLE.y)
    assert_array_equal(selector.p_values_, study.p_values_)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 49}, "n_estimators=49 must be an int of 50 or more"),
        ({"n_estimators": "many"}, "n_estimators='many' must be an int of 50 or more"),
        ({"n_estimators": 100.0}, "n_estimators=100.0 must be an int of 50 or more, or 'auto'"),
        ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
        ({"adjust": "bonferroni"}, "adjust='bonferroni' must be None, 'holm' or 'bh'"),
        ({"null": "none"}, "null='none' must be 'contrast'"),
    ],
)
def test_parameters_that_say_nothing_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        check_parameters(ForestRelevance(**parameters))


def test_trees_beside_twins_try_several_features_and_others_one():
    assert make_tree(False, "contrast", 1000).get_params()["max_features"] == "sqrt"
    alone = make_tree(True, "exact", 1000)
    assert isinstance(alone, DecisionTreeRegressor)
    assert alone.max_features == 1
    assert alone.min_samples_split == 2


SAMPLE = make_friedman(200, random_state=0)
X = np.column_stack([SAMPLE.X, np.zeros(200)])
NAMES = tuple(f"f{place}" for place in range(11))


def grow(twins, **parameters):
    tree = DecisionTreeClassifier(max_features=1)
    tree = shape_trees(tree, 200) if twins else tree
    prepared = tree.prepare(TrainingSet.of(X, (SAMPLE.y > 0).astype(int), n_classes=2))
    return evaluate(prepared, UniqueBootstrap(), draw_seeds(0, 100), twins=twins)


BESIDE_TWINS, ALONE = grow(True), grow(False)


def test_twins_say_what_to_expect():
    relevance = assess_features(BESIDE_TWINS, NAMES)
    gains = SplitGains.from_first_draws(BESIDE_TWINS.forest).summarise().mean
    assert_array_equal(relevance.weighted_gain, gains[:11])
    assert_array_equal(relevance.expected, gains[11:])
    assert_allclose(relevance.excess[:10], gains[:10] - gains[11:21])
    assert_allclose(relevance.unseen, mean_gains(BESIDE_TWINS.gains)[:11])
    assert relevance.frequency.sum() == pytest.approx(1.0)


def test_a_constant_column_never_passes():
    for evaluation, null in ((BESIDE_TWINS, "contrast"), (ALONE, "exact"), (ALONE, "midpoint")):
        relevance = assess_features(evaluation, NAMES, null=null)
        assert relevance.p_value[10] == 1.0
        assert not relevance.selected[10]
        assert np.isnan(relevance.weighted_gain[10])


@pytest.mark.parametrize(("adjust", "column"), [(None, "p_value"), ("holm", "p_holm"), ("bh", "p_bh")])
def test_the_level_is_for_the_adjusted_values(adjust, column):
    relevance = assess_features(BESIDE_TWINS, NAMES, adjust=adjust, alpha=0.2)
    assert_array_equal(relevance.selected, getattr(relevance, column) < 0.2)


def test_the_threshold_asks_for_an_excess():
    relevance = assess_features(BESIDE_TWINS, NAMES, selection="threshold")
    assert_array_equal(relevance.selected, np.nan_to_num(relevance.excess) > 0.0)
    assert assess_features(BESIDE_TWINS, NAMES, selection=None).selected.all()


def test_published_nulls_differ_in_what_they_expect():
    exact, midpoint = (assess_features(ALONE, NAMES, null=null) for null in ("exact", "midpoint"))
    assert (midpoint.expected[:10] < exact.expected[:10]).all()
    assert (midpoint.p_value[:10] <= exact.p_value[:10]).all()
    assert "mid-point" in midpoint.test


def test_without_a_null_nothing_is_tested():
    relevance = assess_features(ALONE, NAMES, null=None)
    assert np.isnan(relevance.p_value).all()
    assert np.isnan(relevance.excess).all()
    assert not relevance.selected.any()
    assert np.isfinite(relevance.weighted_gain[:10]).all()


def test_permutation_is_there_when_asked_for():
    assert np.isnan(assess_features(BESIDE_TWINS, NAMES).permutation).all()
    relevance = assess_features(BESIDE_TWINS, NAMES, n_permutations=3)
    assert relevance.permutation[:5].sum() > 10 * abs(relevance.permutation[5:]).sum() / 2
    assert (relevance.permutation_spread[:5] > 0.0).all()
    assert relevance.permutation[10] == 0.0


def test_columns_with_as_many_values_are_of_one_kind():
    columns = np.column_stack([np.arange(64) % n for n in (2, 3, 4, 5, 8, 12, 20, 64, 2, 12)]).astype(float)
    table = BinnedTable.from_matrix(columns, np.arange(10) >= 8)
    kinds = _tell_kinds(table)
    assert kinds.tolist() == [1, 2, 2, 3, 3, 4, 5, 5, 9, 12]


def test_defaults_are_those_of_a_study():
    ours, theirs = (inspect.signature(each).parameters for each in (assess_features, ForestRelevance))
    for name in ("null", "alpha", "adjust", "confidence", "effective_size", "n_permutations", "n_jobs"):
        assert ours[name].default == theirs[name].default
    assert list_wrong_defaults(assess_features) == []


@pytest.mark.parametrize("alpha", [0, 1])
def test_a_level_is_between_nothing_and_everything(alpha):
    with pytest.raises(ValueError, match=rf"alpha={alpha} must be a number in \(0, 1\)"):
        check_parameters(ForestRelevance(alpha=alpha))
    check_parameters(ForestRelevance(n_estimators=50, alpha=0.999))
