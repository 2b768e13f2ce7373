from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.datasets import make_simple
from hedgerow.relevance import stages
from hedgerow.relevance.complexity import node_complexity
from hedgerow.relevance.forest import RelevanceForestClassifier, RelevanceForestRegressor
from hedgerow.resampling import Bootstrap, Full, UniqueBootstrap

SAMPLE = make_simple(random_state=0)


class TestParameters:
    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"sampling": "gains"}, r"sampling='gains' must be 'uniform'"),
            ({"sampling": None}, "sampling=None must be 'uniform'"),
            ({"sampling": [1.0, 2.0]}, r"sampling has the shape \(2,\); pass a finite number of 0 or more"),
            (
                {"sampling": [-1.0] + [1.0] * 8},
                "pass a finite number of 0 or more for each of the 9 features",
            ),
            ({"sampling": np.zeros(9)}, "sampling is zero for every feature"),
            ({"selection": "best"}, "selection='best' must be None, 'threshold' or 'test'"),
            ({"adjust": "bonferroni"}, "adjust='bonferroni' must be None, 'holm' or 'bh'"),
            ({"null": "permutation"}, "null='permutation' must be 'contrast'"),
            ({"effective_size": "half"}, "effective_size='half' must be None, 'unit', 'count' or 'kish'"),
            ({"deduplicate": "yes"}, "deduplicate='yes' must be None, True or False"),
            ({"update_every": 0}, "update_every=0 must be an int of 1 or more"),
            ({"n_evaluation_trees": 2.5}, r"n_evaluation_trees=2\.5 must be an int of 1 or more"),
            ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
            ({"confidence": 1}, r"confidence=1 must be a number in \(0, 1\)"),
            ({"prior_weight": -1}, "prior_weight=-1 must be a finite number of 0 or more"),
            ({"bootstrap": False, "oob_score": True}, "only available if bootstrap=True"),
        ],
    )
    def test_what_cannot_be_is_said(self, parameters, message):
        with pytest.raises(ValueError, match=message):
            RelevanceForestClassifier(2, **parameters).fit(SAMPLE.X, SAMPLE.y)

    def test_published_bounds_are_for_two_classes(self):
        forest = RelevanceForestRegressor(2, selection="test", null="midpoint", n_evaluation_trees=3)
        with pytest.raises(ValueError, match='this is regression; pass null="exact"'):
            forest.fit(SAMPLE.X, SAMPLE.X[:, 0])


class TestSamples:
    @pytest.mark.parametrize(
        ("sampling", "deduplicate", "kind"),
        [
            ("confidence", None, UniqueBootstrap),
            ("borisov", None, UniqueBootstrap),
            ("local", None, Bootstrap),
            ("local", True, UniqueBootstrap),
            ("confidence", False, Bootstrap),
        ],
    )
    def test_a_forest_that_reads_its_own_gains_sees_no_row_twice(self, sampling, deduplicate, kind):
        forest = RelevanceForestClassifier(sampling=sampling, deduplicate=deduplicate)
        assert type(forest._choose_resampling()) is kind

    def test_all_rows_stay_all_rows(self):
        assert type(RelevanceForestClassifier(bootstrap=False)._choose_resampling()) is Full

    def test_the_size_of_the_samples_is_kept(self):
        assert RelevanceForestClassifier(max_samples=0.5)._choose_resampling().max_samples == 0.5

    @pytest.mark.parametrize(("deduplicate", "repeats"), [(None, False), (True, False), (False, True)])
    def test_the_evaluation_forest_sees_no_row_twice_unless_told_so(self, monkeypatch, deduplicate, repeats):
        drawn = []
        evaluate = stages.evaluate

        def spy(prepared, resampling, seeds, **parameters):
            drawn.append(resampling.draw(0, 200))
            return evaluate(prepared, resampling, seeds, **parameters)

        monkeypatch.setattr(stages, "evaluate", spy)
        forest = RelevanceForestClassifier(2, sampling="local", deduplicate=deduplicate, n_evaluation_trees=5)
        forest.fit(SAMPLE.X, SAMPLE.y)
        assert (drawn[0].max() > 1) == repeats


def test_the_evaluation_forest_tries_one_feature_at_a_node():
    """The best of several would beat what chance gives to one."""
    one, several = (
        RelevanceForestClassifier(
            2, selection="test", null="exact", max_features=most, n_evaluation_trees=9, random_state=0
        )
        .fit(SAMPLE.X, SAMPLE.y)
        .relevance_.p_value
        for most in (1, None)
    )
    assert_array_equal(one, several)


def test_where_nothing_passes_all_are_kept_with_a_warning():
    noise = np.random.default_rng(0).normal(size=(60, 3))
    forest = RelevanceForestClassifier(5, selection="test", alpha=1e-6, random_state=0)
    with pytest.warns(
        UserWarning, match="no feature passes selection='test' at alpha=1e-06, so all 3 are kept"
    ):
        forest.fit(noise, np.arange(60) % 2)
    assert forest.support_.all()


def test_twins_need_rows_that_trees_have_not_seen():
    with pytest.raises(ValueError, match="use bootstrap=True, or another null"):
        RelevanceForestClassifier(2, selection="test", bootstrap=False).fit(SAMPLE.X, SAMPLE.y)


def test_few_trees_cannot_tell_twins_apart():
    with pytest.raises(ValueError, match="n_evaluation_trees=20 must be an int of 50 or more"):
        RelevanceForestClassifier(2, selection="test", n_evaluation_trees=20).fit(SAMPLE.X, SAMPLE.y)


@pytest.mark.parametrize(
    ("parameters", "n_trees"),
    [
        ({"selection": "test"}, 500),
        ({"selection": "test", "null": "exact"}, 100),
        ({"selection": None}, 100),
        ({"selection": "test", "n_evaluation_trees": 77}, 77),
    ],
)
def test_twins_take_five_times_the_trees(parameters, n_trees):
    grower = SimpleNamespace(plan=SimpleNamespace(n_samples=10_000))
    assert stages._count_evaluation_trees(RelevanceForestClassifier(**parameters), grower) == n_trees


def test_one_observation_weighs_a_tenth_of_the_whole_complexity():
    y = np.array([0, 0, 1, 1, 1])
    for weights, seen in ((None, y), (np.array([1.0, 0.0, 2.0, 1.0, 0.0]), y[[0, 2, 3]])):
        grower = SimpleNamespace(
            plan=SimpleNamespace(sample_weight=weights),
            training=SimpleNamespace(y=y),
            prepared=SimpleNamespace(n_classes=2),
        )
        assert stages._unit(grower) == pytest.approx(node_complexity(np.bincount(seen)) / 10)
