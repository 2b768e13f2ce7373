"""A tree of regions in which different features matter, with a model of its own in each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame, take_rows, to_pandas
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.adapter import seed_estimator
from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.profiles import ProfileSearch


@dataclass(frozen=True, eq=False)
class RegionNode:
    """A node of the tree: a region, and where it is cut.

    Parameters
    ----------
    condition : str
        What its rows have in common, in words.
    weight : float
        Weight of its training rows.
    profile : ndarray of shape (n_features,)
        Gain of the best cut of each feature, 0 where chance explains it.
    feature, limit, is_category
        Rows whose feature is at most the limit, or is that category, go left; feature -1 in a leaf.
    angle : float
        Angle between the profiles of the children, in radians; NaN in a leaf.
    children : tuple of RegionNode
        Left and right, or none.
    region : int
        Number of the region; -1 in a node with children.

    Examples
    --------
    >>> sides = tuple(RegionNode(words, 5.0, np.zeros(1), region=at) for at, words in enumerate(["x0 <= 2", "x0 > 2"]))
    >>> node = RegionNode("", 10.0, np.ones(1), feature=0, limit=2.0, angle=1.0, children=sides)
    >>> node.route(np.array([[1.0], [3.0], [np.nan]]))
    array([0, 1, 1])
    """

    condition: str
    weight: float
    profile: NDArray[np.float64]
    feature: int = -1
    limit: float = np.nan
    is_category: bool = False
    angle: float = np.nan
    children: tuple[RegionNode, ...] = ()
    region: int = -1

    def leaves(self) -> list[RegionNode]:
        """The regions under the node, from left to right."""
        return [leaf for child in self.children for leaf in child.leaves()] if self.children else [self]

    def route(self, table: NDArray[np.float64]) -> NDArray[np.intp]:
        """Region of each row; a missing value, or an unknown category, goes right."""
        if not self.children:
            return np.full(len(table), self.region)
        column = table[:, self.feature]
        goes_left = column == self.limit if self.is_category else column <= self.limit
        regions = np.empty(len(table), np.intp)
        for side, child in zip((goes_left, ~goes_left), self.children, strict=True):
            regions[side] = child.route(table[side])
        return regions


@configurable
class ProfileTreeClassifier(ClassifierMixin, BaseEstimator):
    """Parts the table into regions where different features matter, and fits a model in each.

    A node is cut where the angle between the importance profiles of the two sides is widest: not where the classes
    come apart, but where what tells them apart changes. A single model has to learn every such interaction; a model
    of a region need not.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What is fitted in each region: a hedgerow random forest when None, else any scikit-learn classifier.
    max_depth : int, default=2
        Most cuts above a region.
    min_samples_region : int, default=50
        Least number (weight) of rows in a region.
    min_angle : float, default=pi / 4
        Least angle between the profiles of the two sides of a cut, in radians.
    significance : float, default=0.001
        A gain that a feature without relevance reaches with at least this probability counts as none.
    n_bins : int, default=16
        Numbers are cut between so many bins of about the same weight.
    random_state : int, RandomState or None, default=None
        What seeds the models.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    root_ : RegionNode
        The tree.
    estimators_ : list
        The model of each region.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    importance_profile_angle, LocalFeatureClassifier

    Notes
    -----
    The idea is that of Apte et al.; the search is ours. Only cuts count that leave relevant features on both sides,
    since a side in which nothing matters needs no model; gains that chance explains are left out, since the angle
    between two profiles of noise is wide. Of cuts with nearly the same angle, the one with the longest profiles is
    taken. Where no cut qualifies there is one region, and the model is that of the whole table.

    Formula::

        argmax over cuts of the angle between the profiles of the two sides; Rogers 2007, section 6.3.

    Cost: O(N F^2) per node of the tree, and the models.

    References
    ----------
    C. Apte, S. Hong, J. Hosking, J. Lepre, E. Pednault and B. Rosen, Decomposition of heterogeneous classification
    problems, Intelligent Data Analysis 2, 1998, pp. 81-96.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 6.3.

    Examples
    --------
    Which of two features decides depends on a third:

    >>> X = np.random.default_rng(0).random((600, 4))
    >>> y = np.where(X[:, 2] < 0.5, X[:, 0], X[:, 1]) > 0.5
    >>> ProfileTreeClassifier(random_state=0).fit(X, y).frame().round(2)
       region     condition  weight    x0    x1   x2   x3
    0       0  x2 <= 0.4922   300.0  0.95  0.00  0.0  0.0
    1       1   x2 > 0.4922   300.0  0.00  0.88  0.0  0.0
    """

    estimator: Any = parameter(default=None, kw_only=False)
    max_depth: int = parameter(Count(0), default=2)
    min_samples_region: int = parameter(Count(), default=50)
    min_angle: float = parameter(Number(0, np.pi), default=np.pi / 4)
    significance: float = parameter(Number(0, 1, "neither"), default=0.001)
    n_bins: int = parameter(Count(2), default=16)
    random_state: int | np.random.RandomState | None = None

    classes_: NDArray[Any] = fitted()
    root_: RegionNode = fitted()
    estimators_: list[Any] = fitted()
    n_features_in_: int = fitted()

    _encoding: FeatureEncoding | None = fitted()
    _names: tuple[str, ...] = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the regions and fit their models.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; columns of a data frame may hold categories. A data frame reaches the models as one.
        y : array-like of shape (n_samples,)
            Class labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; the models must accept weights then.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, y, sample_weight, task="classification")
        self.classes_, self._names = np.asarray(training.classes), training.names
        search = self._prepare_search(training)
        self.root_ = self._cut(search, np.arange(training.n_samples), "", 0, [])
        regions = self.root_.route(training.X)
        seeds = check_random_state(self.random_state).randint(2**31 - 1, size=len(self.root_.leaves()))
        known = replace(training, X=_keep_frame(X, training.X), y=self.classes_[training.y])
        self.estimators_ = [
            self._fit_model(known.select(regions == region), seed) for region, seed in enumerate(seeds)
        ]
        return self

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Ask the model of each row's region; a class that its region lacks has the probability 0.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        given, regions = self._place(X)
        shares = np.zeros((regions.size, len(self.classes_)))
        for region in np.unique(regions):
            model, rows = self.estimators_[region], np.flatnonzero(regions == region)
            columns = np.searchsorted(self.classes_, model.classes_)
            if hasattr(model, "predict_proba"):
                shares[np.ix_(rows, columns)] = model.predict_proba(take_rows(given, rows))
            else:
                shares[rows, np.searchsorted(self.classes_, model.predict(take_rows(given, rows)))] = 1.0
        return shares

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row by the model of its region.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        given, regions = self._place(X)
        labels = np.empty(regions.size, self.classes_.dtype)
        for region in np.unique(regions):
            rows = np.flatnonzero(regions == region)
            labels[rows] = self.estimators_[region].predict(take_rows(given, rows))
        return labels

    def apply(self, X: Any) -> NDArray[np.intp]:
        """Region of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._place(X)[1]

    def frame(self) -> pd.DataFrame:
        """One row per region: its number, condition and weight, and the gain of each feature in it."""
        check_is_fitted(self)
        leaves = self.root_.leaves()
        frame = pd.DataFrame(
            {
                "region": [leaf.region for leaf in leaves],
                "condition": [leaf.condition or "everywhere" for leaf in leaves],
                "weight": [leaf.weight for leaf in leaves],
            }
        )
        return pd.concat(
            [frame, pd.DataFrame([leaf.profile for leaf in leaves], columns=list(self._names))], axis=1
        )

    def _prepare_search(self, training: TrainingSet) -> ProfileSearch:
        return ProfileSearch(
            Discretised.by_quantiles(training.X, training.categorical, training.weights, n_bins=self.n_bins),
            training.categorical,
            training.y,
            len(self.classes_),
            np.ones(training.n_samples) if training.weights is None else training.weights,
            float(self.min_samples_region),
            self.significance,
        )

    def _cut(
        self,
        search: ProfileSearch,
        rows: NDArray[np.intp],
        condition: str,
        depth: int,
        regions: list[int],
    ) -> RegionNode:
        """Grow the tree below some rows; `regions` counts the leaves that there are already."""
        weight, profile = float(search.weights[rows].sum()), search.profile(rows)
        split = search.find(rows) if depth < self.max_depth else None
        if split is None or split.angle < self.min_angle:
            regions.append(len(regions))
            return RegionNode(condition, weight, profile, region=regions[-1])
        is_category = bool(search.is_categorical[split.feature])
        codes = search.coded.codes[rows, split.feature]
        goes_left = codes == split.code if is_category else codes <= split.code
        cuts = search.coded.cuts[split.feature]
        # The last bin against the missing values: every number is at most infinite.
        known = [*cuts, np.inf]
        limit = float(split.code if is_category else known[split.code])
        children = [
            self._cut(
                search, rows[side], f"{condition} and {words}".removeprefix(" and "), depth + 1, regions
            )
            for side, words in zip(
                (goes_left, ~goes_left), self._name_sides(split.feature, limit, is_category), strict=True
            )
        ]
        return RegionNode(
            condition, weight, profile, split.feature, limit, is_category, split.angle, tuple(children)
        )

    def _name_sides(self, feature: int, limit: float, is_category: bool) -> tuple[str, str]:
        name = self._names[feature]
        if is_category and self._encoding is not None:
            label = (self._encoding.categories[feature] or ())[int(limit)]
            return f"{name} = {label}", f"{name} != {label}"
        if np.isinf(limit):
            return f"{name} known", f"{name} missing"
        return f"{name} <= {limit:.4g}", f"{name} > {limit:.4g}"

    def _fit_model(self, known: TrainingSet, seed: int) -> Any:
        if self.estimator is None:
            from hedgerow.ensembles.forest import RandomForestClassifier

            model: Any = RandomForestClassifier()
        else:
            model = clone(self.estimator)
        model = seed_estimator(model, np.uint64(seed))
        given = {} if known.weights is None else {"sample_weight": known.weights}
        if np.unique(known.y).size == 1:  # some classifiers refuse a single class
            model = DummyClassifier(strategy="most_frequent")
        return model.fit(known.X, known.y, **given)

    def _place(self, X: Any) -> tuple[Any, NDArray[np.intp]]:
        """The rows as models read them, and the region of each."""
        table = read_rows(self, X)
        return _keep_frame(X, table), self.root_.route(table)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.estimator is None or get_tags(self.estimator).input_tags.allow_nan
        return tags


def _keep_frame(X: Any, table: NDArray[np.float64]) -> Any:
    """What models get rows of: a data frame where one is given, else the matrix."""
    return to_pandas(X) if is_frame(X) else table
