"""END: an ensemble of nested dichotomies, each a random tree that parts the classes in two until each stands alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.dichotomies.base import DichotomousClassifier, Dichotomy
from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_seeds


@dataclass(frozen=True)
class ClassTree:
    """A nested dichotomy: each inner node parts its classes into two sets.

    Parameters
    ----------
    classes : tuple of int
        The class codes at the root.
    splits : tuple of Dichotomy
        The inner nodes, parents before their children; one less than there are classes.

    Examples
    --------
    >>> tree = ClassTree.draw([0, 1, 2], np.random.default_rng(0))
    >>> tree.nest()
    ((0, 1), 2)
    >>> tree.splits
    (((0, 1), (2,)), ((0,), (1,)))
    >>> first_side = {((0, 1), (2,)): np.array([0.7]), ((0,), (1,)): np.array([0.8])}
    >>> tree.multiply(first_side, n_classes=3)
    array([[0.56, 0.14, 0.3 ]])
    """

    classes: tuple[int, ...]
    splits: tuple[Dichotomy, ...]

    @classmethod
    def draw(cls, classes: ArrayLike, generator: np.random.Generator) -> Self:
        """Draw one of the (2 C - 3)!! trees of C classes, all equally likely.

        Classes come one after the other, and each grows out of the middle of an edge that is drawn among all there
        are, the one above the root included.
        """
        codes = np.asarray(classes, np.intp)
        n_classes = codes.size
        # Leaves are the nodes 0 .. C - 1; the inner node that came with leaf c is C + c - 1.
        children = np.full((2 * n_classes - 1, 2), -1, np.intp)
        parent = np.full(2 * n_classes - 1, -1, np.intp)
        for leaf in range(1, n_classes):
            drawn = int(generator.integers(2 * leaf - 1))
            below = drawn if drawn < leaf else n_classes + drawn - leaf
            fork = n_classes + leaf - 1
            above = parent[below]
            if above >= 0:
                children[above, children[above] == below] = fork
            parent[fork], children[fork] = above, (below, leaf)
            parent[below] = parent[leaf] = fork
        root = int(np.flatnonzero(parent < 0)[0]) if n_classes > 1 else 0
        return cls(tuple(int(code) for code in np.sort(codes)), _list_splits(children, codes, root))

    def multiply(
        self, first_side: Mapping[Dichotomy, NDArray[np.float64]], n_classes: int
    ) -> NDArray[np.float64]:
        """Probability of each class: the product of the answers on its way from the root.

        Parameters
        ----------
        first_side : mapping of Dichotomy to ndarray of shape (n_samples,)
            For each split, how probable its first side is.
        n_classes : int
            Number of columns; classes that are not in the tree have 0.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        n_samples = next(iter(first_side.values())).shape[0] if first_side else 0
        chances = np.zeros((n_classes, n_samples))  # classes first: a split works on whole lines
        chances[list(self.classes)] = 1.0
        for split in self.splits:
            near, far = split
            chances[list(near)] *= first_side[split]
            chances[list(far)] *= 1.0 - first_side[split]
        return chances.T

    def nest(self) -> Any:
        """The tree as tuples in tuples, with class codes for leaves."""
        # Children come after their parents, so from the end all parts of a node are there before it.
        nested: dict[frozenset[int], Any] = {frozenset([code]): code for code in self.classes}
        for near, far in reversed(self.splits):
            nested[frozenset(near + far)] = (nested[frozenset(near)], nested[frozenset(far)])
        return nested[frozenset(self.classes)]


def _list_splits(children: NDArray[np.intp], codes: NDArray[np.intp], root: int) -> tuple[Dichotomy, ...]:
    """Inner nodes from the root on, each with the sorted classes below its two children."""
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if children[node, 0] >= 0:
            order.append(node)
            waiting.extend(int(child) for child in children[node])
    below: dict[int, tuple[int, ...]] = {leaf: (int(code),) for leaf, code in enumerate(codes)}
    splits = []
    for node in reversed(order):
        near, far = sorted(below[int(child)] for child in children[node])
        splits.append((near, far))
        below[node] = tuple(sorted(near + far))
    return tuple(reversed(splits))


@configurable
class NestedDichotomiesClassifier(DichotomousClassifier):
    r"""Many classes by two-class models: random trees part the classes in two again and again (END).

    Each inner node of a tree has a model that tells its two sets of classes apart, learned from the rows of these
    classes. The probability of a class is the product of the predictions on its way from the root,

    .. math:: P(c \mid x) = \prod_{\text{nodes } v \text{ above } c} P(\text{side of } c \mid x, v),

    and the ensemble takes the mean over trees. Trees are drawn so that each of the :math:`(2 C - 3)!!` there are is
    equally likely. The same split in two trees has one model.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns each split; hedgerow's decision tree when None. Logistic regression is the other common
        choice. A learner without probabilities predicts 0 or 1.
    n_estimators : int, default=20
        Number of trees of classes. Two classes have one tree, three have three.
    n_jobs : int or None, default=None
        Number of threads that grow models and answer.
    random_state : int, RandomState or None, default=None
        Draws of the trees and the learner.

    Attributes
    ----------
    trees_ : list of ClassTree
        The trees; `ClassTree.nest` shows one.
    models_ : DichotomyModels
        The fitted models, one for each different split.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal probabilities go to the larger.

    See Also
    --------
    DDAGClassifier, couple_pairs

    Notes
    -----
    Every model sees all rows of its classes; bag the classifier for samples. Missing values and weights are as the
    learner has them. Hedgerow's trees learn by default, unpruned; the paper has C4.5 and logistic regression.

    Cost: At most T (K - 1) models. A tree of K classes shows a row to about sqrt(pi K) models while they are grown, on
    average, and to K - 1 when it is predicted.

    References
    ----------
    E. Frank and S. Kramer, Ensembles of nested dichotomies for multi-class problems, ICML, 2004, pp. 305-312.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> X, y = load_wine(return_X_y=True)
    >>> logistic = make_pipeline(StandardScaler(), LogisticRegression())
    >>> end = NestedDichotomiesClassifier(logistic, random_state=0).fit(X[::2], y[::2])
    >>> len(end.trees_), len(end.models_)  # twenty trees of three classes have six different splits
    (20, 6)
    >>> end.score(X[1::2], y[1::2]) > 0.95
    True
    """

    n_estimators: int = parameter(Count(), default=20, kw_only=False)
    random_state: int | np.random.RandomState | None = None

    trees_: list[ClassTree] = fitted()

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        chances = self.predict_proba(X)
        return np.asarray(self.classes_[pick_class(chances, self.class_prior_)])

    def _list_dichotomies(self, present: NDArray[np.intp], entropy: int) -> Iterable[Dichotomy]:
        seeds = draw_seeds(entropy, int(self.n_estimators))[:, Stream.LABELS]
        self.trees_ = [ClassTree.draw(present, np.random.default_rng(int(seed))) for seed in seeds]
        return (split for tree in self.trees_ for split in tree.splits)

    def _score_block(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        if not len(self.models_):  # one class
            return np.tile(self.class_prior_, (len(X), 1))
        first_sides = self.models_.predict_all(X)
        total = np.zeros((len(X), self.n_classes_))
        for tree in self.trees_:
            total += tree.multiply(first_sides, self.n_classes_)
        return total / len(self.trees_)

    def _count_cells(self) -> int:
        return len(self.models_) + self.n_classes_
