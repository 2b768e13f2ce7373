"""The contents of a method card."""

from __future__ import annotations

from dataclasses import dataclass


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
