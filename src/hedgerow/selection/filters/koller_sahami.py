"""Koller & Sahami's elimination: drop the feature that its own little blanket makes superfluous."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.association import fill_matrix
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS, CodedTrainingSet
from hedgerow.selection.measures.columns import ROUND_OFF
from hedgerow.selection.measures.contingency import g2_test
from hedgerow.selection.selector import SelectionResult, Selector


@configurable
class KollerSahamiSelector(Selector):
    r"""Eliminate, one after another, the features that tell least when the features most like them are known.

    The blanket :math:`M_f` of a feature is the few remaining features of the largest symmetrical uncertainty with it.
    What f adds to them is :math:`\delta(f) = I(y; f \mid M_f)` in bits, the expected divergence between the class given
    both and the class given the blanket alone. The feature that adds least goes, and blankets it was part of are
    chosen anew.

    Parameters
    ----------
    n_features : int or None, default=None
        Number of features to keep. None stops by a test: see `alpha`.
    n_blanket : int, default=2
        Number of features in a blanket. With 0 features are ranked by what each tells alone.
    alpha : float, default=0.01
        Without `n_features`, features go as long as a G2 test accepts, at this level, that the least one adds nothing.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="equal_frequency"
        How numbers become codes. With a name, numbers of at most 10 distinct values are codes as they are. After "mdl"
        p-values are too small, since its cuts have looked at the target.
    n_bins : int, default=3
        Number of bins of "equal_frequency" and "equal_width", and of classes that a target of values is cut into.
        Blankets of many values leave few rows for each.
    task
        As for `FCBFSelector`.
    fixed_features : sequence of str, sequence of int, mask or None, default=None
        Features that are kept whatever is found: they are never eliminated, and can be part of blankets.
    groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when every feature is eliminated.
    n_jobs
        As for `FCBFSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What elimination leaves, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Bits that each feature adds to its blanket, at the end or when it went.
    p_values_ : ndarray of shape (n_features,)
        P-value of the G2 test of that, not adjusted for the number of features or the order in which they went.
    eliminated_ : ndarray of int
        The features that went, the first one first. Constants go before all others.

    See Also
    --------
    FCBFSelector, FeatureClusterSelector

    Notes
    -----
    The test is an extension: the paper stops at a number of features. Its degrees of freedom are those of the tables
    that occur, stratum by stratum. A missing value is a code like any other. Weights are frequencies. Without a number
    of features, elimination ends when a G2 test rejects that the least feature adds nothing; p-values are not adjusted.

    Formula::

        delta(f) = sum of P(m, f) KL(P(y | m, f) || P(y | m)).

    Cost: O(N F^2) for all pairs once; O(N) for each blanket, of which each elimination changes a few.

    References
    ----------
    D. Koller and M. Sahami, Toward optimal feature selection, ICML 1996.

    Examples
    --------
    >>> from hedgerow.selection.filters import KollerSahamiSelector
    >>> rng = np.random.default_rng(0)
    >>> a, b, noise = rng.integers(0, 2, (3, 500))
    >>> X = np.column_stack([a, b, a, noise])
    >>> KollerSahamiSelector().fit(X, a + b).get_support(indices=True)
    array([0, 1])
    """

    n_features: int | None = parameter(Count() | None, default=None, kw_only=False)
    n_blanket: int = parameter(Count(0), default=2)
    alpha: float = parameter(Number(0, 1, "neither"), default=0.01)
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="equal_frequency")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=3)
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "raise alpha, pass n_features or fit more rows"

    eliminated_: NDArray[np.intp] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        coded = CodedTrainingSet.read(training, self.discretise, self.n_bins, self.n_jobs)
        mutual = fill_matrix(coded)
        np.fill_diagonal(mutual, -np.inf)
        is_left = ~coded.is_constant
        added, p_values = np.zeros(training.n_features), np.ones(training.n_features)
        blankets: dict[int, NDArray[np.intp]] = {}
        gone = np.flatnonzero(coded.is_constant).tolist()
        while is_left.any():
            for feature in np.flatnonzero(is_left).tolist():
                if feature not in blankets:
                    blankets[feature] = self._choose_blanket(mutual[feature], is_left)
                    added[feature], p_values[feature] = weigh_addition(coded, feature, blankets[feature])
            free = is_left & ~self._fixed
            if not free.any():
                break
            least = _find_least(np.flatnonzero(free), added, p_values)
            if self._is_enough(int(is_left.sum()), float(p_values[least])):
                break
            is_left[least] = False
            gone.append(least)
            del blankets[least]
            blankets = {feature: blanket for feature, blanket in blankets.items() if least not in blanket}
        self.eliminated_ = np.array(gone, np.intp)
        return SelectionResult(added, is_left, p_values)

    def _choose_blanket(self, mutual: NDArray[np.float64], is_left: NDArray[np.bool_]) -> NDArray[np.intp]:
        candidates = np.flatnonzero(is_left & (mutual > ROUND_OFF))
        order = np.argsort(-np.round(mutual[candidates], 12), kind="stable")
        return candidates[order[: self.n_blanket]]

    def _is_enough(self, n_left: int, p_value: float) -> bool:
        if self.n_features is not None:
            return n_left <= self.n_features
        return p_value < self.alpha


def _find_least(features: NDArray[np.intp], added: NDArray[np.float64], p_values: NDArray[np.float64]) -> int:
    """Least information first; among equals the one that is least sure, then the later column."""
    order = np.lexsort((-features, -p_values[features], np.round(added[features], 12)))
    return int(features[order[0]])


def weigh_addition(coded: CodedTrainingSet, feature: int, blanket: NDArray[np.intp]) -> tuple[float, float]:
    """Bits that a feature adds to what its blanket tells about the target, and the p-value of adding none."""
    columns = coded.columns
    known = columns.codes[blanket].T if blanket.size else None
    test = g2_test(columns.codes[feature], coded.target, known, columns.weights, degrees="observed")
    total = coded.target.size if columns.weights is None else columns.weights.sum()
    return float(test.statistic / (2.0 * np.log(2.0) * total)), test.p_value
