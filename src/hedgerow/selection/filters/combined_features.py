"""Yu & Liu's rule of combined features: a feature is redundant if it adds nothing to a better one."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS, CodedTrainingSet
from hedgerow.selection.filters.fcbf import scan_by_relevance
from hedgerow.selection.measures.columns import ROUND_OFF, Association
from hedgerow.selection.measures.contingency import join_codes
from hedgerow.selection.selector import SelectionResult, Selector

Measure = Literal["symmetrical_uncertainty", "information_gain"]


@configurable
class CombinedFeatureSelector(Selector):
    r"""Keep the features that, together with each better one, tell more about the target than that one alone.

    Features are visited in the order of :math:`\rho(f, y)`. Each one that is still there is kept, and removes every
    later feature g with :math:`\rho(f, y) \ge \rho((f, g), y)`, where (f, g) is the combined feature with a code for
    every pair of values. Features that tell something only in pairs, as the two of an exclusive or, are kept.

    Parameters
    ----------
    measure : {"symmetrical_uncertainty", "information_gain"}, default="symmetrical_uncertainty"
        The association :math:`\rho`. The information of a pair is never less than that of one, so with
        "information_gain" only features that add nothing at all are removed.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="equal_frequency"
        How numbers become codes. With a name, numbers of at most 10 distinct values are codes as they are. "mdl" looks
        at one feature at a time, and makes a constant of one that tells something only in pairs.
    n_bins, task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty
        As for `FeatureClusterSelector`.
    n_jobs
        As for `FCBFSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the rule keeps, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        :math:`\rho(f, y)`.
    p_values_ : None
        The rule has none.
    order_
        As for `FCBFSelector`.
    covered_by_ : ndarray of int of shape (n_features,)
        The feature that removed each one; -1 for those found and for constants, which are never kept.

    See Also
    --------
    FCBFSelector, FocusSelector

    Notes
    -----
    With few rows a pair of features of many values tells something by chance. Fewer bins help. A missing value is a
    code like any other. Weights are frequencies. Symmetrical uncertainty by default: the information of a pair is never
    less than that of one. No threshold, since a feature can tell something in pairs only. Constants are never kept.

    Formula: Rogers 2007, eq. 6.10-6.11.

    Cost: Twice that of the fast correlation-based filter, for each feature kept; it keeps more.

    References
    ----------
    L. Yu and H. Liu, Redundancy based feature selection for microarray data, KDD 2004.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 6.10 and 6.11.

    Examples
    --------
    >>> from hedgerow.selection.filters import CombinedFeatureSelector
    >>> a, b = np.repeat([0, 1], 20), np.tile([0, 1], 20)
    >>> X = np.column_stack([a, b, a])
    >>> CombinedFeatureSelector().fit(X, a ^ b).get_support()
    array([ True,  True, False])
    """

    measure: Measure = parameter(
        Word("symmetrical_uncertainty", "information_gain"), default="symmetrical_uncertainty", kw_only=False
    )
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="equal_frequency")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=5)
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "pass features that vary"

    order_: NDArray[np.intp] = fitted()
    covered_by_: NDArray[np.intp] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        coded = CodedTrainingSet.read(training, self.discretise, self.n_bins, self.n_jobs)
        relevance = self._choose(coded.columns.measure(coded.target, n_jobs=self.n_jobs))

        def find_useless(first: np.intp, others: NDArray[np.intp]) -> NDArray[np.bool_]:
            return np.asarray(relevance[first] >= self._combine(coded, first, others) - ROUND_OFF)

        self.order_, self.covered_by_ = scan_by_relevance(relevance, ~coded.is_constant, find_useless)
        selected = np.isin(np.arange(training.n_features), self.order_)
        names = np.array([*training.names, ""], dtype=object)
        return SelectionResult(relevance, selected, details={"covered_by": names[self.covered_by_]})

    def _combine(
        self, coded: CodedTrainingSet, first: np.intp, others: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """Association of the target and each pair of a feature and another."""
        codes = coded.columns.codes[first].astype(np.int64)
        with_target = join_codes(codes, coded.target)
        pairs = coded.columns.measure(codes, others, n_jobs=self.n_jobs)
        triples = coded.columns.measure(with_target, others, n_jobs=self.n_jobs)
        target = coded.columns.measure(coded.target, others[:0])
        return self._choose(Association(pairs.joint_entropies, triples.joint_entropies, target.other_entropy))

    def _choose(self, association: Association) -> NDArray[np.float64]:
        if self.measure == "information_gain":
            return association.mutual_information
        return association.symmetrical_uncertainty
