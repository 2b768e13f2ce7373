"""Random masks: the subspaces of Ho, which nobody improves."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.ensembles.masks.draws import draw_mask
from hedgerow.ensembles.masks.mask_evaluators import MaskEvaluator
from hedgerow.ensembles.masks.searches import FoundMasks
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.views.columns import SIZES


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
