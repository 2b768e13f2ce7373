"""The methods to try on a table: from a name to an estimator, and the linear baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.cards import METHODS, Factory, find_methods
from hedgerow.cards.index_entry import Listing
from hedgerow.foundation.doors import find_public, list_public_names
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.target import name_counterpart
from hedgerow.foundation.wording import suggest

# The first choice takes three seconds for half a million cells, and a forest a fifth of one. It turns the columns anew
# for every member, so a thousand of them take seconds too, and ten thousand half a minute, however few the rows.
MOST_CELLS_FOR_FIRST_CHOICE = 2_000_000
MOST_COLUMNS_FOR_FIRST_CHOICE = 1_000


@dataclass(frozen=True, eq=False)
class Candidate:
    """A method that takes part in a validation.

    Parameters
    ----------
    name : str
        What it is called in tables.
    estimator : estimator
        Unfitted.
    """

    name: str
    estimator: Any


def list_candidates(
    features: pd.DataFrame, task: str, *, n_jobs: int | None = None, random_state: int = 0
) -> list[Candidate]:
    """The methods to try on a table: a forest, the first choice unless the table is large, and a linear model.

    Parameters
    ----------
    features : DataFrame
        The table.
    task : {"classification", "regression"}
        What predicting the target is.
    n_jobs : int or None, default=None
        Threads of each method.
    random_state : int, default=0
        Seed of each method.

    Returns
    -------
    list of Candidate

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, 2.0], "color": ["red", "blue"]})
    >>> [candidate.name for candidate in list_candidates(table, "regression")]
    ['forest', 'hedgerow', 'linear']
    """
    names = ["forest", "hedgerow", "linear"]
    large = features.size > MOST_CELLS_FOR_FIRST_CHOICE or features.shape[1] > MOST_COLUMNS_FOR_FIRST_CHOICE
    if large and task == "classification":
        names.remove("hedgerow")
    return make_candidates(names, task, n_jobs=n_jobs, random_state=random_state)


def make_candidates(
    names: Sequence[str], task: str, *, n_jobs: int | None = None, random_state: int = 0
) -> list[Candidate]:
    """Make a candidate of each method's name, and one only of a name that comes twice.

    Parameters
    ----------
    names : sequence of str
        ``"linear"``, or what `find_method` knows.
    task, n_jobs, random_state
        As for `list_candidates`.

    Returns
    -------
    list of Candidate

    Examples
    --------
    >>> [candidate.name for candidate in make_candidates(["tree", "Linear", "linear"], "regression")]
    ['tree', 'linear']
    """
    made = (_make_candidate(name, task, n_jobs, random_state) for name in names)
    return list({candidate.name: candidate for candidate in made}.values())


def _make_candidate(name: str, task: str, n_jobs: int | None, random_state: int) -> Candidate:
    if name.casefold() == "linear":
        return Candidate("linear", make_linear_baseline(task))
    estimator = find_method(name, task)
    known = estimator.get_params(deep=False)
    settings = {"n_jobs": n_jobs, "random_state": random_state}
    return Candidate(
        name, estimator.set_params(**{key: value for key, value in settings.items() if key in known})
    )


_ENDINGS = {"classification": "Classifier", "regression": "Regressor"}
SHORT_NAMES = {
    "forest": "RandomForest",
    "hedgerow": "Hedgerow",
    "trees": "ExtraTrees",
    "tree": "DecisionTree",
    "first-choice": "Hedgerow",
    "boosting": "AdaBoost",
}


def find_method(name: str, task: str) -> Any:
    """Make the estimator that goes by a name.

    Parameters
    ----------
    name : str
        The name of a method card, as ``hedgerow methods`` lists them (``"rotation-forest"``); of a public class, with
        or without its ending (``"RotationForest"``); or a short name: ``"forest"``, ``"hedgerow"``, ``"trees"``,
        ``"tree"``, ``"boosting"``.
    task : {"classification", "regression"}
        What it is to predict.

    Returns
    -------
    estimator
        As the card says it is used, or with the defaults of the class.

    Raises
    ------
    LookupError
        If there is no such method, or none for the task.

    Examples
    --------
    >>> find_method("forest", "regression")
    RandomForestRegressor()
    >>> find_method("rpboost", "regression")
    RpBoostRegressor(learning_rate=0.5, n_estimators=100)
    """
    short = SHORT_NAMES.get(name.casefold(), name)
    if short.casefold() in METHODS:
        return _check_target(make_method(METHODS[short.casefold()], task), name)
    public = _find_class(short, task)
    if public == "":
        raise LookupError(f"{name} is not for {task}. `hedgerow methods` lists others.")
    if public is not None:
        return _check_target(find_public(public)(), name)
    try:
        method = find_methods(name)[0]
    except LookupError:
        known = [*SHORT_NAMES, "linear", *METHODS]
        raise LookupError(
            f"There is no method {name!r}. {suggest(name, known)} `hedgerow methods` lists all of them."
        ) from None
    return _check_target(make_method(method, task), name)


def _find_class(name: str, task: str) -> str | None:
    """The public estimator of a name for a task, in any case, with or without its ending; empty if it has none."""
    wanted = {f"{name}{ending}".casefold() for ending in ("", *_ENDINGS.values())}
    ends = tuple(_ENDINGS.values())
    for public in list_public_names():
        if public.endswith(ends) and public.casefold() in wanted:
            named = _name_for_task(public, task)
            return named if named in list_public_names() else ""
    return None


def _name_for_task(public: str, task: str) -> str:
    return name_counterpart(public) if name_counterpart(public).endswith(_ENDINGS[task]) else public


def make_method(method: Listing, task: str) -> Any:
    """Make the object of a method of the index, which may be a selector, too.

    Parameters
    ----------
    method : Listing
        The row of the index.
    task : {"classification", "regression"}
        What it is to predict.

    Raises
    ------
    LookupError
        If it is not a class, or none for the task.
    """
    try:
        if not isinstance(method.use, Factory) or method.only not in ("", task):
            raise LookupError(method.name)
        return _make(method.use, task)
    except LookupError:
        raise LookupError(
            f"{method.name} is not an estimator for {task}, so it cannot be fitted to a table by its name. "
            "`hedgerow methods` lists others."
        ) from None


def _make(part: Any, task: str) -> Any:
    """Make what a factory says; for the other task its classes are replaced by their counterparts."""
    if isinstance(part, list):
        return [_make(each, task) for each in part]
    if not isinstance(part, Factory):
        return part
    name = _name_for_task(part.name, task)
    if name not in list_public_names():
        raise LookupError(name)
    # What suits classes, such as entropy, does not suit numbers, whose defaults do.
    keywords = {
        word: _make(value, task)
        for word, value in part.keywords.items()
        if name == part.name or word != "criterion"
    }
    return find_public(name)(*(_make(each, task) for each in part.arguments), **keywords)


def _check_target(estimator: Any, name: str) -> Any:
    from sklearn.base import is_classifier, is_regressor
    from sklearn.utils import get_tags

    if not is_classifier(estimator) and not is_regressor(estimator):
        raise LookupError(f"{name} does not predict. `hedgerow methods` lists what does.")
    tags = get_tags(estimator).classifier_tags
    if tags is not None and not tags.multi_class:
        raise LookupError(
            f"{name} predicts many labels at once, and a table has one target. Name another method."
        )
    return estimator


class TableScaler(TransformerMixin, BaseEstimator):
    """Turn a table into the numbers of a linear model: gaps filled, numbers scaled, categories as indicators.

    Missing numbers become the median of the column, and then every number is centred and divided by its standard
    deviation. A category becomes one column of zeros and ones for each of its labels; a missing label, or one that was
    not learned, is zero in all of them.

    Attributes
    ----------
    encoding_ : FeatureEncoding
        The labels of each column.
    medians_, means_, scales_ : ndarray of shape (n_numbers,)
        Of the columns that hold numbers.
    feature_names_in_, n_features_in_
        The columns.

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, None, 3.0], "color": ["red", "blue", None]})
    >>> TableScaler().fit_transform(table).round(2)
    array([[-1.22,  0.  ,  1.  ],
           [ 0.  ,  1.  ,  0.  ],
           [ 1.22,  0.  ,  0.  ]])
    """

    encoding_: FeatureEncoding
    medians_: NDArray[np.float64]
    means_: NDArray[np.float64]
    scales_: NDArray[np.float64]

    @fits_all_or_nothing
    def fit(self, X: pd.DataFrame, y: Any = None) -> Self:
        """Learn medians, scales and labels.

        Parameters
        ----------
        X : DataFrame of shape (n_samples, n_features)
            Numbers and categories.
        y : None
            Not read.

        Returns
        -------
        self
        """
        self.encoding_ = FeatureEncoding.learn(X)
        self.feature_names_in_ = np.array([str(name) for name in X.columns], dtype=object)
        self.n_features_in_ = X.shape[1]
        numbers = self._take_numbers(self.encoding_.encode(X))
        # A column without a value, which a fold may have, is zero everywhere.
        known = ~np.isnan(numbers).all(axis=0)
        self.medians_ = np.zeros(numbers.shape[1])
        self.medians_[known] = np.nanmedian(numbers[:, known], axis=0)
        filled = np.where(np.isnan(numbers), self.medians_, numbers)
        self.means_ = filled.mean(axis=0)
        spread = filled.std(axis=0)
        self.scales_ = np.where(spread > 0, spread, 1.0)
        return self

    def transform(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Turn rows into numbers.

        Parameters
        ----------
        X : DataFrame of shape (n_samples, n_features)
            With the learned columns in the learned order.

        Returns
        -------
        ndarray of shape (n_samples, n_outputs)
        """
        check_is_fitted(self)
        codes = self.encoding_.encode(X)
        numbers = self._take_numbers(codes)
        filled = np.where(np.isnan(numbers), self.medians_, numbers)
        indicators = [
            codes[:, place, np.newaxis] == np.arange(len(labels))
            for place, labels in enumerate(self.encoding_.categories)
            if labels is not None
        ]
        return np.hstack([(filled - self.means_) / self.scales_, *indicators])

    def _take_numbers(self, codes: NDArray[Any]) -> NDArray[np.float64]:
        return np.asarray(codes[:, ~self.encoding_.is_categorical], dtype=np.float64)


def make_linear_baseline(task: str) -> Any:
    """Make a linear model that reads gaps and categories: logistic or ridge regression.

    Parameters
    ----------
    task : {"classification", "regression"}
        What predicting the target is.

    Returns
    -------
    Pipeline
        A `TableScaler` and the model, both of which `hedgerow.save_model` can save.

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, None, 3.0, 4.0], "color": ["red", "blue", "red", "blue"]})
    >>> model = make_linear_baseline("classification").fit(table, ["y", "n", "y", "n"])
    >>> model.predict(pd.DataFrame({"size": [2.0], "color": ["red"]}))
    array(['y'], dtype='<U1')
    """
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.pipeline import Pipeline

    model = LogisticRegression(max_iter=1000) if task == "classification" else Ridge()
    return Pipeline([("table", TableScaler()), ("model", model)])
