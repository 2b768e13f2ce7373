"""The fast correlation-based filter: keep a feature unless a better one makes it redundant."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS, CodedTrainingSet
from hedgerow.selection.measures.columns import ROUND_OFF, CodeColumns
from hedgerow.selection.selector import SelectionResult, Selector


@configurable
class FCBFSelector(Selector):
    r"""Keep the features that tell about the target more than a better feature tells about them.

    Association is symmetrical uncertainty, :math:`\rho(a, b) = 2 I(a; b) / (H(a) + H(b))`. Features are visited in
    the order of :math:`\rho(f, y)`. Each one that is still there is kept, and removes every later feature g with
    :math:`\rho(f, g) \ge \rho(g, y)`: f is an approximate Markov blanket of g. It takes a pass over the remaining
    features for each one that is kept, never a look at all pairs.

    Parameters
    ----------
    threshold : float or "rank", default=0.0
        Only features with :math:`\rho(f, y)` above it are considered. "rank" takes the value of the feature of rank
        F / log2 F, rounded down: Yu & Liu's own choice for wide tables.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="mdl"
        How numbers become codes. With a name, numbers of at most 10 distinct values are codes as they are.
    n_bins : int, default=5
        Number of bins of "equal_frequency" and "equal_width", and of classes that a target of values is cut into.
    task : {"auto", "classification", "regression"}, default="auto"
        What the target is; "auto" looks at it.
    fixed_features : sequence of str, sequence of int, mask or None, default=None
        Features that are kept whatever is found.
    groups : mapping, list of lists, sequence of labels or None, default=None
        Features that are kept or dropped together: a group is kept when one of its members is found.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no feature tells anything.
    n_jobs : int, default=None
        Number of threads, in joblib's sense. The answer is the same for any.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the filter keeps, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Symmetrical uncertainty of each feature and the target, from 0 to 1.
    p_values_ : None
        The cuts may have looked at the target, so there are none.
    order_ : ndarray of int
        The features found, in the order in which they were.
    covered_by_ : ndarray of int of shape (n_features,)
        The feature that removed each one; -1 for those found and those below the threshold.

    See Also
    --------
    CFSSelector, CombinedFeatureSelector, Discretiser

    Notes
    -----
    A missing value is a code like any other, so a gap that tells something counts. Weights are frequencies.
    Values below 1e-12 count as 0, and differences below it as ties. A target of values is cut into classes at its
    quantiles, which is an extension.

    Description lengths make a constant of a number that is noise. Noise in a few values stays a column, and in a finite
    table its association is never quite 0: raise `threshold` where many columns are of that kind. The threshold is 0;
    "rank" takes that of the paper for wide tables, the SU of rank F / log2 F. The print of Duangsoithong & Windeatt
    compares SU(g, y) with itself; f is meant.

    Cost: O(N F) for the relevance, and O(N) for each feature that is left whenever one is kept.

    References
    ----------
    L. Yu and H. Liu, Efficient feature selection via analysis of relevance and redundancy, Journal of Machine Learning
    Research 5, 2004.

    R. Duangsoithong and T. Windeatt, Hybrid correlation and causal feature selection for ensemble classifiers, SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.filters import FCBFSelector
    >>> table = datasets.load("votes")
    >>> FCBFSelector().fit(table.features, table.target).get_feature_names_out().tolist()
    ['V4', 'V11', 'V12']
    """

    threshold: float | Literal["rank"] = parameter(
        Number(0, 1, "left") | Word("rank"), default=0.0, kw_only=False
    )
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="mdl")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=5)
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "lower the threshold, fit more rows or choose another way to discretise"

    order_: NDArray[np.intp] = fitted()
    covered_by_: NDArray[np.intp] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        coded = CodedTrainingSet.read(training, self.discretise, self.n_bins, self.n_jobs)
        threshold = find_rank_threshold(coded.relevance) if self.threshold == "rank" else self.threshold
        self.order_, self.covered_by_ = find_predominant(
            coded.columns, coded.relevance, float(threshold), n_jobs=self.n_jobs
        )
        selected = np.isin(np.arange(training.n_features), self.order_)
        names = np.array([*training.names, ""], dtype=object)
        return SelectionResult(coded.relevance, selected, details={"covered_by": names[self.covered_by_]})


def find_predominant(
    columns: CodeColumns, relevance: NDArray[np.float64], threshold: float = 0.0, *, n_jobs: int | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Scan features in the order of their relevance; each one that is kept removes those it covers.

    Parameters
    ----------
    columns : CodeColumns
        The features as codes.
    relevance : ndarray of shape (n_features,)
        Symmetrical uncertainty of each feature and the target.
    threshold : float, default=0.0
        Only features above it are looked at.
    n_jobs : int, default=None
        Number of threads.

    Returns
    -------
    kept : ndarray of int
        The features kept, in the order of the scan.
    covered_by : ndarray of int of shape (n_features,)
        The feature that removed each one; -1 where none did.

    Examples
    --------
    >>> columns = CodeColumns.from_matrix(np.repeat([[0, 0], [1, 1]], 4, axis=0))
    >>> find_predominant(columns, columns.measure([0] * 4 + [1] * 4).symmetrical_uncertainty)
    (array([0]), array([-1,  0]))
    """

    def find_covered(first: np.intp, others: NDArray[np.intp]) -> NDArray[np.bool_]:
        mutual = columns.measure(columns.codes[first], others, n_jobs=n_jobs).symmetrical_uncertainty
        return mutual >= relevance[others] - ROUND_OFF

    return scan_by_relevance(relevance, relevance > threshold, find_covered)


def scan_by_relevance(
    relevance: NDArray[np.float64],
    is_candidate: NDArray[np.bool_],
    find_covered: Callable[[np.intp, NDArray[np.intp]], NDArray[np.bool_]],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Visit candidates, the most relevant first; each one that is still there is kept, and removes those it covers.

    Parameters
    ----------
    relevance : ndarray of shape (n_features,)
        The order of the scan; of equal ones the lower number comes first.
    is_candidate : ndarray of bool of shape (n_features,)
        Which features are visited.
    find_covered : callable
        From a feature and those that are left to a mask of the ones that it covers.

    Returns
    -------
    kept : ndarray of int
        The features kept, in the order of the scan.
    covered_by : ndarray of int of shape (n_features,)
        The feature that removed each one; -1 where none did.
    """
    covered_by = np.full(relevance.size, -1, np.intp)
    order = np.argsort(-np.round(relevance, 12), kind="stable")
    left = order[is_candidate[order]]
    kept = []
    while left.size:
        first, left = left[0], left[1:]
        kept.append(first)
        is_covered = find_covered(first, left)
        covered_by[left[is_covered]] = first
        left = left[~is_covered]
    return np.array(kept, np.intp), covered_by


def find_rank_threshold(relevance: NDArray[np.float64]) -> float:
    """Just below the relevance of the feature of rank F / log2 F, so this feature is the last to pass.

    Examples
    --------
    >>> round(find_rank_threshold(np.array([0.4, 0.3, 0.2, 0.1])), 6)
    0.3
    """
    rank = max(1, int(relevance.size / np.log2(max(relevance.size, 2))))
    return max(0.0, float(np.sort(relevance)[::-1][rank - 1]) - ROUND_OFF)
