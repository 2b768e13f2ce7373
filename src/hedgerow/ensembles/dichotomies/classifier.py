"""END: an ensemble of nested dichotomies, each a random tree of splits of the classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.dichotomies.base import DichotomousClassifier
from hedgerow.ensembles.dichotomies.class_tree import ClassTree, Dichotomy
from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_seeds


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
        labels: NDArray[Any] = self.classes_[pick_class(chances, self.class_prior_)]
        return labels

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
