"""Rows that occur more than once, and rows that nearly all members contradict."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hedgerow.analysis.outliers import find_outliers
from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, list_rows, quote, share
from hedgerow.outputs import Outputs

# Two rows of fine measurements are never the same by chance, so one in a hundred is a fault of the collection; five
# answers of three values each repeat by themselves.
_SOME_REPEAT, _MANY_REPEAT = 0.01, 0.05


def find_repeated_rows(case: Case) -> list[Finding]:
    """Rows repeat earlier ones in all columns but identifiers: one in 100 where a column is fine, else one in 20.

    Coarse columns repeat by themselves. A column is fine when more than half of its values differ.
    """
    table = case.table
    columns = table.features[case.describing]
    if columns.empty:
        return []
    whole = columns if table.target is None else pd.concat([columns, table.target], axis=1)
    repeated = int(whole.duplicated().sum())
    n_rows = len(table)
    is_fine = bool((columns.nunique() > n_rows / 2).any())
    if repeated < (_SOME_REPEAT if is_fine else _MANY_REPEAT) * n_rows:
        return []
    contradicted = int(columns.duplicated(keep=False).sum()) - int(whole.duplicated(keep=False).sum())
    sentence = (
        f"{count(repeated, 'row repeats', 'rows repeat')} an earlier row in every column "
        f"({share(repeated / n_rows)} of {n_rows:,}). Copies on both sides of a split make scores too good: remove "
        "them, or keep copies together in one fold."
    )
    if not is_fine:
        sentence += " The columns have few values each, so some of this may be coincidence."
    evidence = {
        "n_repeated": repeated,
        "n_rows": n_rows,
        "share": repeated / n_rows,
        "n_same_features_other_target": contradicted,
    }
    return [Finding("repeated-rows", "warning" if is_fine else "info", sentence, evidence)]


_AGAINST = 0.9
_FEWEST_VOTES = 5.0  # nine tenths of fewer is all of them, which four members are by chance
_FAR = 6.0  # standard deviations of a value's residual
# Where classes overlap, nearly all members contradict some rows whose labels are right, and nothing tells these from
# wrong labels. So a model is believed against a label only where it is good, and where much of the little that it gets
# wrong it gets wrong unanimously: a tenth to a fifth of its errors on generated tables, and about half of them where
# classes are well apart and one label in 100 is wrong. The limits were chosen on these tables.
_BELIEVED = 0.1
_OF_ERRORS = 0.2
_NOTABLE = 0.01
_N_KEPT = 50


def find_label_errors(case: Case) -> list[Finding]:
    """At least nine tenths of five or more votes are against a row.

    The vote errs on a tenth of the rows at most, and a fifth of its errors are such rows; else it is not believed.
    With values: its residual is six robust standard deviations out for nine tenths of the members.
    """
    outputs = case.outputs
    if outputs is None or outputs.truth is None or outputs.n_samples != len(case.table):
        return []
    outliers = find_outliers(outputs, threshold=_AGAINST, cutoff=_FAR)
    predicted = outliers.n_votes >= _FEWEST_VOTES * outputs.member_weights().mean()
    wrong = np.flatnonzero(outliers.mask & predicted)
    if wrong.size == 0 or not _is_believed(outputs, wrong.size):
        return []
    wrong = wrong[np.argsort(-outliers.share[wrong], kind="stable")]
    rows = [case.name_row(int(row)) for row in wrong[:_N_KEPT]]
    part = wrong.size / len(case.table)
    worst = wrong[0]
    suggested = outliers.suggested[worst]
    said = (
        f"given {quote(outliers.given[worst])}, voted {quote(suggested)}"
        if outputs.is_classification
        else f"given {outliers.given[worst]:.4g}, answered {suggested:.4g}"
    )
    sentence = (
        f"{count(wrong.size, 'row is', 'rows are')} contradicted by {100 * _AGAINST:.0f} % of the members or more "
        f"({share(part)} of the table): {list_rows(rows)}; of row {rows[0]}: {said}. Look at them: the label may be "
        "wrong, or the row unlike all others. Remove none unseen."
    )
    evidence = {
        "n_rows": int(wrong.size),
        "rows": rows,
        "given": [str(outliers.given[row]) for row in wrong[:_N_KEPT]],
        "suggested": [str(outliers.suggested[row]) for row in wrong[:_N_KEPT]],
    }
    return [Finding("label-errors", "warning" if part >= _NOTABLE else "info", sentence, evidence)]


def _is_believed(outputs: Outputs, n_wrong: int) -> bool:
    """Whether a vote is good, and unanimous on many of the rows on which it errs; values are always believed."""
    if not outputs.is_classification:
        return True
    said = outputs.consensus()
    predicted = said >= 0
    n_errors = np.count_nonzero(predicted & (said != outputs.known_truth()))
    return bool(n_errors <= _BELIEVED * np.count_nonzero(predicted) and n_wrong >= _OF_ERRORS * n_errors)
