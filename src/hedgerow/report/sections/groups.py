"""Which methods do not differ significantly over the folds."""

from __future__ import annotations

from typing import Any


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
