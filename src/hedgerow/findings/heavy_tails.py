"""A few extreme values of the target decide everything."""

from __future__ import annotations

import numpy as np

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, quote, share

_FEWEST_ROWS = 50  # of fewer, the most extreme hundredth is less than half a row
_MOST = 0.3  # the most extreme hundredth of normal values holds 0.09 of their sum of squares


def find_heavy_tails(case: Case) -> list[Finding]:
    """The most extreme hundredth of the values holds three tenths of the sum of squares around the median."""
    table = case.table
    if table.task != "regression" or table.target is None or len(table) < _FEWEST_ROWS:
        return []
    values = table.target.to_numpy(dtype=np.float64)
    squares = (values - np.median(values)) ** 2
    n_extreme = -(-len(values) // 100)
    extreme = np.argsort(-squares, kind="stable")[:n_extreme]
    held = float(squares[extreme].sum() / squares.sum())
    if held < _MOST:
        return []
    is_skewed = bool(values.min() > 0 and (values[extreme] > np.median(values)).all())
    way_out = (
        "predict its logarithm" if is_skewed else "look at these rows, and judge by the mean absolute error"
    )
    sentence = (
        f"Target {quote(table.target.name)} has heavy tails: "
        f"{count(n_extreme, 'extreme row holds', 'extreme rows hold')} {share(held)} of all squared deviation, so "
        f"squared errors and R2 depend on them alone; {way_out}."
    )
    rows = [case.name_row(int(row)) for row in extreme[:20]]
    return [
        Finding("heavy-tails", "warning", sentence, {"share": held, "n_extreme": n_extreme, "rows": rows})
    ]
