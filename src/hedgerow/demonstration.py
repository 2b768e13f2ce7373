"""A forest of this package beside scikit-learn's, on one table: what ``hedgerow demo`` computes."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import list_rows, take_fields
from hedgerow.relevance.relevance import Relevance
from hedgerow.tables.table import Table
from hedgerow.trials.cross_validation import Step


@dataclass(frozen=True)
class Rival:
    """One forest's cross-validated accuracy and fitting time.

    Parameters
    ----------
    name : str
        Whose forest it is.
    accuracies : ndarray of shape (n_folds,)
        Accuracy on each held-out fold.
    fit_seconds : ndarray of shape (n_folds,)
        Time of each fit.
    """

    name: str
    accuracies: NDArray[np.float64]
    fit_seconds: NDArray[np.float64]


@dataclass(frozen=True)
class Demonstration:
    """What the demonstration found.

    Parameters
    ----------
    table_name : str
        The data set.
    n_rows, n_features, n_classes : int
        Its size.
    n_estimators, n_folds : int
        Trees per forest, and folds of the cross-validation.
    ready_seconds : float
        Time of a first tiny fit and its answers: compilation, or loading what was compiled before.
    ours, peer : Rival
        The two forests.
    oob_score : float
        Out-of-bag accuracy of our forest on all rows.
    relevance : Relevance
        Which features matter, with intervals and p-values.
    """

    table_name: str
    n_rows: int
    n_features: int
    n_classes: int
    n_estimators: int
    n_folds: int
    ready_seconds: float
    ours: Rival
    peer: Rival
    oob_score: float
    relevance: Relevance

    @property
    def speed_ratio(self) -> float:
        """How many times faster our forest was fitted: the ratio of the median times."""
        return float(np.median(self.peer.fit_seconds) / np.median(self.ours.fit_seconds))

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings."""
        shown = ["feature", "weighted_gain", "low", "high", "p_holm", "selected"]
        ranked = self.relevance.ranked("gain")[shown].rename(columns={"selected": "relevant"})
        counts = ("n_rows", "n_features", "n_classes", "n_estimators", "n_folds")
        return {
            "table": self.table_name,
            **take_fields(self, *counts, "ready_seconds"),
            "forests": self.frame().to_dict("records"),
            **take_fields(self, "speed_ratio", "oob_score"),
            "alpha": self.relevance.alpha,
            "features": list_rows(ranked),
        }

    def frame(self) -> pd.DataFrame:
        """Return both forests as a frame, one row each."""
        rivals = (self.ours, self.peer)
        return pd.DataFrame(
            {
                "forest": [rival.name for rival in rivals],
                "accuracy": [float(rival.accuracies.mean()) for rival in rivals],
                "fit_seconds": [float(np.median(rival.fit_seconds)) for rival in rivals],
            }
        )


def demonstrate(
    table: Table,
    *,
    n_estimators: int = 500,
    n_folds: int = 5,
    n_jobs: int = -1,
    random_state: int = 0,
    step: Step = lambda _: None,
) -> Demonstration:
    """Cross-validate both forests on a classification table, then measure which of its features matter.

    Parameters
    ----------
    table : Table
        A table with a class to predict.
    n_estimators : int, default=500
        Trees per forest.
    n_folds : int, default=5
        Folds of the stratified cross-validation; both forests see the same ones.
    n_jobs : int, default=-1
        Threads of both forests; -1 for all cores.
    random_state : int, default=0
        Seed of folds and forests.
    step : callable, optional
        Called with a few words before each piece of work; there are ``2 * n_folds + 2`` of them.

    Returns
    -------
    Demonstration
        The record of what was found.

    Raises
    ------
    ValueError
        If the target is a number, or a class has fewer rows than there are folds.
    """
    from sklearn.ensemble import RandomForestClassifier as PeerForest
    from sklearn.model_selection import StratifiedKFold

    from hedgerow.ensembles.forest import RandomForestClassifier
    from hedgerow.relevance.forest_relevance import ForestRelevance

    features, target = table.features, _check_classes(table, n_folds)
    settings: dict[str, Any] = {
        "n_estimators": n_estimators,
        "n_jobs": n_jobs,
        "random_state": random_state,
    }

    step("getting the kernels ready")
    # Fifty trees: with fewer, some row may be in every bag and has no out-of-bag answer.
    first = RandomForestClassifier(oob_score=True, **settings | {"n_estimators": 50})
    ready_seconds = _warm_up(first, features, target)

    folds = StratifiedKFold(n_folds, shuffle=True, random_state=random_state)
    splits = list(folds.split(features, target))
    ours = _cross_validate("hedgerow", RandomForestClassifier(**settings), features, target, splits, step)
    # scikit-learn's forest takes numbers only.
    coded = pd.DataFrame(FeatureEncoding.learn(features).encode(features), columns=features.columns)
    peer = _cross_validate("scikit-learn", PeerForest(**settings), coded, target, splits, step)

    step("measuring which features matter")
    forest = RandomForestClassifier(oob_score=True, **settings).fit(features, target)
    study = ForestRelevance(
        local=None, task="classification", adjust="holm", n_jobs=n_jobs, random_state=random_state
    )
    return Demonstration(
        table_name=table.name,
        n_rows=len(features),
        n_features=features.shape[1],
        n_classes=len(forest.classes_),
        n_estimators=n_estimators,
        n_folds=n_folds,
        ready_seconds=ready_seconds,
        ours=ours,
        peer=peer,
        oob_score=float(forest.oob_score_),
        relevance=study.fit(features, target).relevance_,
    )


def _check_classes(table: Table, n_folds: int) -> NDArray[Any]:
    if table.target is None or table.task != "classification":
        raise ValueError(
            f"The demonstration needs classes to predict, and {table.name!r} has none. "
            "`hedgerow datasets` lists others."
        )
    counts = table.target.value_counts()
    if counts.min() < n_folds:
        raise ValueError(
            f"{table.name!r} has only {counts.min()} rows of class {counts.idxmin()!r}, "
            f"fewer than the {n_folds} folds."
        )
    return np.asarray(table.target)


def _warm_up(forest: Any, features: pd.DataFrame, target: NDArray[Any]) -> float:
    """Run everything once on the real column kinds, so no compilation falls into a measured time."""
    start = perf_counter()
    forest.fit(features, target)
    forest.predict(features)
    return perf_counter() - start


def _cross_validate(
    name: str, forest: Any, features: pd.DataFrame, target: NDArray[Any], splits: list[Any], step: Step
) -> Rival:
    accuracies, seconds = [], []
    for fold, (train, test) in enumerate(splits, start=1):
        step(f"{name}: fold {fold} of {len(splits)}")
        start = perf_counter()
        forest.fit(features.iloc[train], target[train])
        seconds.append(perf_counter() - start)
        accuracies.append(float(np.mean(forest.predict(features.iloc[test]) == target[test])))
    return Rival(name, np.array(accuracies), np.array(seconds))
