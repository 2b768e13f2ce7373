"""All rules, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hedgerow.findings import baseline, columns, leaks, members, ranking, rows, target
from hedgerow.findings.finding import SEVERITIES, Case, Finding
from hedgerow.outputs import Outputs
from hedgerow.selection.stability import SelectionStability
from hedgerow.tables.table import Table

Rule = Callable[[Case], list[Finding]]

# In the order in which findings of the same severity are told: leaks first, small print last.
RULES: tuple[Rule, ...] = (
    leaks.find_target_copies,
    leaks.find_dominating_feature,
    baseline.find_weak_score,
    target.find_small_classes,
    rows.find_repeated_rows,
    columns.find_identifiers,
    target.find_class_imbalance,
    rows.find_label_errors,
    target.find_heavy_tails,
    columns.find_missing_values,
    ranking.find_biased_gain,
    ranking.find_unstable_ranking,
    members.find_alike_members,
    members.find_few_members,
    columns.find_constant_columns,
    columns.find_duplicate_columns,
    columns.find_variant_spellings,
)


def find_all(
    table: Table,
    model: Any = None,
    outputs: Outputs | None = None,
    relevance: Any = None,
    validation: Any = None,
    *,
    stability: SelectionStability | None = None,
) -> list[Finding]:
    """Look for whatever makes results on a table doubtful.

    Parameters
    ----------
    table : Table
        The table, with its target where it has one.
    model : estimator, default=None
        A fitted model of the table.
    outputs : Outputs, default=None
        What its members predicted, with the truth, for the rows of the table in their order. The members should not
        have seen the rows: use out-of-bag answers, or a table that was held out.
    relevance : ForestRelevance or Relevance, default=None
        Which features matter.
    validation : CrossValidation, default=None
        Cross-validated candidates.
    stability : SelectionStability, default=None
        How a selector selected on parts of the table.

    Returns
    -------
    list of Finding
        The most severe first. What is None is simply not looked at.

    Examples
    --------
    >>> import pandas as pd
    >>> from hedgerow.findings import find_all
    >>> from hedgerow import read_table
    >>> frame = pd.DataFrame({"size": [1.5, 2.5, 2.0, 4.0] * 10, "unit": ["m"] * 40, "good": ["y", "n"] * 20})
    >>> for finding in find_all(read_table(frame, "good")):
    ...     print(finding.severity, finding.code)
    serious dominating-feature
    info repeated-rows
    info constant-columns
    """
    case = Case(table, model, outputs, getattr(relevance, "relevance_", relevance), validation, stability)
    findings = [finding for rule in RULES for finding in rule(case)]
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
