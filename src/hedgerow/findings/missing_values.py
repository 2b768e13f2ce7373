"""Many values are missing."""

from __future__ import annotations

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names, quote, share

_MANY = 0.3  # with fewer gaps a column tells more by what is there than by what is not


def find_missing_values(case: Case) -> list[Finding]:
    """A column lacks three tenths of its values or more."""
    shares = case.table.features.isna().mean().sort_values(ascending=False, kind="stable")
    many = shares[shares >= _MANY]
    if many.empty:
        return []
    names = [str(name) for name in many.index]
    sentence = (
        f"{count(len(names), 'column lacks', 'columns lack')} {100 * _MANY:.0f} % of the values or more: "
        f"{list_names(names)}; {quote(names[0])} lacks {share(float(many.iloc[0]))}. Trees take a missing value as one "
        "more value, so they learn from what is missing, too: make sure it will be missing for the same reasons in new "
        f"rows, or leave the {'column' if len(names) == 1 else 'columns'} out."
    )
    evidence = {"shares": {name: float(part) for name, part in zip(names, many, strict=True)}}
    return [Finding("missing-values", "warning", sentence, evidence)]
