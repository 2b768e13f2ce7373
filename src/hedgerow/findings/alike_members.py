"""The members predict the same, so combining them gains nothing."""

from __future__ import annotations

import numpy as np

from hedgerow.diversity.report import diversity_report
from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, share

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
