"""Packages that only some work asks for: an extra of hedgerow installs them."""

from __future__ import annotations

from importlib.util import find_spec


def find_extra(package: str, asker: str, extra: str) -> None:
    """Refuse to go on without a package, and say how to get it.

    Examples
    --------
    >>> find_extra("no_such_package", "to_stone", "export")
    Traceback (most recent call last):
        ...
    ImportError: to_stone needs no_such_package, which is not installed. Get it by: pip install "hedgerow[export]"
    """
    if find_spec(package) is None:
        raise ImportError(
            f'{asker} needs {package}, which is not installed. Get it by: pip install "hedgerow[{extra}]"'
        )
