"""More members would settle votes that are still open."""

from __future__ import annotations

import numpy as np

from hedgerow.analysis.convergence_curve import convergence
from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, share
from hedgerow.outputs import Outputs

# Votes that infinitely many members would decide otherwise. Three in a hundred are as many as methods often differ by;
# half of that is within the noise of most tables, and to halve it again takes four times the members.
_UNSETTLED = 0.03
_ENOUGH = 0.015
_MOST_ROWS = 500
_MOST_MEMBERS = 1000
# Three classes and more take seconds beyond it, for their votes are summed over all outcomes.
_MOST_OF_MANY = 250


def find_few_members(case: Case) -> list[Finding]:
    """Members of the same kind leave three in a hundred votes unsettled.

    A vote is unsettled as far as infinitely many members would decide otherwise. Votes of weighted members, which are
    not drawn alike, are not judged, and of many rows 500 are looked at.
    """
    outputs = case.outputs
    if outputs is None or outputs.truth is None or not outputs.is_classification:
        return []
    if outputs.weights is not None:
        return []
    seen = _thin(outputs)
    if seen is None:
        return []
    found = convergence(seen, [outputs.n_members])
    unsettled = float(found.unsettled[0])
    if unsettled < _UNSETTLED:
        return []
    most = _MOST_MEMBERS if outputs.n_classes == 2 else _MOST_OF_MANY
    needed = found.members_needed(_ENOUGH, most)
    more = f"some {needed:,}" if needed else f"more than {max(most, 2 * outputs.n_members):,}"
    sentence = (
        f"With {count(outputs.n_members, 'member')} the vote is not settled on {share(unsettled)} of the rows: another "
        f"draw of members could decide otherwise. Fit {more} members (n_estimators) to bring that to {share(_ENOUGH)}."
    )
    evidence = {"n_members": outputs.n_members, "unsettled": unsettled, "members_needed": needed}
    return [Finding("few-members", "info", sentence, evidence)]


def _thin(outputs: Outputs) -> Outputs | None:
    """At most 500 of the rows that some member predicts, evenly spread."""
    predicted = np.flatnonzero((outputs.consensus() >= 0) & (outputs.row_weights() > 0))
    if predicted.size == 0:
        return None
    places = np.unique(np.linspace(0, predicted.size - 1, min(predicted.size, _MOST_ROWS)).astype(np.intp))
    return outputs.select_rows(predicted[places])
