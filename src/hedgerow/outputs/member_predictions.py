"""How the predictions of the members of any fitted ensemble are collected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import ensemble as theirs
from sklearn.base import is_classifier, is_regressor
from sklearn.frozen import FrozenEstimator
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier, OutputCodeClassifier
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier, MultiOutputRegressor, RegressorChain
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import check_is_fitted, validate_data

from hedgerow.foundation.constraints import JOBS, check
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.target_group import check_one_target

_FORESTS = (
    theirs.RandomForestClassifier,
    theirs.RandomForestRegressor,
    theirs.ExtraTreesClassifier,
    theirs.ExtraTreesRegressor,
)
_BAGS = (theirs.BaggingClassifier, theirs.BaggingRegressor)
_BOOSTERS = (theirs.AdaBoostClassifier, theirs.AdaBoostRegressor)
_PANELS = (
    theirs.VotingClassifier,
    theirs.VotingRegressor,
    theirs.StackingClassifier,
    theirs.StackingRegressor,
)
_CORRECTIONS = (
    theirs.GradientBoostingClassifier,
    theirs.GradientBoostingRegressor,
    theirs.HistGradientBoostingClassifier,
    theirs.HistGradientBoostingRegressor,
)
_DIVISIONS = (
    ClassifierChain,
    MultiOutputClassifier,
    MultiOutputRegressor,
    OneVsOneClassifier,
    OneVsRestClassifier,
    OutputCodeClassifier,
    RegressorChain,
)
_SEVERAL_TARGETS = "{} predicts several targets at once; pass one target at a time"
_MAX_BLOCK_CELLS = 2**24  # outputs of hedgerow's members on one block of rows, 128 MiB of float64


@dataclass(frozen=True)
class Said:
    """What the members predicted: the fields of `Outputs` of the same names."""

    answers: NDArray[Any]
    classes: NDArray[Any] | None
    probabilities: NDArray[np.float64] | None = None
    weights: NDArray[np.float64] | None = None
    predicted: NDArray[np.bool_] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Panel:
    """Fitted estimators, what each is shown, and what their labels mean.

    `coded` says that the members were trained on positions in `classes` in place of the labels themselves, as
    scikit-learn's bagging, forests, voting and stacking do.
    """

    estimators: Sequence[Any]
    classes: NDArray[Any] | None
    X: Any
    coded: bool = False
    columns: Sequence[NDArray[np.intp]] | None = None
    weights: NDArray[np.float64] | None = None
    samples: Sequence[NDArray[np.intp]] | None = None
    names: tuple[str, ...] = field(default=())


def predict_members(
    ensemble: Any, X: Any, *, out_of_bag: bool, probabilities: bool, n_jobs: int | None
) -> Said:
    """Predict each row by each member of a fitted ensemble; the parameters are those of `Outputs.from_estimator`."""
    ensemble, X = _unwrap(ensemble, X)
    if hasattr(ensemble, "member_outputs"):
        return _ask_hedgerow(ensemble, X, out_of_bag, probabilities)
    panel = _find_panel(ensemble, X)
    predicted = _find_unseen(ensemble, panel.samples, _count_rows(X)) if out_of_bag else None
    answers, soft = _ask_panel(panel, probabilities, n_jobs)
    return Said(answers, panel.classes, soft, panel.weights, predicted, panel.names)


def has_members(estimator: Any) -> bool:
    """Whether a fitted estimator is an ensemble whose members each answer the question that it answers."""
    estimator = _open_wrapper(estimator)
    while isinstance(estimator, Pipeline):
        estimator = _open_wrapper(estimator[-1])
    if hasattr(estimator, "member_outputs"):
        return True
    if isinstance(estimator, _CORRECTIONS + _DIVISIONS) or not hasattr(estimator, "estimators_"):
        return False
    return bool(is_classifier(estimator) or is_regressor(estimator))


def join_labels(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The sorted labels that occur in any of several arrays, which must all be text or all be numbers."""
    if any(pd.isna(part).any() for part in parts):
        raise ValueError("some labels are missing; leave those rows out")
    try:
        found = [np.unique(part) for part in parts]
        kinds = {label.dtype.kind for label in found if label.dtype.kind != "O"}
        if kinds & {"U", "S"} and kinds - {"U", "S"}:
            raise TypeError
        return np.unique(np.concatenate(found))
    except TypeError:  # numpy's, where it cannot compare two objects
        raise ValueError(
            "some labels are text and others are numbers, so they cannot be compared; use one kind of labels"
        ) from None


def _unwrap(ensemble: Any, X: Any) -> tuple[Any, Any]:
    """The ensemble inside a pipeline, a parameter search or a frozen estimator, and the rows as it sees them."""
    ensemble = _open_wrapper(ensemble)
    while isinstance(ensemble, Pipeline):
        check_is_fitted(ensemble)
        steps, ensemble = ensemble[:-1], _open_wrapper(ensemble[-1])
        X = steps.transform(X) if len(steps) else X
    return ensemble, X


def _open_wrapper(estimator: Any) -> Any:
    while isinstance(estimator, FrozenEstimator) or hasattr(estimator, "best_estimator_"):
        estimator = (
            estimator.estimator if isinstance(estimator, FrozenEstimator) else estimator.best_estimator_
        )
    return estimator


def _ask_hedgerow(ensemble: Any, X: Any, out_of_bag: bool, probabilities: bool) -> Said:
    """Predict with hedgerow's members, all at once, in blocks of rows so that memory stays bounded."""
    check_is_fitted(ensemble)
    check_one_target(ensemble, "a record of members' predictions")
    n_samples, n_members = _count_rows(X), len(ensemble.estimators_)
    if n_samples == 0:
        raise ValueError("X has no rows; pass the rows to predict")
    classes = getattr(ensemble, "classes_", None)
    n_classes = 1 if classes is None else len(classes)
    kind = np.float64 if classes is None else np.min_scalar_type(n_classes - 1)
    answers = np.empty((n_members, n_samples), dtype=kind)
    keep = probabilities and classes is not None
    soft = np.empty((n_members, n_samples, n_classes)) if keep else None
    size = max(1, _MAX_BLOCK_CELLS // (n_members * n_classes))
    for start in range(0, n_samples, size):
        block = slice(start, min(start + size, n_samples))
        said = ensemble.member_outputs(take_rows(X, block))
        answers[:, block] = said if classes is None else said.argmax(axis=2)
        if soft is not None:
            soft[:, block] = said
    predicted = None
    if out_of_bag:
        predicted = _find_unseen(ensemble, getattr(ensemble, "estimators_samples_", None), n_samples)
    # what the ensemble itself listens to: None where its combination counts all members the same
    return Said(answers, classes, soft, ensemble.combination_weights_, predicted)


def _find_panel(ensemble: Any, X: Any) -> _Panel:
    """The estimators of a scikit-learn ensemble or of a list, and how each of them is to predict."""
    if isinstance(ensemble, Sequence) and not isinstance(ensemble, str):
        return _panel_of_list(ensemble, X)
    if isinstance(ensemble, _CORRECTIONS):
        raise ValueError(
            f"a stage of {_name(ensemble)} corrects the stages before it and does not predict by itself; "
            "compare whole models in a list, or pass staged predictions to Outputs.from_predictions"
        )
    if isinstance(ensemble, _DIVISIONS):
        raise ValueError(
            f"the members of {_name(ensemble)} predict different targets, so there is nothing to compare; "
            "compare whole models in a list"
        )
    if not hasattr(ensemble, "fit"):
        raise TypeError(f"{ensemble!r} is neither a fitted ensemble nor a list of fitted estimators")
    check_is_fitted(ensemble)
    if not hasattr(ensemble, "estimators_") or not (is_classifier(ensemble) or is_regressor(ensemble)):
        raise TypeError(
            f"{_name(ensemble)} has no estimators_ that classify or predict values; pass an ensemble, or a "
            "list of fitted estimators"
        )
    classes = _single_classes(ensemble) if is_classifier(ensemble) else None
    samples = getattr(ensemble, "estimators_samples_", None)
    if isinstance(ensemble, _FORESTS + _BAGS + _BOOSTERS):
        # float32 is what the trees of scikit-learn would convert the table to, each for itself
        kind = np.float32 if isinstance(ensemble, _FORESTS) else None
        X = validate_data(ensemble, X, reset=False, dtype=kind, ensure_all_finite=False, accept_sparse="csr")
    if isinstance(ensemble, _FORESTS):
        bags = samples if ensemble.bootstrap else None
        return _Panel(ensemble.estimators_, classes, X, coded=True, samples=bags)
    if isinstance(ensemble, _BAGS):
        columns = ensemble.estimators_features_
        return _Panel(ensemble.estimators_, classes, X, coded=True, columns=columns, samples=samples)
    if isinstance(ensemble, _BOOSTERS):
        weights = np.asarray(ensemble.estimator_weights_, dtype=np.float64)[: len(ensemble.estimators_)]
        # a lone regressor whose error is one half or more is kept with a weight of zero
        return _Panel(ensemble.estimators_, classes, X, weights=weights if weights.any() else None)
    if isinstance(ensemble, _PANELS):
        return _panel_of_names(ensemble, classes, X)
    return _panel_of_stranger(ensemble, classes, X, samples)


def _panel_of_names(ensemble: Any, classes: NDArray[Any] | None, X: Any) -> _Panel:
    """The named estimators of voting and stacking; "drop" leaves one out."""
    kept = [not isinstance(estimator, str) for _, estimator in ensemble.estimators]
    names = tuple(name for (name, _), keep in zip(ensemble.estimators, kept, strict=True) if keep)
    given = getattr(ensemble, "weights", None)
    combination_weights = None if given is None else np.asarray(given, dtype=np.float64)[kept]
    coded = not isinstance(ensemble, theirs.StackingClassifier) or ensemble.cv != "prefit"
    return _Panel(ensemble.estimators_, classes, X, coded=coded, weights=combination_weights, names=names)


def _panel_of_list(estimators: Sequence[Any], X: Any) -> _Panel:
    """Fitted estimators that nobody has put together before."""
    if not estimators:
        raise ValueError("the list of estimators is empty")
    for estimator in estimators:
        check_is_fitted(estimator)
        check_one_target(estimator, "a record of members' predictions")
    if all(is_regressor(estimator) for estimator in estimators):
        return _Panel(estimators, None, X)
    if not all(is_classifier(estimator) for estimator in estimators):
        raise ValueError("the list mixes classifiers and regressors, or holds something that is neither")
    return _Panel(estimators, join_labels([_single_classes(estimator) for estimator in estimators]), X)


def _panel_of_stranger(ensemble: Any, classes: NDArray[Any] | None, X: Any, samples: Any) -> _Panel:
    """An ensemble of another package that follows scikit-learn's names."""
    given = ensemble.estimators_
    estimators = list(given.flat) if isinstance(given, np.ndarray) else list(given)
    coded = False
    if classes is not None:
        if not all(hasattr(estimator, "classes_") for estimator in estimators):
            raise TypeError(
                f"the members of {_name(ensemble)} do not classify, so they have no predictions to compare"
            )
        known = join_labels([_single_classes(estimator) for estimator in estimators])
        coded = not np.array_equal(known, classes)
        if coded and not np.array_equal(known, np.arange(len(classes))):
            raise TypeError(
                f"the members of {_name(ensemble)} know the classes {known[:10].tolist()}, while it knows "
                f"{classes[:10].tolist()}; pass their predictions to Outputs.from_predictions"
            )
    return _Panel(
        estimators, classes, X, coded, getattr(ensemble, "estimators_features_", None), samples=samples
    )


def _ask_panel(
    panel: _Panel, probabilities: bool, n_jobs: int | None
) -> tuple[NDArray[Any], NDArray[np.float64] | None]:
    """Answers of all members, and their probabilities where all of them have some."""
    keep = probabilities and panel.classes is not None
    keep = keep and all(hasattr(estimator, "predict_proba") for estimator in panel.estimators)
    asked = Parallel(n_jobs=check("n_jobs", n_jobs, JOBS), return_as="generator")(
        delayed(_ask_one)(estimator, rows, panel.classes, panel.coded, keep)
        for estimator, rows in _show_rows(panel)
    )
    n_members, n_samples = len(panel.estimators), _count_rows(panel.X)
    n_classes = 0 if panel.classes is None else len(panel.classes)
    answers = np.empty((n_members, n_samples), np.min_scalar_type(n_classes - 1) if n_classes else np.float64)
    soft = np.empty((n_members, n_samples, n_classes)) if keep else None
    for member, (said, probability) in enumerate(asked):
        answers[member] = said
        if soft is not None:
            soft[member] = probability
    return answers, soft


def _show_rows(panel: _Panel) -> Iterator[tuple[Any, Any]]:
    for member, estimator in enumerate(panel.estimators):
        yield estimator, panel.X if panel.columns is None else panel.X[:, panel.columns[member]]


def _ask_one(
    estimator: Any, X: Any, classes: NDArray[Any] | None, coded: bool, probabilities: bool
) -> tuple[NDArray[Any], NDArray[np.float64] | None]:
    """One member's answers in the ensemble's class codes, and its probabilities over the ensemble's classes."""
    if classes is None:
        values = np.asarray(estimator.predict(X), dtype=np.float64)
        if values.size != len(values):
            raise ValueError(_SEVERAL_TARGETS.format(_name(estimator)))
        return values.ravel(), None
    known = np.asarray(estimator.classes_)
    # an estimator that was frozen before it joined knows the labels themselves
    is_coded = coded and not isinstance(estimator, FrozenEstimator)
    places = known.astype(np.intp) if is_coded else np.searchsorted(classes, known)
    soft = None
    if probabilities:
        soft = np.zeros((_count_rows(X), len(classes)))
        soft[:, places] = estimator.predict_proba(X)
        if isinstance(estimator, DecisionTreeClassifier):  # says the most probable class: do not ask twice
            return soft.argmax(axis=1), soft
    return places[np.searchsorted(known, np.asarray(estimator.predict(X)))], soft


def _single_classes(estimator: Any) -> NDArray[Any]:
    if isinstance(estimator.classes_, list):
        raise ValueError(_SEVERAL_TARGETS.format(_name(estimator)))
    return np.asarray(estimator.classes_)


def _find_unseen(
    ensemble: Any, samples: Sequence[NDArray[np.intp]] | None, n_samples: int
) -> NDArray[np.bool_]:
    """Whether each training row is out of the bag of each member; any other number of rows is refused."""
    if samples is None:
        raise ValueError(
            f"out_of_bag=True needs to know which rows each member saw, which {_name(ensemble)} does not keep; ask "
            "about rows that were held out, with out_of_bag=False"
        )
    n_trained = _count_training_rows(ensemble)
    n_known = 1 + max((int(np.max(rows)) for rows in samples if len(rows)), default=-1)
    if n_samples < n_known or n_trained not in (None, n_samples):
        known = f"at least {n_known}" if n_trained is None else str(n_trained)
        raise ValueError(
            f"out_of_bag=True predicts the training rows, but {_name(ensemble)} was fitted on {known} rows and X has "
            f"{n_samples}; pass the X of fit, or out_of_bag=False for other rows"
        )
    unseen = np.ones((len(samples), n_samples), dtype=bool)
    for member, rows in enumerate(samples):
        unseen[member, rows] = False
    if not unseen.any():
        raise ValueError(
            "out_of_bag=True, but every member was fitted on every row; use a resampling that leaves rows out, or pass "
            "about rows that were held out"
        )
    return unseen


def _count_training_rows(ensemble: Any) -> int | None:
    """How many rows `fit` saw, from what an ensemble keeps to draw its samples again; None where it does not say."""
    # hedgerow's keep a plan, scikit-learn's the bare number; neither has a public name for it.
    known = getattr(getattr(ensemble, "_plan", None), "n_samples", getattr(ensemble, "_n_samples", None))
    return None if known is None else int(known)


def _count_rows(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _name(estimator: Any) -> str:
    return type(estimator).__name__
