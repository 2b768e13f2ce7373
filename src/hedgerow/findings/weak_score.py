"""The model is no better than a constant answer."""

from __future__ import annotations

from typing import Any

from hedgerow.findings.baseline import compare_with_constant
from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import quote, share

_CERTAIN = 2.0  # standard errors, which chance exceeds once in forty


def find_weak_score(case: Case) -> list[Finding]:
    """The lead over the best constant answer is less than two standard errors.

    Without outputs: the interval of the best candidate's cross-validated score reaches down to that of a constant.
    """
    if case.outputs is None:
        return _compare_trials(case.validation)
    found = compare_with_constant(case.outputs)
    if found is None or found.baseline - found.error >= _CERTAIN * found.noise > 0:
        return []
    if found.baseline == 0:
        return []  # one class only: there is nothing to be better at
    if case.table.task == "classification":
        numbers = (
            f"The model errs on {share(found.error)} of {found.n_rows:,} rows; answering {quote(found.constant)} "
            f"always errs on {share(found.baseline)}"
        )
    else:
        numbers = (
            f"The model's mean squared error on {found.n_rows:,} rows is {found.error:.4g}; answering the mean, "
            f"{found.constant}, always has {found.baseline:.4g}"
        )
    sentence = (
        f"{numbers}. That is no advantage beyond chance, so its feature relevances mean nothing. Look for "
        "features that carry more information about the target, or for more rows."
    )
    evidence = {"error": found.error, "baseline": found.baseline, "standard_error": found.noise}
    return [Finding("weak-score", "serious", sentence, evidence)]


def _compare_trials(validation: Any) -> list[Finding]:
    if validation is None or not validation.complete or validation.beats_guess:
        return []
    best, metric = validation.best, validation.measure
    low, high = validation.interval(best)
    sentence = (
        f"The best of {len(validation.results)} methods, {best.name}, has a cross-validated {metric.title} of "
        f"{metric.write(best.score)} ({metric.write(low)} to {metric.write(high)}); to answer {metric.guess} always "
        f"has {metric.write(validation.guess)}. That is no advantage beyond chance, so what it says about features "
        "means nothing. Look for features that carry more information about the target, or for more rows."
    )
    evidence = {"score": best.score, "low": low, "high": high, "guess": validation.guess, "method": best.name}
    return [Finding("weak-score", "serious", sentence, evidence)]
