"""Each label by itself."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import MultiOutputClassifier

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import BinaryRelevanceClassifier, label_cardinality
from hedgerow.trees.estimators import DecisionTreeClassifier

sample = make_label_sets(300, random_state=0)
X, Y = sample.X, sample.Y


def test_the_same_as_scikit_learns():
    ours = BinaryRelevanceClassifier(LogisticRegression()).fit(X, Y)
    theirs = MultiOutputClassifier(LogisticRegression()).fit(X, Y)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    assert_allclose(ours.predict_proba(X), np.column_stack([each[:, 1] for each in theirs.predict_proba(X)]))
    assert ours.score(X, Y) == theirs.score(X, Y)


def test_trees_of_one_table_are_those_grown_one_by_one():
    relevance = BinaryRelevanceClassifier(DecisionTreeClassifier(max_depth=4)).fit(X, Y)
    for label in range(6):
        tree = DecisionTreeClassifier(max_depth=4).fit(X, Y[:, label])
        assert_allclose(relevance.predict_proba(X)[:, label], tree.predict_proba(X)[:, 1])


@pytest.mark.parametrize("estimator", [None, LogisticRegression()])
def test_a_label_that_never_changes_is_a_constant(estimator):
    labels = Y.copy()
    labels[:, 1], labels[:, 4] = 0, 1
    relevance = BinaryRelevanceClassifier(estimator).fit(X, labels)
    assert (relevance.predict(X)[:, 1] == 0).all()
    assert (relevance.predict(X)[:, 4] == 1).all()


def test_a_learned_threshold_brings_the_number_of_labels_near():
    unequal = make_label_sets(1200, n_labels=8, n_topics=12, random_state=3)
    unequal.Y[:, :4] &= unequal.X[:, :1] > 0.8  # rare labels, which a share of one half seldom finds
    train, test = slice(0, 600), slice(600, None)
    gaps = {}
    for threshold in (0.5, "pcut"):
        relevance = BinaryRelevanceClassifier(LogisticRegression(), threshold=threshold)
        predicted = relevance.fit(unequal.X[train], unequal.Y[train]).predict(unequal.X[test])
        gaps[threshold] = abs(label_cardinality(predicted) - label_cardinality(unequal.Y[train]))
    assert gaps["pcut"] < gaps[0.5]
    assert gaps["pcut"] < 0.2
