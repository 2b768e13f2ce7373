"""Classifier chains."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import ClassifierChain
from sklearn.naive_bayes import GaussianNB

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import ChainEnsembleClassifier, pcut
from hedgerow.trees.estimators import DecisionTreeClassifier

sample = make_label_sets(240, random_state=0)
X, Y = sample.X, sample.Y
ALL = {"max_samples": None, "random_state": 0}


@pytest.mark.parametrize("estimator", [LogisticRegression(C=0.5), GaussianNB(), DecisionTreeClassifier()])
def test_chains_are_scikit_learns_in_the_same_order(estimator):
    ours = ChainEnsembleClassifier(estimator, 3, threshold=0.5, **ALL).fit(X[:160], Y[:160])
    theirs = np.mean(
        [
            ClassifierChain(estimator, order=order).fit(X[:160], Y[:160]).predict(X[160:])
            for order in ours.orders_.tolist()
        ],
        axis=0,
    )
    assert_allclose(ours.predict_proba(X[160:]), theirs)
    assert_array_equal(ours.predict(X[160:]), theirs > 0.5)


def test_soft_chains_are_told_probabilities():
    ours = ChainEnsembleClassifier(LogisticRegression(), 1, soft=True, combination="mean_probability", **ALL)
    order = ours.fit(X, Y).orders_[0].tolist()
    theirs = ClassifierChain(LogisticRegression(), order=order, chain_method="predict_proba").fit(X, Y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)


def test_the_threshold_is_pcut_on_rows_that_chains_have_not_seen():
    chains = ChainEnsembleClassifier(DecisionTreeClassifier(), 8, random_state=0).fit(X, Y)
    # The same rows, drawn again: a chain on labels that are turned round out of its bag is the same chain.
    from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
    from hedgerow.resampling import Subsample

    seeds = draw_seeds(draw_entropy(0), 8)
    total, n_heard = np.zeros(Y.shape), np.zeros((len(Y), 1))
    for seed, order in zip(seeds, chains.orders_.tolist(), strict=True):
        seen = Subsample(0.67).draw(int(seed[Stream.ROWS]), len(X)) > 0
        assert seen.sum() == int(0.67 * len(X))
        chain = ClassifierChain(DecisionTreeClassifier(), order=order).fit(X[seen], Y[seen])
        total[~seen] += chain.predict(X[~seen])
        n_heard[~seen] += 1
    covered = n_heard[:, 0] > 0
    assert chains.threshold_ == pcut(total[covered] / n_heard[covered], Y.sum(axis=1).mean())


def test_without_rows_left_out_the_threshold_is_one_half():
    assert ChainEnsembleClassifier(n_estimators=2, **ALL).fit(X, Y).threshold_ == 0.5
    assert ChainEnsembleClassifier(n_estimators=2, threshold=0.3, **ALL).fit(X, Y).threshold_ == 0.3


def test_sparse_features():
    plain = ChainEnsembleClassifier(LogisticRegression(), 2, random_state=0).fit(X, Y)
    thin = ChainEnsembleClassifier(LogisticRegression(), 2, random_state=0).fit(sparse.csr_matrix(X), Y)
    assert_array_equal(thin.predict(sparse.csr_matrix(X)), plain.predict(X))


def test_orders_are_permutations_and_differ():
    chains = ChainEnsembleClassifier(bootstrap=True, random_state=0).fit(X, Y)
    assert_array_equal(np.sort(chains.orders_, axis=1), np.tile(np.arange(6), (10, 1)))
    assert len({tuple(order) for order in chains.orders_}) > 5
    assert len(chains.estimators_) == 10
    assert [len(links) for links in chains.estimators_] == [6] * 10


def test_a_link_that_fails_is_named():
    with pytest.raises(ValueError, match="solver") as failure:
        ChainEnsembleClassifier(LogisticRegression(solver="none")).fit(X, Y)
    assert "the link of label" in failure.value.__notes__[0]


@pytest.mark.parametrize("wrong", [{"n_estimators": 0}, {"max_samples": 0.0}, {"threshold": "best"}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        ChainEnsembleClassifier(**wrong).fit(X, Y)
