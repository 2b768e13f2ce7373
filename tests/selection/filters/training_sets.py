"""A training set as a selector would read it."""

import numpy as np

from hedgerow.foundation.training_set import TrainingSet


def make_set(X, y, *, classes=True, is_categorical=None, weights=None):
    return TrainingSet(
        X=np.asarray(X, float),
        y=np.asarray(y),
        weights=weights,
        classes=np.unique(y) if classes else None,
        is_categorical=None if is_categorical is None else np.array(is_categorical),
    )
