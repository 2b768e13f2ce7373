"""Members that are sure of an answer count for more."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import spread_weights
from hedgerow.combination.nested_rule import Wrapping
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.combination.requirements import combine_with, reads_sizes
from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.parameters import configurable, parameter

MEASURES = Word("purity", "laplace", "size")


def measure_confidence(
    outputs: NDArray[np.float64], measure: str = "purity", sizes: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    r"""Confidence of each member in its answer about each row.

    With the leaf (or the neighbourhood) that gives the answer, n its training weight and m that of its majority
    class, among K classes:

    - ``"purity"``, the share of the majority, :math:`m / n`, which is the largest probability (Ho);
    - ``"laplace"``, the same with a row of each class added, :math:`(m + 1) / (n + K)`, so a leaf
      of one row is not sure;
    - ``"size"``, the weight itself, :math:`n` (Frank and Witten).

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples, n_classes) or (n_members, n_samples)
        Class probabilities; or values, of which only the size can be said.
    measure : {"purity", "laplace", "size"}, default="purity"
        What confidence is.
    sizes : ndarray of shape (n_members, n_samples), default=None
        Training weight behind each answer, see `leaf_sizes`; purity does without.

    Returns
    -------
    ndarray of shape (n_members, n_samples)

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton (2007), section 2.4.

    Examples
    --------
    >>> leaf, size = np.array([[[0.7, 0.3]]]), np.array([[10.0]])
    >>> [float(measure_confidence(leaf, measure, size)[0, 0]) for measure in ("purity", "laplace", "size")]
    [0.7, 0.6666666666666666, 10.0]
    """
    check("confidence", measure, MEASURES)
    if measure != "size" and outputs.ndim == 2:
        raise ValueError(f"confidence={measure!r} is about classes; for values use 'size'")
    if measure == "purity":
        return np.asarray(outputs.max(axis=2))
    if sizes is None:
        raise ValueError(
            f"confidence={measure!r} needs the training weight behind each answer, which only the leaves of trees "
            "know; pass sizes=leaf_sizes(ensemble, X), or use confidence='purity'"
        )
    return sizes if measure == "size" else (outputs.max(axis=2) * sizes + 1) / (sizes + outputs.shape[2])


@configurable
class ConfidenceWeighted(Wrapping):
    r"""Each member's answer about a row counts with its confidence in that answer.

    Any rule may be weighted so. Around the vote it is :math:`\arg\max_k \sum_t c_t(x) [h_t(x) = k]`; around the
    mean probability and with the size of the leaf, the class counts of all the members' leaves are pooled.

    Parameters
    ----------
    combination : str or object, default="vote"
        The rule that is weighted. If it listens to the weights of the members, both weights are multiplied.
    confidence : {"purity", "laplace", "size"}, default="purity"
        What confidence is; see `measure_confidence`. All but the purity need members with leaves.

    See Also
    --------
    Vote

    Notes
    -----
    The size is training weight. The smoothed purity is an addition.

    Formula::

        c = m / n, (m + 1) / (n + K) or n.

    Cost: A second walk down the trees where the size is needed.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 2.4.

    Examples
    --------
    >>> outputs = np.array([[[0.9, 0.1]], [[0.4, 0.6]]])
    >>> ConfidenceWeighted().combine(outputs)
    array([[0.6, 0.4]])
    >>> ConfidenceWeighted("mean_probability", "size").combine(outputs, sizes=np.array([[10.0], [30.0]]))
    array([[0.525, 0.475]])
    """

    combination: Any = parameter(COMBINATIONS, default="vote", kw_only=False)
    confidence: str = parameter(MEASURES, default="purity", kw_only=False)

    @property
    def sized(self) -> bool:
        """Whether it needs the weight behind each answer."""
        return self.confidence != "purity" or reads_sizes(self.inner)

    def check_together(self) -> None:
        """Refuse a confidence that the rule inside cannot use."""
        if self.inner.answers == "values" and self.confidence != "size":
            raise ValueError(f"confidence={self.confidence!r} is about classes; for values use 'size'")

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        sizes: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """Combine with the rule inside; NaN for a row that no member may predict."""
        confidences = measure_confidence(outputs, self.confidence, sizes)
        return combine_with(self.inner, outputs, spread_weights(weights, outputs) * confidences, sizes)
