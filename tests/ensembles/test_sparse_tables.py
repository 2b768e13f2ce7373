"""Ensembles answer about sparse tables as about dense ones; their other members get the format that was given."""

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import coo_matrix, csc_matrix, csr_array, csr_matrix
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import SelectFromModel
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.svm import LinearSVC

from hedgerow import (
    AdaBoostClassifier,
    BaggingClassifier,
    DecisionTreeClassifier,
    ForestRelevance,
    RandomForestClassifier,
    RandomForestRegressor,
    RelevanceSelector,
)
from hedgerow.ensembles import RandomSubspaceClassifier, RotationForestClassifier

RNG = np.random.default_rng(0)
X = np.where(RNG.random((120, 15)) < 0.25, np.round(RNG.normal(size=(120, 15)), 1), 0.0)
VALUES = X[:, :3].sum(axis=1) + 0.2 * RNG.normal(size=120)
Y = (VALUES > 0).astype(int)
SMALL = {"n_estimators": 7, "random_state": 0}

ENSEMBLES = [
    RandomForestClassifier(**SMALL),
    RandomForestClassifier(**SMALL, bootstrap=False, class_weight="balanced", max_depth=4),
    RandomForestRegressor(**SMALL),
    BaggingClassifier(**SMALL),
    RandomSubspaceClassifier(**SMALL),
    AdaBoostClassifier(**SMALL),
    DecisionTreeClassifier(pruning="reduced_error", random_state=0),
]


@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda each: type(each).__name__)
def test_answers_are_those_of_the_dense_table(ensemble):
    target = VALUES if isinstance(ensemble, RandomForestRegressor) else Y
    ask = "predict" if isinstance(ensemble, RandomForestRegressor) else "predict_proba"
    expected = getattr(ensemble.fit(X, target), ask)(X)
    for make in (csr_array, csc_matrix, coo_matrix):
        given = make(X)
        ensemble.fit(given, target)
        for rows in (given, csr_matrix(X), X):
            assert_array_equal(getattr(ensemble, ask)(rows), expected)
        assert_array_equal(given.toarray(), X)


def test_a_forest_knows_the_same_of_a_sparse_table():
    sparse, dense = (
        RandomForestClassifier(30, oob_score=True, random_state=0).fit(table, Y)
        for table in (csr_array(X), X)
    )
    assert sparse.oob_score_ == dense.oob_score_
    assert_array_equal(sparse.feature_importances_, dense.feature_importances_)
    assert_array_equal(sparse.apply(csr_array(X)), dense.apply(X))
    assert_array_equal(sparse.proximity(csr_array(X)), dense.proximity(X))
    assert (sparse.decision_path(csr_array(X))[0] != dense.decision_path(X)[0]).nnz == 0
    assert_array_equal(sparse.member_leaf_sizes(csr_array(X)), dense.member_leaf_sizes(X))
    shuffled = (
        each.oob_permutation_importance(table, Y, n_repeats=2).importances
        for each, table in ((sparse, csr_array(X)), (dense, X))
    )
    assert_array_equal(*shuffled)


def test_relevance_is_that_of_the_dense_table():
    studies = [
        ForestRelevance(n_estimators=60, n_permutations=1, local="both", random_state=0).fit(table, Y)
        for table in (csr_array(X), X)
    ]
    pd.testing.assert_frame_equal(studies[0].relevance_.frame(), studies[1].relevance_.frame())
    assert_array_equal(studies[0].local_.values, studies[1].local_.values)
    assert_array_equal(studies[0].local_oob_.values, studies[1].local_oob_.values)
    selectors = [
        RelevanceSelector(n_estimators=60, random_state=0).fit(table, Y) for table in (csr_array(X), X)
    ]
    assert_array_equal(selectors[0].p_values_, selectors[1].p_values_)
    assert_array_equal(selectors[0].transform(csr_array(X)).toarray(), selectors[1].transform(X))


def test_what_would_make_a_large_table_dense_is_refused():
    wide = csr_array((np.ones(2), ([0, 1], [0, 1])), shape=(100, 1_000_000))
    with pytest.raises(ValueError, match="set local=None, or select features first"):
        ForestRelevance(random_state=0).fit(wide, np.arange(100) % 2)
    with pytest.raises(TypeError, match=r"dense data is required"):
        RotationForestClassifier(2).fit(csr_array(X), Y)


class Watched(LinearSVC):
    """Notes in which format it gets the rows."""

    seen: ClassVar[list[str]] = []

    def fit(self, X, y, sample_weight=None):
        self.seen.append(type(X).__name__)
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize("make", [csr_matrix, csc_matrix, csr_array])
def test_members_that_are_not_ours_get_the_format_that_was_given(make):
    Watched.seen.clear()
    BaggingClassifier(Watched(), n_estimators=2, random_state=0).fit(make(X), Y).predict(make(X))
    assert set(Watched.seen) == {make.__name__}


def test_steps_before_may_make_tables_sparse():
    documents, liked = ["red apple", "green apple", "blue sky", "red sky"] * 6, [0, 0, 1, 1] * 6
    text = make_pipeline(TfidfVectorizer(), RandomForestClassifier(**SMALL))
    assert text.fit(documents, liked).score(documents, liked) == 1.0
    colours = pd.DataFrame({"colour": [each.split()[0] for each in documents], "size": np.arange(24.0)})
    mixed = ColumnTransformer(
        [("codes", OneHotEncoder(), ["colour"])], remainder="passthrough", sparse_threshold=1.0
    )
    assert (
        make_pipeline(mixed, RandomForestClassifier(**SMALL)).fit(colours, liked).score(colours, liked) > 0.5
    )
    frame = pd.DataFrame.sparse.from_spmatrix(csr_matrix(X))
    forest = RandomForestClassifier(**SMALL)
    assert_array_equal(forest.fit(frame, Y).predict_proba(frame), forest.fit(X, Y).predict_proba(X))
    assert cross_val_score(forest, csr_array(X), Y, cv=2).shape == (2,)
    kept = SelectFromModel(forest).fit_transform(csr_array(X), Y)
    assert kept.shape[1] < X.shape[1]


def test_odd_rows_and_columns_are_like_any_other():
    rows = csr_array(np.vstack([np.zeros((2, 4)), np.eye(4), -np.eye(4)]))
    target = np.array([0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
    tree = DecisionTreeClassifier(random_state=0).fit(rows, target)
    assert_array_equal(tree.predict(rows), target)
    assert tree.predict(csr_array((3, 4))).shape == (3,)
    one = RandomForestClassifier(**SMALL).fit(rows[[0]], target[[0]])
    assert_array_equal(one.predict(rows), np.zeros(10))
    missing = rows.copy()
    missing.data[0] = np.nan
    expected = RandomForestClassifier(**SMALL).fit(missing.toarray(), target).predict_proba(missing.toarray())
    assert_array_equal(RandomForestClassifier(**SMALL).fit(missing, target).predict_proba(missing), expected)
