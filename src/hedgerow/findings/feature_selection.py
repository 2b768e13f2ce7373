"""Features chosen by a method of one's choice: what ``hedgerow select`` computes."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from hedgerow.findings.finding import Case, Finding
from hedgerow.findings.ranking import find_unstable_ranking
from hedgerow.foundation.frames import list_rows
from hedgerow.foundation.wording import list_names, suggest
from hedgerow.selection.causal.selector import CausalSelector
from hedgerow.selection.elimination import SVMRFESelector
from hedgerow.selection.filters.cfs import CFSSelector
from hedgerow.selection.filters.clustering import FeatureClusterSelector
from hedgerow.selection.filters.fcbf import FCBFSelector
from hedgerow.selection.filters.focus import FocusSelector
from hedgerow.selection.filters.koller_sahami import KollerSahamiSelector
from hedgerow.selection.filters.mrmr import MRMRSelector
from hedgerow.selection.forest.ace import ACESelector
from hedgerow.selection.forest.relevance import RelevanceSelector
from hedgerow.selection.forest.tree import TreeSelector
from hedgerow.selection.stability import SelectionStability
from hedgerow.selection.stability.repeated_selection import selection_stability
from hedgerow.selection.wrappers.selector import WrapperSelector
from hedgerow.tables import TableError
from hedgerow.tables.table import Table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

_FILTERS = {
    "relevance": RelevanceSelector,
    "ace": ACESelector,
    "tree": TreeSelector,
    "mrmr": MRMRSelector,
    "fcbf": FCBFSelector,
    "cfs": CFSSelector,
    "focus": FocusSelector,
    "koller-sahami": KollerSahamiSelector,
    "clusters": FeatureClusterSelector,
    "svm-rfe": SVMRFESelector,
}
_CAUSAL = ("gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc", "tpda")
_SEARCHES = ("forward", "backward", "sffs", "hill-climb", "genetic")

SELECTORS: tuple[str, ...] = (*_FILTERS, *_CAUSAL, *_SEARCHES)


@dataclass(frozen=True, eq=False)
class Selection:
    """Which features a method keeps. Made by `select_features`.

    Parameters
    ----------
    method : str
        The method.
    table_name : str
        The table.
    features : DataFrame
        One row per feature, those kept first: ``feature``, ``kept``, ``score``, and where there are any ``p_value``
        and ``frequency``, the share of the subsamples in which it was selected.
    kept : tuple of str
        The features that are kept, in the order of the table.
    stability : SelectionStability or None
        How the method selected on parts of the table.
    notes : tuple of str
        What the method warned about.
    findings : tuple of Finding
        What makes the choice doubtful.
    """

    method: str
    table_name: str
    features: pd.DataFrame
    kept: tuple[str, ...]
    stability: SelectionStability | None
    notes: tuple[str, ...]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        found, stability = self.stability, None
        if found is not None:
            stability = {
                "value": float(found.stability),
                "interval": [float(end) for end in found.interval],
                "n_runs": len(found.supports),
                "sentence": found.sentence,
            }
        return {
            "method": self.method,
            "table": self.table_name,
            "kept": list(self.kept),
            "features": list_rows(self.features),
            "stability": stability,
            "notes": list(self.notes),
            "findings": [finding.to_dict() for finding in self.findings],
        }


def make_selector(
    name: str, task: str, *, keep: int | None = None, n_jobs: int | None = None, seed: int = 0
) -> Any:
    """Make a selector of a short name.

    Wrappers search with a small decision tree, judged by fivefold cross-validation.

    Parameters
    ----------
    name : str
        One of `SELECTORS`.
    task : {"classification", "regression"}
        What the target is.
    keep : int or None, default=None
        How many features to keep, for selectors that can be told.
    n_jobs : int or None, default=None
        Threads.
    seed : int, default=0
        Seed, where something is drawn.

    Returns
    -------
    estimator

    Examples
    --------
    >>> make_selector("iamb", "classification")
    CausalSelector(task='classification')
    """
    given: dict[str, Any] = {"task": task, "n_jobs": n_jobs, "random_state": seed}
    if keep is not None:
        given["n_features"] = keep
    if name in _FILTERS:
        selector: Any = _FILTERS[name]()
    elif name in _CAUSAL:
        selector = CausalSelector(name)
    elif name in _SEARCHES:
        kind = DecisionTreeClassifier if task == "classification" else DecisionTreeRegressor
        selector = WrapperSelector(kind(min_samples_leaf=5, random_state=seed), name, nested=None)
    else:
        raise ValueError(f"There is no selector {name!r}. {suggest(name, SELECTORS)}")
    known = selector.get_params(deep=False)
    return selector.set_params(**{key: value for key, value in given.items() if key in known})


def select_features(
    table: Table,
    method: str = "relevance",
    *,
    keep: int | None = None,
    n_repeats: int = 10,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> Selection:
    """Choose features of a table, and find out how far other rows would change the choice.

    Identifiers and free text are left out.

    Parameters
    ----------
    table : Table
        A table with a target.
    method : str, default="relevance"
        One of `SELECTORS`.
    keep : int or None, default=None
        Keep that many features: those selected, then others, by p-value where there are any and by score. None leaves
        the number to the method.
    n_repeats : int, default=10
        Subsamples of half the rows on which the selection is repeated; 0 for none.
    n_jobs : int or None, default=None
        Threads; no result depends on it.
    random_state : int, default=0
        Seed of all that is drawn.

    Returns
    -------
    Selection

    Examples
    --------
    >>> from hedgerow import datasets
    >>> select_features(datasets.load("iris"), "fcbf", n_repeats=4).kept
    ('petal length (cm)', 'petal width (cm)')
    """
    names = Case(table).describing
    if table.target is None or table.task is None:
        raise TableError(f"{table.name} has no target. Name the column to predict.")
    if not names:
        raise TableError(f"{table.name} has no column to select: all of them name rows or are free text.")
    if keep is not None and not 1 <= keep <= len(names):
        raise ValueError(f"keep={keep} is not between 1 and the {len(names)} features of {table.name}")
    if n_repeats == 1 or n_repeats < 0:
        raise ValueError(f"n_repeats={n_repeats} must be an int of 2 or more, or 0 for none")
    X, y = table.features[names], table.target.to_numpy()
    selector = make_selector(method, table.task, keep=keep, n_jobs=n_jobs, seed=random_state)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        selector.fit(X, y)
    stability = _repeat(selector, X, y, keep, n_repeats, n_jobs, random_state) if n_repeats else None
    features = _rank(selector, names, keep, stability)
    chosen = set(features.loc[features["kept"], "feature"])
    empty = _find_nothing(selector, list(features.loc[features["kept"], "feature"]))
    notes = dict.fromkeys(str(warning.message) for warning in caught)
    return Selection(
        method=method,
        table_name=table.name,
        features=features,
        kept=tuple(name for name in names if name in chosen),
        stability=stability,
        # The selector says it in words of Python; the finding says it for everybody.
        notes=tuple(each for each in notes if not (empty and " found none of " in each)),
        findings=(*empty, *find_unstable_ranking(Case(table, stability=stability))),
    )


def _find_nothing(selector: Any, kept: list[str]) -> list[Finding]:
    """What the method keeps though it found nothing."""
    if np.any(selector.found_):
        return []
    what = f"{list_names(kept)} {'is' if len(kept) == 1 else 'are'}" if kept else "nothing is"
    sentence = (
        f"The method found no feature worth keeping; {what} kept only because something has to be. Do not read it as a "
        "choice: collect more rows, or look for features that know more about the target."
    )
    return [Finding("nothing-selected", "warning", sentence, {"kept": kept})]


def _repeat(
    selector: Any, X: pd.DataFrame, y: Any, keep: int | None, n_repeats: int, n_jobs: int | None, seed: int
) -> SelectionStability:
    single = clone(selector)
    if "n_jobs" in single.get_params(deep=False):
        single.set_params(n_jobs=1)  # the runs are what goes side by side
    counted = keep is not None and "n_features" not in single.get_params(deep=False)
    with warnings.catch_warnings():
        # What a selector says about half of the rows is said by the stability.
        warnings.simplefilter("ignore")
        return selection_stability(
            single,
            X,
            y,
            n_repeats=n_repeats,
            n_features=keep if counted else None,
            n_jobs=n_jobs,
            random_state=seed,
        )


def _rank(
    selector: Any, names: list[str], keep: int | None, stability: SelectionStability | None
) -> pd.DataFrame:
    scores = np.asarray(selector.scores_, dtype=np.float64)
    p_values = getattr(selector, "p_values_", None)
    support = np.asarray(selector.get_support())
    by_test = np.zeros(len(names)) if p_values is None else np.nan_to_num(p_values, nan=1.0)
    order = np.lexsort((-np.nan_to_num(scores, nan=-np.inf), by_test, ~support))
    kept = support
    if keep is not None:
        kept = np.zeros(len(names), dtype=np.bool_)
        kept[order[:keep]] = True
    columns: dict[str, Any] = {"feature": names, "kept": kept, "score": scores}
    if p_values is not None:
        columns["p_value"] = p_values
    if stability is not None:
        columns["frequency"] = stability.frequencies
    return pd.DataFrame(columns).iloc[order].reset_index(drop=True)
