"""Any scikit-learn estimator as a learner of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.utils import get_tags
from sklearn.utils.validation import _check_method_params, has_fit_parameter

from hedgerow.combination.averaging import sum_members
from hedgerow.foundation.training_set import TrainingSet, are_repeats
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.protocol import Learner, MemberError


def as_learner(estimator: Any) -> Learner:
    """Return an estimator that can prepare a table as it is, and adapt any other.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> as_learner(GaussianNB())
    AdaptedLearner(estimator=GaussianNB())
    """
    return estimator if is_learner(estimator) else AdaptedLearner(estimator)


def is_learner(estimator: Any) -> bool:
    """Whether an estimator can prepare a table, and learns by that: a subclass may have its own `fit` instead.

    Examples
    --------
    >>> from hedgerow.trees.estimators import DecisionTreeClassifier
    >>> class Noisy(DecisionTreeClassifier):
    ...     __module__ = "mine"
    ...     def fit(self, X, y):
    ...         return super().fit(X, y)
    >>> is_learner(DecisionTreeClassifier()), is_learner(Noisy())
    (True, False)
    """
    if not isinstance(estimator, Learner) or isinstance(estimator, type):
        return False
    owners = {name: _find_owner(type(estimator), name) for name in ("fit", "prepare")}
    is_ours = owners["fit"].__module__.partition(".")[0] == __name__.partition(".")[0]
    return is_ours or issubclass(owners["prepare"], owners["fit"])


def _find_owner(cls: type, name: str) -> type:
    """The class whose definition of a method counts."""
    return next((each for each in cls.__mro__ if name in vars(each)), cls)


@dataclass(frozen=True)
class AdaptedLearner:
    """A scikit-learn estimator that is cloned and fitted once per member.

    Attributes
    ----------
    estimator : estimator
        The unfitted prototype.
    """

    estimator: Any

    def prepare(self, training: TrainingSet) -> AdaptedTable:
        """Keep the table, with indicator columns for categories that the estimator cannot read."""
        is_tagged = hasattr(self.estimator, "__sklearn_tags__")
        reads_categories = is_tagged and get_tags(self.estimator).input_tags.categorical
        indicators = None if reads_categories else Indicators.of_categories(training)
        X = training.X if indicators is None else indicators.transform(training.X)
        return AdaptedTable(self.estimator, X, training.y, training.n_classes, indicators)


@dataclass(frozen=True)
class AdaptedTable:
    """The prototype, the table it is fitted on, and what its `fit` is given beside them."""

    estimator: Any
    X: NDArray[np.float64]
    y: NDArray[Any]
    n_classes: int | None
    indicators: Indicators | None
    fit_parameters: Mapping[str, Any] | None = None

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> AdaptedMembers:
        """Fit one clone per seed."""
        if columns is not None and self.indicators is not None:
            columns = [self.indicators.find_columns(features) for features in columns]
        estimators = []
        for index, (seed, weight) in enumerate(zip(seeds, weights, strict=True)):
            X = self.X if columns is None else self.X[:, columns[index]]
            y = self.y if targets is None else targets[index]
            try:
                estimators.append(self._fit_member(seed, X, y, weight))
            except Exception as error:
                raise MemberError(index) from error
        return AdaptedMembers(
            tuple(estimators), None if columns is None else tuple(columns), self.n_classes, self.indicators
        )

    def _fit_member(
        self, seed: np.uint64, X: NDArray[np.float64], y: NDArray[Any], weight: NDArray[Any]
    ) -> Any:
        member = seed_estimator(clone(self.estimator), seed)
        rows, fit_parameters = self._select_rows(
            seed, weight if self.n_classes is None else weight * (y >= 0)
        )
        if self.fit_parameters:
            fit_parameters |= _check_method_params(X, self.fit_parameters, indices=rows)
        X, y = (X, y) if rows is None else (X[rows], y[rows])
        try:
            member.fit(X, y, **fit_parameters)
        except ValueError:
            if self.n_classes is None or np.unique(y).size != 1:
                raise
            # Some classifiers refuse a sample of a single class: such a member always answers that class.
            return DummyClassifier(strategy="most_frequent").fit(X, y)
        return member

    def _select_rows(
        self, seed: np.uint64, weight: NDArray[Any]
    ) -> tuple[NDArray[np.intp] | None, dict[str, NDArray[Any]]]:
        """Rows to fit on (None: the table as it is) and the weights to pass along."""
        if np.all(weight == 1):
            return None, {}
        rows = np.flatnonzero(weight)
        if has_fit_parameter(self.estimator, "sample_weight"):
            return rows, {"sample_weight": weight[rows].astype(np.float64)}
        if are_repeats(weight[rows]):
            return np.repeat(rows, weight[rows].astype(np.intp)), {}
        generator = np.random.default_rng(seed)
        return np.sort(generator.choice(weight.size, size=rows.size, p=weight / weight.sum())), {}


@dataclass(frozen=True)
class AdaptedMembers:
    """Fitted scikit-learn estimators, each with its columns."""

    estimators: tuple[Any, ...]
    columns: tuple[NDArray[np.intp], ...] | None
    n_classes: int | None
    indicators: Indicators | None

    def __len__(self) -> int:
        return len(self.estimators)

    def __getitem__(self, index: int) -> Any:
        return self.estimators[index]

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each member."""
        return np.stack([*self._predict(X)])

    def outputs_with(self, X: NDArray[np.float64], parameters: Mapping[str, Any]) -> NDArray[np.float64]:
        """Predict each row by each member, whose method is given some parameters beside the rows."""
        tables = zip(self.estimators, self.tables(X), strict=True)
        return np.stack([self._predict_one(member, table, **parameters) for member, table in tables])

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members, one member in memory at a time."""
        return sum_members(self._predict(X), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        batches = (self, *others)
        columns = (
            None if self.columns is None else tuple(each for batch in batches for each in batch.columns or ())
        )
        return replace(
            self, estimators=tuple(each for batch in batches for each in batch.estimators), columns=columns
        )

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Collect the importances of all features, (T, n_features)."""
        importances = np.zeros(
            (len(self), n_features if self.indicators is None else int(self.indicators.widths.sum()))
        )
        for index, member in enumerate(self.estimators):
            columns = np.arange(importances.shape[1]) if self.columns is None else self.columns[index]
            np.add.at(importances[index], columns, member.feature_importances_)
        if self.indicators is None:
            return importances
        return np.stack([self.indicators.sum_columns(row) for row in importances])

    def tables(self, X: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
        """The rows as each member sees them."""
        X = X if self.indicators is None else self.indicators.transform(X)
        return repeat(X, len(self)) if self.columns is None else (X[:, chosen] for chosen in self.columns)

    def _predict(self, X: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
        return map(self._predict_one, self.estimators, self.tables(X))

    def _predict_one(self, member: Any, X: NDArray[np.float64], **parameters: Any) -> NDArray[np.float64]:
        if self.n_classes is None:
            return np.asarray(member.predict(X, **parameters), dtype=np.float64)
        output = np.zeros((X.shape[0], self.n_classes))
        if hasattr(member, "predict_proba"):
            # A class missing from the sample keeps 0.
            output[:, getattr(member, "classes_", slice(None))] = member.predict_proba(X, **parameters)
        else:
            output[np.arange(X.shape[0]), np.asarray(member.predict(X, **parameters), dtype=np.intp)] = 1.0
        return output


def choose_estimator(
    owner: Any, make_default: Callable[[], Any] | None = None, default: str = "hedgerow's tree"
) -> Any:
    """What learns inside of an estimator: its parameter `estimator`, or a default where that is None.

    Examples
    --------
    >>> from hedgerow.learners.oracle import RandomOracleRegressor
    >>> choose_estimator(RandomOracleRegressor())
    DecisionTreeRegressor()
    """
    from hedgerow.trees import estimators

    kind = "Classifier" if is_classifier(owner) else "Regressor"
    given = owner.estimator
    if given is None:
        return (make_default or getattr(estimators, f"DecisionTree{kind}"))()
    if not hasattr(given, "fit") or isinstance(given, type) or is_classifier(given) != is_classifier(owner):
        raise ValueError(f"estimator={given!r} is not a {kind.lower()}; pass one, or None for {default}")
    return given


def accepts_missing(estimator: Any) -> bool:
    """Whether an estimator takes missing values, as all of hedgerow's own do, which stand in for None.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> accepts_missing(None), accepts_missing(LinearRegression())
    (True, False)
    """
    return not hasattr(estimator, "__sklearn_tags__") or bool(get_tags(estimator).input_tags.allow_nan)


def leaves_checks(estimator: Any) -> bool:
    """Whether the rows are another library's to check: its estimators know what they can learn from, as pipelines do.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> leaves_checks(None), leaves_checks(LinearRegression())
    (False, True)
    """
    return estimator is not None and not is_learner(estimator)


def seed_estimator(estimator: Any, seed: np.uint64) -> Any:
    """Set every `random_state` of an estimator, nested ones too, from one seed.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> isinstance(seed_estimator(DecisionTreeClassifier(), np.uint64(7)).random_state, int)
    True
    """
    names = sorted(name for name in estimator.get_params() if name.split("__")[-1] == "random_state")
    states = np.random.SeedSequence(int(seed)).generate_state(len(names))
    return estimator.set_params(**{name: int(state) for name, state in zip(names, states, strict=True)})
