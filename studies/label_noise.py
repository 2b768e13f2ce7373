"""What wrong labels do to boosters: their errors, and how much weight the mislabelled rows end with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import ttest_1samp
from sklearn.ensemble import AdaBoostClassifier as ScikitLearns

from hedgerow import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier, Outputs, datasets
from hedgerow.boosting import ArcX4Classifier, DivBoostClassifier
from studies.running import Record, run_trials

TABLES = ("pima", "wbc", "ionosphere", "sonar")
SHARES = (0.0, 0.1, 0.2)
_N_SPLITS = 100
N_MEMBERS = 100
_TEST_SHARE = 0.1
_CELL = ["data", "tree", "wrong_labels", "method"]
_SPLIT = ["data", "tree", "wrong_labels", "seed"]
DESCRIBED = "description length"
TREES: dict[str, Any] = {
    DESCRIBED: DecisionTreeClassifier(pruning="mdl"),
    "three levels": DecisionTreeClassifier(max_depth=3),
    "five levels": DecisionTreeClassifier(max_depth=5),
}
Maker = Callable[[Any, int, int], Any]  # of the tree that learns, the number of members and the seed
BOOSTERS: dict[str, Maker] = {
    "AdaBoost": lambda tree, n, seed: AdaBoostClassifier(tree, n, random_state=seed),
    "DivBoost W1": lambda tree, n, seed: DivBoostClassifier(tree, n, weighting="w1", random_state=seed),
    "DivBoost W2": lambda tree, n, seed: DivBoostClassifier(tree, n, random_state=seed),
}
OTHERS: dict[str, Maker] = {
    "AdaBoost, no restarts": lambda tree, n, seed: AdaBoostClassifier(
        tree, n, max_restarts=1, random_state=seed
    ),
    "Arc-x4": lambda tree, n, seed: ArcX4Classifier(tree, n, random_state=seed),
    "bagging": lambda tree, n, seed: BaggingClassifier(tree, n, random_state=seed),
    "AdaBoost of stumps, scikit-learn": lambda _, n, seed: ScikitLearns(n_estimators=n, random_state=seed),
}


def run(quick: bool) -> pd.DataFrame:
    """Mean error on right labels, and by how much it differs from AdaBoost's on the same splits."""
    names, n_splits, n_members = (TABLES[:1], 2, 5) if quick else (TABLES, _N_SPLITS, N_MEMBERS)
    tasks = [(name, share, seed, n_members) for name in names for share in SHARES for seed in range(n_splits)]
    trials = run_trials(_try_split, tasks, quick)
    reference = trials[trials["method"] == "AdaBoost"].set_index(_SPLIT)["error"]
    paired = trials.join(reference.rename("reference"), on=_SPLIT)
    paired["more_than_adaboost"] = paired["error"] - paired["reference"]
    cells = paired.groupby(_CELL, sort=False)
    summary = cells[["error", "base_error", "n_members", "more_than_adaboost", "weight_of_wrong"]].mean()
    summary.insert(0, "n_splits", cells.size())
    summary.insert(2, "error_standard_error", cells["error"].sem())
    summary.insert(6, "difference_standard_error", cells["more_than_adaboost"].sem())
    summary["p_value"] = cells["more_than_adaboost"].apply(_test)
    return summary.round(4).reset_index()


def _try_split(name: str, share: float, seed: int, n_members: int) -> list[Record]:
    """Fit on nine tenths of the rows, some with wrong labels; test on the others, whose labels are right."""
    table = datasets.load(name)
    complete = table.features.notna().all(axis=1)  # scikit-learn's stumps need all values
    X = table.features[complete].to_numpy(dtype=np.float64)
    y = np.unique(table.target[complete], return_inverse=True)[1]
    random = np.random.default_rng([seed, round(100 * share)])
    test, train = np.split(random.permutation(len(y)), [round(_TEST_SHARE * len(y))])
    is_wrong = np.zeros(train.size, dtype=bool)
    is_wrong[random.choice(train.size, round(share * train.size), replace=False)] = True
    labels = np.where(is_wrong, 1 - y[train], y[train])
    X_test = X[test]
    records = []
    for tree, learner in TREES.items():
        for method, make in (BOOSTERS | OTHERS if tree == DESCRIBED else BOOSTERS).items():
            fitted = make(learner, n_members, seed).fit(X[train], labels)
            said = Outputs.from_estimator(fitted, X_test, y[test], probabilities=False)
            records.append(
                {
                    "data": name,
                    "tree": tree,
                    "wrong_labels": share,
                    "seed": seed,
                    "method": method,
                    "error": np.mean(fitted.predict(X_test) != y[test]),
                    "base_error": said.errors().mean(),
                    "n_members": said.n_members,
                    "weight_of_wrong": _compare_weights(fitted, is_wrong),
                }
            )
    return records


def _compare_weights(fitted: Any, is_wrong: np.ndarray[Any, Any]) -> float:
    """Mean final weight of a mislabelled row, as a multiple of that of another row."""
    if not is_wrong.any() or not hasattr(fitted, "row_weights_"):
        return np.nan
    weights = fitted.row_weights_
    return float(weights[is_wrong].mean() / weights[~is_wrong].mean())


def _test(differences: pd.Series) -> float:
    """Two-sided t test of no difference; splits of one table overlap, so it is a little too sure of itself."""
    if np.ptp(differences) <= 1e-12:
        return 0.0 if abs(differences.iloc[0]) > 1e-12 else 1.0
    return float(ttest_1samp(differences, 0.0).pvalue)
