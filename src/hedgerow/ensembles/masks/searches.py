"""What a search for masks promises, and the plain ones: masks that nobody improves (Ho), and hill climbing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.ensembles.masks.mask_evaluators import MaskEvaluator
from hedgerow.ensembles.masks.scores import EQUAL
from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import Count, Flag, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.views.columns import SIZES, count_features


def draw_mask(
    generator: np.random.Generator, n_features: int, size: float | str | None = None
) -> NDArray[np.bool_]:
    """Draw a mask that is not empty: every feature with probability one half, or as many as asked for.

    Parameters
    ----------
    generator : Generator
        Where the randomness comes from.
    n_features : int
        Number of features.
    size : int, float, "sqrt", "log2" or None, default=None
        Number of features in the mask, as for `hedgerow.views.Subspace`; None lets a coin decide about each.

    Examples
    --------
    >>> int(draw_mask(np.random.default_rng(0), 9, size=4).sum())
    4
    """
    if size is not None:
        mask = np.zeros(n_features, np.bool_)
        mask[generator.permutation(n_features)[: count_features(size, n_features)]] = True
        return mask
    while True:
        mask = generator.random(n_features) < 0.5
        if mask.any():
            return mask


@dataclass(frozen=True, eq=False)
class FoundMasks:
    """Masks that a search ended with.

    Attributes
    ----------
    masks : ndarray of bool of shape (n_masks, n_features)
        The masks, none of them empty.
    scores : ndarray of shape (n_masks,)
        Their scores about the rows that guided the search; NaN where nobody looked.
    n_trials : int
        How many masks were tried.
    n_cycles : int
        How often the search went through all the features, or the generations it took.
    """

    masks: NDArray[np.bool_]
    scores: NDArray[np.float64]
    n_trials: int
    n_cycles: int


@runtime_checkable
class MaskSearch(Protocol):
    """A way to find masks; a small clonable object that holds no data.

    A search that is `joint` finds all masks of an ensemble together; another is asked for one at a time, each with a
    seed and perhaps an evaluator of its own.
    """

    joint: ClassVar[bool]

    def find(self, evaluator: MaskEvaluator, seed: int, n_masks: int) -> FoundMasks:
        """Find masks; a function of the seed and the evaluator."""
        ...


MASK_SEARCHES = Axis(
    "search",
    {
        "random": "hedgerow.ensembles.masks.searches:RandomMasks",
        "hill_climb": "hedgerow.ensembles.masks.searches:HillClimb",
        "genetic": "hedgerow.ensembles.masks.genetic:GeneticMasks",
    },
    (MaskSearch,),
    "an object with a method `find`, such as HillClimb()",
)


@configurable
class RandomMasks(BaseEstimator):
    """Every mask is drawn, and taken as it is.

    Parameters
    ----------
    n_features : int, float, "sqrt", "log2" or None, default=None
        Number of features in a mask, as for `hedgerow.views.Subspace`; None gives every feature an even chance.

    References
    ----------
    T. K. Ho, "Nearest neighbors in random subspaces", SSPR (1998).

    Examples
    --------
    >>> RandomMasks(n_features=3)
    RandomMasks(n_features=3)
    """

    n_features: float | str | None = parameter(SIZES | None, default=None, kw_only=False)

    joint: ClassVar[bool] = False

    def find(self, evaluator: MaskEvaluator, seed: int, n_masks: int) -> FoundMasks:
        """Draw masks; they are not scored."""
        generator = np.random.default_rng(seed)
        masks = np.stack(
            [draw_mask(generator, evaluator.n_features, self.n_features) for _ in range(n_masks)]
        )
        return FoundMasks(masks, np.full(n_masks, np.nan), n_trials=0, n_cycles=0)


@configurable
class HillClimb(BaseEstimator):
    """From a random mask, features are flipped one after the other; a flip that makes the score better is kept.

    The search ends with a mask that no single flip makes better.

    Parameters
    ----------
    n_features : int, float, "sqrt", "log2" or None, default=None
        Number of features in the mask to begin with; None gives every feature an even chance.
    shuffled : bool, default=False
        Whether features are tried in random order, another one in each cycle, in place of the order of the table.
    max_cycles : int or None, default=None
        Times to go through all the features at most; None until a cycle changes nothing, which is about four.

    Notes
    -----
    A flip must be better, not just as good, so the search ends. Masks fit the rows that guide the search: their
    scores there are no estimate for new rows.

    References
    ----------
    P. Cunningham and J. Carney, "Diversity versus quality in classification ensembles based on feature
    selection", TCD-CS-2000-02, Trinity College Dublin, 2000.

    Examples
    --------
    >>> HillClimb(max_cycles=1)
    HillClimb(max_cycles=1)
    """

    n_features: float | str | None = parameter(SIZES | None, default=None, kw_only=False)
    shuffled: bool = parameter(Flag(), default=False)
    max_cycles: int | None = parameter(Count() | None, default=None)

    joint: ClassVar[bool] = False

    def find(self, evaluator: MaskEvaluator, seed: int, n_masks: int) -> FoundMasks:
        """Climb from one random mask after the other."""
        generator = np.random.default_rng(seed)
        climbs = [
            self.climb(evaluator, draw_mask(generator, evaluator.n_features, self.n_features), generator)
            for _ in range(n_masks)
        ]
        return FoundMasks(
            masks=np.concatenate([climb.masks for climb in climbs]),
            scores=np.concatenate([climb.scores for climb in climbs]),
            n_trials=sum(climb.n_trials for climb in climbs),
            n_cycles=max(climb.n_cycles for climb in climbs),
        )

    def climb(
        self, evaluator: MaskEvaluator, start: NDArray[np.bool_], generator: np.random.Generator | None = None
    ) -> FoundMasks:
        """Climb from a given mask.

        Parameters
        ----------
        evaluator : MaskEvaluator
            Who scores.
        start : ndarray of bool of shape (n_features,)
            A mask that is not empty.
        generator : Generator or None, default=None
            What shuffles the features; only with `shuffled`.
        """
        check_parameters(self)
        walk = evaluator.walk(start)
        said = walk.answer()
        score, limit = evaluator.scoring.score(said), evaluator.scoring.find_limit(said)
        order = np.arange(evaluator.n_features)
        n_cycles, changed = 0, True
        while changed and n_cycles != self.max_cycles:
            n_cycles, changed = n_cycles + 1, False
            if self.shuffled:
                order = (np.random.default_rng(0) if generator is None else generator).permutation(order.size)
            left = order.astype(np.int64)
            while (step := walk.find_flip(left, limit)) is not None:
                feature, left = int(left[step[0]]), left[step[0] + 1 :]
                found = evaluator.scoring.score(step[1])
                if found > score + EQUAL:
                    walk.flip(feature)
                    score, limit, changed = found, evaluator.scoring.find_limit(step[1]), True
        n_trials = 1 + n_cycles * evaluator.n_features
        return FoundMasks(walk.mask[None].copy(), np.array([score]), n_trials, n_cycles)
