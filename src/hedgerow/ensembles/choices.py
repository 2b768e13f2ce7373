"""The five choices that make an ensemble."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choices:
    """One value per axis, as a user gives them: objects or their shorthands.

    Attributes
    ----------
    estimator : estimator or None
        What learns; None is hedgerow's own tree.
    resampling : str or object
        Which rows a member sees.
    view : str or object
        Through which features.
    code : str, object or None
        Which question it is asked.
    combination : str or object
        How the answers become one.
    """

    estimator: Any = None
    resampling: Any = "bootstrap"
    view: Any = "all"
    code: Any = None
    combination: Any = "mean_probability"
