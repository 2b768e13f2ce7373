"""The five choices that make an ensemble."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from hedgerow.codes import Code, Design, LearnedDesign
from hedgerow.codes.identity import Identity
from hedgerow.codes.protocol import CODES
from hedgerow.combination import Combination
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.resampling import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.resampling import RESAMPLINGS
from hedgerow.views import AllFeatures, ColumnView, MatrixView
from hedgerow.views.view import VIEWS


@dataclass(frozen=True)
class Choices:
    """One value per axis.

    Attributes
    ----------
    estimator : estimator or None
        What learns; None is hedgerow's own tree.
    resampling : object
        Which rows a member sees.
    combination : object
        How the predictions become one.
    view : object
        Through which features a member looks.
    code : object
        Which classes a member learns.
    """

    estimator: Any
    resampling: IndependentResampling | AdaptiveResampling
    combination: Combination
    view: ColumnView | MatrixView = field(default_factory=AllFeatures)
    code: Code | Design | LearnedDesign = field(default_factory=Identity)

    @classmethod
    def read(
        cls, estimator: Any, resampling: Any, combination: Any, view: Any = "all", code: Any = None
    ) -> Self:
        """The choices as a user gives them: shorthands, or objects, which are cloned.

        Examples
        --------
        >>> Choices.read(None, "bootstrap", "vote").combination
        Vote()
        """
        return cls(
            estimator,
            resampling=RESAMPLINGS.resolve(resampling),
            combination=COMBINATIONS.resolve(combination),
            view=VIEWS.resolve(view),
            code=CODES.resolve(code),
        )
