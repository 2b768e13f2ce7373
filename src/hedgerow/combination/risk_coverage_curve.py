"""How wrong the answers are, against how many are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.combined import Combined
from hedgerow.combination.member_combination import combine

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class RiskCoverage:
    """The error among the answers that are given, for every threshold of confidence.

    Parameters
    ----------
    threshold : ndarray of shape (n_steps,)
        The confidences that occur, highest first.
    coverage : ndarray of shape (n_steps,)
        Share of the weight that reaches each.
    risk : ndarray of shape (n_steps,)
        Error among these rows.

    Examples
    --------
    >>> scores = [[0.9, 0.1], [0.8, 0.2], [0.4, 0.6], [0.45, 0.55]]
    >>> curve = risk_coverage(Combined.from_scores(scores, ["a", "b"], truth=["a", "a", "a", "b"]))
    >>> curve.frame()
       threshold  coverage      risk
    0       0.90      0.25  0.000000
    1       0.80      0.50  0.000000
    2       0.60      0.75  0.333333
    3       0.55      1.00  0.250000
    >>> round(curve.area, 6)
    0.145833
    """

    threshold: NDArray[np.float64]
    coverage: NDArray[np.float64]
    risk: NDArray[np.float64]

    @property
    def area(self) -> float:
        """Mean risk over all coverages, small where confidence tells right from wrong.

        A coverage between two steps takes the rows of the later one, as `cautious_threshold` does.
        """
        return float(np.diff(self.coverage, prepend=0.0) @ self.risk)

    def frame(self) -> pd.DataFrame:
        """One row per threshold."""
        import pandas as pd

        return pd.DataFrame({"threshold": self.threshold, "coverage": self.coverage, "risk": self.risk})


def risk_coverage(outputs: Outputs | Combined, combination: Any = "vote") -> RiskCoverage:
    """Withhold the least confident answers one after the other, and see how wrong the rest is.

    Parameters
    ----------
    outputs : Outputs or Combined
        What the members said, or one answer per row; with the truth.
    combination : str or object, default="vote"
        The rule that combines `outputs`.

    Returns
    -------
    RiskCoverage

    References
    ----------
    R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification", Journal of Machine
    Learning Research 11 (2010); Y. Geifman, G. Uziel and R. El-Yaniv, "Bias-reduced uncertainty estimation for
    deep neural classifiers", ICLR (2019), for the area.
    """
    combined = outputs if isinstance(outputs, Combined) else combine(outputs, combination)
    confidences, weights, losses = combined.confidences(), combined.row_weights(), combined.losses()
    counts = weights > 0
    if not counts.any():
        raise ValueError("no member predicted any row of positive weight, so there is no curve")
    threshold, step = np.unique(-confidences[counts], return_inverse=True)
    covered = np.bincount(step, weights[counts]).cumsum()
    lost = np.bincount(step, (weights * losses)[counts]).cumsum()
    return RiskCoverage(-threshold, covered / covered[-1], lost / covered)
