"""More members would settle votes that are still open."""

from __future__ import annotations

import numpy as np

from hedgerow.analysis.convergence import convergence
from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.findings.wording import count, share
from hedgerow.outputs import Outputs

_UNSETTLED = 0.03
_ENOUGH = 0.015
_MOST_ROWS = 500
_MOST_MEMBERS = 1000


def find_few_members(case: Case) -> list[Finding]:
    """Members of the same kind leave three in a hundred votes unsettled.

    A vote is unsettled as far as infinitely many members would decide otherwise. Votes of weighted members, which are
    not drawn alike, are not judged, and of many rows 500 are looked at.
    """
    outputs = case.outputs
    if (
        outputs is None
        or outputs.truth is None
        or not outputs.is_classification
        or outputs.weights is not None
    ):
        return []
    seen = _thin(outputs)
    if seen is None:
        return []
    found = convergence(seen, [outputs.n_members])
    unsettled = float(found.unsettled[0])
    if unsettled < _UNSETTLED:
        return []
    needed = found.members_needed(_ENOUGH, _MOST_MEMBERS)
    way_out = f"some {needed:,} members" if needed else f"more than {_MOST_MEMBERS:,} members"
    sentence = (
        f"With {count(outputs.n_members, 'member')} the vote is not settled on {share(unsettled)} of the rows: another "
        f"draw of members could decide otherwise. It takes {way_out} to bring that to {share(_ENOUGH)}."
    )
    evidence = {"n_members": outputs.n_members, "unsettled": unsettled, "members_needed": needed}
    return [Finding("few-members", "info", sentence, evidence)]


def _thin(outputs: Outputs) -> Outputs | None:
    """At most 500 of the rows that some member speaks about, evenly spread."""
    heard = np.flatnonzero((outputs.consensus() >= 0) & (outputs.row_weights() > 0))
    if heard.size == 0:
        return None
    places = np.unique(np.linspace(0, heard.size - 1, min(heard.size, _MOST_ROWS)).astype(np.intp))
    return outputs.select_rows(heard[places])
