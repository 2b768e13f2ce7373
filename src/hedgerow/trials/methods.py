"""From the name of a method to an estimator."""

from __future__ import annotations

from typing import Any

from hedgerow.cards import METHODS, Factory, find_methods
from hedgerow.cards.method import Method, name_counterpart
from hedgerow.foundation.doors import find_public, list_public_names
from hedgerow.foundation.suggestions import suggest

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


def make_method(method: Method, task: str) -> Any:
    """Make what a method of the index says, which may be a selector, too.

    Parameters
    ----------
    method : Method
        The row of the index.
    task : {"classification", "regression"}
        What it is to predict.

    Raises
    ------
    LookupError
        If it is no class, or none for the task.
    """
    try:
        if not isinstance(method.use, Factory) or method.only not in ("", task):
            raise LookupError(method.name)
        return _make(method.use, task)
    except LookupError:
        raise LookupError(
            f"{method.name} is not an estimator for {task}, so that it cannot be fitted to a table by its name. "
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
    if get_tags(estimator).target_tags.multi_output:
        raise LookupError(
            f"{name} predicts many labels at once, and a table has one target. Name another method."
        )
    return estimator
