"""Method cards: for each method its paper, its formulas, what is done differently here, and its price.

The command ``hedgerow methods`` and the documentation are written from these cards.
"""

from __future__ import annotations

from difflib import get_close_matches

from hedgerow.cards import (
    additive,
    bias_variance,
    boosting,
    causal,
    codes,
    combination,
    comparison,
    correlation,
    diversity,
    ensembles,
    forest_selection,
    forests,
    learners,
    local,
    local_experts,
    many_labels,
    masks,
    minimal_codes,
    mixtures,
    mrmr,
    networks,
    pairwise,
    pruning,
    relevance,
    rotations,
    stability,
    theory,
    trees,
    unsupervised,
    unusual_data,
    wrappers,
)
from hedgerow.cards.card import Card
from hedgerow.cards.markdown import write_card, write_page

__all__ = ["AXES", "CARDS", "Card", "find_cards", "write_card", "write_page"]

AXES = {
    "recipe": "Ensembles: several choices at once",
    "data": "Data: which examples does a member see?",
    "features": "Features: through which features?",
    "labels": "Labels: which question is a member asked?",
    "learner": "Learner: what learns?",
    "combination": "Combination: how do answers become one?",
    "reading": "Evidence: what a fitted ensemble, or a table of scores, says",
}

_FAMILIES = (
    ensembles,
    forests,
    boosting,
    rotations,
    additive,
    masks,
    unusual_data,
    trees,
    learners,
    networks,
    codes,
    minimal_codes,
    pairwise,
    local_experts,
    mixtures,
    many_labels,
    pruning,
    combination,
    diversity,
    theory,
    relevance,
    local,
    forest_selection,
    bias_variance,
    comparison,
    mrmr,
    correlation,
    causal,
    wrappers,
    unsupervised,
    stability,
)

CARDS: dict[str, Card] = {card.name: card for family in _FAMILIES for card in family.CARDS}


def find_cards(name: str) -> list[Card]:
    """Return the cards that go by a name.

    Parameters
    ----------
    name : str
        A card's name or title, or a public name of the package, in any case.

    Returns
    -------
    list of Card
        One card, or all cards that mention the public name.

    Raises
    ------
    LookupError
        If no card goes by that name; the message offers the nearest ones.

    Examples
    --------
    >>> [card.title for card in find_cards("RandomForestRegressor")]
    ['Random forest', 'Out-of-bag permutation importance', 'Forest proximity']
    """
    wanted = name.casefold()
    exact = [card for card in CARDS.values() if wanted in (card.name, card.title.casefold())]
    if exact:
        return exact
    providing = [card for card in CARDS.values() if wanted in (public.casefold() for public in card.provides)]
    if providing:
        return providing
    known = {*CARDS, *(public for card in CARDS.values() for public in card.provides)}
    lowered = {word.casefold(): word for word in known}
    near = [lowered[word] for word in get_close_matches(wanted, lowered, n=3, cutoff=0.5)]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise LookupError(f"There is no method card {name!r}.{hint} `hedgerow methods` lists all of them.")
