"""From the name of a method to an estimator."""

from __future__ import annotations

import ast
from typing import Any

from hedgerow.cards import CARDS, find_cards
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
    family = SHORT_NAMES.get(name.casefold())
    if family is None:
        family = _find_class(name)
    if family is None:
        return _check_target(_read_card(name, task), name)
    ending = _ENDINGS[task]
    wanted = family.removesuffix("Classifier").removesuffix("Regressor") + ending
    if wanted not in list_public_names():
        raise LookupError(f"There is no {wanted}: {name} is not for {task}. `hedgerow methods` lists others.")
    return _check_target(find_public(wanted)(), name)


def _find_class(name: str) -> str | None:
    """A public estimator of that name, in any case, with or without its ending; a card of that name goes first."""
    if name.casefold() in CARDS:
        return None
    wanted = {name.casefold(), *(f"{name}{ending}".casefold() for ending in _ENDINGS.values())}
    ends = tuple(_ENDINGS.values())
    return next(
        (each for each in list_public_names() if each.endswith(ends) and each.casefold() in wanted), None
    )


def _read_card(name: str, task: str) -> Any:
    try:
        card = find_cards(name)[0]
    except LookupError:
        known = [*SHORT_NAMES, "linear", *CARDS]
        raise LookupError(
            f"There is no method {name!r}. {suggest(name, known)} `hedgerow methods` lists all of them."
        ) from None
    try:
        if not any(public.endswith(_ENDINGS[task]) for public in card.provides):
            raise LookupError(card.name)
        return _build(ast.parse(card.use, mode="eval").body, task)
    except (LookupError, ValueError, SyntaxError, TypeError):
        raise LookupError(
            f"{card.name} is not an estimator for {task}, so that it cannot be fitted to a table by its name. "
            "`hedgerow methods` lists others."
        ) from None


def _build(node: ast.expr, task: str) -> Any:
    """Make what a line of a card says: calls of public classes, with literals and such calls as arguments.

    Cards are written for classes where there are two; for numbers their classes are replaced by their counterparts.
    """
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    if not isinstance(node.func, ast.Name) or node.func.id not in list_public_names():
        raise LookupError(ast.unparse(node))
    written = node.func.id
    named = _name_for_task(written, task)
    # What suits classes, such as entropy, does not suit numbers, whose defaults do.
    keywords = {
        each.arg: _build(each.value, task)
        for each in node.keywords
        if each.arg is not None and not (named != written and each.arg == "criterion")
    }
    made = find_public(named)(*(_build(each, task) for each in node.args), **keywords)
    if not hasattr(made, "get_params"):
        raise LookupError(written)
    return made


def _name_for_task(written: str, task: str) -> str:
    ending = _ENDINGS[task]
    others = [other for other in _ENDINGS.values() if other != ending and written.endswith(other)]
    named = written.removesuffix(others[0]) + ending if others else written
    if named not in list_public_names():
        raise LookupError(named)
    return named


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
