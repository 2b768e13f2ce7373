"""How good the model is, how sure that is, and whether it beats what is simpler."""

from __future__ import annotations

from typing import Any

from hedgerow.report.plain import make_record
from hedgerow.trials import CrossValidation


def describe_scores(validation: CrossValidation) -> dict[str, Any]:
    """Describe scores on folds, with intervals and all differences.

    Intervals and tests are corrected for training rows that folds share.

    Parameters
    ----------
    validation : CrossValidation
        Scores on the same folds; the model comes first.

    Returns
    -------
    dict
        ``metric``, its ``title`` and ``meaning`` in words, ``higher_is_better``, and what a ``guess`` has; ``plan`` of
        the folds in words; ``candidates``, each with ``name``, mean ``score``, ``low``, ``high``, ``seconds``,
        ``folds`` and ``failure``; ``chosen``: what to expect of keeping the best of them, with ``score``, ``low``,
        ``high``, ``picks`` and ``sentence``, or None; ``pairs``: for each the ``difference``, its interval,
        ``critical`` (the smallest difference that the folds could show), ``p_value`` by Holm and ``better``;
        ``sentence``, ``conclusion`` and ``remarks`` about the metric.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> from hedgerow.report.candidates import list_rivals
    >>> from hedgerow.trials.cross_validation import cross_validate
    >>> table = datasets.load("wbc")
    >>> rivals = list_rivals(RandomForestClassifier(20, random_state=0), "forest", table)
    >>> found = cross_validate(table.features, table.target, rivals, task="classification")
    >>> described = describe_scores(found)
    >>> described["candidates"][0]["name"], described["pairs"][2]["better"]
    ('forest', 'forest')
    """
    metric, chosen = validation.measure, validation.chosen
    candidates = []
    for result in validation.results:
        low, high = validation.interval(result)
        candidates.append(
            {
                "name": result.name,
                "score": result.score,
                "low": low,
                "high": high,
                "seconds": float(result.fit_seconds.mean()),
                "folds": result.scores,
                "failure": result.failure,
            }
        )
    pairs = validation.differences()
    pairs["critical"] = (pairs["high"] - pairs["low"]) / 2
    comparison = validation.comparison
    return make_record(
        metric=validation.metric,
        title=metric.title,
        meaning=metric.meaning,
        higher_is_better=metric.higher_is_better,
        guess=validation.guess,
        plan=validation.plan.sentence,
        candidates=candidates,
        chosen=None if chosen is None else chosen.to_dict(),
        pairs=pairs,
        sentence="" if comparison is None else comparison.sentence,
        conclusion="Too few methods worked to compare." if comparison is None else comparison.conclusion,
        remarks=validation.remarks(),
    )
