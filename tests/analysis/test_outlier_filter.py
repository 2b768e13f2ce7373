import pickle
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array
from sklearn import config_context
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer, load_iris, make_regression
from sklearn.ensemble import BaggingClassifier
from sklearn.exceptions import NotFittedError, UnsetMetadataPassedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract

import hedgerow
from hedgerow.analysis.committees import committee_outputs
from hedgerow.analysis.outlier_filter import OutlierFilter
from hedgerow.analysis.outliers import find_outliers

X, Y = load_iris(return_X_y=True)
TEXT = np.array(["s", "c", "v"])[Y]
FOREST = hedgerow.RandomForestClassifier(15)


# a committee without chance, so integer weights equal repeated rows to the last digit
@parametrize_with_contract(
    [
        OutlierFilter(
            DecisionTreeClassifier(max_depth=3), [hedgerow.DecisionTreeClassifier(max_depth=3)], cv=3
        ),
        OutlierFilter(
            DecisionTreeRegressor(max_depth=3), [hedgerow.DecisionTreeRegressor(max_depth=3)], cv=3
        ),
    ]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def flip(labels, rows):
    wrong = labels.copy()
    wrong[rows] = np.roll(np.unique(labels), -1)[np.searchsorted(np.unique(labels), labels[rows])]
    return wrong


def test_slips_are_found_and_left_out():
    slips = np.array([3, 17, 60, 110, 140])
    filtered = OutlierFilter(KNeighborsClassifier(1), random_state=0).fit(X, flip(TEXT, slips))
    assert set(slips) <= set(np.flatnonzero(filtered.outlier_mask_))
    assert filtered.outlier_mask_.sum() < 20
    assert_array_equal(filtered.predict(X[slips]), TEXT[slips])
    assert_array_equal(filtered.kept_rows_, np.flatnonzero(~filtered.outlier_mask_))
    assert_array_equal(filtered.n_votes_, 100)
    assert (filtered.n_wrong_votes_[slips] > 50).all()
    assert_array_equal(filtered.classes_, np.unique(TEXT))
    frame = filtered.frame()
    assert frame["share"].is_monotonic_decreasing
    assert frame.set_index("row").loc[slips, "suggested"].tolist() == TEXT[slips].tolist()


def test_it_is_the_committee_the_rule_and_the_fit():
    labels = flip(TEXT, [5, 80])
    filtered = OutlierFilter(GaussianNB(), FOREST, threshold=0.7, random_state=4).fit(X, labels)
    found = find_outliers(committee_outputs(FOREST, X, labels, random_state=4), threshold=0.7)
    assert_array_equal(filtered.outlier_mask_, found.mask)
    expected = GaussianNB().fit(X[~found.mask], labels[~found.mask])
    assert_array_equal(filtered.predict_proba(X), expected.predict_proba(X))


def test_noise_hurts_less():
    X, y = load_breast_cancer(return_X_y=True)
    rng = np.random.default_rng(0)
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
    noisy = np.where(rng.random(y_train.size) < 0.2, 1 - y_train, y_train)
    plain = KNeighborsClassifier(1).fit(X_train, noisy)
    filtered = OutlierFilter(KNeighborsClassifier(1), FOREST, random_state=0).fit(X_train, noisy)
    assert filtered.score(X_test, y_test) > plain.score(X_test, y_test) + 0.05
    found = filtered.outlier_mask_[noisy != y_train].mean()
    lost = filtered.outlier_mask_[noisy == y_train].mean()
    assert found > 0.8
    assert lost < 0.15


def test_consensus_leaves_out_less_than_a_majority():
    labels = flip(TEXT, np.arange(0, 150, 9))
    flagged = [
        OutlierFilter(GaussianNB(), FOREST, threshold=threshold, random_state=0).fit(X, labels).outlier_mask_
        for threshold in ("consensus", 0.8, "majority", 1)
    ]
    for fewer, more in pairwise(flagged):
        assert (fewer <= more).all()
        assert fewer.sum() < more.sum()


@pytest.mark.parametrize("predictions", ["cv", "oob", "train"])
def test_how_the_committee_is_asked(predictions):
    labels = flip(TEXT, [3, 60])
    filtered = OutlierFilter(GaussianNB(), FOREST, predictions=predictions, random_state=0).fit(X, labels)
    outputs = committee_outputs(FOREST, X, labels, predictions=predictions, random_state=0)
    assert_array_equal(filtered.outlier_mask_, find_outliers(outputs).mask)


def test_a_committee_that_has_learned_the_rows_contradicts_none():
    labels = flip(TEXT, [3, 60])
    learned = OutlierFilter(GaussianNB(), [DecisionTreeClassifier()], predictions="train").fit(X, labels)
    assert not learned.outlier_mask_.any()
    held_out = OutlierFilter(GaussianNB(), [DecisionTreeClassifier()], random_state=0).fit(X, labels)
    assert held_out.outlier_mask_[[3, 60]].all()


def test_the_seed_reaches_the_estimator_unless_it_has_its_own():
    seeds = [
        OutlierFilter(DecisionTreeClassifier(random_state=own), [GaussianNB()], random_state=3).fit(X, Y)
        for own in (None, None, 5)
    ]
    assert seeds[0].estimator_.random_state == seeds[1].estimator_.random_state
    assert seeds[2].estimator_.random_state == 5


def test_a_heterogeneous_committee_of_three():
    filtered = OutlierFilter(GaussianNB(), "heterogeneous", random_state=0).fit(X, flip(TEXT, [3, 60]))
    assert_array_equal(filtered.n_votes_, 3)
    assert filtered.outlier_mask_[[3, 60]].all()
    with pytest.raises(ValueError, match="committee='three' must be 'heterogeneous'"):
        OutlierFilter(GaussianNB(), "three").fit(X, Y)


def test_values_far_out_are_left_out():
    X, y = make_regression(150, 4, noise=5.0, random_state=0)
    spoiled = y.copy()
    spoiled[[10, 20]] += [900.0, -900.0]
    for committee in (None, "heterogeneous", [LinearRegression(), Ridge()]):
        filtered = OutlierFilter(LinearRegression(), committee, random_state=0).fit(X, spoiled)
        assert filtered.outlier_mask_[[10, 20]].all()
        assert filtered.score(X, y) > LinearRegression().fit(X, spoiled).score(X, y)
    assert not hasattr(filtered, "classes_")


def test_frames_keep_the_names_of_their_rows():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"], index=[f"flower {row}" for row in range(150)])
    frame["size"] = pd.Categorical(np.where(X[:, 0] > 6, "big", "small"))
    labels = pd.Series(flip(TEXT, [3]), index=frame.index)
    filtered = OutlierFilter(hedgerow.DecisionTreeClassifier(), random_state=0).fit(frame, labels)
    assert "flower 3" in filtered.frame()["row"].tolist()
    assert filtered.feature_names_in_.tolist() == ["a", "b", "c", "d", "size"]
    assert filtered.estimator_.feature_names_in_.tolist() == ["a", "b", "c", "d", "size"]
    assert filtered.predict(frame.iloc[[3]]).tolist() == ["s"]
    in_polars = OutlierFilter(GaussianNB(), FOREST, random_state=0).fit(
        pl.DataFrame(X, schema=list("abcd")), TEXT
    )
    in_numpy = OutlierFilter(GaussianNB(), FOREST, random_state=0).fit(X, TEXT)
    assert_array_equal(in_polars.outlier_mask_, in_numpy.outlier_mask_)


def test_sparse_tables():
    filtered = OutlierFilter(LogisticRegression(max_iter=500), random_state=0).fit(
        csr_array(X), flip(TEXT, [3])
    )
    assert filtered.outlier_mask_[3]
    assert filtered.predict(csr_array(X[[3]])).tolist() == ["s"]


def test_the_estimators_own_methods_and_no_others():
    with_margin = OutlierFilter(LinearSVC(), FOREST, random_state=0)
    assert hasattr(with_margin, "decision_function")
    assert not hasattr(with_margin, "predict_proba")
    assert with_margin.fit(X, Y).decision_function(X).shape == (150, 3)
    with_chances = OutlierFilter(GaussianNB(), FOREST, random_state=0).fit(X, Y)
    assert not hasattr(with_chances, "decision_function")
    assert_array_equal(np.log(with_chances.predict_proba(X[:1])), with_chances.predict_log_proba(X[:1]))
    with pytest.raises(NotFittedError):
        OutlierFilter(GaussianNB()).predict(X)
    with pytest.raises(NotFittedError):
        OutlierFilter(GaussianNB()).frame()


def test_it_is_what_its_estimator_is():
    assert is_classifier(OutlierFilter(GaussianNB()))
    assert is_regressor(OutlierFilter(LinearRegression()))
    tags = OutlierFilter(hedgerow.DecisionTreeClassifier(), "heterogeneous").__sklearn_tags__()
    assert not tags.input_tags.allow_nan  # the tree could, two of its judges cannot
    assert OutlierFilter(hedgerow.DecisionTreeClassifier()).__sklearn_tags__().input_tags.allow_nan
    judged = OutlierFilter(LogisticRegression(), [GaussianNB(), LogisticRegression()])
    assert not judged.__sklearn_tags__().input_tags.sparse


@pytest.mark.parametrize(
    ("estimator", "committee", "message"),
    [
        (GaussianNB(), LinearRegression(), "must both be classifiers or both regressors"),
        (LinearRegression(), GaussianNB(), "must both be classifiers or both regressors"),
        ("forest", None, "estimator='forest' is neither a classifier nor a regressor"),
    ],
)
def test_what_does_not_fit_together_is_refused(estimator, committee, message):
    with pytest.raises(ValueError, match=message):
        OutlierFilter(estimator, committee).fit(X, Y)


def test_weights_reach_the_estimator_and_the_committee():
    weights = np.where(np.arange(150) % 3 == 0, 4.0, 1.0)
    filtered = OutlierFilter(GaussianNB(), [GaussianNB()], cv=3, random_state=0).fit(
        X, Y, sample_weight=weights
    )
    kept = filtered.kept_rows_
    expected = GaussianNB().fit(X[kept], Y[kept], sample_weight=weights[kept])
    assert_array_equal(filtered.predict_proba(X), expected.predict_proba(X))
    outputs = committee_outputs([GaussianNB()], X, Y, cv=3, sample_weight=weights, random_state=0)
    assert_array_equal(filtered.outlier_mask_, find_outliers(outputs).mask)
    assert filtered.score(X, Y, sample_weight=weights) == expected.score(X, Y, sample_weight=weights)
    with pytest.raises(ValueError, match=r"sample_weight.shape == "):
        filtered.fit(X, Y, sample_weight=[1.0])


def test_weights_are_routed_where_they_are_asked_for():
    weights = np.where(np.arange(150) % 3 == 0, 4.0, 1.0)
    plain = OutlierFilter(GaussianNB(), FOREST, random_state=0).fit(X, Y, sample_weight=weights)
    with config_context(enable_metadata_routing=True):
        routed = OutlierFilter(GaussianNB().set_fit_request(sample_weight=True), FOREST, random_state=0)
        assert_array_equal(routed.fit(X, Y, sample_weight=weights).predict_proba(X), plain.predict_proba(X))
        with pytest.raises(UnsetMetadataPassedError):
            OutlierFilter(GaussianNB(), FOREST).fit(X, Y, sample_weight=weights)
        deaf = OutlierFilter(GaussianNB().set_fit_request(sample_weight=False), FOREST, random_state=0)
        kept = deaf.fit(X, Y, sample_weight=weights).kept_rows_
        assert_array_equal(deaf.predict_proba(X), GaussianNB().fit(X[kept], Y[kept]).predict_proba(X))


def test_the_same_seed_gives_the_same_rows_for_any_n_jobs():
    masks = [
        OutlierFilter(
            GaussianNB(), BaggingClassifier(DecisionTreeClassifier(), 5), random_state=7, n_jobs=n_jobs
        )
        .fit(X, flip(TEXT, [3, 60, 100]))
        .n_wrong_votes_
        for n_jobs in (None, 2)
    ]
    assert_array_equal(*masks)


def test_the_threshold_can_be_searched():
    search = GridSearchCV(
        OutlierFilter(KNeighborsClassifier(1), FOREST, cv=3, random_state=0),
        {"threshold": ["majority", "consensus"], "estimator__n_neighbors": [1, 3]},
        cv=2,
    ).fit(X, flip(TEXT, np.arange(0, 150, 11)))
    assert search.best_estimator_.outlier_mask_.any()


def test_clones_pickles_and_inputs_left_alone():
    rows, labels = X.copy(), flip(TEXT, [3])
    rows.setflags(write=False)
    labels.setflags(write=False)
    filtered = OutlierFilter(GaussianNB(), FOREST, random_state=0).fit(rows, labels)
    restored = pickle.loads(pickle.dumps(filtered))
    assert_array_equal(restored.predict(X), filtered.predict(X))
    pd.testing.assert_frame_equal(restored.frame(), filtered.frame())
    assert not hasattr(clone(filtered), "estimator_")
    assert not hasattr(FOREST, "_grown")
