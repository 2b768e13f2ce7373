"""Bias and variance in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.definition import Definition
from hedgerow.analysis.bias_variance.evidence import Evidence

_VERBS = {
    "zero_one": "errs on {error} of {rows}",
    "squared": "has a mean squared error of {error} on {rows}",
    "absolute": "has a mean absolute error of {error} on {rows}",
}


def write_sentence(
    definition: Definition,
    totals: Mapping[str, float],
    evidence: Evidence,
    replicate_errors: NDArray[np.float64],
) -> str:
    """Say what the error is made of.

    Parameters
    ----------
    definition : Definition
        Whose terms.
    totals : mapping of str to float
        Their means.
    evidence : Evidence
        What they are about.
    replicate_errors : ndarray
        Error of each replicate.
    """

    def amount(value: float) -> str:
        return f"{100 * value:.1f} %" if definition.loss == "zero_one" else f"{value:.4g}"

    n_rows, setting = len(evidence.observed), evidence.setting
    finding = _VERBS[definition.loss].format(
        error=amount(totals["error"]), rows=f"{n_rows:,} row{'s' * (n_rows != 1)}"
    )
    spread = ""
    if replicate_errors.size > 1:
        spread = f" (standard deviation {amount(float(replicate_errors.std(ddof=1)))})"
    parts = [f"{term.replace('_', ' ')} {amount(totals[term])}" for term in definition.addends]
    if definition.noise is not None:
        parts[0] += " (taken as zero)" if setting.noise == "zero" else f" ({setting.noise})"
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}"
    untested = f"; {evidence.n_untested:,} more were never tested on" if evidence.n_untested else ""
    helps = "; straying from the main prediction helps" if totals[definition.variance] < 0 else ""
    return (
        f"{setting.learner} {finding}, the mean of {setting.protocol}{spread}: "
        f"{listed}{helps}{untested} ({definition.title})."
    )
