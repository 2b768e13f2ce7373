"""Rows that nearly all members contradict: the labels are probably wrong."""

from __future__ import annotations

import numpy as np

from hedgerow.analysis.outliers import find_outliers
from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.findings.wording import count, rows_listed, share

_AGAINST = 0.9
_FEWEST_VOTES = 5.0
_FAR = 6.0  # standard deviations of a value's residual
_NOTABLE = 0.01
_N_KEPT = 50


def find_label_errors(case: Case) -> list[Finding]:
    """At least nine tenths of five or more votes are against a row.

    With values: its residual is six robust standard deviations out for nine tenths of the members.
    """
    outputs = case.outputs
    if outputs is None or outputs.truth is None or outputs.n_samples != len(case.table):
        return []
    outliers = find_outliers(outputs, threshold=_AGAINST, cutoff=_FAR)
    heard = outliers.n_votes >= _FEWEST_VOTES * outputs.member_weights().mean()
    wrong = np.flatnonzero(outliers.mask & heard)
    if wrong.size == 0:
        return []
    wrong = wrong[np.argsort(-outliers.share[wrong], kind="stable")]
    rows = [case.name_row(int(row)) for row in wrong[:_N_KEPT]]
    part = wrong.size / len(case.table)
    worst = wrong[0]
    suggested = outliers.suggested[worst]
    said = (
        f"given '{outliers.given[worst]}', voted '{suggested}'"
        if outputs.is_classification
        else f"given {outliers.given[worst]:.4g}, answered {suggested:.4g}"
    )
    sentence = (
        f"{count(wrong.size, 'row is', 'rows are')} contradicted by {_AGAINST:.0%} of the members or more "
        f"({share(part)} of the table): {rows_listed(rows)}; of row {rows[0]}: {said}. Look at them: the label may be "
        "wrong, or the row unlike all others. Remove none unseen."
    ).replace("90%", "90 %")
    evidence = {
        "n_rows": int(wrong.size),
        "rows": rows,
        "given": [str(outliers.given[row]) for row in wrong[:_N_KEPT]],
        "suggested": [str(outliers.suggested[row]) for row in wrong[:_N_KEPT]],
    }
    return [Finding("label-errors", "warning" if part >= _NOTABLE else "info", sentence, evidence)]
