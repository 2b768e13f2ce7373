"""A rule around another rule."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.protocol import COMBINATIONS, ClassCombination, Combination, LearnedCombination
from hedgerow.combination.requirements import reads_sizes


class Wrapping(BaseEstimator):
    """What a rule takes over from the rule that it is put around: `combination`, an object or a shorthand."""

    combination: Any
    additive: ClassVar[bool] = False

    @property
    def inner(self) -> Combination:
        """The rule inside."""
        inner = COMBINATIONS.resolve(self.combination)
        if isinstance(inner, LearnedCombination):
            raise ValueError(
                f"combination={self.combination!r} learns by itself which predictions to trust; use it directly, not "
                f"inside {type(self).__name__}"
            )
        return cast(Combination, inner)

    @property
    def answers(self) -> Literal["classes", "values", "both"]:
        """What the rule inside combines."""
        return self.inner.answers

    @property
    def hard(self) -> bool:
        """Whether the rule inside counts votes."""
        return self.inner.hard

    @property
    def weighted(self) -> bool:
        """Whether the rule inside listens to the weights of the members."""
        return self.inner.weighted

    @property
    def sized(self) -> bool:
        """Whether the rule inside needs the weight behind each answer."""
        return reads_sizes(self.inner)

    def decide(
        self, scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Pick a class as the rule inside does."""
        return cast(ClassCombination, self.inner).decide(scores, priors)
