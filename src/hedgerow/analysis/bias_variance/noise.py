"""What the target of each row could have been: known, estimated from other rows, or taken to be what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from hedgerow.analysis.bias_variance.definitions import check_shares
from hedgerow.analysis.bias_variance.replication import Arrangement, LabelledRows
from hedgerow.foundation.constraints import Instance, Word, check
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.learners.indicators import Indicators


def stack_rows(tested: LabelledRows, others: LabelledRows | None) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """The tested rows and then all others: their standardised features, and their targets."""
    parts = (tested,) if others is None else (tested, others)
    return standardise(*(part.X for part in parts)), np.concatenate([part.y for part in parts])


def standardise(*tables: Any) -> NDArray[np.float64]:
    """Stack tables, with indicators for categories, each column with mean 0 and variance 1; holes are means.

    Parameters
    ----------
    *tables : arrays, sparse matrices or data frames
        With the same columns.

    Returns
    -------
    ndarray of shape (n_rows, n_columns)

    Examples
    --------
    >>> standardise(np.array([[1.0, 5.0], [3.0, 5.0]]), np.array([[np.nan, 5.0]])).round(3)
    array([[-1.,  0.],
           [ 1.,  0.],
           [ 0.,  0.]])
    """
    if is_frame(tables[0]):
        stacked: Any = pd.concat([to_pandas(table) for table in tables], ignore_index=True)
    else:
        stacked = np.vstack([table.toarray() if hasattr(table, "toarray") else table for table in tables])
    encoding = FeatureEncoding.learn(stacked)
    matrix = encoding.encode(stacked).astype(np.float64)
    if encoding.is_categorical.any():
        matrix = Indicators.learn(matrix, encoding.is_categorical).transform(matrix)
    known = ~np.isnan(matrix)
    n_known = np.maximum(known.sum(axis=0), 1)
    centred = np.where(known, matrix - np.where(known, matrix, 0).sum(axis=0) / n_known, 0)
    spread = np.sqrt((centred**2).sum(axis=0) / n_known)
    return np.asarray(centred / np.where(spread > 0, spread, 1))


@dataclass(frozen=True)
class NearestNeighbours:
    """Take the targets of a row's nearest neighbours for what its own target could have been.

    Parameters
    ----------
    n_neighbors : int or None, default=None
        Number of neighbours; None for the square root of the number of known rows. A row is not its own
        neighbour.

    Notes
    -----
    Few neighbours make the largest share too large, hence the noise too small; many mix rows that differ.
    Columns are standardised and categories become indicators.

    References
    ----------
    G. James, "Variance and bias for general loss functions", Machine Learning 51, 2003.
    """

    n_neighbors: int | None = None

    def estimate(
        self, tested: LabelledRows, others: LabelledRows | None, n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Class shares, or values, of the neighbours of each row."""
        from sklearn.neighbors import NearestNeighbors

        table, target = stack_rows(tested, others)
        size = round(len(table) ** 0.5) if self.n_neighbors is None else self.n_neighbors
        if not 1 <= size < len(table):
            raise ValueError(
                f"n_neighbors={size} of {len(table)} known rows; pass 1 or more, and fewer than that"
            )
        search = NearestNeighbors(n_neighbors=size + 1, n_jobs=n_jobs).fit(table)
        found = search.kneighbors(table[: len(tested)], return_distance=False)
        itself = found == np.arange(len(tested))[:, None]
        itself[~itself.any(axis=1), -1] = True  # crowded out by rows at the same place: the last one goes
        near: NDArray[Any] = target[found[~itself].reshape(len(tested), size)]
        if n_classes is None:
            return np.asarray(near, dtype=np.float64)
        return np.asarray((near[:, :, None] == np.arange(n_classes)).mean(axis=1))


@dataclass(frozen=True)
class SupportVectors:
    """Estimate class probabilities by leave-one-out of a radial support vector machine.

    C and gamma are searched by cross-validation; then each row's decision values come from the machine that is
    trained on all the others, and a logistic curve turns decision values into probabilities (Platt).

    Parameters
    ----------
    costs : tuple of float, default=(0.1, 1, 10, 100, 1000)
        Values of C to try.
    widths : tuple of float, default=(0.01, 0.1, 1, 10)
        Values of gamma to try, in units of one over the number of columns.
    n_folds : int, default=10
        Folds of the search; fewer where a class has fewer rows.

    Notes
    -----
    A row that is not a support vector does not move the machine, so leaving it out changes nothing: only support
    vectors are left out and the machine trained again, on a kernel that is computed once. One curve is
    fitted to the decision values of all rows, multinomial for several classes, with scikit-learn's default
    penalty in place of Platt's smoothed targets.

    References
    ----------
    C. Zor, T. Windeatt and B. Yanikoglu, "Bias-variance analysis of ECOC and bagging using neural nets",
    SUEMA workshop, Barcelona, 2010.
    J. Platt, "Probabilistic outputs for support vector machines", Advances in Large Margin Classifiers, 1999.
    """

    costs: tuple[float, ...] = (0.1, 1.0, 10.0, 100.0, 1000.0)
    widths: tuple[float, ...] = (0.01, 0.1, 1.0, 10.0)
    n_folds: int = 10

    def estimate(
        self, tested: LabelledRows, others: LabelledRows | None, n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Class probabilities of each row from the machines that were not fitted on it."""
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics.pairwise import rbf_kernel

        if n_classes is None:
            raise ValueError("noise='svm-loo' is about classes; use 'knn' or 'zero' for values")
        table, labels = stack_rows(tested, others)
        present, n_rows = np.unique(labels, return_counts=True)
        if len(present) < 2 or n_rows.min() < 2:
            raise ValueError(
                "noise='svm-loo' needs two classes or more, with two rows or more each; "
                f"the smallest of {len(present)} has {n_rows.min()}. Use noise='knn' or 'zero'"
            )
        cost, gamma = self._search(table, labels, min(self.n_folds, int(n_rows.min())), n_jobs)
        decisions = leave_one_out(rbf_kernel(table, gamma=gamma), labels, cost, n_jobs)
        curve = LogisticRegression(max_iter=1000).fit(decisions, labels)
        probabilities = np.zeros((len(tested), n_classes))
        probabilities[:, present] = curve.predict_proba(decisions[: len(tested)])
        return probabilities

    def _search(
        self, table: NDArray[np.float64], labels: NDArray[np.intp], n_folds: int, n_jobs: int | None
    ) -> tuple[float, float]:
        from sklearn.model_selection import GridSearchCV, StratifiedKFold
        from sklearn.svm import SVC

        grid = {"C": self.costs, "gamma": [width / table.shape[1] for width in self.widths]}
        folds = StratifiedKFold(n_folds, shuffle=True, random_state=0)
        search = GridSearchCV(SVC(), grid, cv=folds, n_jobs=n_jobs, refit=False).fit(table, labels)
        return search.best_params_["C"], search.best_params_["gamma"]


def leave_one_out(
    kernel: NDArray[np.float64], labels: NDArray[np.intp], cost: float, n_jobs: int | None = None
) -> NDArray[np.float64]:
    """Decision values of each row from a machine that was trained on all the others.

    Parameters
    ----------
    kernel : ndarray of shape (n_rows, n_rows)
        Kernel values of each pair of rows.
    labels : ndarray of shape (n_rows,)
        Class codes, each of which occurs twice or more.
    cost : float
        The parameter C.
    n_jobs : int or None, default=None
        Number of workers.

    Returns
    -------
    ndarray of shape (n_rows, 1) or (n_rows, n_classes)
    """
    from sklearn.svm import SVC

    machine = SVC(kernel="precomputed", C=cost).fit(kernel, labels)
    decisions: NDArray[np.float64] = machine.decision_function(kernel).reshape(len(labels), -1)
    left_out = Parallel(n_jobs=n_jobs, prefer="threads")(
        delayed(_leave_out)(kernel, labels, cost, row) for row in machine.support_
    )
    decisions[machine.support_] = left_out
    return decisions


def _leave_out(
    kernel: NDArray[np.float64], labels: NDArray[np.intp], cost: float, row: int
) -> NDArray[np.float64]:
    from sklearn.svm import SVC

    rest = np.delete(np.arange(len(labels)), row)
    machine = SVC(kernel="precomputed", C=cost).fit(kernel[np.ix_(rest, rest)], labels[rest])
    decision: NDArray[np.float64] = machine.decision_function(kernel[[row]][:, rest])[0]
    return np.atleast_1d(decision)


@runtime_checkable
class NoiseEstimate(Protocol):
    """A way to guess what else a target could have been."""

    def estimate(
        self, tested: LabelledRows, others: LabelledRows | None, n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Class probabilities, or equally likely values, of the rows that are predicted.

        Parameters
        ----------
        tested : LabelledRows
            The rows, with class codes or values.
        others : LabelledRows or None
            Further rows with known targets.
        n_classes : int or None
            None for values.
        n_jobs : int or None
            Number of workers.
        """
        ...


_ESTIMATES: dict[str, Callable[[], NoiseEstimate]] = {"knn": NearestNeighbours, "svm-loo": SupportVectors}
_OTHER_NOISE = Instance(
    "a table of probabilities, a function of X that gives one, or an estimate such as "
    "NearestNeighbours(n_neighbors=20)",
    kind=NoiseEstimate,
)


def resolve_noise(
    noise: Any, arrangement: Arrangement, n_table: int, n_classes: int | None, n_jobs: int | None
) -> tuple[NDArray[np.float64], str]:
    """Find the distribution of each target.

    Parameters
    ----------
    noise : str, array-like, callable or object
        As `bias_variance` takes it.
    arrangement : Arrangement
        Its parts have class codes, or values, as targets.
    n_table : int
        Rows of the table that the positions of the arrangement are about.
    n_classes : int or None
        None for values.
    n_jobs : int or None
        Number of workers.

    Returns
    -------
    table : ndarray of shape (n_rows, n_classes) or (n_rows, n_possible)
        Probabilities of the classes, or equally likely values.
    words : str
        Where it comes from: "zero", "known", or the estimate.
    """
    tested = arrangement.tested
    if isinstance(noise, str):
        check("noise", noise, Word("auto", "zero", *_ESTIMATES) | _OTHER_NOISE)
        noise = arrangement.truth or "zero" if noise == "auto" else noise
    if isinstance(noise, str | NoiseEstimate):
        if noise == "zero":
            return take_as_seen(tested.y, n_classes), "zero"
        name, estimate = (
            (noise, _ESTIMATES[noise]()) if isinstance(noise, str) else (type(noise).__name__, noise)
        )
        return estimate.estimate(tested, arrangement.others, n_classes, n_jobs), f"{name} estimate"
    if callable(noise):
        return check_truth(noise(tested.X), len(tested), n_classes), "known"
    return check_truth(noise, n_table, n_classes)[arrangement.positions], "known"


def take_as_seen(y: NDArray[Any], n_classes: int | None) -> NDArray[np.float64]:
    """The truth without noise: what was seen is certain.

    Examples
    --------
    >>> take_as_seen(np.array([1, 0]), n_classes=2)
    array([[0., 1.],
           [1., 0.]])
    """
    if n_classes is None:
        return y[:, None].astype(np.float64)
    return np.asarray((y[:, None] == np.arange(n_classes)).astype(np.float64))


def check_truth(table: Any, n_rows: int, n_classes: int | None) -> NDArray[np.float64]:
    """A table of class probabilities, or of equally likely values, with a line for every row."""
    checked = np.asarray(table, dtype=np.float64)
    expected = (n_rows, "n_possible" if n_classes is None else n_classes)
    if checked.ndim != 2 or len(checked) != n_rows or n_classes not in (None, checked.shape[1]):
        raise ValueError(
            f"noise has the shape {checked.shape}; pass {expected}: the probabilities of the sorted classes, "
            "or equally likely values of the target, for each row of the table that is tested"
        )
    if n_classes is not None:
        return check_shares(checked, "noise")
    if not checked.size or not np.isfinite(checked).all():
        raise ValueError("noise must hold finite values of the target, one or more for each row")
    return checked
