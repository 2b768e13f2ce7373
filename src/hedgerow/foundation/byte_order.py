"""Arrays from pickles of other machines, which may order the bytes of a number the other way round."""

from __future__ import annotations

from typing import Any

import numpy as np


def turn_native(state: dict[str, Any]) -> dict[str, Any]:
    """The state of an object, with its arrays in the byte order that kernels read.

    Examples
    --------
    >>> turn_native({"weights": np.array([1, 2], ">i4"), "n_classes": 2})["weights"].dtype.isnative
    True
    """
    return {
        name: value.astype(value.dtype.newbyteorder("="), copy=False)
        if isinstance(value, np.ndarray)
        else value
        for name, value in state.items()
    }
