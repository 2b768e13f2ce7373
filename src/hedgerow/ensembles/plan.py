"""The five choices that make an ensemble, and what they let each member see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import Code, Design, LearnedDesign
from hedgerow.codes.member_codes import Identity, MatrixCode
from hedgerow.codes.protocol import CODES
from hedgerow.combination import Combination
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.ensembles.coded.two_sided_sample import draw_both_sides
from hedgerow.foundation.seeds import Stream
from hedgerow.foundation.target_group import TargetGroup
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.resampling import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.independent import Bootstrap
from hedgerow.resampling.resampling import RESAMPLINGS, Weights
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
    fit_parameters : mapping of str to object
        What the `fit` of an estimator that is not ours is given beside rows, target and weights.
    """

    estimator: Any
    resampling: IndependentResampling | AdaptiveResampling
    combination: Combination
    view: ColumnView | MatrixView = field(default_factory=AllFeatures)
    code: Code | Design | LearnedDesign = field(default_factory=Identity)
    fit_parameters: Mapping[str, Any] = field(default_factory=dict)

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


@dataclass(frozen=True)
class Plan:
    """The choices about rows, features and labels, bound to the size of a table; draws repeat, seed by seed.

    Attributes
    ----------
    resampling, view, code
        The resolved choices.
    n_samples, n_features : int
        Shape of the table.
    n_classes : int or None
        Number of classes; None for regression.
    sample_weight : ndarray of shape (n_samples,) or None
        Weights of the rows.
    target : ndarray of shape (n_samples,) or None
        Class codes, where the rows of a member depend on them: every column of a code needs rows of both its sides.
    targets : TargetGroup or None
        Several targets; None where there is one.
    """

    resampling: IndependentResampling | AdaptiveResampling
    view: ColumnView | MatrixView
    code: Code | MatrixCode | Design | LearnedDesign
    n_samples: int
    n_features: int
    n_classes: int | None
    sample_weight: NDArray[np.float64] | None
    target: NDArray[np.intp] | None = None
    targets: TargetGroup | None = None

    @classmethod
    def of(cls, choices: Choices, training: TrainingSet) -> Self:
        """The choices of an ensemble, for the table that it learns from."""
        return cls(
            choices.resampling,
            choices.view,
            choices.code,
            training.n_samples,
            training.n_features,
            training.n_classes,
            training.weights,
            targets=training.targets,
        )

    @property
    def is_coded(self) -> bool:
        """Whether members learn other classes than the real ones."""
        return self.n_classes is not None and not isinstance(self.code, Identity)

    @property
    def n_symbols(self) -> int | None:
        """Number of classes that a member learns; None for regression."""
        if not self.is_coded or self.n_classes is None:
            return self.n_classes
        return cast(Code, self.code).count_symbols(self.n_classes)

    def draw_weights(self, seeds: NDArray[np.uint64], first: int = 0) -> Weights:
        """Draw counts or weights of the rows, one line per member, the first of which has the given position."""
        resampling = cast(IndependentResampling, self.resampling)
        if isinstance(self.code, MatrixCode) and self.target is not None:
            sides = self.code.take(first, len(seeds))[:, self.target]
            draws = [
                draw_both_sides(resampling, int(seed), sides_of_rows, self.sample_weight)
                for seed, sides_of_rows in zip(seeds[:, Stream.ROWS], sides, strict=True)
            ]
        elif (
            isinstance(resampling, Bootstrap) and type(resampling).draw is Bootstrap.draw
        ):  # nobody's own rule
            return resampling.draw_many(seeds[:, Stream.ROWS], self.n_samples, self.sample_weight)
        else:
            draws = [
                resampling.draw(int(seed), self.n_samples, self.sample_weight)
                for seed in seeds[:, Stream.ROWS]
            ]
        return cast(Weights, np.stack(draws))

    def draw_columns(self, seeds: NDArray[np.uint64]) -> list[NDArray[np.intp]] | None:
        """Draw the columns of each member; None when all of them see all the columns."""
        if self.view.kind != "columns":
            return None
        return [self.view.draw(int(seed), self.n_features) for seed in seeds[:, Stream.FEATURES]]

    def draw_codes(self, seeds: NDArray[np.uint64], first: int = 0) -> NDArray[np.intp] | None:
        """Draw each member's class of each class, one line per member; None for the classes as they are.

        Members take the columns of a matrix in turn, and the first of these members has the given position.
        """
        if not self.is_coded or self.n_classes is None:
            return None
        if isinstance(self.code, MatrixCode):
            return self.code.take(first, len(seeds))
        code = cast(Code, self.code)
        return np.stack([code.draw(int(seed), self.n_classes) for seed in seeds[:, Stream.LABELS]])
