"""The index of all methods, and the card of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from hedgerow.cards.index import INDEX
from hedgerow.cards.index_entry import Listing
from hedgerow.foundation.doors import list_public_names


@dataclass(frozen=True, slots=True)
class Card:
    """One published method as this package offers it, read from the docstring of the object that is the method.

    Texts are paragraphs as docstrings write them.

    Parameters
    ----------
    name : str
        The key, in lower case with hyphens: ``"random-forest"``.
    title : str
        The name as the literature writes it.
    axis : str
        Which choice of an ensemble the method makes: ``"data"``, ``"features"``, ``"labels"``, ``"learner"``,
        ``"combination"``, ``"recipe"`` (it makes several) or ``"reading"`` (it reads a finished ensemble).
    idea : str
        The method in one sentence.
    paper : str
        The citations.
    use : str
        The line of Python that gives the method.
    provides : tuple of str
        The public names that belong to the method.
    imports : str, default=""
        The lines of Python that the line needs before it.
    description : str, default=""
        How the method works.
    equations : str, default=""
        The formula, where the description does not have it, and where the source has it.
    differences : str, default=""
        What is done otherwise here than in the paper, and what else there is to know.
    complexity : str, default=""
        Time and memory. N examples, F features tried per node, T members, K classes.
    see : tuple of str, default=()
        The names of related cards.
    """

    name: str
    title: str
    axis: str
    idea: str
    paper: str
    use: str
    provides: tuple[str, ...]
    imports: str = ""
    description: str = ""
    equations: str = ""
    differences: str = ""
    complexity: str = ""
    see: tuple[str, ...] = ()


METHODS = {method.name: method for methods in INDEX.values() for method in methods}
_AXES = {method.name: axis for axis, methods in INDEX.items() for method in methods}


@lru_cache(maxsize=256)
def read_card(name: str) -> Card:
    """Read the card of a method.

    Parameters
    ----------
    name : str
        A key of `METHODS`.

    Returns
    -------
    Card

    Examples
    --------
    >>> read_card("arc-x4").equations
    'w = 1 + m^4; Rogers 2007, eq. 2.12.'
    """
    from hedgerow.cards.docstrings import read_docstring, read_passage

    method = METHODS[name]
    doors = list_public_names()
    names = [name.partition(".")[0] for name in method.use.list_names()]
    passage = read_passage(read_docstring(_find_home(method)), method.title)
    siblings = [other.name for other in METHODS.values() if _find_home(other) == _find_home(method)]
    related = [_find_main_method(word) for word in passage.see_also]
    return Card(
        name=name,
        title=method.title,
        axis=_AXES[name],
        idea=passage.idea,
        paper=passage.paper,
        use=repr(method.use),
        imports="\n".join(f"from {doors[word]} import {word}" for word in names if word in doors),
        provides=tuple(name for name in method.list_names() if name in doors),
        description=passage.description,
        equations=passage.formula,
        differences=passage.notes,
        complexity=passage.cost,
        see=tuple(each for each in dict.fromkeys([*siblings, *related]) if each and each != name),
    )


def read_cards(names: Iterable[str] = METHODS) -> list[Card]:
    """Read the cards of several methods, of all unless some are named."""
    return [read_card(name) for name in names]


def find_cards(name: str) -> list[Card]:
    """Return the cards that go by a name, as `find_methods` does.

    Examples
    --------
    >>> [card.title for card in find_cards("RandomForestRegressor")]
    ['Random forest', 'Out-of-bag permutation importance', 'Forest proximity']
    """
    return read_cards(method.name for method in find_methods(name))


def find_methods(name: str) -> list[Listing]:
    """Return the methods that go by a name.

    Parameters
    ----------
    name : str
        A method's name or title, or a public name of the package, in any case.

    Returns
    -------
    list of Listing
        One method, or all that the public name belongs to.

    Raises
    ------
    LookupError
        If no method goes by that name; the message offers the nearest ones.
    """
    wanted = name.casefold()
    exact = [method for method in METHODS.values() if wanted in (method.name, method.title.casefold())]
    if exact:
        return exact
    words = {each: method.list_names() for each, method in METHODS.items()}
    providing = [
        METHODS[each] for each in words if wanted.rpartition(".")[2] in map(str.casefold, words[each])
    ]
    if providing:
        return providing
    lowered = {word.casefold(): word for each in words for word in (each, *words[each])}
    near = [lowered[word] for word in get_close_matches(wanted, lowered, n=3, cutoff=0.5)]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise LookupError(f"There is no method card {name!r}.{hint} `hedgerow methods` lists all of them.")


def _find_home(method: Listing) -> str:
    return method.home or method.use.name


def _find_main_method(word: str) -> str:
    """The method that a docstring means by a public name: the one it tells about, else the first that is made by it."""
    for names in (_find_home, lambda method: method.use.name):
        for method in METHODS.values():
            if names(method).rpartition(".")[2] == word:
                return method.name
    return ""
