"""What makes a target hard to learn or to judge by: a rare class, few rows of a class, a few extreme values."""

from __future__ import annotations

import numpy as np

from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, list_names, quote, share

# Rows of the rarest class for one of the most frequent. From ten to one on a constant answer is right on nine rows in
# ten of the two, so an accuracy of 0.9 is nothing.
_RARE = 0.1


def find_class_imbalance(case: Case) -> list[Finding]:
    """The rarest class has less than a tenth of the rows of the most frequent one."""
    counts = case.class_counts
    if counts is None or counts.iloc[-1] >= _RARE * counts.iloc[0]:
        return []
    total, most, fewest = int(counts.sum()), int(counts.iloc[0]), int(counts.iloc[-1])
    sentence = (
        f"Class {quote(counts.index[-1])} has {fewest:,} of {total:,} rows ({share(fewest / total)}), class "
        f"{quote(counts.index[0])} has {most:,}. Answering {quote(counts.index[0])} always is right on "
        f"{share(most / total)} of the rows, so accuracy says little: judge by balanced accuracy or the recall of "
        "each class, and try class_weight='balanced'."
    )
    evidence = {
        "counts": {str(label): int(number) for label, number in counts.items()},
        "ratio": fewest / most,
    }
    return [Finding("class-imbalance", "warning", sentence, evidence)]


_FEW = 10  # a recall out of ten rows has a standard error of up to 16 points
_TOO_FEW = 5  # some of five folds are then without the class
_FEWEST_VALUES = 30  # a correlation of 0.35 is then not told from none


def find_small_classes(case: Case) -> list[Finding]:
    """A class has fewer than ten rows, or a table of values fewer than thirty."""
    counts = case.class_counts
    if counts is None:
        return _find_few_rows(case)
    small = counts[counts < _FEW]
    if small.empty:
        return []
    fewest = int(small.min())
    labels = [str(label) for label in small.index[::-1]]
    sentence = (
        f"{count(len(small), 'class has', 'classes have')} fewer than {_FEW} rows: {list_names(labels)}; the smallest "
        f"has {fewest}. Scores of such a class are mostly chance"
        + (" and some folds of a cross-validation hold none of it" if fewest < _TOO_FEW else "")
        + ". Collect more rows, or join it with a class that is like it."
    )
    evidence = {"counts": {str(label): int(number) for label, number in small.items()}}
    return [Finding("small-classes", "serious" if fewest < _TOO_FEW else "warning", sentence, evidence)]


def _find_few_rows(case: Case) -> list[Finding]:
    n_rows = len(case.table)
    if case.table.target is None or n_rows >= _FEWEST_VALUES:
        return []
    sentence = (
        f"The table has {count(n_rows, 'row')}: fewer than {_FEWEST_VALUES} rows tell little about a numeric target. "
        "Read scores as rough guesses, and collect more rows."
    )
    return [Finding("small-classes", "warning", sentence, {"n_rows": n_rows})]


_FEWEST_ROWS = 50  # of fewer, the most extreme hundredth is less than half a row
_MOST_HELD = 0.3  # the most extreme hundredth of normal values holds 0.09 of their sum of squares


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
    if held < _MOST_HELD:
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
