"""Members that predict the same, and votes that more members would settle."""

from __future__ import annotations

import numpy as np

from hedgerow.analysis.convergence_curve import convergence
from hedgerow.diversity.report import diversity_report
from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, share
from hedgerow.outputs import Outputs

# Landis and Koch (1977) call kappa above 0.8 almost perfect agreement. Agreement alone is not a fault, because good
# members agree on easy rows; it is one where a vote that removes less than a tenth of an error is not worth its
# members.
_COPIES = 0.8
_LITTLE = 0.1


def find_alike_members(case: Case) -> list[Finding]:
    """Two members agree with kappa 0.8 or more and the vote removes less than a tenth of a member's error.

    For values: the spread of the members removes less than a tenth of their squared error. Members that make no error
    may be as alike as they like.
    """
    outputs = case.outputs
    if outputs is None or outputs.truth is None or outputs.n_members < 2:
        return []
    report = diversity_report(outputs)
    member_error = report.first["member_error"]
    if not member_error > 0:
        return []
    if outputs.is_classification:
        kappa, removed = report.first["kappa"], report.gain / member_error
        if np.isnan(kappa) or kappa < _COPIES or removed >= _LITTLE:
            return []
        alike = f"two members agree with kappa {kappa:.2f} (1 is always, 0 is chance)"
        evidence = {"kappa": kappa}
    else:
        removed = (report.first["spread"] / member_error) ** 2
        if removed >= _LITTLE:
            return []
        alike = f"their spread is {report.first['spread']:.3g} at an error of {member_error:.3g}"
        evidence = {"spread": report.first["spread"]}
    sentence = (
        f"The {count(outputs.n_members, 'member')} are too alike: {alike}, and together they remove only "
        f"{share(max(removed, 0.0))} of the {'error' if outputs.is_classification else 'squared error'} of a single "
        "one. More of them will not help; make them differ by bootstrap samples, random features or other learners."
    )
    evidence |= {"member_error": member_error, "error": report.error, "share_removed": float(removed)}
    return [Finding("alike-members", "warning", sentence, evidence)]


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
