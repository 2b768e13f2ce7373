"""How much better than a constant answer a model is, and whether it is at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import quote, share
from hedgerow.outputs import Outputs


@dataclass(frozen=True)
class Advantage:
    """Errors of an ensemble and of the best constant answer on the same rows.

    Parameters
    ----------
    error, baseline : float
        Mean loss of the ensemble and of the constant: wrong answers, or squared errors.
    noise : float
        Standard error of the difference.
    constant : str
        The constant answer.
    n_rows : int
        Rows that some member predicts.
    """

    error: float
    baseline: float
    noise: float
    constant: str
    n_rows: int

    @property
    def skill(self) -> float:
        """Share of the baseline's loss that the ensemble removes."""
        return 1.0 - self.error / self.baseline if self.baseline > 0 else 0.0


def compare_with_constant(outputs: Outputs) -> Advantage | None:
    """Compare the plain answer of an ensemble with the best constant.

    Parameters
    ----------
    outputs : Outputs
        What the members predicted.

    Returns
    -------
    Advantage or None
        None without the truth, or where no member predicts two rows.
    """
    if outputs.truth is None:
        return None
    said, truth, weights = outputs.consensus(), outputs.truth, outputs.row_weights()
    predicted = (said >= 0 if outputs.is_classification else ~np.isnan(said)) & (weights > 0)
    if np.count_nonzero(predicted) < 2:
        return None
    said, truth, weights = said[predicted], truth[predicted], weights[predicted] / weights[predicted].sum()
    if outputs.is_classification:
        common = int(np.bincount(truth, weights).argmax())
        constant = str(outputs.known_classes()[common])
        losses, others = (said != truth).astype(np.float64), (truth != common).astype(np.float64)
    else:
        centre = float(weights @ truth)
        constant = f"{centre:.4g}"
        losses, others = (said - truth) ** 2, (truth - centre) ** 2
    gains = others - losses
    gain = float(weights @ gains)
    noise = float(np.sqrt((weights**2) @ (gains - gain) ** 2))
    return Advantage(float(weights @ losses), float(weights @ others), noise, constant, int(predicted.sum()))


def find_skill(outputs: Outputs | None) -> float | None:
    """Share of a constant answer's loss that an ensemble removes; None where it is not known."""
    found = None if outputs is None else compare_with_constant(outputs)
    return None if found is None else found.skill


def name_error(task: str | None) -> str:
    """The error of a constant answer, in words."""
    return "error of the most frequent class" if task == "classification" else "squared error of the mean"


_CERTAIN = 2.0  # standard errors, which chance exceeds once in forty


def find_weak_score(case: Case) -> list[Finding]:
    """The lead over the best constant answer is less than two standard errors.

    Without outputs: the interval of the best candidate's cross-validated score reaches down to that of a constant.
    """
    if case.outputs is None:
        return _compare_trials(case.validation)
    found = compare_with_constant(case.outputs)
    if found is None or found.baseline - found.error >= _CERTAIN * found.noise > 0:
        return []
    if found.baseline == 0:
        return []  # one class only: there is nothing to be better at
    if case.table.task == "classification":
        numbers = (
            f"The model errs on {share(found.error)} of {found.n_rows:,} rows; answering {quote(found.constant)} "
            f"always errs on {share(found.baseline)}"
        )
    else:
        numbers = (
            f"The model's mean squared error on {found.n_rows:,} rows is {found.error:.4g}; answering the mean, "
            f"{found.constant}, always has {found.baseline:.4g}"
        )
    sentence = (
        f"{numbers}. That is no advantage beyond chance, so its feature relevances mean nothing. Look for "
        "features that carry more information about the target, or for more rows."
    )
    evidence = {"error": found.error, "baseline": found.baseline, "standard_error": found.noise}
    return [Finding("weak-score", "serious", sentence, evidence)]


def _compare_trials(validation: Any) -> list[Finding]:
    if validation is None or not validation.complete or validation.beats_guess:
        return []
    best, metric = validation.best, validation.measure
    low, high = validation.interval(best)
    sentence = (
        f"The best of {len(validation.results)} methods, {best.name}, has a cross-validated {metric.title} of "
        f"{metric.write(best.score)} ({metric.write(low)} to {metric.write(high)}); to answer {metric.guess} always "
        f"has {metric.write(validation.guess)}. That is no advantage beyond chance, so what it says about features "
        "means nothing. Look for features that carry more information about the target, or for more rows."
    )
    evidence = {"score": best.score, "low": low, "high": high, "guess": validation.guess, "method": best.name}
    return [Finding("weak-score", "serious", sentence, evidence)]
