"""How good the model is and how sure that is, beside what it has to beat."""

from __future__ import annotations

from typing import Any

from sklearn.base import clone
from sklearn.dummy import DummyClassifier, DummyRegressor

from hedgerow.report.values import make_record
from hedgerow.tables.table import Table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trials import Candidate, CrossValidation
from hedgerow.trials.candidates import make_linear_baseline


def list_rivals(
    model: Any, name: str, table: Table, *, guess: str = "the mean", random_state: int = 0
) -> list[Candidate]:
    """A model beside a linear model, a single tree and a constant answer.

    What is the model itself, as a linear model beside a linear model, is left out.

    Parameters
    ----------
    model : estimator
        The model; a clone of it takes part.
    name : str
        What it is called.
    table : Table
        A table with a target.
    guess : str, default="the mean"
        The constant answer to values, as a `Metric` names it: "the mean" or "the median".
    random_state : int, default=0
        Seed of the tree.

    Returns
    -------
    list of Candidate
        The model first, the constant answer last.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> rivals = list_rivals(RandomForestClassifier(), "random forest", datasets.load("wbc"))
    >>> [rival.name for rival in rivals]
    ['random forest', 'linear model', 'single tree', 'constant answer']
    """
    assert table.task is not None
    if table.task == "classification":
        # Its answer is the most common class, and its probabilities are the shares of the classes.
        tree, constant = DecisionTreeClassifier(random_state=random_state), DummyClassifier()
    else:
        tree = DecisionTreeRegressor(random_state=random_state)
        constant = DummyRegressor(strategy="median" if guess == "the median" else "mean")
    baselines = {
        "linear model": make_linear_baseline(table.task),
        "single tree": tree,
        "constant answer": constant,
    }
    rivals = [Candidate(title, made) for title, made in baselines.items() if repr(made) != repr(model)]
    return [Candidate(name, clone(model)), *(rival for rival in rivals if rival.name != name)]


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
    >>> from hedgerow.report.sections.scores import list_rivals
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


def find_groups(scores: dict[str, Any]) -> dict[str, Any]:
    """Join methods whose differences are not shown.

    Methods stand in the order of their scores. A group is a run of them in that order in which no pair is shown to
    differ, and which cannot be made longer. It is the picture of a critical-difference diagram (Demsar 2006) with the
    tests of the pairs in the place of one critical difference, because pairs differ in how surely they are measured.

    Parameters
    ----------
    scores : dict
        What `describe_scores` gives: ``candidates`` with ``name`` and ``score``, and ``pairs`` with ``first``,
        ``second`` and ``better``; ``higher_is_better``.

    Returns
    -------
    dict
        ``order``: ``name`` and ``score`` of each method that worked, the best first; ``bars``: first and last position
        of each group of two or more.

    Examples
    --------
    >>> candidates = [{"name": "a", "score": 0.7}, {"name": "b", "score": 0.9}, {"name": "c", "score": 0.8}]
    >>> pairs = [
    ...     {"first": "a", "second": "b", "better": "b"},
    ...     {"first": "a", "second": "c", "better": ""},
    ...     {"first": "b", "second": "c", "better": ""},
    ... ]
    >>> found = find_groups({"candidates": candidates, "pairs": pairs, "higher_is_better": True})
    >>> [each["name"] for each in found["order"]], found["bars"]
    (['b', 'c', 'a'], [[0, 1], [1, 2]])
    """
    compared = {pair[side] for pair in scores["pairs"] for side in ("first", "second")}
    order = [
        {"name": each["name"], "score": each["score"]}
        for each in scores["candidates"]
        if each["score"] is not None and each["name"] in compared
    ]
    sign = -1 if scores["higher_is_better"] else 1
    order.sort(key=lambda each: sign * each["score"])
    apart = {frozenset((pair["first"], pair["second"])) for pair in scores["pairs"] if pair["better"]}
    names = [each["name"] for each in order]
    bars: list[list[int]] = []
    for first in range(len(names)):
        last = first
        while last + 1 < len(names) and all(
            frozenset((names[last + 1], other)) not in apart for other in names[first : last + 1]
        ):
            last += 1
        if last > first and (not bars or last > bars[-1][1]):
            bars.append([first, last])
    return {"order": order, "bars": bars}
