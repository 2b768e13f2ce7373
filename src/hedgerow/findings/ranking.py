"""What makes a ranking of features doubtful: gains that chance flatters, and choices that other rows would change."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, list_names, quote, say_p, share
from hedgerow.relevance.relevance import Relevance

_MANY_VALUES = 10  # ten values offer nine cuts and more; two values have one, and cannot be favoured
# A feature without relation has a p-value above 0.2 four times in five, one that matters hardly ever.
_CLEARLY_NOT = 0.2


def find_biased_gain(case: Case) -> list[Finding]:
    """A feature of more than ten values has a fair share of the model's gain, and a test finds nothing in it.

    The gain is `feature_importances_` of the model where it has them, else the share of the forest's splits. A fair
    share is one over the number of features.
    """
    relevance = case.relevance
    if relevance is None or list(relevance.names) != list(case.table.kinds):
        return []
    gains, measure = _read_gains(case.model, relevance)
    if not gains.sum() > 0:
        return []
    gains = gains / gains.sum()
    distinct = case.table.features.nunique().to_numpy()
    biased = (distinct > _MANY_VALUES) & (gains >= 1.0 / len(gains)) & (relevance.p_value > _CLEARLY_NOT)
    if np.isfinite(relevance.permutation).all():
        biased &= relevance.permutation <= 2.0 * relevance.permutation_spread
    if not biased.any():
        return []
    order = np.flatnonzero(biased)[np.argsort(-gains[biased], kind="stable")]
    names = [relevance.names[place] for place in order]
    first = int(order[0])
    rank = int((gains > gains[first]).sum()) + 1
    sentence = (
        f"Importance by gain is misleading here: {quote(names[0])} with its {distinct[first]:,} values has "
        f"{share(float(gains[first]))} of the {measure} (rank {rank} of {len(gains)}), but on "
        f"out-of-bag rows it gains no more than a shuffled copy ({say_p(relevance.p_value[first])}). Many values "
        "offer many splits, and some fit by chance. Rank features by relevance or permutation instead"
        + (f"; the same holds for {list_names(names[1:])}." if len(names) > 1 else ".")
    )
    evidence = {
        "features": names,
        "gain": [float(gains[place]) for place in order],
        "p_value": [float(relevance.p_value[place]) for place in order],
        "n_distinct": [int(distinct[place]) for place in order],
    }
    return [Finding("biased-gain", "warning", sentence, evidence)]


def _read_gains(model: Any, relevance: Relevance) -> tuple[NDArray[np.float64], str]:
    importances = getattr(model, "feature_importances_", None)
    if importances is not None and len(importances) == len(relevance):
        return np.clip(np.asarray(importances, dtype=np.float64), 0.0, None), "gain"
    return np.nan_to_num(relevance.frequency), "splits"


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
