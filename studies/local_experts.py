"""Local experts: what three partitions, their mean and two controls make of a toy and of real tables."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import DecisionTreeClassifier, datasets
from hedgerow.datasets.generators.gaussians import make_four_centres
from hedgerow.learners import LocalExpertsClassifier
from studies.running import Record, run_trials

TOY = "four centres"
TABLES = (
    "keel:german",
    "keel:spambase",
    "pima",
    "ionosphere",
    "keel:phoneme",
    "keel:banana",
    "keel:vehicle",
    "keel:segment",
    "keel:vowel",
)
PARTITIONS = {"CLU": "clusters", "CL2": "class-clusters", "FEA": "feature", "RSS": "random"}
MEAN_OF = ("CLU", "CL2", "FEA")
METHODS = ("CLU", "CL2", "FEA", "MMM", "RSS", "ALL")
_N_TOYS = 5
_N_SPLITS = 4
_LINE = LogisticRegression(C=1e8, solver="newton-cholesky")  # on the toy, no penalty to speak of
LEARNERS: dict[str, Any] = {
    # A weak penalty on real tables, where parts are often separable.
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(C=100, max_iter=300)),
    "tree": DecisionTreeClassifier(pruning="mdl"),
}
PUBLISHED = {  # Zliobaite 2010, tables 1 and 3
    (TOY, 4): {"CLU": 10.6, "CL2": 13.9, "FEA": 17.1, "MMM": 10.5, "RSS": 49.7, "ALL": 49.7},
    (TOY, 9): {"CLU": 12.1, "CL2": 14.3, "FEA": 14.1, "MMM": 10.5, "RSS": 49.8, "ALL": 49.8},
    ("keel:german", 4): {"CLU": 31.8, "CL2": 32.8, "FEA": 28.7, "MMM": 28.2, "RSS": 32.7, "ALL": 31.2},
    ("keel:spambase", 4): {"CLU": 11.0, "CL2": 11.6, "FEA": 11.5, "MMM": 8.4, "RSS": 11.5, "ALL": 11.7},
}
_CELL = ["data", "learner", "n_parts", "correction", "method"]
_RUN = ["data", "learner", "n_parts", "correction", "seed"]


def run(quick: bool) -> pd.DataFrame:
    """Mean errors of each method, by how much they differ from one model's, and how alike the outputs are."""
    n_toys, n_splits, names = (1, 1, ("pima",)) if quick else (_N_TOYS, _N_SPLITS, TABLES)
    size = 1000 if quick else 20000
    toys = [
        (n_parts, correction, seed, size)
        for n_parts in (4, 9)
        for correction in ("none", "exchanged")
        for seed in range(n_toys)
    ]
    tables = [(name, learner, seed) for name in names for learner in LEARNERS for seed in range(n_splits)]
    trials = pd.concat(
        [run_trials(_try_toy, toys, quick), run_trials(_try_table, tables, quick)], ignore_index=True
    )
    alone = trials[trials["method"] == "ALL"].set_index(_RUN)["error"]
    trials = trials.join(alone.rename("alone"), on=_RUN)
    trials["more_than_all"] = trials["error"] - trials["alone"]
    cells = trials.groupby(_CELL, sort=False)
    alike = [f"with_{method}" for method in METHODS]
    summary = cells[["error", "soft_error", "vote_error", "more_than_all", "chosen_parts", *alike]].mean()
    summary.insert(0, "n_runs", cells.size())
    summary.insert(2, "error_standard_error", cells["error"].sem())
    summary.insert(6, "difference_standard_error", cells["more_than_all"].sem())
    summary = summary.round(4).reset_index()
    summary["published"] = [
        PUBLISHED.get((row.data, row.n_parts), {}).get(row.method, np.nan)
        if row.learner == "logistic"
        else np.nan
        for row in summary.itertuples()
    ]
    return summary


def _try_toy(n_parts: int, correction: str, seed: int, size: int) -> list[Record]:
    train, test = (
        make_four_centres(size, random_state=seed),
        make_four_centres(size, random_state=1000 + seed),
    )
    settings = {"prior_correction": correction, "scaling": "none", "random_state": seed}
    cell = {"data": TOY, "learner": "logistic", "n_parts": n_parts, "correction": correction, "seed": seed}
    return _compare(cell, _LINE, (train.X, train.y), (test.X, test.y), settings)


def _try_table(name: str, learner: str, seed: int) -> list[Record]:
    """Learn from a random half of the rows, test on the other."""
    table = datasets.load(name)
    y = np.unique(table.target, return_inverse=True)[1]
    order = np.random.default_rng(seed).permutation(len(y))
    train, test = order[: len(y) // 2], order[len(y) // 2 :]
    known, new = ((table.features.iloc[rows], y[rows]) for rows in (train, test))
    cell = {"data": name, "learner": learner, "n_parts": 4, "correction": "none", "seed": seed}
    records = _compare(cell, LEARNERS[learner], known, new, {"random_state": seed})
    chosen = _learn(LEARNERS[learner], known, n_parts="auto", random_state=seed)
    outputs = chosen.predict_proba(new[0])
    records.append(
        {**cell, "method": "MMM, auto", **_score(outputs, new[1]), "chosen_parts": chosen.n_parts_}
    )
    return records


def _compare(
    cell: Record, learner: Any, known: tuple[Any, Any], new: tuple[Any, Any], settings: Record
) -> list[Record]:
    """All methods on one table; the mean of three is the mean of their outputs."""
    outputs = {}
    for method, partition in PARTITIONS.items():
        local = _learn(learner, known, partition=partition, n_parts=cell["n_parts"], **settings)
        outputs[method] = local.predict_proba(new[0])
    outputs["ALL"] = _learn(learner, known, n_parts=1, **settings).predict_proba(new[0])
    outputs["MMM"] = np.mean([outputs[method] for method in MEAN_OF], axis=0)
    wrong = [outputs[method].argmax(axis=1) != new[1] for method in MEAN_OF]
    flat = np.stack([outputs[method][:, 1:].ravel() for method in METHODS])
    with np.errstate(invalid="ignore"):  # an output may be constant
        alike = np.corrcoef(flat)
    records = []
    for place, method in enumerate(METHODS):
        scores = _score(outputs[method], new[1])
        scores["vote_error"] = np.mean(wrong) if method == "MMM" else np.nan
        correlations = {f"with_{other}": alike[place, column] for column, other in enumerate(METHODS)}
        records.append({**cell, "method": method, **scores, "chosen_parts": np.nan, **correlations})
    return records


def _learn(learner: Any, known: tuple[Any, Any], **settings: Any) -> LocalExpertsClassifier:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # where a part is nearly separable
        return LocalExpertsClassifier(clone(learner), **settings).fit(*known)


def _score(outputs: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> Record:
    """Share of wrong answers, and the mean probability that is not given to the true class."""
    return {
        "error": np.mean(outputs.argmax(axis=1) != y),
        "soft_error": 1 - outputs[np.arange(len(y)), y].mean(),
    }
