"""One model for every pair of classes: by duels down a graph (DDAG), by votes, or coupled."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.class_pairs import couple_pairs, eliminate, read_order
from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.dichotomies.base import DichotomousClassifier, Dichotomy
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import read_rows


@configurable
class PairwiseClassifier(DichotomousClassifier):
    """One model for every pair of classes, all of which predict every row.

    Parameters
    ----------
    estimator
        As for `DDAGClassifier`.
    decision : {"vote", "coupling"}, default="vote"
        "vote": the class that wins most pairs; "coupling": the largest of `predict_proba`.
    n_jobs
        As for `NestedDichotomiesClassifier`.
    random_state
        As for `DDAGClassifier`.

    Attributes
    ----------
    models_
        As for `DDAGClassifier`.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal votes go to the larger.

    See Also
    --------
    DDAGClassifier : The same models, K - 1 of which predict a row.

    References
    ----------
    J. Friedman, "Another approach to polychotomous classification", technical report, Stanford University (1996).

    T. Hastie and R. Tibshirani, "Classification by pairwise coupling", Annals of Statistics 26 (1998).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = load_iris(return_X_y=True)
    >>> pairwise = PairwiseClassifier(LogisticRegression(), decision="coupling").fit(X[::2], y[::2])
    >>> pairwise.predict_proba(X[75:76]).round(2)
    array([[0.01, 0.86, 0.12]])
    """

    decision: str = parameter(Word("vote", "coupling"), default="vote")
    random_state: int | np.random.RandomState | None = None

    _present: NDArray[np.intp] = fitted()

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
        rows = read_rows(self, X, "models_")
        codes = self._map_blocks(self._decide_block, rows, self._count_decision_cells())
        return np.asarray(self.classes_[codes])

    def _count_decision_cells(self) -> int:
        return self._count_cells()

    def _list_dichotomies(self, present: NDArray[np.intp], entropy: int) -> Iterable[Dichotomy]:
        self._present = present
        return (((int(first),), (int(second),)) for first, second in combinations(present, 2))

    def _predict_pairs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How probable each present class is against each other one, (n_samples, n_present, n_present)."""
        n_present = self._present.size
        pairs = np.full((len(X), n_present, n_present), 0.5)
        places = combinations(range(n_present), 2)
        for (first, second), answers in zip(places, self.models_.predict_all(X).values(), strict=True):
            pairs[:, first, second] = answers
            pairs[:, second, first] = 1.0 - answers
        return pairs

    def _score_block(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        weights = self.class_prior_[self._present]
        chances = np.zeros((len(X), self.n_classes_))
        chances[:, self._present] = couple_pairs(self._predict_pairs(X), np.add.outer(weights, weights))
        return chances

    def _count_cells(self) -> int:
        return 4 * self._present.size**2  # of couple_pairs

    def _decide_block(self, X: NDArray[np.float64]) -> NDArray[np.intp]:
        if self.decision == "coupling":
            return pick_class(self._score_block(X), self.class_prior_)
        pairs = self._predict_pairs(X)
        # At one half the first of the two has the vote, as in a duel.
        upper = np.triu(pairs >= 0.5, 1)
        lower = np.tril(pairs > 0.5, -1)
        votes = (upper | lower).sum(axis=2).astype(np.float64)
        return np.asarray(self._present[pick_class(votes, self.class_prior_[self._present])])


@configurable
class DDAGClassifier(PairwiseClassifier):
    """One model for every pair of classes, in a knockout: the loser is out, until one class is left.

    The first and the last class on a list meet, and the model of that pair strikes off one of them. With K classes a
    row is shown to K - 1 of the K (K - 1) / 2 models, each of which has learned the rows of two classes only.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What tells two classes apart; hedgerow's decision tree when None.
    order : array-like of shape (n_classes,) or None, default=None
        The list, of all class labels; None for the order of `classes_`. It matters only where wins are cyclic.
    n_jobs
        As for `NestedDichotomiesClassifier`.
    random_state : int, RandomState or None, default=None
        Draws of the learner.

    Attributes
    ----------
    models_ : DichotomyModels
        The fitted models, one for each pair of classes that have rows.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class.

    See Also
    --------
    PairwiseClassifier : The same models, with votes of all pairs.
    couple_pairs, NestedDichotomiesClassifier, TIPCACClassifier

    Notes
    -----
    The class that a model holds more probable wins; of two that are equally so, the one that comes first in `classes_`.
    `predict_proba` couples the predictions of all pairs. It takes longer than `predict`, and its largest probability
    need not be the class that is left. Missing values and weights are as the learner has them. Any learner will do,
    hedgerow's tree by default.

    Cost: K (K - 1) / 2 models of 2 N / K rows each; a row is shown to K - 1 of them.

    References
    ----------
    J. Platt, N. Cristianini and J. Shawe-Taylor, Large margin DAGs for multiclass classification, NIPS 12, 2000,
    pp. 547-553.

    T. Hastie and R. Tibshirani, Classification by pairwise coupling, Annals of Statistics 26, 1998, for
    `predict_proba`.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from sklearn.svm import SVC
    >>> X, y = load_digits(return_X_y=True)
    >>> ddag = DDAGClassifier(SVC()).fit(X[::2], y[::2])
    >>> len(ddag.models_), ddag.score(X[1::2], y[1::2]) > 0.97
    (45, True)
    """

    order: ArrayLike | None = None
    decision: ClassVar[str] = "knockout"  # type: ignore[misc]  # no parameter: the list decides

    _order: NDArray[np.intp] = fitted()

    def _list_dichotomies(self, present: NDArray[np.intp], entropy: int) -> Iterable[Dichotomy]:
        order = read_order(self.order, self.classes_)
        self._order = order[np.isin(order, present)]
        return super()._list_dichotomies(present, entropy)

    def _decide_block(self, X: NDArray[np.float64]) -> NDArray[np.intp]:
        def duel(first: int, second: int, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
            return np.asarray(self.models_.predict(((first,), (second,)), X[rows]) >= 0.5)

        return eliminate(duel, self._order, len(X))

    def _count_decision_cells(self) -> int:
        return 1  # a row is with one pair at a time
