"""Claim: chains of trees take a third of scikit-learn's time or less, and answer as well; RAkEL beats labels alone."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks.peers import SKLEARN, THREADS
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import race
from hedgerow.analysis.many_labels import multi_label_report
from hedgerow.datasets.generators.label_sets import LabelSetSample, make_label_sets
from hedgerow.many_labels import (
    BinaryRelevanceClassifier,
    ChainEnsembleClassifier,
    RAkELClassifier,
)

_MULTILEARN = "scikit-multilearn"


class _Chains(BaseEstimator):
    """An ensemble of scikit-learn's chains, on the same share of the rows, that vote."""

    def __init__(self, n_estimators: int = 10) -> None:
        self.n_estimators = n_estimators

    def fit(self, X: NDArray[np.float64], Y: NDArray[Any]) -> _Chains:
        """Fit the chains, two at a time."""
        jobs = (delayed(_fit_chain)(X, Y, seed) for seed in range(self.n_estimators))
        self.chains_ = Parallel(n_jobs=THREADS)(jobs)
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        """Let them vote."""
        return np.asarray(np.mean([chain.predict(X) for chain in self.chains_], axis=0) > 0.5).astype(int)


def _fit_chain(X: NDArray[np.float64], Y: NDArray[Any], seed: int) -> Any:
    rows = np.random.default_rng(seed).permutation(len(X))[: int(0.67 * len(X))]
    chain = ClassifierChain(DecisionTreeClassifier(random_state=seed), order="random", random_state=seed)
    return chain.fit(X[rows], Y[rows])


def measure(quick: bool) -> list[Row]:
    """Chains and single labels against scikit-learn's, RAkEL against scikit-multilearn's; and what is right."""
    n_rows, n_labels, n_chains = (300, 6, 3) if quick else (1_000, 12, 10)
    sample = make_label_sets(2 * n_rows, 20, n_labels, n_topics=3 * n_labels, random_state=0)
    shared: dict[str, Any] = {"n_jobs": THREADS, "random_state": 0}
    chains = {
        OURS: ChainEnsembleClassifier(n_estimators=n_chains, threshold=0.5, **shared),
        SKLEARN: _Chains(n_chains),
    }
    alone = {
        OURS: BinaryRelevanceClassifier(**shared),
        SKLEARN: MultiOutputClassifier(DecisionTreeClassifier(random_state=0), n_jobs=THREADS),
    }
    work = f"{n_rows:,} x 20, {n_labels} labels"
    rows = [
        *_compare(f"{work}, {n_chains} chains", chains, sample, 3.0, quick),
        *_compare(f"{work}, each label by itself", alone, sample, 3.0, quick),
        *_compare_learned_together(f"{work}: rows right in all labels", sample, shared),
    ]
    if find_spec("skmultilearn") is None:
        return rows
    rakels = _make_rakels(shared, 2 * n_labels)
    return [*rows, *_compare(f"{work}, RAkEL", rakels, sample, 3.0, quick)]


def _compare(work: str, pair: dict[str, Any], sample: LabelSetSample, floor: float, quick: bool) -> list[Row]:
    """Time to fit, and the Hamming loss and Jaccard index on new rows."""
    half = len(sample.X) // 2
    for each in pair.values():
        clone(each).fit(sample.X[:100], sample.Y[:100])  # compiled, and thread pools are there
    fits = {name: partial(each.fit, sample.X[:half], sample.Y[:half]) for name, each in pair.items()}
    timings = race(fits, 1 if quick else 2)
    peer = next(name for name in pair if name != OURS)
    reports = {
        name: multi_label_report(sample.Y[half:], each.predict(sample.X[half:]))
        for name, each in pair.items()
    }
    return [
        *compare_times(f"{work}: fit", timings, {peer: floor}),
        *_compare_quality(
            f"{work}: Jaccard index", {name: 100 * each.jaccard for name, each in reports.items()}
        ),
        *_compare_quality(
            f"{work}: labels right", {name: 100 * (1 - each.hamming_loss) for name, each in reports.items()}
        ),
    ]


def _compare_quality(work: str, percents: dict[str, float]) -> list[Row]:
    """Differences of one draw of orders or subsets; over draws the standard deviation is 1 to 1.5 points."""
    floor = Demand("at least", -3.0)
    return [
        Row(work, name, "%", percent)
        if name == OURS
        else Row(work, name, "%", percent, None, percents[OURS] - percent, "points better", floor)
        for name, percent in percents.items()
    ]


def _compare_learned_together(work: str, sample: LabelSetSample, shared: dict[str, Any]) -> list[Row]:
    half = len(sample.X) // 2
    train, test = (sample.X[:half], sample.Y[:half]), (sample.X[half:], sample.Y[half:])
    alone = 100 * BinaryRelevanceClassifier(**shared).fit(*train).score(*test)
    rows = [Row(work, f"{OURS}, each label by itself", "%", alone)]
    for name, method in (("RAkEL", RAkELClassifier), ("chains", ChainEnsembleClassifier)):
        percent = 100 * method(**shared).fit(*train).score(*test)
        floor = Demand("at least", 0.0)
        rows.append(Row(work, f"{OURS}, {name}", "%", percent, None, percent - alone, "points better", floor))
    return rows


def _make_rakels(shared: dict[str, Any], n_members: int) -> dict[str, Any]:
    from skmultilearn.ensemble import RakelO

    # Its ML-kNN does not run with today's scikit-learn; its RAkEL does.
    theirs = RakelO(base_classifier=DecisionTreeClassifier(), labelset_size=3, model_count=n_members)
    return {OURS: RAkELClassifier(labelset_size=3, n_estimators=n_members, **shared), _MULTILEARN: theirs}
