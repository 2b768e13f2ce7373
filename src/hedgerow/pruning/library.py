"""Ensemble selection from a library of different models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier, is_regressor
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.utils import get_tags

from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee import Committee, Part
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.greedy_addition import ForwardSelection
from hedgerow.pruning.model_assembly import describe_path
from hedgerow.pruning.models import COMBINATIONS, CommitteeClassifier, CommitteeRegressor, fit_weighted
from hedgerow.pruning.search import Search

Library = list[tuple[str, Any]]
_NEIGHBOURS = (5, 25)  # of the library's own models, as far as there are so many rows


@configurable
class _ForwardSelection:
    """What the classifier and the regressor share."""

    estimators: Any = parameter(default=None, kw_only=False)
    n_folds: int = parameter(Count(2), default=5)
    n_steps: int = parameter(Count(0), default=100)
    n_initial: int = parameter(Count(0), default=5)
    n_bags: int = parameter(Count(), default=20)
    bag_fraction: float = parameter(Number(0, 1, "right"), default=0.5)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    search_: Search = fitted()
    names_: list[str] = fitted()
    errors_: NDArray[np.float64] = fitted()
    n_members_before_: int = fitted()

    def _make_library(self: Any, n_rows: int) -> Library:
        raise NotImplementedError

    def _fit(self: Any, training: TrainingSet, table: Any) -> None:
        training = training.drop_weightless()  # some models are upset by classes that have no weight
        n_rows = training.n_samples
        library = self._read_library(n_rows - math.ceil(n_rows / self.n_folds))  # rows that models learn from
        seeds = [int(seed) for seed in self._draw_seeds(len(library) + 2)]
        method = ForwardSelection(self.n_steps, self.n_initial, self.n_bags, self.bag_fraction)
        folds = self._split(training.y, seeds[-1])
        work = len(library) * len(folds)
        with Progress(work, f"{type(self).__name__}: models", verbose=self.verbose > 0) as progress:
            said = self._ask_out_of_fold(library, seeds, training, folds, progress)
            evaluator = make_evaluator(said, soft=self._soft)
            search = method.search(evaluator, None, seeds[-2])
            models = [
                fit_weighted(self._prepare(library[position][1], seeds[position]), training)
                for position in search.kept
            ]
        self.committee_ = Committee(
            (Part.keep(models, np.arange(len(models)), search.combination_weights),),
            said.classes,
            not self._soft,
        )
        self.search_, self.kept_, self.errors_ = search, search.kept, said.errors()
        self.names_ = [library[position][0] for position in search.kept]
        self.n_members_before_ = len(library)
        self.path_ = describe_path(search, "validation_error", {})

    def _ask_out_of_fold(
        self: Any,
        library: Library,
        seeds: list[int],
        training: TrainingSet,
        folds: list[tuple[NDArray[np.intp], NDArray[np.intp]]],
        progress: Progress,
    ) -> Outputs:
        """What each model says about rows of a fold when it has learned from the others."""
        classes: Any = getattr(self, "classes_", None)
        shape = (len(library), training.n_samples, *([len(classes)] if self._soft else []))
        said = np.zeros(shape, np.float64 if classes is None or self._soft else classes.dtype)
        for inside, held in folds:
            learned, rows = training.select(inside), take_rows(training.X, held)
            for position, (_, estimator) in enumerate(library):
                model = fit_weighted(self._prepare(estimator, seeds[position]), learned)
                if self._soft:
                    places = np.searchsorted(classes, model.classes_)
                    said[position, held[:, None], places] = model.predict_proba(rows)
                else:
                    said[position, held] = model.predict(rows)
                progress.advance(1)
        return Outputs.from_predictions(
            said,
            training.y,
            classes=classes,
            regression=classes is None,
            sample_weight=training.weights,
            names=[name for name, _ in library],
        )

    def _read_library(self: Any, n_rows: int) -> Library:
        given = self._make_library(n_rows) if self.estimators is None else self.estimators
        if not isinstance(given, Sequence) or isinstance(given, str) or len(given) == 0:
            raise ValueError(f"estimators={given!r} must be a list of estimators, or of (name, estimator)")
        library = [
            (str(each[0]), each[1]) if isinstance(each, tuple) else (f"{type(each).__name__} {number}", each)
            for number, each in enumerate(given)
        ]
        names = [name for name, _ in library]
        if len(set(names)) < len(names):
            raise ValueError(f"estimators holds a name twice: {names}; give every estimator its own")
        wanted = is_classifier if hasattr(self, "classes_") else is_regressor
        for name, estimator in library:
            if not wanted(estimator):
                raise ValueError(
                    f"estimator {name!r} is {estimator!r}; {type(self).__name__} needs "
                    f"{'classifiers' if wanted is is_classifier else 'regressors'}"
                )
            if self._soft and not hasattr(estimator, "predict_proba"):
                raise ValueError(
                    f"estimator {name!r} has no predict_proba; leave it out, or use combination='vote'"
                )
        return library

    def _split(self: Any, y: NDArray[Any], seed: int) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        if len(y) < 2:
            raise ValueError(f"n_samples={len(y)} is too few to be cut into folds")
        n_folds = min(int(self.n_folds), len(y))
        kind = KFold
        if hasattr(self, "classes_"):
            rarest = int(np.unique(y, return_counts=True)[1].min())
            kind, n_folds = (StratifiedKFold, min(n_folds, rarest)) if rarest > 1 else (KFold, n_folds)
        return list(kind(n_folds, shuffle=True, random_state=seed).split(np.zeros(len(y)), y))

    def __sklearn_tags__(self: Any) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        if isinstance(self.estimators, Sequence) and not isinstance(self.estimators, str):
            given = [each[1] if isinstance(each, tuple) else each for each in self.estimators]
            children = [get_tags(each).input_tags for each in given if hasattr(each, "__sklearn_tags__")]
            tags.input_tags.allow_nan = all(child.allow_nan for child in children)
            tags.input_tags.sparse = all(child.sparse for child in children)
        else:
            tags.input_tags.allow_nan = True  # all of the library's own models fill or route missing values
        return tags


@configurable
class ForwardSelectionClassifier(_ForwardSelection, CommitteeClassifier):
    """Choose from a library of different models those that answer best together.

    Each model predicts every row from folds that it was not fitted on. The committee starts with the
    best few, and model after model joins that helps it most; one may join more than once. The chosen models are fitted
    again on all rows.

    Parameters
    ----------
    estimators : list of estimators or of (str, estimator), or None, default=None
        The library; None for a small one of trees, forests, a linear model, naive Bayes and nearest neighbours.
    n_folds : int, default=5
        Folds of the cross-validation.
    n_steps, n_initial, n_bags, bag_fraction
        As for `hedgerow.pruning.ForwardSelection`.
    combination : {"mean_probability", "vote"}, default="mean_probability"
        How models answer together, and by which answer they are chosen.
    n_jobs : int or None, default=None
        Passed on to the models that take it; it never changes a result.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from; an int also seeds the models.
    verbose
        As for `FitSelectClassifier`.

    Attributes
    ----------
    kept_, names_ : ndarray, list of str
        Positions and names of the chosen models.
    member_weights_ : ndarray
        How often each has joined.
    errors_ : ndarray
        Error of each model of the library alone, by cross-validation.
    path_ : DataFrame
        Error against the number of models.
    search_, estimators_, n_members_, n_members_before_, classes_, n_classes_
        As for `PrunedEnsembleClassifier`.

    Notes
    -----
    Caruana et al. hold rows out for the search; here every row is used, by cross-validation, as they did later (ICDM
    2006). A model of scikit-learn that cannot read categories needs a pipeline that encodes them.

    References
    ----------
    R. Caruana, A. Niculescu-Mizil, G. Crew and A. Ksikes, Ensemble selection from libraries of models, ICML 2004.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> library = [("bayes", GaussianNB()), *((f"{k} neighbours", KNeighborsClassifier(k)) for k in (1, 5, 20))]
    >>> model = ForwardSelectionClassifier(library, random_state=0).fit(X, y)
    >>> model.score(X, y) > 0.95, set(model.names_) <= {name for name, _ in library}
    (True, True)
    """

    combination: str = parameter(COMBINATIONS, default="mean_probability")

    def _make_library(self, n_rows: int) -> Library:
        from sklearn.linear_model import LogisticRegression
        from sklearn.naive_bayes import GaussianNB
        from sklearn.neighbors import KNeighborsClassifier

        from hedgerow.ensembles.forest import ExtraTreesClassifier, RandomForestClassifier
        from hedgerow.trees.estimators import DecisionTreeClassifier

        return [
            ("random forest", RandomForestClassifier(100)),
            ("extra trees", ExtraTreesClassifier(100)),
            ("tree", DecisionTreeClassifier(pruning="mdl")),
            ("stump", DecisionTreeClassifier(max_depth=1)),
            ("logistic regression", _adapt(LogisticRegression(max_iter=1000))),
            ("naive Bayes", _adapt(GaussianNB())),
            *((f"{k} neighbours", _adapt(KNeighborsClassifier(k))) for k in _NEIGHBOURS if k <= n_rows),
        ]


class ForwardSelectionRegressor(_ForwardSelection, CommitteeRegressor):
    """Choose from a library of different regression models those whose mean is best.

    Parameters
    ----------
    estimators : list of estimators or of (str, estimator), or None, default=None
        The library; None for a small one of trees, forests, a linear model and nearest neighbours.
    n_folds, n_steps, n_initial, n_bags, bag_fraction, n_jobs, random_state, verbose
        As for `ForwardSelectionClassifier`.

    Attributes
    ----------
    kept_, names_, member_weights_, errors_, path_, search_, estimators_, n_members_, n_members_before_
        As for `ForwardSelectionClassifier`; errors are root mean squares.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> library = [("ridge", Ridge(0.1)), ("neighbours", KNeighborsRegressor(20)), ("flat", Ridge(1e6))]
    >>> model = ForwardSelectionRegressor(library, n_initial=1, n_bags=1, random_state=0).fit(X, y)
    >>> model.names_
    ['ridge', 'neighbours']
    """

    def _make_library(self, n_rows: int) -> Library:
        from sklearn.linear_model import Ridge
        from sklearn.neighbors import KNeighborsRegressor

        from hedgerow.ensembles.forest import ExtraTreesRegressor, RandomForestRegressor
        from hedgerow.trees.estimators import DecisionTreeRegressor

        return [
            ("random forest", RandomForestRegressor(100)),
            ("extra trees", ExtraTreesRegressor(100)),
            ("tree", DecisionTreeRegressor(min_samples_leaf=5)),
            ("ridge", _adapt(Ridge(1.0))),
            *((f"{k} neighbours", _adapt(KNeighborsRegressor(k))) for k in _NEIGHBOURS if k <= n_rows),
        ]


def _adapt(estimator: Any) -> Any:
    """Fill what is missing and put the columns on one scale; one estimator in the engine also reads categories."""
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
    from hedgerow.views.preparation import ColumnScaler

    # The first scaling brings any numbers to a size that the imputer and the second can compute with.
    steps = ColumnScaler(), SimpleImputer(keep_empty_features=True), StandardScaler()
    model = make_pipeline(*steps, estimator)
    engine = EnsembleClassifier if is_classifier(estimator) else EnsembleRegressor
    return engine(model, resampling="full", n_estimators=1)
