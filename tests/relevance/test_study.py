import pytest
from numpy.testing import assert_array_equal

from hedgerow import DecisionTreeRegressor, ForestRelevance, RelevanceSelector, datasets
from hedgerow.foundation.constraints import check_parameters
from hedgerow.relevance.study import count_trees, make_tree

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
