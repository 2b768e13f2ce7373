"""Small tables with several targets, and one way to grow a tree on them."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

COUNTED = ("gini", "entropy")


@dataclass
class Several:
    X: np.ndarray
    Y: np.ndarray
    w: np.ndarray
    n_classes: tuple
    criterion: str
    is_categorical: np.ndarray | None = None

    def grow(self, *, seed=0, **parameters):
        """Tree on the problem's rows."""
        kind = DecisionTreeClassifier if self.n_classes[0] else DecisionTreeRegressor
        classes = tuple(map(np.arange, self.n_classes)) if self.n_classes[0] else None
        tree = kind(criterion=self.criterion, **parameters)
        training = TrainingSet(self.X, self.Y, classes=classes, is_categorical=self.is_categorical)
        return tree.prepare(training).grow(np.array([seed], np.uint64), self.w[None]).forest[0]


def make_several(seed, n, criterion, n_targets, *, is_missing=False, most_weight=3):
    """Columns with ties, with none and constant; targets that depend on them a little."""
    rng = np.random.default_rng(seed)
    X = np.column_stack(
        [rng.integers(0, 4, n), rng.normal(size=n), np.ones(n), rng.normal(size=n).round(1)]
    ).astype(float)
    if is_missing:
        X[rng.random(X.shape) < 0.25] = np.nan
    Y = np.nan_to_num(X[:, [0]]) * rng.normal(size=n_targets) + rng.normal(size=(n, n_targets))
    n_classes = (0,) * n_targets
    if criterion in COUNTED:
        n_classes = tuple(rng.integers(1, 5, n_targets))
        Y = np.column_stack([rng.integers(0, k, n) * (rng.random(n) < 0.9) for k in n_classes])
    return Several(X, Y, rng.integers(0, most_weight + 1, n), n_classes, criterion)


@st.composite
def several(draw):
    """A problem of some rows and targets."""
    criterion = draw(st.sampled_from(("squared_error", *COUNTED)))
    return make_several(
        draw(st.integers(0, 2**20)), draw(st.integers(2, 40)), criterion, draw(st.sampled_from([2, 3, 8, 11, 17])),
        is_missing=draw(st.booleans()), most_weight=draw(st.sampled_from([1, 3])),
    )  # fmt: skip
