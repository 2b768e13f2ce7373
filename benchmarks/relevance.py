"""Claim: relevance with p-values and a local matrix costs at most 1.6 plain forests, and a fiftieth of boruta."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import partial
from typing import Any

from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from benchmarks.workloads import GENES, PERMUTED, SIZES, Size, make_classes
from hedgerow import ForestRelevance, RelevanceForestClassifier

BORUTA = "boruta_py, 50 rounds"
_MOST_FORESTS = 1.6
_LEAST_GENES, _LEAST_PEERS = 10.0, 50.0
_N_TREES = 500  # as many as it grows on a thousand rows unless told otherwise


def measure(quick: bool) -> list[Row]:
    """Against the plain forest of as many trees, against boruta, against permutation importance."""
    rows = []
    for size in (replace(PERMUTED, n_trees=_N_TREES), SIZES[1]):
        rows += _compare_with_a_forest(size.shrunk(quick), 3 if quick else 9)
    rows += _compare_sampling(SIZES[1].shrunk(quick), 3 if quick else 7)
    rows += _compare_with_peers(PERMUTED.shrunk(quick), quick)
    return rows + _compare_on_genes(GENES.shrunk(quick), quick)


def _compare_with_a_forest(size: Size, repeats: int) -> list[Row]:
    X, y = make_classes(size.n_rows, size.n_features)
    n_trees = max(size.n_trees, 50)
    plain = peers.classifier(OURS, n_estimators=n_trees)
    study = ForestRelevance(n_estimators=n_trees, n_jobs=peers.THREADS, random_state=0)
    names = f"{size.n_rows:,} x {size.n_features:,}, {n_trees} trees"
    timings = race({"plain forest": partial(plain.fit, X, y), OURS: partial(study.fit, X, y)}, repeats)
    return _state_ratio(
        f"relevance, p-values and local matrix: {names}", timings, "plain forest", OURS, _MOST_FORESTS
    )


def _compare_sampling(size: Size, repeats: int) -> list[Row]:
    """Both plain forests are shown; the demand is about the one that tries one feature per node, as these do."""
    X, y = make_classes(size.n_rows, size.n_features)
    given: dict[str, Any] = {"n_estimators": size.n_trees, "n_jobs": peers.THREADS, "random_state": 0}
    forests = {
        "plain forest, sqrt features": peers.classifier(OURS, **given),
        "plain forest, 1 feature": peers.classifier(OURS, **given, max_features=1),
        "sampling='confidence'": RelevanceForestClassifier(**given),
        "sampling='local'": RelevanceForestClassifier(**given, sampling="local"),
    }
    timings = race({name: partial(forest.fit, X, y) for name, forest in forests.items()}, repeats)
    work = f"relevance forests: {size.n_rows:,} x {size.n_features:,}, {size.n_trees} trees"
    rows = [Row(work, name, "s", timings[name].best, timings[name].median) for name in list(forests)[:2]]
    for name, most in {"sampling='confidence'": 1.5, "sampling='local'": 4.0}.items():
        rows += _state_ratio(work, timings, "plain forest, 1 feature", name, most)[1:]
    return rows


def _state_ratio(work: str, timings: dict[str, Timing], base: str, ours: str, most: float) -> list[Row]:
    ratio = timings[ours].best / timings[base].best
    demand = Demand("at most", most)
    return [
        Row(work, base, "s", timings[base].best, timings[base].median),
        Row(
            work, ours, "s", timings[ours].best, timings[ours].median, ratio, "times the plain forest", demand
        ),
    ]


def _compare_with_peers(size: Size, quick: bool) -> list[Row]:
    X, y = make_classes(size.n_rows, size.n_features)
    study = ForestRelevance(n_jobs=peers.THREADS, random_state=0)
    timings = race({OURS: partial(study.fit, X, y)}, 2 if quick else 5)
    timings[BORUTA] = _time_boruta(X, y, quick)
    forest = RandomForestClassifier(n_jobs=peers.THREADS, random_state=0)
    permute = partial(_permute, forest, X, y)
    seconds = clock(permute)
    timings["scikit-learn, permutation importance"] = Timing(seconds, seconds)
    floors = dict.fromkeys(timings.keys() - {OURS}, _LEAST_PEERS)
    note = f"{len(study.evaluation_.forest)} trees; boruta and scikit-learn grow 100 a forest"
    return compare_times(f"all of it: {size.n_rows:,} x {size.n_features:,}", timings, floors, note)


def _permute(forest: RandomForestClassifier, X: Any, y: Any) -> None:
    forest.fit(X, y)
    permutation_importance(forest, X, y, n_repeats=5, random_state=0)


def _compare_on_genes(size: Size, quick: bool) -> list[Row]:
    X, y = make_classes(size.n_rows, size.n_features)
    study = ForestRelevance(n_estimators=50 if quick else "auto", n_jobs=peers.THREADS, random_state=0)
    timings = race({OURS: partial(study.fit, X, y)}, 2 if quick else 5)
    timings[BORUTA] = _time_boruta(X, y, quick)
    megabytes = (study.local_.values.nbytes + study.local_.counts.nbytes) / 2**20
    note = f"{len(study.evaluation_.forest)} trees; the local matrix takes {megabytes:.0f} MiB"
    return compare_times(
        f"genes: {size.n_rows:,} x {size.n_features:,}", timings, {BORUTA: _LEAST_GENES}, note
    )


def _time_boruta(X: Any, y: Any, quick: bool) -> Timing:
    """One run: it takes a minute."""
    from boruta import BorutaPy

    boruta = BorutaPy(
        RandomForestClassifier(n_jobs=peers.THREADS, max_depth=5),
        n_estimators=100,
        max_iter=3 if quick else 50,
        random_state=0,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seconds = clock(partial(boruta.fit, X, y))
    return Timing(seconds, seconds)
