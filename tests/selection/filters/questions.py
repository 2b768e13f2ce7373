"""A question as a selector would read it."""

import numpy as np

from hedgerow.selection.groups import Groups
from hedgerow.selection.question import Question


def ask(X, y, *, classes=True, is_categorical=None, weights=None):
    X = np.asarray(X, float)
    names = tuple(f"x{place}" for place in range(X.shape[1]))
    return Question(
        X=X,
        y=np.asarray(y),
        classes=np.unique(y) if classes else None,
        is_categorical=np.zeros(X.shape[1], bool) if is_categorical is None else np.array(is_categorical),
        weights=weights,
        names=names,
        fixed=np.zeros(X.shape[1], bool),
        groups=Groups.read(None, names),
    )
