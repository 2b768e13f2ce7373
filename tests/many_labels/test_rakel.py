"""Random k-labelsets."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.naive_bayes import GaussianNB

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.many_labels import (
    BinaryRelevanceClassifier,
    ChainEnsembleClassifier,
    LabelPowersetClassifier,
    RAkELClassifier,
)
from hedgerow.trees.estimators import DecisionTreeClassifier

sample = make_label_sets(300, random_state=0)
X, Y = sample.X, sample.Y


def naive_rakel(estimator, labelsets, X, Y, rows):
    """Votes one label and one member at a time."""
    votes, n_known = np.zeros((len(rows), Y.shape[1])), np.zeros(Y.shape[1])
    for labels in labelsets:
        names = ["".join(map(str, row)) for row in Y[:, labels]]
        said = estimator.fit(X, names).predict(rows)
        for place, label in enumerate(labels):
            votes[:, label] += [name[place] == "1" for name in said]
            n_known[label] += 1
    return votes / n_known


@pytest.mark.parametrize("overlap", [True, False])
@pytest.mark.parametrize("estimator", [DecisionTreeClassifier(), GaussianNB()])
def test_the_slow_way_counts_the_same_votes(estimator, overlap):
    rakel = RAkELClassifier(estimator, overlap=overlap, random_state=1).fit(X[:200], Y[:200])
    expected = naive_rakel(estimator, rakel.labelsets_, X[:200], Y[:200], X[200:])
    assert_allclose(rakel.predict_proba(X[200:]), expected)
    assert_array_equal(rakel.predict(X[200:]), expected > 0.5)


def test_how_many_members_there_are():
    assert len(RAkELClassifier(random_state=0).fit(X, Y).labelsets_) == 12  # twice as many as labels
    assert len(RAkELClassifier(random_state=0).fit(X, Y[:, :3]).labelsets_) == 1  # C(3, 3)
    assert len(RAkELClassifier(labelset_size=2, n_estimators=99).fit(X, Y).labelsets_) == 15
    parts = RAkELClassifier(labelset_size=4, overlap=False, random_state=0).fit(X, Y)
    assert [part.size for part in parts.labelsets_] == [4, 2]
    assert len(parts.estimators_) == 2


def test_all_labels_at_once_are_the_label_powerset():
    rakel = RAkELClassifier(labelset_size=9, random_state=0).fit(X[:200], Y[:200])
    powerset = LabelPowersetClassifier(random_state=0).fit(X[:200], Y[:200])
    assert_array_equal(rakel.predict(X[200:]), powerset.predict(X[200:]))


def test_one_label_at_a_time_is_binary_relevance():
    rakel = RAkELClassifier(labelset_size=1, combination="mean_probability", random_state=0).fit(X, Y)
    relevance = BinaryRelevanceClassifier(random_state=0).fit(X, Y)
    assert_array_equal(rakel.predict(X), relevance.predict(X))


def test_label_sets_come_out_that_no_row_has():
    rakel = RAkELClassifier(random_state=0).fit(X[:100], Y[:100])
    known = {tuple(row) for row in Y[:100].tolist()}
    assert {tuple(row) for row in rakel.predict(X[100:]).tolist()} - known


def count_wins(method, baseline):
    """Of ten tables, those on which a method gets more rows right in all labels."""
    n_wins = 0
    for seed in range(10):
        table = make_label_sets(600, random_state=seed)
        train, test = (table.X[:300], table.Y[:300]), (table.X[300:], table.Y[300:])
        scores = [clone(each).fit(*train).score(*test) for each in (method, baseline)]
        n_wins += scores[0] > scores[1]
    return n_wins


BAGGED = BaggingClassifier(n_estimators=10, random_state=0)


@pytest.mark.parametrize(
    ("method", "alone"),
    [
        (LabelPowersetClassifier(random_state=0), BinaryRelevanceClassifier(random_state=0)),
        (RAkELClassifier(random_state=0), BinaryRelevanceClassifier(random_state=0)),
        (ChainEnsembleClassifier(random_state=0), BinaryRelevanceClassifier(random_state=0)),
        (RAkELClassifier(BAGGED, random_state=0), BinaryRelevanceClassifier(BAGGED, random_state=0)),
        (ChainEnsembleClassifier(random_state=0), BinaryRelevanceClassifier(BAGGED, random_state=0)),
    ],
)
def test_dependent_labels_are_better_learned_together(method, alone):
    """Also than by as many trees for each label as there are chains."""
    assert count_wins(method, alone) >= 9


@pytest.mark.parametrize(
    "wrong",
    [{"labelset_size": 0}, {"n_estimators": 0}, {"threshold": 2}, {"combination": "sum"}, {"estimator": 3}],
)
def test_wrong_parameters_are_refused_and_leave_nothing(wrong):
    rakel = RAkELClassifier(**wrong)
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        rakel.fit(X, Y)
    assert not hasattr(rakel, "n_labels_")
