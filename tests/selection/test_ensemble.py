import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.feature_selection import RFE, SelectKBest, f_classif
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow.datasets import make_friedman, make_simple
from hedgerow.resampling import Bootstrap, Subsample
from hedgerow.selection.ensemble import SelectorEnsemble
from hedgerow.selection.forest import TreeSelector
from hedgerow.selection.stability import stability_of

SAMPLE = make_friedman(150, random_state=0)


@pytest.mark.filterwarnings("ignore:.*found none", "ignore:Features .* are constant", "ignore:invalid value")
@parametrize_with_contract(
    [SelectorEnsemble(TreeSelector(), 3, random_state=0)],
    expected_failed_checks=lambda estimator: {
        "check_sample_weight_equivalence_on_dense_data": "rows are drawn at random, and others if they are repeated",
    },
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def fit(selector=None, sample=SAMPLE, **parameters):
    selector = SelectKBest(k=3) if selector is None else selector
    return SelectorEnsemble(selector, **{"random_state": 0, "n_selectors": 12, **parameters}).fit(
        sample.X, sample.y
    )


def test_votes_are_shares_of_the_selections():
    ensemble = fit()
    supports = ensemble.stability_.supports
    np.testing.assert_allclose(ensemble.scores_, supports.mean(axis=0))
    np.testing.assert_array_equal(ensemble.frequencies_, ensemble.scores_)
    np.testing.assert_array_equal(ensemble.found_, ensemble.scores_ >= 0.5)
    assert ensemble.stability_.stability == pytest.approx(stability_of(supports).stability)
    assert len(ensemble.selectors_) == 12
    np.testing.assert_array_equal(ensemble.selectors_[3].get_support(), supports[3])
    assert list(ensemble.frame())[:5] == ["feature", "score", "selected", "frequency", "mean_rank"]


def test_a_member_is_the_selector_on_the_drawn_rows():
    drawn = Bootstrap()
    ensemble = fit(resampling=drawn)
    refits = []
    for seed in np.random.SeedSequence(_entropy(0)).generate_state(12):
        state = np.random.SeedSequence(int(seed)).generate_state(1)[0]
        rows = np.repeat(np.arange(150), drawn.draw(int(state), 150))
        refits.append(SelectKBest(k=3).fit(SAMPLE.X[rows], SAMPLE.y[rows]).get_support())
    np.testing.assert_array_equal(ensemble.stability_.supports, refits)


def _entropy(seed):
    return int(np.random.RandomState(seed).randint(np.iinfo(np.int64).max, dtype=np.int64))


def test_mean_ranks_go_from_one_to_zero():
    ensemble = fit(aggregate="mean_rank", n_features=4)
    ranks = ensemble.stability_.ranks.mean(axis=0)
    np.testing.assert_allclose(ensemble.scores_, 1 - (ranks - 1) / 9)
    assert set(np.flatnonzero(ensemble.found_)) == set(np.argsort(ranks, kind="stable")[:4])
    assert fit(aggregate="mean_rank").found_.sum() == 3  # as many as each selection


def test_good_selections_have_more_weight():
    """Half of the selections see the relevant features only, and the other half the noise."""

    class Coin(SelectKBest):
        def __init__(self, random_state=None):
            super().__init__(k=2)
            self.random_state = random_state

        def _get_support_mask(self):
            heads = np.random.RandomState(self.random_state).uniform() < 0.5
            return np.isin(np.arange(9), [0, 1] if heads else [5, 6])

    sample = make_simple(300, random_state=0)
    weighted = fit(Coin(), sample, aggregate="weighted", threshold=0.6)
    plain = fit(Coin(), sample, threshold=0.9, when_empty="none", n_features=2)
    assert weighted.get_support(indices=True).tolist() == [0, 1]
    assert weighted.weights_.sum() == pytest.approx(1.0)
    assert 0 < plain.frequencies_[0] < 1
    assert weighted.scores_[0] > plain.scores_[0]
    other = fit(Coin(), sample, aggregate="weighted", quality=GaussianNB())
    assert other.scores_[0] > 0.8


def test_useless_selections_vote_alike():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 4)), np.repeat([0.0, 1.0, 5.0], 20)[rng.permutation(60)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ensemble = SelectorEnsemble(
            TreeSelector("frequency", n_features=1),
            4,
            aggregate="weighted",
            task="regression",
            random_state=3,
        ).fit(X, y)
    assert ensemble.weights_.sum() == pytest.approx(1.0)
    assert (ensemble.weights_ >= 0).all()


@pytest.mark.parametrize("aggregate", ["votes", "mean_rank", "weighted"])
def test_jobs_change_nothing(aggregate):
    one, two = (fit(TreeSelector(), aggregate=aggregate, n_jobs=n_jobs, n_selectors=5) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.scores_, two.scores_)
    np.testing.assert_array_equal(one.stability_.supports, two.stability_.supports)
    np.testing.assert_array_equal(one.weights_, two.weights_)


def test_selectors_that_only_rank_and_others_of_scikit_learn():
    ranked = fit(ExtraTreesClassifier(10), n_features=3, n_selectors=5)
    assert ranked.found_.sum() == 3
    assert (ranked.stability_.sizes == 3).all()
    with pytest.raises(ValueError, match="only scores features"):
        fit(ExtraTreesClassifier(10), n_selectors=3)
    assert fit(RFE(LogisticRegression(), n_features_to_select=2), n_selectors=4).frequencies_.sum() == 2.0


@pytest.mark.filterwarnings("ignore:TreeSelector found none")
def test_an_ensemble_is_more_stable_than_its_selector():
    """Two halves of the rows agree more about what ensembles select than about what single trees do."""
    agreements = {"one": [], "many": []}
    for seed in range(12):
        halves = [make_friedman(100, random_state=2 * seed + half) for half in (0, 1)]
        for name, selector in {
            "one": TreeSelector("frequency", n_features=4),
            "many": SelectorEnsemble(
                TreeSelector("frequency", n_features=4), 15, n_features=4, random_state=0
            ),
        }.items():
            first, second = (selector.fit(half.X, half.y).get_support() for half in halves)
            agreements[name].append((first & second).sum() / (first | second).sum())
    assert np.mean(agreements["many"]) > np.mean(agreements["one"])


def test_categories_strings_weights_and_what_is_fixed():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 150)
    X = pd.DataFrame({"noise": rng.normal(size=150), "word": word, "gap": np.where(word == "a", np.nan, 1.0)})
    y = np.where(word == "a", "yes", "no")
    ensemble = SelectorEnsemble(TreeSelector("feasible"), 5, fixed_features=["noise"], random_state=0)
    assert list(ensemble.fit(X, y).transform(X)) == ["noise", "word", "gap"]
    assert not ensemble.found_[0]
    assert ensemble.classes_.tolist() == ["no", "yes"]
    with pytest.raises(ValueError, match="could not convert string to float") as caught:
        SelectorEnsemble(SelectKBest(f_classif, k=1), 3).fit(X[["noise", "word"]], y)
    assert "while SelectKBest selected" in caught.value.__notes__[0]
    weights = rng.random(150)
    SelectorEnsemble(SelectKBest(k=1), 3).fit(X[["noise"]], y, weights)
    SelectorEnsemble(TreeSelector("feasible"), 3, resampling=Subsample(0.5, by_weight=False)).fit(
        X, y, weights
    )
    with pytest.raises(ValueError, match=r"SelectKBest takes no sample_weight .*by_weight=True"):
        SelectorEnsemble(SelectKBest(k=1), 3, resampling=Bootstrap(by_weight=False)).fit(
            X[["noise"]], y, weights
        )


def test_rows_of_weight_zero_are_never_drawn():
    weights = np.r_[np.ones(75), np.zeros(75)]
    y = np.r_[SAMPLE.y[:75], -SAMPLE.y[75:]]
    ensemble = SelectorEnsemble(SelectKBest(k=2), 5, random_state=0, aggregate="weighted").fit(
        SAMPLE.X, y, weights
    )
    y[75:] *= -1
    again = SelectorEnsemble(SelectKBest(k=2), 5, random_state=0, aggregate="weighted").fit(
        SAMPLE.X, y, weights
    )
    np.testing.assert_array_equal(ensemble.scores_, again.scores_)


def test_a_sample_of_one_class_is_drawn_again():
    X, y = np.random.default_rng(0).normal(size=(12, 3)), np.array([1] + [0] * 11)
    assert SelectorEnsemble(SelectKBest(k=1), 20, random_state=0).fit(
        X, y
    ).frequencies_.sum() == pytest.approx(1.0)
    with pytest.raises(ValueError, match="one class or value only"):
        SelectorEnsemble(SelectKBest(k=1), 2, resampling=Subsample(1)).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"aggregate": "mode"}, "aggregate='mode' must be 'votes', 'mean_rank' or 'weighted'"),
        ({"selector": SelectKBest}, "must be a selector with `fit`"),
        ({"n_selectors": 1}, "n_selectors=1 must be an int of 2 or more"),
        ({"n_features": 11}, "n_features=11 must be an int from 1 to 10"),
        ({"threshold": 0.0}, r"threshold=0.0 must be a number in \(0, 1\]"),
        ({"resampling": "adaboost"}, "follows the answers of members"),
        ({"resampling": "none"}, "resampling='none' must be 'adaboost'"),
        (
            {"aggregate": "weighted", "quality": LinearRegression()},
            "does not fit a target for classification",
        ),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        fit(**parameters)
