"""All rules, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hedgerow.findings.alike_members import find_alike_members
from hedgerow.findings.biased_gain import find_biased_gain
from hedgerow.findings.case import Case
from hedgerow.findings.class_imbalance import find_class_imbalance
from hedgerow.findings.constant_columns import find_constant_columns
from hedgerow.findings.dominating_feature import find_dominating_feature
from hedgerow.findings.duplicate_columns import find_duplicate_columns
from hedgerow.findings.few_members import find_few_members
from hedgerow.findings.finding import SEVERITIES, Finding
from hedgerow.findings.heavy_tails import find_heavy_tails
from hedgerow.findings.identifiers import find_identifiers
from hedgerow.findings.label_errors import find_label_errors
from hedgerow.findings.missing_values import find_missing_values
from hedgerow.findings.repeated_rows import find_repeated_rows
from hedgerow.findings.small_classes import find_small_classes
from hedgerow.findings.target_copies import find_target_copies
from hedgerow.findings.unstable_ranking import find_unstable_ranking
from hedgerow.findings.variant_spellings import find_variant_spellings
from hedgerow.findings.weak_score import find_weak_score
from hedgerow.outputs import Outputs
from hedgerow.selection.stability import SelectionStability
from hedgerow.tables.table import Table

Rule = Callable[[Case], list[Finding]]

# In the order in which findings of the same severity are told: leaks first, small print last.
RULES: tuple[Rule, ...] = (
    find_target_copies,
    find_dominating_feature,
    find_weak_score,
    find_small_classes,
    find_repeated_rows,
    find_identifiers,
    find_class_imbalance,
    find_label_errors,
    find_heavy_tails,
    find_missing_values,
    find_biased_gain,
    find_unstable_ranking,
    find_alike_members,
    find_few_members,
    find_constant_columns,
    find_duplicate_columns,
    find_variant_spellings,
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
