"""The shorthands of the label axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.codes.identity import Identity
from hedgerow.codes.protocol import Code

CODES: dict[str, type] = {"identity": Identity}


def resolve_code(code: str | object | None) -> Code:
    """Make a fresh code from its shorthand (None is the identity), or clone the given one.

    Examples
    --------
    >>> resolve_code(None)
    Identity()
    """
    if code is None:
        return Identity()
    if isinstance(code, str) and code in CODES:
        return cast(Code, CODES[code]())
    if isinstance(code, Code) and not isinstance(code, type):
        return cast(Code, clone(code))
    raise ValueError(
        f"code={code!r} is not known; use None, one of {sorted(CODES)}, "
        "or an object with `count_symbols`, `draw` and `decode`"
    )
