"""Class by class: precision, recall and F of several methods, and whether one is better over all classes."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import precision_recall_fscore_support
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from hedgerow.analysis.comparison.rank_tests import wilcoxon
from hedgerow.analysis.comparison.scores import subtract
from hedgerow.foundation.constraints import Count, check

MEASURES = ("precision", "recall", "f")


@dataclass(frozen=True, eq=False)
class ClassScores:
    """How well each class is found. Made by `score_classes`.

    Parameters
    ----------
    classes : ndarray of shape (n_classes,)
        The labels.
    counts : ndarray of shape (n_classes,)
        Rows of each class.
    precision, recall, f : ndarray of shape (n_classes,)
        Share of the rows called so that are of the class; share of the rows of the class that are called so; and their
        harmonic mean. 0 where there is none.
    """

    classes: NDArray[Any]
    counts: NDArray[np.intp]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f: NDArray[np.float64]

    def frame(self) -> pd.DataFrame:
        """One row a class."""
        columns = {"n": self.counts, **{name: getattr(self, name) for name in MEASURES}}
        return pd.DataFrame(columns, index=pd.Index(self.classes, name="class"))

    def weighted(self) -> dict[str, float]:
        """The means over classes, weighted by their sizes."""
        return {name: float(np.average(getattr(self, name), weights=self.counts)) for name in MEASURES}


def score_classes(y_true: ArrayLike, y_pred: ArrayLike) -> ClassScores:
    """Precision, recall and F of each class that has rows.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_rows,)
        The labels, and what was predicted.

    Returns
    -------
    ClassScores

    Examples
    --------
    >>> scores = score_classes(["a", "a", "b", "b", "b"], ["a", "b", "b", "b", "b"])
    >>> scores.frame().round(3)
           n  precision  recall      f
    class
    a      2       1.00     0.5  0.667
    b      3       0.75     1.0  0.857
    >>> round(scores.weighted()["f"], 3)
    0.781
    """
    truth, predicted = np.asarray(y_true), np.asarray(y_pred)
    classes, counts = np.unique(truth, return_counts=True)
    precision, recall, f, _ = precision_recall_fscore_support(
        truth, predicted, labels=classes, zero_division=0.0
    )
    return ClassScores(classes, counts, precision, recall, f)


@dataclass(frozen=True, eq=False)
class ClassComparison:
    """Methods compared class by class. Made by `compare_classes`.

    Parameters
    ----------
    scores : dict of str to ClassScores
        Of each method, over the same rows.
    """

    scores: dict[str, ClassScores]

    def frame(self, measure: str = "f") -> pd.DataFrame:
        """One row a class: its size, and the F (or another measure) of each method."""
        first = next(iter(self.scores.values()))
        columns = {name: getattr(each, measure) for name, each in self.scores.items()}
        return pd.DataFrame({"n": first.counts, **columns}, index=pd.Index(first.classes, name="class"))

    def summary(self) -> pd.DataFrame:
        """One row a method: precision, recall and F weighted by the sizes of classes, and the plain mean of F."""
        rows = {
            name: each.weighted()
            | {"mean_f": float(each.f.mean()), "n_never_found": int((each.f == 0).sum())}
            for name, each in self.scores.items()
        }
        return pd.DataFrame.from_dict(rows, orient="index")

    def tests(self) -> pd.DataFrame:
        """One-sided signed-rank tests over classes: the p-value that the method of a row has the larger F."""
        names = list(self.scores)
        p_values = pd.DataFrame(np.nan, index=names, columns=names)
        for row in names:
            for column in names:
                if row != column:
                    differences = subtract(self.scores[row].f, self.scores[column].f)
                    tested = wilcoxon(differences, method="approx", alternative="greater")
                    p_values.loc[row, column] = tested.p_value
        return p_values


def compare_classes(
    models: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    n_folds: int = 10,
    random_state: int | np.random.RandomState | None = None,
    n_jobs: int | None = None,
) -> ClassComparison:
    """Cross-validate classifiers on the same stratified folds, and compare them class by class.

    Accuracy says little where classes are of very different size: a method may leave out half of them. Predictions of
    all folds are put together before a class is scored, because a class of thirteen rows has about one in each fold.

    Parameters
    ----------
    models : mapping of str to classifier
        What to compare; each is cloned.
    X : array-like, data frame or list of shape (n_rows, n_features)
        The rows.
    y : array-like of shape (n_rows,)
        Their classes.
    n_folds : int, default=10
        Folds; a class with fewer rows is missing from some.
    random_state : int, RandomState or None, default=None
        Seed of the folds.
    n_jobs : int or None, default=None
        Folds at the same time, in joblib's sense.

    Returns
    -------
    ClassComparison

    See Also
    --------
    score_classes, wilcoxon
    hedgerow.compare : Of methods over data sets, or over folds.

    Notes
    -----
    Classes are not independent of each other, so the p-values are those of the paper, not a guarantee. They are of
    the normal approximation, corrected for continuity and ties; classes with equal F are left out.

    Formula: F = 2 P R / (P + R) of a class, 0 where nothing is found; weighted by n_c / N over classes.

    Cost: n_folds fits of each method.

    References
    ----------
    A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, DDAG K-TIPCAC: an ensemble method for protein
    subcellular localization, SUEMA, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from hedgerow import DecisionTreeClassifier, RandomForestClassifier
    >>> X, y = load_wine(return_X_y=True)
    >>> models = {"tree": DecisionTreeClassifier(), "forest": RandomForestClassifier(50, random_state=0)}
    >>> compared = compare_classes(models, X, y, n_folds=5, random_state=0)
    >>> bool((compared.frame()["forest"] >= compared.frame()["tree"]).all())
    True
    >>> compared.tests().round(2)
            tree  forest
    tree     NaN    0.97
    forest  0.09     NaN
    """
    if not models:
        raise ValueError("there are no models; pass a mapping from names to classifiers")
    check("n_folds", n_folds, Count(2))
    labels = np.asarray(y)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        folds = StratifiedKFold(n_folds, shuffle=True, random_state=random_state)
        splits = list(folds.split(np.zeros(len(labels)), labels))
    return ClassComparison(
        {
            name: score_classes(labels, cross_val_predict(model, X, labels, cv=splits, n_jobs=n_jobs))
            for name, model in models.items()
        }
    )
