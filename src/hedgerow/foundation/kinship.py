"""Classes of ours that count as classes of another package, without inheriting from them.

Other packages ask ``isinstance(model, sklearn.ensemble.RandomForestClassifier)`` before they take a model for a forest.
Abstract classes say yes to what is registered with them, but to register needs their module, and to import it takes
longer than a first fit of ours. So a class is registered when somebody else imports the module, of which Python tells
nobody but the finders in `sys.meta_path`. Ours finds nothing itself: it asks the finders behind it, whatever they are,
and has the loader that they found say when it is done. For a module that nobody waits for it costs a look into a
dictionary; and it stays where it is, because other threads may be walking along that list.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


def counts_as(theirs: str) -> Callable[[Class], Class]:
    """Make a class pass for an abstract class of another package, from the moment that its package is imported.

    Only what asks ``isinstance(model, theirs)`` notices, so what its objects promise must be kept. The other package is
    not imported: where nobody has, nobody can ask.

    Parameters
    ----------
    theirs : str
        Package and name of their class.

    Examples
    --------
    >>> @counts_as("numbers.Real")
    ... class Length:
    ...     pass
    >>> import numbers
    >>> isinstance(Length(), numbers.Real)
    True
    """
    package, _, name = theirs.rpartition(".")

    def introduce(kind: Class) -> Class:
        _call_with(package, lambda module: getattr(module, name).register(kind))
        return kind

    return introduce


def _call_with(name: str, call: Callable[[ModuleType], Any]) -> None:
    """Call something with a module, as soon as that is imported."""
    if name in sys.modules:
        call(import_module(name))  # waits for another thread that is at it
    else:
        _WATCH.calls[name].append(call)


class _Watch(MetaPathFinder):
    """Finds no module itself, but has the loaders of some tell when they are done."""

    def __init__(self) -> None:
        self.calls: dict[str, list[Callable[[ModuleType], Any]]] = defaultdict(list)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the others find a module that somebody waits for."""
        if fullname not in self.calls:
            return None
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            self._listen(spec.loader)
        return spec

    def _listen(self, loader: Loader) -> None:
        execute = loader.exec_module

        def execute_and_tell(module: ModuleType) -> None:
            execute(module)
            for call in self.calls.pop(module.__name__, []):
                call(module)

        loader.exec_module = execute_and_tell  # type: ignore[method-assign]


_WATCH = _Watch()
sys.meta_path.insert(0, _WATCH)
