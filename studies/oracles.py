"""Claim of Pardo et al. (2010): random oracles improve the mean rank of every ensemble of regression trees.

It does not hold here. They do for six of the seven ensembles of unpruned trees that have a plain twin, and for three
of the eight of pruned trees; the others lose little, none of them significantly.

The protocol is the published one: five times two-fold cross-validation, 100 trees in every ensemble, pruned (by the
error on held-out rows) or not, and root mean squared errors, which are ranked on each data set. The published data
sets are not at hand. Here they are generated problems, the diabetes data, and numbers of other tables that are
predicted from the rest of their table.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets as scikit_learn
from sklearn.base import clone
from sklearn.model_selection import RepeatedKFold

from hedgerow import BaggingRegressor, DecisionTreeRegressor, EnsembleRegressor, compare
from hedgerow.boosting import AdaBoostR2Regressor
from hedgerow.datasets import load, make_network
from hedgerow.ensembles import IteratedBaggingRegressor, RandomSubspaceRegressor
from hedgerow.learners import RandomOracleRegressor
from studies.number_problems import PROBLEMS, read_problem
from studies.running import Record, run_trials

_N_TREES = 100
_MOST_ROWS = 400  # of a data set, so that the study ends in minutes
_GENERATED: dict[str, Callable[[], tuple[NDArray[np.float64], NDArray[np.float64]]]] = {
    "friedman1": lambda: scikit_learn.make_friedman1(300, noise=1.0, random_state=0),
    "friedman2": lambda: scikit_learn.make_friedman2(300, noise=100.0, random_state=0),
    "friedman3": lambda: scikit_learn.make_friedman3(300, noise=0.1, random_state=0),
    "sparse": lambda: scikit_learn.make_sparse_uncorrelated(300, random_state=0),
    "network": lambda: operator.attrgetter("X", "y")(make_network(400, random_state=0)),
}
# The number that is predicted, and the table whose other columns predict it.
_MEASURED = {
    "diabetes": ("diabetes", None),
    "glucose": ("pima", "glucose"),
    "body mass": ("pima", "mass"),
    "clump thickness": ("wbc", "Cl.thickness"),
    "chromatin": ("wbc", "Bl.cromatin"),
    "sonar band": ("sonar", "V30"),
    "radar return": ("ionosphere", "V13"),
    "alcohol": ("wine", "alcohol"),
    "proline": ("wine", "proline"),
    "sepal width": ("iris", "sepal width (cm)"),
    "petal length": ("iris", "petal length (cm)"),
    "smoothness": ("breast_cancer", "mean smoothness"),
    "symmetry": ("breast_cancer", "worst symmetry"),
}
SMALL = (*_GENERATED, *_MEASURED)
DATA = (*SMALL, *PROBLEMS)
ENSEMBLES: dict[str, Any] = {
    "randomization": EnsembleRegressor(resampling="full", n_estimators=_N_TREES),
    "bagging": BaggingRegressor(n_estimators=_N_TREES),
    "subspaces 50 %": RandomSubspaceRegressor(n_estimators=_N_TREES, max_features=0.5),
    "subspaces 75 %": RandomSubspaceRegressor(n_estimators=_N_TREES, max_features=0.75),
    "AdaBoost.R2, linear": AdaBoostR2Regressor(n_estimators=_N_TREES),
    "AdaBoost.R2, exponential": AdaBoostR2Regressor(n_estimators=_N_TREES, loss="exponential"),
    "iterated bagging 10 x 10": IteratedBaggingRegressor(n_stages=10, n_estimators=10),
    "iterated bagging 5 x 20": IteratedBaggingRegressor(n_stages=5, n_estimators=20),
}
TREES = {"pruned": "reduced_error", "unpruned": None}


def run(quick: bool) -> pd.DataFrame:
    """Each ensemble with and without oracles: mean ranks, wins, and by how much."""
    return summarise(gather(quick))


def gather(quick: bool) -> pd.DataFrame:
    """Root mean squared error of every ensemble on every half of every data set."""
    names, n_halves = (("friedman1", "sepal width"), 1) if quick else (DATA, 10)
    return run_trials(_try_half, [(name, half) for name in names for half in range(n_halves)], quick)


@cache
def read_data(name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features and target, of at most 400 rows, or 1,000 of the larger problems."""
    if name in PROBLEMS:
        X, y = read_problem(name)
        return X.select_dtypes("number").to_numpy(float), y
    if name in _GENERATED:
        return _GENERATED[name]()
    source, column = _MEASURED[name]
    table = load(source)
    X = table.features if column is None else table.features.drop(columns=column)
    y = np.asarray(table.target if column is None else table.features[column], dtype=float)
    known = np.flatnonzero(~np.isnan(y))
    rows = np.sort(np.random.default_rng(0).permutation(known)[:_MOST_ROWS])
    return X.to_numpy(float)[rows], y[rows]


def list_methods() -> Iterator[tuple[str, str, bool, Any]]:
    """Every configuration, without those that are the same tree a hundred times."""
    for ensemble, estimator in ENSEMBLES.items():
        for kind, pruning in TREES.items():
            tree = DecisionTreeRegressor(pruning=pruning)
            for oracle in (False, True):
                if ensemble != "randomization" or kind == "pruned" or oracle:
                    learner = RandomOracleRegressor(tree) if oracle else tree
                    yield ensemble, kind, oracle, clone(estimator).set_params(estimator=learner)


def _try_half(name: str, half: int) -> list[Record]:
    X, y = read_data(name)
    train, test = list(RepeatedKFold(n_splits=2, n_repeats=5, random_state=0).split(X))[half]
    records = []
    for ensemble, kind, oracle, estimator in list_methods():
        fitted = estimator.set_params(random_state=half).fit(X[train], y[train])
        error = np.sqrt(np.mean((fitted.predict(X[test]) - y[test]) ** 2))
        records.append({"data": name, "ensemble": ensemble, "tree": kind, "oracle": oracle, "rmse": error})
    return records


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """One row for each ensemble and kind of tree.

    `benefit` is the rank without oracles less that with them, among all configurations; wins, ties and losses count
    data sets; `score` is the mean of (error without - error with) / the larger of both.
    """
    keys = ["ensemble", "tree", "oracle"]
    errors = trials.groupby(["data", *keys], sort=False)["rmse"].mean().unstack(keys)
    flat = errors.set_axis([f"{e}, {t}, {'oracle' if o else 'plain'}" for e, t, o in errors.columns], axis=1)
    comparison = compare(flat, higher_is_better=False, rows="datasets")
    ranks = comparison.frame().set_index("method")["average_rank"]
    rows = []
    for ensemble, kind in dict.fromkeys((e, t) for e, t, _ in errors.columns):
        plain, oracle = (f"{ensemble}, {kind}, {which}" for which in ("plain", "oracle"))
        row = {"ensemble": ensemble, "tree": kind, "n_data": len(flat), "rank_oracle": ranks[oracle]}
        if plain in ranks:
            pair = compare(flat[[oracle, plain]], higher_is_better=False, rows="datasets").pairs().iloc[0]
            row |= {"rank_plain": ranks[plain], "benefit": ranks[plain] - ranks[oracle]}
            row |= {name: pair[name] for name in ("wins", "ties", "losses", "p_sign", "p_wilcoxon")}
            row["score"] = pair["quantitative"]
        rows.append(row)
    columns = ["ensemble", "tree", "n_data", "rank_plain", "rank_oracle", "benefit", "wins", "ties", "losses"]
    columns += ["p_sign", "p_wilcoxon", "score"]
    return pd.DataFrame(rows)[columns].round(4)
