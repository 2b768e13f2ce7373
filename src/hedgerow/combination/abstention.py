"""Answer only where it is safe to: the cautious classifier, and how wrong it is against how much it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.combined import Combined, combine, decode
from hedgerow.foundation.constraints import Number, check

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.outputs import Outputs

_ROUNDING = 1e-9  # 0.07 * 100 is a little more than 7, and 7 rows are meant


def cautious_threshold(
    confidences: ArrayLike, coverage: float, sample_weight: ArrayLike | None = None
) -> float:
    r"""The confidence that a share of the rows reaches.

    .. math:: \gamma = \max \{ g : \#\{i : c_i \ge g\} \ge p N \},

    which is the k-th largest confidence with :math:`k = \lceil p N \rceil`. Rows that are just as confident
    are all covered, so the share may be exceeded.

    Parameters
    ----------
    confidences : array-like of shape (n_samples,)
        Confidence of the answer about each row; rows of NaN, about which nothing is known, are left out.
    coverage : float
        p, the share of the rows to answer, more than 0 and at most 1.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows; shares are then of the weight.

    Returns
    -------
    float

    References
    ----------
    C. Ferri, P. Flach and J. Hernandez-Orallo, "Delegating classifiers", ICML (2004); J. Rogers, PhD thesis,
    University of Southampton (2007), eq. 4.7.

    Examples
    --------
    >>> cautious_threshold([0.51, 0.55, 0.6, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0], coverage=0.65)  # covers 8
    0.6
    """
    check("coverage", coverage, Number(0, 1, "right"))
    given = np.asarray(confidences, dtype=np.float64)
    weights = np.ones(given.shape) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    if given.ndim != 1 or weights.shape != given.shape:
        raise ValueError(f"confidences have the shape {given.shape}, their weights {weights.shape}")
    counts = ~np.isnan(given) & (weights > 0)
    if not counts.any():
        raise ValueError("there is no row with a confidence and a weight, so none can be reached")
    given, weights = given[counts], weights[counts]
    order = np.argsort(-given, kind="stable")
    covered = weights[order].cumsum()
    return float(given[order][np.argmax(covered >= coverage * covered[-1] * (1 - _ROUNDING))])


@dataclass(frozen=True, eq=False)
class Abstention:
    """What is left of the answers when those below a threshold are withheld.

    Parameters
    ----------
    combined : Combined
        The answers, had there been no abstention.
    threshold : float
        The least confidence that is answered.

    Examples
    --------
    >>> answers = Combined.from_scores([[0.9, 0.1], [0.55, 0.45], [0.2, 0.8]], ["a", "b"], truth=["a", "b", "b"])
    >>> abstention = abstain(answers, coverage=0.6)
    >>> abstention
    <Abstention: 67 % of 3 rows answered, confidence of at least 0.8>
    >>> abstention.labels(), abstention.coverage, abstention.error()
    (array(['a', None, 'b'], dtype=object), 0.6666666666666666, 0.0)
    """

    combined: Combined
    threshold: float

    @property
    def is_decided(self) -> NDArray[np.bool_]:
        """Whether a row is answered."""
        return self.combined.confidences() >= self.threshold

    @property
    def coverage(self) -> float:
        """Share of the weight that is answered, among the rows that some member predicted; NaN if none."""
        weights = self.combined.row_weights()
        return float(weights @ self.is_decided / weights.sum()) if weights.sum() > 0 else float("nan")

    def labels(self) -> NDArray[Any]:
        """The labels, with None where it abstains."""
        classes = self.combined.classes
        return decode(np.where(self.is_decided, self.combined.answers, -1), np.asarray(classes))

    def error(self) -> float:
        """Share of wrong answers among those that are given; NaN where none is."""
        weights = self.combined.row_weights() * self.is_decided
        return float(weights @ self.combined.losses() / weights.sum()) if weights.sum() > 0 else float("nan")

    def frame(self) -> pd.DataFrame:
        """One row per row: what would be answered, how confidently, and whether it is."""
        return self.combined.frame().assign(decided=self.is_decided)

    def __repr__(self) -> str:
        n_samples = len(self.combined.answers)
        return (
            f"<Abstention: {self.coverage:.0%} of {n_samples} rows answered, "
            f"confidence of at least {self.threshold:.3g}>"
        ).replace("%", " %")


def abstain(
    outputs: Outputs | Combined,
    coverage: float | None = None,
    *,
    threshold: float | None = None,
    combination: Any = "vote",
) -> Abstention:
    """Answer the rows of the highest confidence, and withhold the other answers.

    Find the threshold with `coverage` on rows that the members were not fitted on, such as the out-of-bag ones (their
    truth is not needed), and pass it on to new rows with `threshold`. The share of these that is answered will be near
    the coverage, not equal: only a third of the members predict an out-of-bag row, so confidence varies more.

    Parameters
    ----------
    outputs : Outputs or Combined
        What the members said, or one answer per row.
    coverage : float, default=None
        Share of the rows to answer; see `cautious_threshold`.
    threshold : float, default=None
        Least confidence to answer, instead of a coverage.
    combination : str or object, default="vote"
        The rule that combines `outputs`.

    Returns
    -------
    Abstention

    See Also
    --------
    Vote

    Notes
    -----
    The printed condition is read as a set. Rows as confident as the threshold are all predicted. Row weights count.
    There is only the single stage; `CautiousClassifier` delegates.

    Formula::

        gamma = max{g : #{i : c_i >= g} >= p N}, the ceil(p N)-th largest confidence. Rogers 2007, eq. 4.7.

    Cost: O(N log N).

    References
    ----------
    C. Ferri, P. Flach and J. Hernandez-Orallo, Delegating classifiers, ICML, 2004.

    J. Rogers, PhD thesis, University of Southampton, 2007, ch. 4.

    Y. Geifman, G. Uziel and R. El-Yaniv, Bias-reduced uncertainty estimation for deep neural classifiers, ICLR, 2019.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from hedgerow.outputs import Outputs
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> forest = RandomForestClassifier(50, random_state=0).fit(X[::2], y[::2])
    >>> learned = abstain(Outputs.from_estimator(forest, X[::2], y[::2], out_of_bag=True), coverage=0.8)
    >>> new = abstain(Outputs.from_estimator(forest, X[1::2], y[1::2]), threshold=learned.threshold)
    >>> new.coverage > 0.7, new.error() < new.combined.error()
    (True, True)
    """
    if (coverage is None) == (threshold is None):
        raise ValueError("pass either a coverage or a threshold")
    combined = outputs if isinstance(outputs, Combined) else combine(outputs, combination)
    if coverage is not None:
        threshold = cautious_threshold(combined.confidences(), coverage, combined.sample_weight)
    return Abstention(combined, float(cast(float, threshold)))


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
