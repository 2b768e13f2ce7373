"""Rare label sets give way to frequent ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from sklearn.naive_bayes import GaussianNB

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import (
    LabelPowersetClassifier,
    PrunedSetsClassifier,
    PrunedSetsEnsembleClassifier,
    prune_label_sets,
)

ROWS = np.array(
    [[1, 0, 0]] * 4 + [[0, 1, 0]] * 3 + [[1, 1, 0]] * 2 + [[1, 1, 1]] + [[0, 0, 1]] * 3 + [[0, 1, 1]]
)  # Check P0.ps
sample = make_label_sets(300, flip=0.05, random_state=0)
X, Y = sample.X, sample.Y


def test_the_specified_pruning_with_strategy_a():
    rows, labels = prune_label_sets(ROWS)
    assert len(rows) == 16
    assert labels[rows == 9].tolist() == [[1, 1, 0], [1, 0, 0]]
    assert labels[rows == 13].tolist() == [[0, 0, 1], [0, 1, 0]]
    others = ~np.isin(rows, [9, 13])
    assert_array_equal(labels[others], ROWS[rows[others]])
    assert len(prune_label_sets(ROWS, max_rare=2)[0]) == 18


def test_the_specified_pruning_with_strategy_b():
    rows, labels = prune_label_sets(ROWS, strategy="B", bound=1)
    assert len(rows) == 13
    assert labels[rows == 9].tolist() == [[1, 1, 0]]
    assert 13 not in rows


def naive_pruning(labels, max_rare, strategy, bound):
    counts = {}
    for row in labels:
        counts[row] = counts.get(row, 0) + 1
    frequent = [each for each, count in counts.items() if count > max_rare]
    if not frequent:
        return list(enumerate(labels))
    kept = []
    for place, row in enumerate(labels):
        if row in frequent:
            kept.append((place, row))
            continue
        parts = [
            each for each in frequent if any(each) and all(a <= b for a, b in zip(each, row, strict=True))
        ]
        parts.sort(key=lambda each: (-sum(each), -counts[each], each))
        parts = parts[:bound] if strategy == "A" else [each for each in parts if sum(each) > bound]
        kept += [(place, each) for each in parts]
    return kept


@given(
    arrays(np.int64, st.tuples(st.integers(1, 15), st.integers(1, 4)), elements=st.integers(0, 1)),
    st.integers(0, 3), st.sampled_from("AB"), st.integers(0, 3),
)  # fmt: skip
def test_the_slow_way_prunes_the_same(labels, max_rare, strategy, bound):
    rows, replaced = prune_label_sets(labels, max_rare=max_rare, strategy=strategy, bound=bound)
    expected = naive_pruning([tuple(row) for row in labels.tolist()], max_rare, strategy, bound)
    assert list(zip(rows.tolist(), map(tuple, replaced.tolist()), strict=True)) == expected


def test_weights_are_repeats():
    weights = np.ones(14)
    weights[9] = 2.0  # now frequent
    rows, labels = prune_label_sets(ROWS, sample_weight=weights)
    assert labels[rows == 9].tolist() == [[1, 1, 1]]


def test_pruned_sets_are_the_learner_on_pruned_rows():
    rows, labels = prune_label_sets(Y[:200])
    sets, codes = np.unique(labels, axis=0, return_inverse=True)
    expected = sets[GaussianNB().fit(X[rows], codes.ravel()).predict(X[200:])]
    pruned = PrunedSetsClassifier(GaussianNB()).fit(X[:200], Y[:200])
    assert_array_equal(pruned.label_sets_, sets)
    assert_array_equal(pruned.predict(X[200:]), expected)
    assert pruned.estimator_.classes_.size == len(sets)


def test_without_pruning_it_is_the_label_powerset():
    pruned = PrunedSetsClassifier(max_rare=0, random_state=0).fit(X, Y)
    powerset = LabelPowersetClassifier(random_state=0).fit(X, Y)
    assert_array_equal(pruned.predict_proba(X), powerset.predict_proba(X))


def test_where_every_set_is_rare_none_is_pruned():
    labels = np.eye(6, dtype=int)
    pruned = PrunedSetsClassifier().fit(X[:6], labels)
    assert_array_equal(pruned.predict(X[:6]), labels)


def test_one_frequent_set_is_always_the_answer():
    labels = np.array([[1, 1, 0]] * 20 + [[0, 0, 1]])
    assert (PrunedSetsClassifier().fit(X[:21], labels).predict(X[:30]) == [1, 1, 0]).all()


def test_an_ensemble_is_the_mean_of_pruned_sets_on_its_bags():
    ensemble = PrunedSetsEnsembleClassifier(GaussianNB(), 4, random_state=0, threshold=0.5).fit(
        X[:200], Y[:200]
    )
    from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
    from hedgerow.resampling import Subsample

    votes = np.zeros((100, 6))
    for seed in draw_seeds(draw_entropy(0), 4)[:, Stream.ROWS]:
        seen = Subsample(0.63).draw(int(seed), 200) > 0
        assert seen.sum() == 126
        votes += PrunedSetsClassifier(GaussianNB()).fit(X[:200][seen], Y[:200][seen]).predict(X[200:])
    assert_array_equal(ensemble.predict_proba(X[200:]), votes / 4)
    assert len(ensemble.estimators_) == 4


def test_an_ensemble_learns_its_threshold_and_answers_new_label_sets():
    ensemble = PrunedSetsEnsembleClassifier(random_state=0).fit(X[:150], Y[:150])
    assert 0 < ensemble.threshold_ <= 1
    known = {tuple(row) for row in Y[:150].tolist()}
    assert {tuple(row) for row in ensemble.predict(X[150:]).tolist()} - known
    assert PrunedSetsEnsembleClassifier(n_estimators=2, max_samples=None).fit(X, Y).threshold_ == 0.5


@pytest.mark.parametrize("wrong", [{"max_rare": -1}, {"strategy": "C"}, {"bound": 1.5}])
def test_wrong_parameters_are_refused(wrong):
    for refuse in (
        lambda: prune_label_sets(ROWS, **wrong),
        lambda: PrunedSetsClassifier(**wrong).fit(X, Y),
        lambda: PrunedSetsEnsembleClassifier(**wrong).fit(X, Y),
    ):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
            refuse()
