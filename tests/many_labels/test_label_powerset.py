"""Label sets as classes."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import LabelPowersetClassifier
from hedgerow.trees.estimators import DecisionTreeClassifier

sample = make_label_sets(200, n_labels=5, random_state=0)


def test_probabilities_of_the_sets_that_hold_a_label_are_added():
    powerset = LabelPowersetClassifier(DecisionTreeClassifier(max_depth=3)).fit(sample.X, sample.Y)
    sets, codes = np.unique(sample.Y, axis=0, return_inverse=True)
    tree = DecisionTreeClassifier(max_depth=3).fit(sample.X, codes.ravel())
    assert_array_equal(powerset.label_sets_, sets)
    assert_allclose(powerset.predict_proba(sample.X), tree.predict_proba(sample.X) @ sets)
    assert_array_equal(powerset.predict(sample.X), sets[tree.predict(sample.X)])
    assert_array_equal(powerset.estimator_.predict(sample.X), tree.predict(sample.X))


def test_only_label_sets_that_occur_are_answered():
    powerset = LabelPowersetClassifier().fit(sample.X[:100], sample.Y[:100])
    known = {tuple(row) for row in sample.Y[:100].tolist()}
    assert {tuple(row) for row in powerset.predict(sample.X[100:]).tolist()} <= known


def test_one_label_set_is_always_the_answer():
    powerset = LabelPowersetClassifier().fit(sample.X[:10], np.tile([1, 0, 1], (10, 1)))
    assert_array_equal(powerset.predict(sample.X[:4]), np.tile([1, 0, 1], (4, 1)))
    assert_array_equal(powerset.predict_proba(sample.X[:4]), np.tile([1.0, 0.0, 1.0], (4, 1)))
