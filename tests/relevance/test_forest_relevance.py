import inspect
import logging

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier as PeerForest
from tests.contract import parametrize_with_contract
from tests.docstrings import list_wrong_defaults

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.datasets import load, make_friedman, make_multiplexer, make_parity, make_simple
from hedgerow.foundation.constraints import check_parameters
from hedgerow.relevance.forest_relevance import ForestRelevance

SIMPLE = make_simple(200, random_state=0)


def small(**parameters):
    return ForestRelevance(n_estimators=60, random_state=0, **parameters)


@parametrize_with_contract([small()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


class TestTruth:
    def test_finds_what_only_two_features_together_tell(self):
        sample = make_parity(300, 2, n_noise=8, random_state=0)
        study = ForestRelevance(random_state=0, local=None).fit(sample.X, sample.y)
        assert study.p_values_[:2].max() < 0.001
        assert np.mean(study.p_values_[2:] < 0.05) <= 0.25

    @pytest.mark.parametrize("binary", [True, False])
    def test_finds_friedmans_five(self, binary):
        sample = make_friedman(800, binary=binary, random_state=1)
        study = ForestRelevance(random_state=0, adjust="holm", local=None).fit(sample.X, sample.y)
        assert study.support_[:5].all()
        assert study.support_[5:].sum() <= 1

    def test_noise_of_any_kind_passes_about_as_often_as_promised(self):
        """The full study, with more seeds and sizes, is in the documentation."""
        passes = {"bit": [], "digit": [], "number": [], "letter": []}
        for seed in range(25):
            rng = np.random.default_rng(seed)
            table = pd.DataFrame(
                {
                    f"{kind}{copy}": column
                    for copy in range(3)
                    for kind, column in {
                        "bit": rng.integers(2, size=100),
                        "digit": rng.integers(5, size=100),
                        "number": rng.normal(size=100),
                        "letter": pd.Categorical(np.array(list("abcdefghijkl"))[rng.integers(12, size=100)]),
                    }.items()
                }
            )
            study = ForestRelevance(n_estimators=200, random_state=seed, local=None).fit(
                table, np.arange(100) % 2
            )
            for name, p in zip(table.columns, study.p_values_, strict=True):
                passes[name[:-1]].append(p < 0.05)
        rates = {kind: np.mean(passed) for kind, passed in passes.items()}
        assert max(rates.values()) < 0.14  # three standard errors above 5 %
        assert 0.02 < np.mean(list(rates.values())) < 0.09

    def test_a_multiplexer_tells_which_channel_a_row_listens_to(self):
        sample = make_multiplexer(600, 2, random_state=0)
        study = ForestRelevance(random_state=0, local="both").fit(sample.X, sample.y)
        channel = (2 * sample.X[:, 0] + sample.X[:, 1]).astype(int)
        for local in (study.local_, study.local_oob_):
            channels = local.values[:, 2:6]
            listened = channels[np.arange(600), channel][:, None]
            beaten = (channels < listened).sum(axis=1) / 3  # area under the curve, row by row
            assert beaten.mean() > 0.95


class TestRecord:
    def test_the_local_matrix_names_rows_as_the_frame_does(self):
        frame = pd.DataFrame(SIMPLE.X, columns=[f"f{i}" for i in range(9)])
        frame.index = [f"row {i}" for i in range(200)]
        study = small(local="both").fit(frame, SIMPLE.y)
        assert study.explain("row 7").columns.tolist() == ["feature", "relevance", "n_splits"]
        assert study.relevance_.names[0] == "f0"
        assert study.local_.is_seen
        assert not study.local_oob_.is_seen
        assert study.local_.values.dtype == np.float32

    def test_what_is_not_kept_cannot_be_explained(self):
        study = small(local=None).fit(SIMPLE.X, SIMPLE.y)
        assert study.local_ is None
        assert study.local_oob_ is None
        with pytest.raises(ValueError, match="fit with local='in_bag' or 'out_of_bag'"):
            study.explain(0)
        assert small(local="out_of_bag").fit(SIMPLE.X, SIMPLE.y).explain(0).shape == (9, 3)

    def test_permutations_are_made_when_asked_for(self):
        study = small(n_permutations=2, local=None).fit(SIMPLE.X, SIMPLE.y)
        assert study.relevance_.permutation[1] > 0.2
        assert np.isnan(small(local=None).fit(SIMPLE.X, SIMPLE.y).relevance_.permutation).all()


class TestChoices:
    def test_threads_change_nothing(self):
        one, two = (
            small(n_jobs=n_jobs, local="both", n_permutations=1).fit(SIMPLE.X, SIMPLE.y) for n_jobs in (1, 2)
        )
        pd.testing.assert_frame_equal(one.relevance_.frame(), two.relevance_.frame())
        assert_array_equal(one.local_.values, two.local_.values)
        assert_array_equal(one.local_oob_.values, two.local_oob_.values)

    def test_labels_may_be_words_and_classes_many(self):
        votes = load("votes")
        study = small().fit(votes.features, votes.target)
        assert study.relevance_.ranked().feature[0] == "V4"
        three = np.digitize(SIMPLE.X[:, 1], [0.3, 0.6])
        assert small().fit(SIMPLE.X, np.array(["low", "mid", "high"])[three]).support_[1]

    def test_published_tests_try_one_feature_at_a_node(self):
        for null in ("exact", "midpoint"):
            study = small(null=null).fit(SIMPLE.X, SIMPLE.y)
            assert study.evaluation_.forest.n_features == 9
            assert study.support_[:2].all()

    def test_the_trees_of_a_forest_can_be_asked_for(self):
        study = small(estimator=RandomForestRegressor(max_features=0.5, max_depth=3)).fit(SIMPLE.X, SIMPLE.y)
        assert study.classes_ is None
        assert max(study.evaluation_.forest[t].max_depth for t in range(60)) == 3
        assert small(estimator=DecisionTreeRegressor()).fit(SIMPLE.X, SIMPLE.y).classes_ is None

    def test_weights_of_zero_leave_rows_out(self):
        weights = (np.arange(200) < 150).astype(float)
        study = small().fit(SIMPLE.X, SIMPLE.y, sample_weight=weights)
        assert (study.local_.counts[150:] == 0).all()

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"null": "gumbel"}, "null='gumbel' must be 'contrast'"),
            ({"adjust": "sidak"}, "adjust='sidak' must be None, 'holm' or 'bh'"),
            ({"local": True}, "local=True must be None, 'in_bag', 'out_of_bag' or 'both'"),
            ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
            ({"n_estimators": 20}, "n_estimators=20 must be an int of 50 or more"),
            ({"n_permutations": -1}, "n_permutations=-1 must be an int of 0 or more"),
            ({"estimator": "forest"}, "is not a hedgerow tree or forest"),
            ({"estimator": RandomForestClassifier(ccp_alpha=0.1)}, "pruned trees have lost the splits"),
            ({"task": "ranking"}, "task='ranking' must be 'auto', 'classification' or 'regression'"),
        ],
    )
    def test_what_it_cannot_do_it_says(self, parameters, message):
        with pytest.raises(ValueError, match=message):
            clone(small()).set_params(**parameters).fit(SIMPLE.X, SIMPLE.y)

    def test_a_fit_that_fails_leaves_the_old_one(self):
        study = small().fit(SIMPLE.X, SIMPLE.y)
        before = study.relevance_
        with pytest.raises(ValueError, match="one class only"):
            study.fit(SIMPLE.X, np.zeros(200))
        assert study.relevance_ is before

    def test_progress_is_shown_when_asked_for(self, caplog):
        with caplog.at_level(logging.INFO, logger="hedgerow"):
            small(verbose=1).fit(SIMPLE.X, SIMPLE.y)
        assert "60 of 60" in caplog.text


class TestFitted:
    def test_one_feature_a_node_and_no_copies_can_be_tested(self):
        tree = DecisionTreeClassifier(max_features=1)
        forest = EnsembleClassifier(tree, resampling="unique_bootstrap", random_state=0).fit(
            SIMPLE.X, SIMPLE.y
        )
        study = ForestRelevance.from_forest(forest, SIMPLE.X, SIMPLE.y)
        assert study.support_[:2].all()

    @pytest.mark.parametrize("kind", [RandomForestClassifier, PeerForest])
    def test_copies_of_rows_cannot(self, kind):
        forest = kind(max_features=1, random_state=0).fit(SIMPLE.X, SIMPLE.y)
        study = ForestRelevance.from_forest(forest, SIMPLE.X, SIMPLE.y, local="both", n_permutations=1)
        assert np.isnan(study.p_values_).all()
        assert study.relevance_.permutation.argmax() == 1
        assert study.local_oob_.mean().argmax() == 1

    def test_winners_are_not(self):
        forest = RandomForestClassifier(random_state=0).fit(SIMPLE.X, SIMPLE.y)
        study = ForestRelevance.from_forest(forest, SIMPLE.X, SIMPLE.y)
        assert np.isnan(study.p_values_).all()
        assert not study.support_.any()
        assert study.relevance_.weighted_gain.argmax() == 1
        assert study.relevance_.test.startswith("none")

    def test_frames_and_labels_are_read_as_the_forest_reads_them(self):
        votes = load("votes")
        forest = RandomForestClassifier(20, random_state=0).fit(votes.features, votes.target)
        study = ForestRelevance.from_forest(forest, votes.features, votes.target)
        assert study.relevance_.names == tuple(votes.features.columns)
        assert study.relevance_.ranked().shape[0] == 16

    def test_unknown_labels_are_refused(self):
        forest = RandomForestClassifier(20, random_state=0).fit(SIMPLE.X, SIMPLE.y)
        with pytest.raises(ValueError, match="labels that the forest was not fitted on"):
            ForestRelevance.from_forest(forest, SIMPLE.X, np.arange(200))


def test_local_relevance_sums_up_to_the_information_that_trees_gain():
    """Rogers 2007, eq. 7.24: in fully grown trees, what is gained about a row is all there is to know about it."""
    forest = RandomForestClassifier(20, max_features=1, random_state=0).fit(SIMPLE.X, SIMPLE.y)
    study = ForestRelevance.from_forest(forest, SIMPLE.X, SIMPLE.y)
    gained = (study.local_.values * study.local_.counts).sum(axis=1)
    codes, known = (SIMPLE.y > 0).astype(int), np.zeros(200)
    for t, rows in enumerate(forest.estimators_samples_):
        root = forest.members_.forest[t].values[0]
        seen = np.unique(rows)
        known[seen] -= np.log2(root[codes[seen]] / root.sum())
    assert_allclose(gained, known, rtol=1e-3, atol=1e-2)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(ForestRelevance) == []


def test_a_study_of_a_given_forest_has_the_defaults_of_any_study():
    ours, theirs = (
        inspect.signature(each).parameters for each in (ForestRelevance.from_forest, ForestRelevance)
    )
    for name in ("local", "n_permutations", "alpha", "adjust", "n_jobs"):
        assert ours[name].default == theirs[name].default


@pytest.mark.parametrize("confidence", [0, 1])
def test_a_confidence_is_between_nothing_and_everything(confidence):
    with pytest.raises(ValueError, match=rf"confidence={confidence} must be a number in \(0, 1\)"):
        check_parameters(ForestRelevance(confidence=confidence))
    check_parameters(ForestRelevance(confidence=0.999))


def test_permutations_are_counted_from_none_on():
    with pytest.raises(ValueError, match="n_permutations=-1 must be an int of 0 or more"):
        check_parameters(ForestRelevance(n_permutations=-1))
