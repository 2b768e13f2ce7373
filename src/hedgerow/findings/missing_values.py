"""Many values are missing."""

from __future__ import annotations

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.findings.wording import count, listed, share

_MANY = 0.3


def find_missing_values(case: Case) -> list[Finding]:
    """A column lacks three tenths of its values or more."""
    shares = case.table.features.isna().mean().sort_values(ascending=False, kind="stable")
    many = shares[shares >= _MANY]
    if many.empty:
        return []
    names = [str(name) for name in many.index]
    sentence = (
        f"{count(len(names), 'column lacks', 'columns lack')} {_MANY:.0%} of the values or more: {listed(names)}; "
        f"{names[0]!r} lacks {share(float(many.iloc[0]))}. Trees take a missing value as one more value, so they learn "
        "from what is missing, too: make sure it will be missing for the same reasons in new rows, or leave the "
        f"{'column' if len(names) == 1 else 'columns'} out."
    ).replace("30%", "30 %")
    evidence = {"shares": {name: float(part) for name, part in zip(names, many, strict=True)}}
    return [Finding("missing-values", "warning", sentence, evidence)]
