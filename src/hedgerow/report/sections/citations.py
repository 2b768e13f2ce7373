"""How to cite the methods that were used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hedgerow.cards import METHODS, find_methods, read_cards
from hedgerow.cards.plain_text import write_plainly
from hedgerow.foundation.records import take_fields

# What every report uses, beside the model, and what it uses of members.
_ALWAYS = ("forest-relevance", "local-relevance", "selection-stability", "comparison-over-folds")
_OF_MEMBERS = ("diversity-report", "kappa-error-diagram", "ensemble-curve", "margins", "outlier-filter")


def describe_citations(
    models: Iterable[Any], task: str | None, *, has_members: bool = True
) -> list[dict[str, str]]:
    """List the methods of a report with their papers.

    Parameters
    ----------
    models : iterable of estimators
        The models that were fitted; those without a method card are left out.
    task : {"classification", "regression"} or None
        What was predicted: values have no margins.
    has_members : bool, default=True
        Whether members were looked at.

    Returns
    -------
    list of dict
        ``name``, ``title``, ``idea`` and ``paper`` of each method.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> describe_citations([RandomForestClassifier()], "classification")[0]["title"]
    'Random forest'
    """
    names = []
    for model in models:
        try:
            names.append(find_methods(type(model).__name__)[0].name)
        except LookupError:
            continue
    names += _ALWAYS
    if has_members:
        names += [name for name in _OF_MEMBERS if task == "classification" or name != "margins"]
    cards = read_cards(name for name in dict.fromkeys(names) if name in METHODS)
    return [
        take_fields(card, "name", "title")
        | {"idea": write_plainly(card.idea), "paper": " ".join(card.paper.split())}
        for card in cards
    ]
