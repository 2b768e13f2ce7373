"""One class is rare."""

from __future__ import annotations

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import quote, share

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
