"""One made-up value per axis, as a reader of the guide would write it."""

import numpy as np
from scipy.stats import ortho_group
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

from hedgerow.codes.member_codes import score_by_group
from hedgerow.learners.adapter import AdaptedLearner


class HardRows(BaseEstimator):
    """Rows that a member gets wrong are drawn more often; members count by their accuracy."""

    adaptive = True

    def __init__(self, factor=2.0, stop_after=None):
        self.factor = factor
        self.stop_after = stop_after

    def start(self, y, sample_weight):
        return 0, np.ones(len(y)) if sample_weight is None else sample_weight

    def draw(self, state, seed):
        weights = state[1]
        rows = np.random.default_rng(seed).choice(weights.size, weights.size, p=weights / weights.sum())
        return np.bincount(rows, minlength=weights.size).astype(np.int32)

    def update(self, state, output, y):
        round_, weights = state
        wrong = output.argmax(axis=1) != y if output.ndim == 2 else np.abs(output - y) > y.std() / 2
        ended = self.stop_after is not None and round_ + 1 >= self.stop_after
        return None if ended else (round_ + 1, weights * np.where(wrong, self.factor, 1.0)), 1 - wrong.mean()


class Replay(BaseEstimator):
    """Given samples, one after the other."""

    adaptive = True

    def __init__(self, samples=()):
        self.samples = samples

    def start(self, y, sample_weight):
        return tuple(np.bincount(sample, minlength=len(y)).astype(np.int32) for sample in self.samples)

    def draw(self, state, seed):
        return state[0]

    def update(self, state, output, y):
        return state[1:] or None, 1.0


class Rotation(BaseEstimator):
    """Each member looks at the table from another angle."""

    kind = "matrix"

    def fit_view(self, seed, X, y):
        return Rotated(ortho_group.rvs(X.shape[1], random_state=np.random.default_rng(seed)))


class Rotated:
    def __init__(self, matrix):
        self.matrix = matrix

    def transform(self, X):
        return X @ self.matrix


class Dichotomies(BaseEstimator):
    """Each member is asked which half of the classes a row is in; some classes may be left out."""

    def __init__(self, leave_out=0):
        self.leave_out = leave_out

    def count_symbols(self, n_classes):
        return 2

    def draw(self, seed, n_classes):
        generator = np.random.default_rng(seed)
        order = generator.permutation(n_classes)
        code = np.zeros(n_classes, dtype=np.intp)
        code[order[: n_classes // 2]] = 1
        code[order[n_classes - self.leave_out :]] = -1
        return code

    def decode(self, member_code, output):
        return score_by_group(member_code, output)


class InterruptedTree(ClassifierMixin, BaseEstimator):
    """A tree during whose fifth fit somebody presses Ctrl-C."""

    fits = 0

    def fit(self, X, y, sample_weight=None):
        InterruptedTree.fits += 1
        if InterruptedTree.fits == 5:
            raise KeyboardInterrupt
        self.tree_ = DecisionTreeClassifier().fit(X, y, sample_weight)
        self.classes_ = self.tree_.classes_
        return self

    def predict_proba(self, X):
        return self.tree_.predict_proba(X)


class PreparingTree(DecisionTreeClassifier):
    """A tree that prepares the table once for all members, and counts how often it did."""

    n_prepared = 0

    def prepare(self, training):
        PreparingTree.n_prepared += 1
        plain = DecisionTreeClassifier(**self.get_params())
        return AdaptedLearner(plain).prepare(training)
