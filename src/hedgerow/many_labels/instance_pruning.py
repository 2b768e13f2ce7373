"""Ensemble pruning as a question of many labels: the models that are right about a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.stratified_folds import deal_folds
from hedgerow.foundation.constraints import Count, Instance, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.nearest import NearestClassifier
from hedgerow.many_labels.nearest import MLKNNClassifier
from hedgerow.many_labels.thresholds import PLAIN

_THRESHOLDS = np.arange(10, 20) / 20  # that are tried for the greatest precision
_ROUNDING = 1e-12


def find_correct(answers: NDArray[Any], y: NDArray[Any]) -> NDArray[np.bool_]:
    """Which models are right about each row: the labels of the meta question.

    Parameters
    ----------
    answers : ndarray of shape (n_models, n_samples)
        What each model predicts for each row.
    y : ndarray of shape (n_samples,)
        The truth.

    Returns
    -------
    ndarray of bool of shape (n_samples, n_models)

    Examples
    --------
    >>> find_correct(np.array([[0, 1], [1, 1]]), np.array([0, 1])).astype(int)
    array([[1, 0],
           [1, 1]])
    """
    return np.asarray((answers == y).T)


@configurable
class InstancePruningClassifier(ClassifierMixin, BaseEstimator):
    """For each row only those models vote that are probably right about it (IBEP-MLC).

    Whether model m is right about row i is a label of the row, one of as many as there are models. A learner of many
    labels learns them, from answers of models that were not fitted on the row. About a new row, the models that it
    believes right vote; where there are none, those that it believes most.

    Parameters
    ----------
    estimators : sequence of classifiers or None, default=None
        The library. None: hedgerow's trees of several depths, and its nearest neighbours.
    meta_learner : classifier of many labels or None, default=None
        What learns who is right; `MLKNNClassifier` when None. Any of this library or of scikit-learn that has
        ``predict_proba``.
    threshold : float or "precision", default=0.5
        How probable it must be that a model is right. "precision" takes, of 0.5, 0.55, ..., 0.95, the one at which the
        largest share of the chosen models are right about rows that the meta learner was not fitted on.
    n_folds : int or "prefit", default=5
        Parts of the rows, each answered by models that were fitted on the others; models are then fitted on all rows.
        "prefit": the estimators are fitted already, and the rows that are given are new to them.
    n_jobs
        As for `BinaryRelevanceClassifier`.
    random_state : int, RandomState or None, default=None
        Folds, and the randomness of models and meta learner.

    Attributes
    ----------
    correct_ : ndarray of bool of shape (n_samples, n_models)
        Which models were right about each row; rows without weight are left out.
    meta_learner_ : classifier or None
        The fitted meta learner, of the models that are right about some rows only; None where there are none.
    threshold_ : float
        The threshold in use.
    classes_ : ndarray of shape (n_classes,)
        The class labels.

    See Also
    --------
    InstanceSelection, MLKNNClassifier

    Notes
    -----
    The target is one class for each row; it is the models that are labels. A model that is always right, or always
    wrong, keeps that as a constant. Ties of votes go to the first class. Folds deal the rows of each class in turn.
    `hedgerow.pruning.InstanceSelection` does the same for the members of an ensemble, out of bag, with ML-kNN. The
    library is of 14 models of hedgerow's own unless another is given; the paper has 200. The threshold may be the one
    of greatest example-based precision.

    Formula::

        S(x) = {m : P(m is right about x) > t}, or the most probable models; majority vote of S(x).

    Cost: Each model is fitted once for each fold and once more; a model predicts only rows it is chosen for.

    References
    ----------
    F. Markatopoulou, G. Tsoumakas and I. Vlahavas, Instance-based ensemble pruning via multi-label classification,
    ICTAI, 2010, pp. 401-408.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("sonar")
    >>> pruned = InstancePruningClassifier(random_state=0).fit(table.features[::2], table.target[::2])
    >>> pruned.score(table.features[1::2], table.target[1::2]) > 0.7
    True
    >>> pruned.choose(table.features[1::2]).shape            # which models vote about each row
    (104, 14)
    """

    estimators: Sequence[Any] | None = parameter(default=None, kw_only=False)
    meta_learner: Any = parameter(
        Instance("a classifier of many labels with predict_proba", "predict_proba") | None,
        default=None,
        kw_only=False,
    )
    threshold: float | str = parameter(Number(0, 1, "left") | Word("precision"), default=0.5)
    n_folds: int | str = parameter(Count(2) | Word("prefit"), default=5)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    classes_: NDArray[Any] = fitted()
    n_features_in_: int = fitted()
    correct_: NDArray[np.bool_] = fitted()
    meta_learner_: Any = fitted()
    threshold_: float = fitted()
    _encoding: FeatureEncoding | None = fitted()
    _models: list[Any] = fitted()
    _varying: NDArray[np.int64] = fitted()
    _constant: NDArray[np.float64] = fitted()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the models, and learn where each is right.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories.
        y : array-like of shape (n_samples,)
            Class labels of any kind.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, for models that take them and for the meta learner; rows without weight are not seen.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            self._fit(TrainingSet.read(self, X, y, sample_weight, task="classification").drop_weightless())
        return self

    def _fit(self, training: TrainingSet) -> None:
        library = self._list_library()
        present, codes = np.unique(training.y, return_inverse=True)
        self.classes_ = np.asarray(training.classes)[present]
        training = training.with_target(codes, len(present))
        seeds = draw_seeds(draw_entropy(self.random_state), len(library) + 1)
        generator = np.random.default_rng(int(seeds[-1, Stream.ROWS]))
        is_prefit = self.n_folds == "prefit"
        folds = deal_folds(generator, codes, 5 if is_prefit else int(self.n_folds))
        if is_prefit:
            self._models = self._list_library()
            predicted = np.stack([self._predict_one(model, training.X) for model in range(len(self._models))])
        else:
            predicted = self._cross(training, folds, seeds[:-1, Stream.LEARNER])
        self.correct_ = find_correct(predicted, codes)
        self._learn_who_is_right(training, folds, int(seeds[-1, Stream.LEARNER]))

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row by the votes of the models that are chosen for it.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        shares = self.predict_proba(X)
        return self.classes_[pick_class(shares)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Share of the votes for each class.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        rows = read_rows(self, X, "threshold_")
        chosen = pick_models(self._score_models(rows), self.threshold_)
        votes = np.zeros((len(rows), len(self.classes_)))
        voters = [(model, np.flatnonzero(chosen[:, model])) for model in range(chosen.shape[1])]
        voters = [(model, places) for model, places in voters if places.size]
        calls = ((model, rows[places]) for model, places in voters)
        for (_, places), answer in zip(
            voters, map_in_threads(self._predict_one, calls, self.n_jobs), strict=True
        ):
            known = answer >= 0  # a model of another origin may answer a class that fit did not see
            votes[places[known], answer[known]] += 1
        totals = votes.sum(axis=1, keepdims=True)
        even = np.full_like(votes, 1 / votes.shape[1])
        return np.asarray(np.divide(votes, totals, out=even, where=totals > 0))

    def choose(self, X: Any) -> NDArray[np.bool_]:
        """Which models vote about each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of bool of shape (n_samples, n_models)
        """
        rows = read_rows(self, X, "threshold_")
        return pick_models(self._score_models(rows), self.threshold_)

    @property
    def estimators_(self) -> list[Any]:
        """The fitted models; those that were fitted here are of class codes."""
        return list(self._models) if self.n_folds == "prefit" else [models[-1] for models in self._models]

    def check_together(self) -> None:
        """Refuse models that are none, and folds that do not go with them."""
        if self.n_folds == "prefit" and self.estimators is None:
            raise ValueError("n_folds='prefit' needs fitted estimators; pass some, or a number of folds")
        for model in self.estimators or ():
            if not hasattr(model, "fit") or isinstance(model, type) or not is_classifier(model):
                raise ValueError(
                    f"estimators holds {model!r}, which is not a classifier; pass classifiers only"
                )
        if self.estimators is not None and len(self.estimators) == 0:
            raise ValueError("estimators is empty; pass at least one classifier, or None for hedgerow's own")

    def _list_library(self) -> list[Any]:
        from hedgerow.trees.estimators import DecisionTreeClassifier

        if self.estimators is not None:
            return list(self.estimators)
        trees = [
            DecisionTreeClassifier(max_depth=depth, max_features=tried)
            for depth in (1, 2, 4, 8, None)
            for tried in ("sqrt", None)
        ]
        return [*trees, *(NearestClassifier(k) for k in (1, 3, 9, 27))]

    def _cross(
        self, training: TrainingSet, folds: NDArray[np.intp], seeds: NDArray[np.uint64]
    ) -> NDArray[np.intp]:
        """What each model, fitted without it, predicts for each row; the last fit of a model has all rows."""
        n_folds, X = int(folds.max()) + 1, training.X
        counts = training.row_weights
        if n_folds < 2:
            raise ValueError(
                f"n_samples={training.n_samples} leaves nothing to learn from without a row; pass more rows"
            )
        bags = np.stack([*(counts * (folds != fold) for fold in range(n_folds)), counts])
        plain = training.unweighted().with_target(training.y, max(2, len(self.classes_)))

        def grow(model: Any, seed: np.uint64) -> Any:
            return as_learner(clone(model)).prepare(plain).grow(np.full(n_folds + 1, seed), bags)

        self._models = list(map_in_threads(grow, zip(self._list_library(), seeds, strict=True), self.n_jobs))
        predicted = np.empty((len(self._models), training.n_samples), np.intp)
        for line, models in zip(predicted, self._models, strict=True):
            for fold in range(n_folds):
                line[folds == fold] = pick_class(models.outputs(X[folds == fold])[fold])
        return predicted

    def _predict_one(self, model: int, X: Any) -> NDArray[np.intp]:
        """Codes of the classes that one model predicts."""
        if self.n_folds != "prefit":
            return pick_class(self._models[model].outputs(X)[-1])
        labels = self._models[model].predict(X)
        codes = np.searchsorted(self.classes_, labels).clip(max=len(self.classes_) - 1)
        return np.where(self.classes_[codes] == labels, codes, -1)

    def _learn_who_is_right(self, training: TrainingSet, folds: NDArray[np.intp], seed: int) -> None:
        X, weights = training.X, training.weights
        shares = self.correct_.mean(axis=0)
        self._varying = np.flatnonzero((shares > 0) & (shares < 1))
        self._constant = shares.round()
        self.meta_learner_ = None
        labels = self.correct_[:, self._varying]
        if self._varying.size:
            self.meta_learner_ = self._fit_meta(X, labels, weights, seed)
        self.threshold_ = PLAIN if isinstance(self.threshold, str) else float(self.threshold)
        if isinstance(self.threshold, str) and self._varying.size:
            scores = np.tile(self._constant, (len(labels), 1))
            for fold in range(int(folds.max()) + 1):
                out = folds == fold
                if out.all() or not out.any():
                    continue
                without = self._fit_meta(
                    X[~out], labels[~out], None if weights is None else weights[~out], seed
                )
                scores[np.ix_(out, self._varying)] = read_scores(without, X[out])
            self.threshold_ = find_precise(scores, self.correct_, weights)

    def _fit_meta(
        self, X: Any, labels: NDArray[np.bool_], weights: NDArray[np.float64] | None, seed: int
    ) -> Any:
        meta = MLKNNClassifier(n_jobs=self.n_jobs) if self.meta_learner is None else clone(self.meta_learner)
        if "random_state" in meta.get_params():
            meta.set_params(random_state=seed % 2**32)
        target = labels.astype(np.int64)
        if weights is not None and has_fit_parameter(meta, "sample_weight"):
            return meta.fit(X, target, sample_weight=weights)
        return meta.fit(X, target)

    def _score_models(self, X: Any) -> NDArray[np.float64]:
        scores = np.tile(self._constant, (len(X), 1))
        if self.meta_learner_ is not None:
            scores[:, self._varying] = read_scores(self.meta_learner_, X)
        return scores

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        parts = [*(self.estimators or ()), *(() if self.meta_learner is None else (self.meta_learner,))]
        known = [part for part in parts if hasattr(part, "__sklearn_tags__")]
        tags.input_tags.allow_nan = all(get_tags(part).input_tags.allow_nan for part in known)
        return tags


def pick_models(scores: NDArray[np.float64], threshold: float) -> NDArray[np.bool_]:
    """Models above a threshold; where there are none, those with the largest score.

    Examples
    --------
    >>> pick_models(np.array([[0.9, 0.6, 0.2], [0.4, 0.3, 0.4]]), 0.5).astype(int)
    array([[1, 1, 0],
           [1, 0, 1]])
    """
    above = scores > threshold
    best = scores >= scores.max(axis=1, keepdims=True) - _ROUNDING
    return np.where(above.any(axis=1, keepdims=True), above, best)


def find_precise(
    scores: NDArray[np.float64], correct: NDArray[np.bool_], weights: NDArray[np.float64] | None = None
) -> float:
    """The threshold at which the largest share of the chosen models is right, on average over rows; the lowest such.

    Examples
    --------
    >>> find_precise(np.array([[0.9, 0.6], [0.9, 0.7]]), np.array([[True, False], [True, False]]))
    0.7
    """
    precisions = []
    for threshold in _THRESHOLDS:
        chosen = pick_models(scores, threshold)
        shares = (chosen & correct).sum(axis=1) / chosen.sum(axis=1)
        precisions.append(np.average(shares, weights=weights))
    return float(_THRESHOLDS[int(np.round(precisions, 12).argmax())])


def read_scores(meta: Any, X: Any) -> NDArray[np.float64]:
    """Probability of each label, from an array of them or, as scikit-learn's trees answer, a list of pairs."""
    likely = meta.predict_proba(X)
    if not isinstance(likely, list):
        return np.asarray(likely, dtype=np.float64)
    columns = []
    for each, classes in zip(likely, meta.classes_, strict=True):
        columns.append(each[:, list(classes).index(1)] if 1 in classes else np.zeros(len(each)))
    return np.column_stack(columns)
