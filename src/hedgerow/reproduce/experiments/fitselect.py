"""Elghazel et al. (2010), table 2 and the tests of section 4.1: the trees of three forests that are worth keeping."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed, read_data
from hedgerow.reproduce.tables import PublishedCell, PublishedTable, find_table

_TABLES = {"pima": ("pima", 1), "wdbc": ("breast_cancer", 0)}  # and the class that scores look for
_N_TREES = 500
_N_FOLDS = 3
_STEP = 10
_METRICS = ("acc", "rec", "f", "auc")


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Split a table in halves; let a forest, forward selection and FitSelect learn from one, and score the other."""
    from sklearn.model_selection import train_test_split

    from hedgerow.ensembles.forest import RandomForestClassifier
    from hedgerow.pruning.committee import Committee, Part

    name, sought = _TABLES[cell]
    X, y = read_data(name)
    drawn = draw_seed(trial, seed)
    known, new = train_test_split(np.arange(len(y)), test_size=0.5, stratify=y, random_state=drawn)
    forest = RandomForestClassifier(_N_TREES, random_state=drawn).fit(X.iloc[known], y[known])
    everybody = Part.keep(forest, np.arange(_N_TREES), np.ones(_N_TREES))
    chosen, alpha = _choose(X.iloc[known], y[known], drawn)
    committees = {"rf": Committee((everybody,), np.arange(2)), **chosen}
    measured = {
        f"{method} {metric}": value
        for method, committee in committees.items()
        for metric, value in _score(committee.combine(X.iloc[new]), y[new], sought).items()
    }
    counts = {"fwd_trees": float(len(committees["fwd"])), "trees": float(len(committees["fitsel"]))}
    return measured | counts | {"alpha": alpha}


def _choose(X: Any, y: NDArray[np.int64], seed: int) -> tuple[dict[str, Any], float]:
    """Return the trees that each method keeps of three forests, and FitSelect's weight of accuracy."""
    from sklearn.model_selection import StratifiedKFold

    from hedgerow.ensembles.forest import RandomForestClassifier
    from hedgerow.pruning import FitSelect, ForwardSelection
    from hedgerow.pruning.committee import Committee, Part
    from hedgerow.pruning.committee_errors import make_evaluator
    from hedgerow.pruning.evaluation_outputs import predict_rows

    forests, evaluators = [], []
    for inside, held in StratifiedKFold(_N_FOLDS, shuffle=True, random_state=seed).split(X, y):
        forest = RandomForestClassifier(_N_TREES, random_state=seed).fit(X.iloc[inside], y[inside])
        forests.append(forest)
        evaluators.append(make_evaluator(predict_rows(forest, X.iloc[held], y[held])))
    forward = [ForwardSelection().search(evaluator, None, seed) for evaluator in evaluators]
    fitness = FitSelect(step=_STEP).search_together(evaluators)
    kept = {
        method: Committee(
            tuple(
                Part.keep(forest, found.kept, found.combination_weights)
                for forest, found in zip(forests, searches, strict=True)
            ),
            np.arange(2),
        )
        for method, searches in (("fwd", forward), ("fitsel", fitness))
    }
    return kept, float(fitness[0].found["alpha"])


def _score(shares: NDArray[np.float64], y: NDArray[np.int64], sought: int) -> dict[str, float]:
    from sklearn.metrics import f1_score, recall_score, roc_auc_score

    answers, truth = shares.argmax(axis=1) == sought, y == sought
    return {
        "acc": float((answers == truth).mean()),
        "rec": float(recall_score(truth, answers)),
        "f": float(f1_score(truth, answers)),
        "auc": float(roc_auc_score(truth, shares[:, sought])),
    }


def read_score(cell: PublishedCell) -> Reading | None:
    """Return where a score is found, if the table is at hand."""
    if cell.row not in _TABLES:
        return None
    return Reading((cell.row,), " ".join(filter(None, (cell.column, cell.quantity))))


def compute_tests(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Compute the two-sided Wilcoxon tests of section 4.1 from the printed scores."""
    del trial, seed
    from scipy.stats import wilcoxon

    first, _, second = cell.partition("_vs_")
    scores = find_table("fitselect-t2")
    method: Any = "asymptotic"  # a newer name than the one its types know
    pairs = {metric: [_gather(scores, each, metric) for each in (first, second)] for metric in _METRICS}
    return {metric: float(wilcoxon(pair[0], pair[1], method=method).pvalue) for metric, pair in pairs.items()}


def _gather(table: PublishedTable, column: str, quantity: str) -> NDArray[np.float64]:
    return np.array(
        [cell.value for cell in table.cells if (cell.column, cell.quantity) == (column, quantity)], float
    )


def read_test(cell: PublishedCell) -> Reading | None:
    """Return where a published p-value is found."""
    return Reading((cell.row,), cell.column)


PROTOCOLS = {
    "fitselect-t2": Protocol(
        Experiment("fitselect 1", try_cell),
        read_score,
        most_trials=20,
        remarks=(
            "The table is one random half of each data set; a trial is another half.",
            "The scores look for the class that the published recalls are of: the ill of pima, the benign of wdbc.",
            "Trees are added by tens, as the published numbers of trees are.",
        ),
    ),
    "fitselect-tests": Protocol(
        Experiment("signed ranks 1", compute_tests),
        read_test,
        exact=True,
        remarks=("The normal approximation, without a correction for continuity.",),
    ),
}
