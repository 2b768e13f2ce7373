"""Parameters, each declared once: its type, its default and what it may be.

A class declares its parameters in its body, as a dataclass does its fields, and `fit` may set what is `fitted`::

    @configurable
    class Slice(BaseEstimator):
        n_parts: int = parameter(Count(2), default=5)
        random_state: int | np.random.RandomState | None = None

        parts_: NDArray[np.intp] = fitted()

All else is made from that: the constructor, which stores parameters unchanged, as scikit-learn asks; the table of
constraints that `check_parameters` reads; and what the docstring leaves out. The entry of a parameter is looked for in
the classes above, which may have declared it, and then in `SHARED`, where those stand that many classes have.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, TypeVar, dataclass_transform

from hedgerow.foundation.constraints import Constraint

Class = TypeVar("Class", bound=type)

# The entries of parameters that classes share which have nothing else in common.
SHARED = {
    "n_jobs": """\
n_jobs : int, default=None
    Number of threads, in joblib's sense. The answer is the same for any.""",
    "random_state": """\
random_state : int, RandomState or None, default=None
    Where the randomness comes from.""",
    "verbose": """\
verbose : int, default=0
    Whether to show progress: a bar on a terminal, log lines elsewhere.""",
}


def parameter(constraint: Constraint | None = None, *, default: Any = MISSING, kw_only: bool = True) -> Any:
    """Declare a parameter in the body of a configurable class.

    Parameters
    ----------
    constraint : Constraint, default=None
        What it may be; None where that depends on the data, or is checked by scikit-learn.
    default : object
        What it is where nothing is passed; without one it must be passed.
    kw_only : bool, default=True
        Whether it is passed by name only.
    """
    return field(default=default, kw_only=kw_only, metadata={"constraint": constraint})


def fitted(*, init: Literal[False] = False) -> Any:
    """Declare an attribute that `fit` sets."""
    return field(init=init)


@dataclass_transform(kw_only_default=True, field_specifiers=(parameter, fitted))
def configurable(kind: Class) -> Class:
    """Make the constructor of a class that declares its parameters, its constraints and the rest of its docstring.

    Examples
    --------
    >>> from hedgerow.foundation.constraints import Count
    >>> @configurable
    ... class Slice:
    ...     n_parts: int = parameter(Count(2), default=5, kw_only=False)
    ...     n_jobs: int | None = None
    ...     parts_: list[int] = fitted()
    >>> inspect.signature(Slice)
    <Signature (n_parts: 'int' = 5, *, n_jobs: 'int | None' = None) -> None>
    >>> Slice(3).n_parts
    3
    """
    own = inspect.get_annotations(kind)
    made: Any = dataclass(kw_only=True, eq=False, repr=False, match_args=False)(kind)
    constraints = {each.name: each.metadata.get("constraint") for each in fields(made) if each.name in own}
    made._parameters = vars(made).get("_parameters", {}) | {
        name: each for name, each in constraints.items() if each is not None
    }
    if kind.__doc__ is not None:
        made.__doc__ = _complete(kind)
    return kind


def _complete(kind: type) -> str:
    """The docstring of a class, with the entries of the parameters that it says nothing of."""
    before, entries, after = _split(kind)
    said = _list_entries(entries)
    missing = [name for name in inspect.signature(kind).parameters if name not in said]
    found = [text for name in missing if (text := _find_entry(kind, name))]
    if not found:
        return inspect.cleandoc(kind.__doc__ or "")
    section = "\n".join(["Parameters", "----------", *([entries] if entries else []), *found])
    return "\n\n".join(part for part in (before, section, after) if part) + "\n"


def _find_entry(kind: type, name: str) -> str | None:
    for above in kind.__mro__[1:]:
        if above.__doc__:
            entry = _list_entries(_split(above)[1]).get(name)
            if entry is not None:
                return entry
    return SHARED.get(name)


def _split(kind: type) -> tuple[str, str, str]:
    """What a docstring says before its parameters, the entries of these, and what it says after them."""
    said = inspect.cleandoc(kind.__doc__ or "")
    heads = list(re.finditer(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", said, re.MULTILINE))
    starts = [head.start() for head in heads] + [len(said)]
    place = next((place for place, head in enumerate(heads) if head[1] == "Parameters"), None)
    if place is None:
        return said[: starts[0]].strip(), "", said[starts[0] :]
    end = starts[place + 1]
    return said[: starts[place]].strip(), said[heads[place].end() : end].strip("\n"), said[end:]


def _list_entries(section: str) -> dict[str, str]:
    """The entries of a section by the names that they begin with, or that they mention where they are about several."""
    entries: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", section):
        names = [name.strip() for name in entry.split("\n")[0].partition(" : ")[0].split(",")]
        mentioned = re.findall(r"`(\w+)`", entry) if len(names) > 1 else []
        entries |= dict.fromkeys([*mentioned, *names], entry)
    return entries
