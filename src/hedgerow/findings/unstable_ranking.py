"""Other rows would make other features look important."""

from __future__ import annotations

import numpy as np

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names

_POOR = 0.4  # Nogueira, Sechidis and Brown (2018): below is poor agreement


def find_unstable_ranking(case: Case) -> list[Finding]:
    """The stability of the selection is below 0.4."""
    found = case.stability
    if found is None or found.supports.all() or not found.supports.any():
        return []
    value = found.stability
    if np.isnan(value) or value >= _POOR:
        return []
    n_runs = len(found.supports)
    always = [name for name, part in zip(found.names, found.frequencies, strict=True) if part == 1.0]
    ever = int(found.supports.any(axis=0).sum())
    low, high = found.interval
    sentence = (
        f"The choice of features is unstable: over {n_runs} {found.runs} its stability is {value:.2f} "
        f"({100 * found.confidence:.0f} % interval {low:.2f} to {high:.2f}; 1 is the same every time, 0 is chance). "
        f"{count(ever, 'feature was', 'features were')} chosen at least once, {len(always)} every time"
        f"{': ' + list_names(always) if always else ''}. Trust those that nearly all runs choose, and use more rows or "
        "a selector that tests, such as RelevanceSelector, for the rest."
    )
    evidence = {
        "stability": float(value),
        "interval": [float(low), float(high)],
        "always": always,
        "n_ever": ever,
    }
    return [Finding("unstable-ranking", "warning", sentence, evidence)]
