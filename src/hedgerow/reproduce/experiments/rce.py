"""Elghazel and Aussem (2010), table 2: k-means on the features that unsupervised selectors keep."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed, read_data
from hedgerow.reproduce.tables import PublishedCell

_N_PUBLISHED = 20
_QUANTITIES = ("n_features", "rand_percent")


def _make_selectors() -> dict[str, Callable[[int], Any]]:
    from hedgerow.selection.unsupervised import (
        CEFSSelector,
        ClusterEnsembleSelector,
        ClusterWrapperSelector,
        UnsupervisedForestSelector,
    )

    return {
        "rce": lambda seed: ClusterEnsembleSelector(random_state=seed),
        "unsupervised_rf": lambda seed: UnsupervisedForestSelector(random_state=seed),
        "cefs": lambda seed: CEFSSelector(random_state=seed),
        "scatter": lambda seed: ClusterWrapperSelector(random_state=seed),
        "db": lambda seed: ClusterWrapperSelector("davies_bouldin", random_state=seed),
    }


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Select features of iris without its classes, and ask how well k-means finds the classes again."""
    from sklearn.cluster import KMeans
    from sklearn.metrics import rand_score

    drawn = draw_seed(trial, seed)
    features, kinds = read_data("iris")
    X = features.to_numpy(float)
    if cell != "all":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a selector that finds nothing says so
            X = X[:, _make_selectors()[cell](drawn).fit(X).get_support()]
    found = KMeans(len(np.unique(kinds)), n_init=1, random_state=drawn).fit_predict(X)
    return {"n_features": float(X.shape[1]), "rand_percent": 100.0 * float(rand_score(kinds, found))}


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a mean over runs on iris is found."""
    if cell.row != "iris" or cell.quantity not in _QUANTITIES:
        return None
    return Reading((cell.column,), cell.quantity)


PROTOCOLS = {
    "rce-t2": Protocol(
        Experiment("rce 1", try_cell),
        read_cell,
        n_published=_N_PUBLISHED,
        most_trials=_N_PUBLISHED,
        remarks=(
            "Features are taken as they are measured. K-means is told the number of kinds and starts once in each run.",
            "The published rows of cefs, scatter and db were copied from another paper.",
        ),
    )
}
