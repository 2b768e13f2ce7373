"""How much better than a constant answer an ensemble is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
