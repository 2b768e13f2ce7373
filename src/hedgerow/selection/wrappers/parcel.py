"""PARCEL: keep the subsets whose classifiers extend the hull of the ROC plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import is_regressor
from sklearn.metrics import roc_curve
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.utils import check_random_state
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Number, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.search.masks import draw_mask
from hedgerow.selection.groups import Units
from hedgerow.selection.selector import SelectionResult, Selector
from hedgerow.selection.wrappers.evaluation import may_fill_gaps, refuse_weights, seed_copy
from hedgerow.selection.wrappers.roc_hull import ALWAYS, NEVER, RocHull
from hedgerow.selection.wrappers.subset_table import SubsetTable, TableHeader


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A fitted classifier of a subset, and its ROC points about the validation rows."""

    features: NDArray[np.intp]
    estimator: Any
    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    thresholds: NDArray[np.float64]


@configurable
class ParcelSelector(Selector):
    """Try random subsets, and keep those whose classifiers are on the convex hull of the ROC plane.

    One subset is good at few false alarms, another at missing little. A classifier is kept if it extends the hull of
    all that were tried; any point of the hull between two of them is reached by asking one or the other at random
    (Scott, Niranjan & Prager 1998). For targets of two classes.

    Parameters
    ----------
    estimator : classifier
        What learns from a subset.
    n_subsets : int, default=100
        Number of random subsets.
    subset_size : int or None, default=None
        Features (or groups) of a subset; None takes each with probability one half.
    fpr : float or None, default=None
        The false positive rate that is wanted: keep the features of the two classifiers that realise it. None keeps
        those of all classifiers on the hull.
    positive : label or None, default=None
        The class to detect; None is the last in sorted order.
    validation : float, default=0.3
        Share of the rows that give the ROC points.
    nested : float or None, default=0.2
        Share of the rows that have no part in the search, on which its hull is measured again; None does not look.
    task : {"auto", "classification", "regression"}, default="auto"
        What the target is; it must have two classes.
    fixed_features : sequence of str, sequence of int, mask or None, default=None
        Features that are part of every subset.
    groups : mapping, list of lists, sequence of labels or None, default=None
        Features that are drawn together.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no classifier is better than chance.
    n_jobs : int or None, default=None
        Fits at the same time; it never changes a result.
    random_state : int, RandomState or None, default=None
        Seed of the rows, the subsets, and the estimator where it has none of its own.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the classifiers on the hull, or those that realise `fpr`, use beside the fixed features.
    scores_ : ndarray of shape (n_features,)
        Share of the classifiers on the hull that use each feature.
    p_values_ : None
        A search has no p-values.
    hull_ : RocHull
        The hull on the validation rows. It is optimistic.
    area_ : float
        The area under it.
    nested_area_ : float or None
        The area under the same classifiers on rows that had no part in the search; None without `nested`.
    vertices_ : DataFrame
        One row per vertex: ``fpr``, ``tpr``, ``threshold``, ``n_features``, ``features``, and, with `nested`,
        ``nested_fpr`` and ``nested_tpr``.
    estimators_ : tuple of estimators
        The classifier of each vertex; None at the two ends.

    See Also
    --------
    WrapperSelector

    Notes
    -----
    The paper keeps classifiers; here the features that they use are kept too, so it is a selector. A classifier
    gives the points of all its thresholds. Missing values and categories are treated as by `WrapperSelector`. The
    classifiers stay those of the training rows, to which their thresholds belong. The hull is measured again on rows
    that had no part in the search.

    Formula::

        Between vertices A and B a false positive rate f is realised by asking B with probability (f - f_A) / (f_B -
        f_A). (0, 0) and (1, 1) are vertices.

    Cost: One fit for each subset; the hull of m points takes O(m log m).

    References
    ----------
    M. J. J. Scott, M. Niranjan and R. W. Prager, Realisable classifiers: improving operating performance on variable
    cost problems, BMVC 1998.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 6.6.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.wrappers import ParcelSelector
    >>> table = datasets.load("pima")
    >>> parcel = ParcelSelector(GaussianNB(), n_subsets=30, random_state=0).fit(table.features, table.target)
    >>> bool(parcel.nested_area_ < parcel.area_)
    True
    >>> answers = parcel.predict_at(table.features, fpr=0.2, random_state=0)
    >>> float((answers[table.target == "neg"] == "pos").mean().round(1))
    0.2
    """

    estimator: Any = parameter(kw_only=False)
    n_subsets: int = parameter(Count(), default=100, kw_only=False)
    subset_size: int | None = parameter(Count() | None, default=None)
    fpr: float | None = parameter(Number(0, 1) | None, default=None)
    positive: Any = None
    validation: float = parameter(Number(0, 1, "neither"), default=0.3)
    nested: float | None = parameter(Number(0, 1, "neither") | None, default=0.2)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    _remedy: ClassVar[str] = "raise n_subsets or pass another estimator"

    hull_: RocHull = fitted()
    area_: float = fitted()
    nested_area_: float | None = fitted()
    vertices_: pd.DataFrame = fitted()
    _keeps_models: ClassVar[bool] = True
    estimators_: tuple[Any, ...] = fitted()
    _columns: tuple[NDArray[np.intp], ...] = fitted()
    _design: SubsetTable = fitted()
    _header: TableHeader = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        units = Units.find(self._groups, self._fixed)
        wanted = self._check(training, units)
        positive = training.y == wanted
        seeds = np.random.SeedSequence(draw_entropy(self.random_state)).spawn(3)
        row_seed, estimator_seed = (int(seed.generate_state(1)[0]) for seed in seeds[:2])
        train, validation, kept_back = self._deal(training, row_seed)
        self._design = SubsetTable.read(training, self.estimator)
        self._header = TableHeader(training.names, training.categorical)
        generator = np.random.default_rng(seeds[2])
        masks = [draw_mask(generator, len(units), self.subset_size) for _ in range(self.n_subsets)]
        prototype = seed_copy(self.estimator, estimator_seed)
        candidates = Parallel(n_jobs=self.n_jobs)(
            delayed(_try_subset)(
                prototype,
                self._design,
                np.flatnonzero(units.spread(mask)),
                positive,
                training.weights,
                train,
                validation,
            )
            for mask in masks
        )
        self._keep_hull(candidates, training)
        if kept_back.size:
            self._measure_again(positive[kept_back], training.counts[kept_back], kept_back)
        return self._choose(training, units)

    def _check(self, training: TrainingSet, units: Units) -> int:
        """Refuse what cannot be done; return the code of the class to detect."""
        if training.classes is None or len(training.classes) != 2:
            n_classes = "values" if training.classes is None else f"{len(training.classes)} classes"
            raise ValueError(
                f"ParcelSelector needs a target of two classes, and this one has {n_classes}; "
                "use WrapperSelector instead"
            )
        if not training.class_weights.all():
            raise ValueError(
                "ParcelSelector needs two classes, and all weight is on one; give rows of both a weight"
            )
        if not hasattr(self.estimator, "fit") or is_regressor(self.estimator):
            raise ValueError(f"estimator={self.estimator!r} must be a classifier, such as GaussianNB()")
        if self.subset_size is not None:
            check("subset_size", self.subset_size, Count(1, len(units)) | None)
        held = self.validation + (self.nested or 0.0)
        if held >= 1.0:
            raise ValueError(
                f"validation={self.validation!r} and nested={self.nested!r} must be shares of the rows, more than 0 "
                "and together less than 1; nested may be None"
            )
        refuse_weights(self.estimator, training)
        if self.positive is None:
            return 1
        places = np.flatnonzero(training.classes == self.positive)
        if places.size != 1:
            raise ValueError(
                f"positive={self.positive!r} is not one of the classes {training.classes.tolist()}"
            )
        return int(places[0])

    def _deal(
        self, training: TrainingSet, seed: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Rows to learn from, to be judged by, and to be kept back; each class in about equal shares."""
        rows = np.flatnonzero(training.counts)
        kept_back: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        share = self.validation
        if self.nested is not None:
            rows, kept_back = _split(rows, training.y, self.nested, seed)
            share /= 1.0 - self.nested
        train, validation = _split(rows, training.y, share, seed + 1)
        return train, validation, kept_back

    def _keep_hull(self, candidates: list[_Candidate], training: TrainingSet) -> None:
        """Lay the hull around the points of all candidates, and keep those that are on it."""
        owner = np.repeat(np.arange(len(candidates)), [one.fpr.size for one in candidates])
        thresholds = np.concatenate([one.thresholds for one in candidates])
        self.hull_ = RocHull.of(
            np.concatenate([one.fpr for one in candidates]), np.concatenate([one.tpr for one in candidates])
        )
        self.area_, self.nested_area_ = self.hull_.area, None
        none: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        on_hull = [None if place < 0 else candidates[owner[place]] for place in self.hull_.source]
        self.estimators_ = tuple(None if one is None else one.estimator for one in on_hull)
        self._columns = tuple(none if one is None else one.features for one in on_hull)
        ends = {NEVER: np.inf, ALWAYS: -np.inf}
        self.vertices_ = pd.DataFrame(
            {
                "fpr": self.hull_.fpr,
                "tpr": self.hull_.tpr,
                "threshold": [ends.get(place, thresholds[place]) for place in self.hull_.source.tolist()],
                "n_features": [columns.size for columns in self._columns],
                "features": [tuple(training.names[one] for one in columns) for columns in self._columns],
            }
        )

    def _measure_again(
        self, is_positive: NDArray[np.bool_], weight: NDArray[Any], rows: NDArray[np.intp]
    ) -> None:
        """Where the classifiers of the hull stand on other rows."""
        rates = []
        for vertex in range(len(self.hull_)):
            said = self._answer(vertex, self._design, rows)
            rates.append(
                [np.average(said[truth], weights=weight[truth]) for truth in (~is_positive, is_positive)]
            )
        fpr, tpr = np.array(rates).T
        self.vertices_ = self.vertices_.assign(nested_fpr=fpr, nested_tpr=tpr)
        self.nested_area_ = float(np.trapezoid(tpr, fpr))

    def _choose(self, training: TrainingSet, units: Units) -> SelectionResult:
        """What the hull, or one point of it, needs."""
        uses = np.zeros((len(self.hull_), training.n_features), np.bool_)
        for vertex, columns in enumerate(self._columns):
            uses[vertex, columns] = True
        uses[:, units.fixed] = False
        inner = np.array([one is not None for one in self.estimators_])
        scores = uses[inner].mean(axis=0) if inner.any() else np.zeros(training.n_features)
        if self.fpr is None:
            return SelectionResult(scores, np.asarray(uses.any(axis=0)))
        mixture = self.hull_.mix(self.fpr)
        asked = [mixture.first] if mixture.share == 0.0 else [mixture.first, mixture.second]
        return SelectionResult(scores, np.asarray(uses[asked].any(axis=0)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = may_fill_gaps(self.estimator)
        return tags

    def predict_at(
        self, X: Any, fpr: float | None = None, *, random_state: int | np.random.RandomState | None = None
    ) -> NDArray[Any]:
        """Classify rows at a false positive rate: each row is classified by one of two, at random.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows, with all features.
        fpr : float or None, default=None
            The rate, as it was on the validation rows; None is the parameter `fpr`.
        random_state : int, RandomState or None, default=None
            Which classifier a row asks.

        Returns
        -------
        ndarray of shape (n_samples,)
            Class labels.
        """
        check_is_fitted(self)
        wanted = self.fpr if fpr is None else fpr
        if wanted is None:
            raise ValueError("pass fpr, the false positive rate at which to classify")
        table = read_features(self, X, self._encoding, reset=False)
        design = self._design.read_again(table, self._header)
        rows = np.arange(table.shape[0])
        mixture = self.hull_.mix(wanted)
        said = self._answer(mixture.first, design, rows)
        if mixture.share > 0.0:
            asks_second = check_random_state(random_state).uniform(size=rows.size) < mixture.share
            said = np.where(asks_second, self._answer(mixture.second, design, rows), said)
        classes = self.classes_
        assert classes is not None
        yes = 1 if self.positive is None else int(np.flatnonzero(classes == self.positive)[0])
        return np.asarray(np.where(said, classes[yes], classes[1 - yes]))

    def _answer(self, vertex: int, design: SubsetTable, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether the classifier of a vertex says yes to each row."""
        estimator = self.estimators_[vertex]
        if estimator is None:
            return np.full(rows.size, bool(self.hull_.source[vertex] == ALWAYS))
        found = _grade(estimator, design.take(self._columns[vertex], rows))
        return np.asarray(found >= self.vertices_["threshold"].iloc[vertex])


def _try_subset(
    prototype: Any,
    design: SubsetTable,
    features: NDArray[np.intp],
    positive: NDArray[np.bool_],
    weights: NDArray[np.float64] | None,
    train: NDArray[np.intp],
    validation: NDArray[np.intp],
) -> _Candidate:
    """Fit a classifier on some features, and find its points in the ROC plane."""
    estimator = seed_copy(prototype, 0)
    given = {} if weights is None else {"sample_weight": weights[train]}
    estimator.fit(design.take(features, train), positive[train].astype(np.intp), **given)
    fpr, tpr, thresholds = roc_curve(
        positive[validation],
        _grade(estimator, design.take(features, validation)),
        sample_weight=None if weights is None else weights[validation],
    )
    return _Candidate(features, estimator, fpr, tpr, thresholds)


def _grade(estimator: Any, X: Any) -> NDArray[np.float64]:
    """How sure a classifier is of the positive class; at the least, whether it is."""
    if hasattr(estimator, "decision_function"):
        return np.asarray(estimator.decision_function(X), dtype=np.float64)
    if hasattr(estimator, "predict_proba"):
        return np.asarray(estimator.predict_proba(X), dtype=np.float64)[:, 1]
    return np.asarray(estimator.predict(X), dtype=np.float64)


def _split(
    rows: NDArray[np.intp], y: NDArray[Any], share: float, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Split rows into a part to keep and a share of them, each class in proportion."""
    splitter = StratifiedShuffleSplit(n_splits=1, test_size=share, random_state=seed % 2**32)
    first, second = next(splitter.split(rows[:, None], y[rows]))
    return rows[np.sort(first)], rows[np.sort(second)]
