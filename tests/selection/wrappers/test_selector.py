import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier as PeerTree
from tests.contract import parametrize_with_contract
from tests.selection.wrappers import naive

from hedgerow import DecisionTreeClassifier, RandomForestClassifier
from hedgerow.datasets import load, make_friedman, make_simple
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.selection.wrappers import (
    FloatingSearch,
    ForwardSearch,
    GeneticSearch,
    HillClimbSearch,
    WrapperSelector,
)
from hedgerow.selection.wrappers.evaluation import seed_copy

SEARCHES = [
    "forward",
    "backward",
    "sffs",
    HillClimbSearch(n_iter=5),
    GeneticSearch(population_size=4, n_generations=2),
]
SAMPLE = make_simple(150, random_state=0)


def expected_failures(estimator):
    reason = "folds deal rows, so a row of weight two is not two rows"
    return {
        "check_sample_weight_equivalence_on_dense_data": reason,
        "check_sample_weight_equivalence_on_sparse_data": reason,
    }


@pytest.mark.filterwarnings("ignore:WrapperSelector found none", "ignore:the search overfits")
@pytest.mark.filterwarnings("ignore:The least populated class")
@parametrize_with_contract(
    [
        WrapperSelector(GaussianNB(), cv=2, nested=None, random_state=0),
        WrapperSelector(GaussianNB(), HillClimbSearch(n_iter=3), cv=2, nested=2, random_state=0),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def fit(search="forward", sample=SAMPLE, **parameters):
    parameters = {"estimator": GaussianNB(), "random_state": 0, "cv": 3, "nested": None, **parameters}
    return WrapperSelector(search=search, **parameters).fit(sample.X, sample.y)


def test_forward_search_is_that_of_cross_validation():
    sample = make_friedman(150, random_state=1)
    folds = naive.stratified(7)
    for estimator in (GaussianNB(), KNeighborsClassifier(), PeerTree(random_state=0)):
        ours = WrapperSelector(estimator, cv=folds, nested=None).fit(sample.X, sample.y)
        codes = (sample.y > 0).astype(int)
        chosen, score = naive.forward_by_scikit_learn(estimator, sample.X, codes, folds)
        assert ours.get_support(indices=True).tolist() == chosen
        assert ours.best_score_ == pytest.approx(score)


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_number_of_features_gives_what_scikit_learn_gives(direction):
    table = load("wine")
    X, y = table.features.to_numpy(), np.asarray(table.target)
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    options = {"cv": folds, "scoring": "neg_log_loss"}  # shares of right answers would tie
    peer = SequentialFeatureSelector(GaussianNB(), n_features_to_select=5, direction=direction, **options)
    ours = WrapperSelector(GaussianNB(), direction, n_features=5, nested=None, **options).fit(X, y)
    np.testing.assert_array_equal(ours.support_, peer.fit(X, y).support_)


@pytest.mark.filterwarnings("ignore:the search overfits")
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_jobs_change_nothing(search):
    sample = make_simple(60, random_state=0)
    one = fit(search, sample, nested=2, n_jobs=1)
    two = fit(search, sample, nested=2, n_jobs=2)
    np.testing.assert_array_equal(one.support_, two.support_)
    np.testing.assert_array_equal(one.scores_, two.scores_)
    pd.testing.assert_frame_equal(one.history_, two.history_)
    pd.testing.assert_frame_equal(one.curve_, two.curve_)
    np.testing.assert_array_equal(one.nested_.test, two.nested_.test)
    assert one.n_scored_ == two.n_scored_


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_a_seed_decides_everything_also_for_estimators_without_one(search):
    sample = make_simple(60, random_state=0)
    one, two, copy = (fit(search, sample, estimator=PeerTree(max_depth=3), random_state=s) for s in (1, 1, 1))
    pd.testing.assert_frame_equal(one.history_, two.history_)
    again = pickle.loads(pickle.dumps(copy))
    np.testing.assert_array_equal(again.transform(sample.X), one.transform(sample.X))
    assert clone(copy).get_params()["cv"] == 3


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_a_number_of_features_is_kept_to(search):
    selector = fit(search, n_features=3)
    assert selector.found_.sum() == 3
    assert selector.history_["score"].notna().all()


def test_history_and_curve_tell_the_search():
    selector = fit("sffs", nested=2, patience=1)
    history = selector.history_
    assert list(history) == [
        "step", "action", "n_features", "score", "score_std", "n_scored", "features", "chosen",
    ]  # fmt: skip
    assert history["action"].iloc[0] == "start"
    assert history["action"].iloc[1].startswith("+x")
    assert history["features"].iloc[1] == (history["action"].iloc[1][1:],)
    chosen = history[history["chosen"]].iloc[-1]
    assert chosen["score"] == selector.best_score_
    assert chosen["features"] == tuple(selector.get_feature_names_out())
    assert (history["n_scored"].diff().dropna() >= 0).all()
    assert list(selector.curve_) == ["n_features", "validation_score", "nested_score", "n_nested"]
    assert selector.curve_["validation_score"].max() == selector.best_score_
    assert selector.n_scored_ < selector.n_asked_


def test_scores_are_what_a_feature_adds():
    selector = fit(n_features=2)
    inside = np.flatnonzero(selector.found_)
    for column in inside:
        rest = [other for other in inside if other != column]
        known = selector.history_[selector.history_["features"] == (f"x{rest[0]}",)]
        if len(known):
            assert selector.scores_[column] == pytest.approx(selector.best_score_ - known["score"].iloc[0])
    assert np.isfinite(selector.scores_[inside]).all()
    outside = fit()
    assert (outside.scores_[~outside.found_] <= 0).all()  # it stopped where nothing helped


def test_a_search_in_noise_is_found_out():
    """The more subsets are tried among noise, the more the best of them promises, and it is worth nothing."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 30)), rng.integers(0, 2, 60)
    selector = WrapperSelector(GaussianNB(), cv=3, random_state=0)
    with pytest.warns(
        UserWarning, match="the search overfits the rows that guide it: nested searches reported 0"
    ):
        selector.fit(X, y)
    assert selector.best_score_ > 0.7
    assert abs(selector.nested_score_ - 0.5) < 0.15
    assert selector.nested_.overfits
    assert "on rows held out from them" in selector.sentence


def test_an_honest_search_is_not_accused_often():
    accused = 0
    for seed in range(6):
        sample = make_simple(100, random_state=seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            accused += fit(sample=sample, n_features=2, nested=4, cv=2).nested_.overfits
    assert accused <= 2


def test_nothing_worth_keeping_is_said():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 2)), np.repeat([0, 1], [36, 4])
    with pytest.warns(UserWarning, match="found none of 2 features .* kept the best one"):
        selector = WrapperSelector(GaussianNB(), cv=4, tolerance=0.2, nested=None, random_state=0).fit(X, y)
    assert selector.support_.sum() == 1
    assert not selector.found_.any()
    assert selector.best_score_ == pytest.approx(0.9)


def test_fixed_features_are_part_of_every_subset_and_groups_move_together():
    sample = make_friedman(120, random_state=0)
    X = pd.DataFrame(sample.X, columns=list("abcdefghij"))
    selector = WrapperSelector(
        GaussianNB(), fixed_features=["j"], groups={"pair": ["a", "b"]}, nested=None, random_state=0
    ).fit(X, sample.y)
    assert all("j" in features for features in selector.history_["features"])
    assert all(("a" in features) == ("b" in features) for features in selector.history_["features"])
    assert selector.history_["action"].isin(["+pair"]).any()
    assert np.isnan(selector.scores_[9])
    assert selector.scores_[0] == selector.scores_[1]
    assert selector.support_[9]
    assert not selector.found_[9]


def test_categories_strings_and_gaps():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 150)
    X = pd.DataFrame({"noise": rng.normal(size=150), "word": word, "number": rng.normal(size=150)})
    y = np.where(word == "a", "yes", "no")
    for estimator in (GaussianNB(), DecisionTreeClassifier()):
        selector = WrapperSelector(estimator, nested=2, random_state=0).fit(X, y)
        assert list(selector.transform(X)) == ["word"]
        assert selector.classes_.tolist() == ["no", "yes"]
    X["gap"] = np.where(rng.random(150) < 0.3, np.nan, y == "yes")
    filled = make_pipeline(SimpleImputer(), GaussianNB())
    assert WrapperSelector(filled, nested=None, random_state=0).fit(X, y).support_[1]
    with pytest.raises(ValueError, match=r"GaussianNB could not be fitted and scored .*'gap'.* NaN"):
        WrapperSelector(GaussianNB(), nested=None).fit(X, y)


def test_values_are_searched_too():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 6))
    y = 2 * X[:, 1] - X[:, 4] + 0.2 * rng.normal(size=120)
    selector = WrapperSelector(
        LinearRegression(), scoring="neg_mean_squared_error", tolerance=0.01, random_state=0
    ).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [1, 4]
    assert -0.06 < selector.nested_score_ < -0.03


def test_an_exclusive_or_needs_patience_or_a_search_from_the_top():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (200, 5)).astype(float)
    y = (X[:, 1] != X[:, 3]).astype(int)
    tree = DecisionTreeClassifier()
    found = WrapperSelector(tree, "backward", nested=None, random_state=0).fit(X, y)
    assert found.get_support(indices=True).tolist() == [1, 3]
    patient = WrapperSelector(tree, ForwardSearch(), patience=4, nested=None, random_state=0).fit(X, y)
    assert {1, 3} <= set(patient.get_support(indices=True))


def test_a_forest_is_scored_out_of_bag():
    forest = RandomForestClassifier(15)
    selector = fit(estimator=forest, cv="oob", nested=2, n_features=2)
    assert (selector.history_["score_std"] == 0).all()
    kept = np.flatnonzero(selector.found_)
    seed = np.random.SeedSequence(draw_entropy(0)).spawn(2)[1].generate_state(1)[0]
    again = seed_copy(forest, int(seed)).set_params(oob_score=True).fit(SAMPLE.X[:, kept], SAMPLE.y)
    assert selector.best_score_ == again.oob_score_
    assert forest.oob_score is False
    with pytest.raises(ValueError, match="needs an ensemble with oob_score, and GaussianNB has none"):
        fit(cv="oob")
    with pytest.raises(ValueError, match="not scoring='f1'"):
        fit(estimator=forest, cv="oob", scoring="f1")


def test_weights_of_rows():
    weights = np.random.default_rng(0).integers(0, 2, 150).astype(float)
    selector = WrapperSelector(GaussianNB(), nested=2, random_state=0).fit(SAMPLE.X, SAMPLE.y, weights)
    kept = WrapperSelector(GaussianNB(), nested=2, random_state=0).fit(
        SAMPLE.X[weights > 0], SAMPLE.y[weights > 0]
    )
    np.testing.assert_allclose(selector.scores_, kept.scores_)
    assert selector.nested_score_ == pytest.approx(kept.nested_score_)
    with pytest.raises(ValueError, match="KNeighborsClassifier takes no sample_weight"):
        WrapperSelector(KNeighborsClassifier()).fit(SAMPLE.X, SAMPLE.y, weights)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"estimator": "tree"}, "must be an estimator with `fit`"),
        ({"estimator": LinearRegression()}, "does not fit a target for classification"),
        ({"search": "greedy"}, "search='greedy' must be 'backward'"),
        ({"n_features": 10}, "n_features=10 must be an int from 1 to 9"),
        ({"n_features": 0}, "n_features=0 must be an int of 1 or more"),
        ({"tolerance": -0.1}, "tolerance=-0.1 must be a number of 0 or more"),
        ({"patience": -1}, "patience=-1 must be an int of 0 or more"),
        ({"nested": 1}, "nested=1 must be an int of 2 or more"),
        ({"cv": [(0, 1)]}, "must be a number of folds, 'oob', or a splitter"),
        ({"fixed_features": list(range(9))}, "holds all 9 features"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        fit(**parameters)


def test_a_failed_fit_leaves_the_selector_as_it_was():
    selector = WrapperSelector(GaussianNB(), FloatingSearch(), patience=0, nested=None, random_state=0)
    before = selector.fit(SAMPLE.X, SAMPLE.y).support_
    with pytest.raises(ValueError, match="contains NaN"):
        selector.fit(np.where(SAMPLE.X > 0.9, np.nan, SAMPLE.X), SAMPLE.y)
    assert selector.support_ is before
