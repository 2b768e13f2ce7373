"""Packages that are asked for only where something is exported."""

from __future__ import annotations

from importlib.util import find_spec


def find_extra(package: str, asker: str) -> None:
    """Refuse to go on without a package, and say how to get it.

    Examples
    --------
    >>> find_extra("no_such_package", "to_stone")
    Traceback (most recent call last):
        ...
    ImportError: to_stone needs no_such_package, which is not installed. Get it by: pip install "hedgerow[export]"
    """
    if find_spec(package) is None:
        raise ImportError(
            f'{asker} needs {package}, which is not installed. Get it by: pip install "hedgerow[export]"'
        )
