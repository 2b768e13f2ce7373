"""What an ensemble makes its members of: a scikit-learn estimator of the right kind, or a default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from sklearn.base import clone
from sklearn.utils import get_tags


def check_base_estimator(
    owner: Any, estimator: Any, kind: Literal["classifier", "regressor"], default: Callable[[], Any]
) -> Any:
    """A clone of the estimator, or the default where there is none; refuse what cannot be fitted or is of another kind.

    Parameters
    ----------
    owner : estimator
        Who asks, for the message.
    estimator : estimator or None
        What the user passed.
    kind : {"classifier", "regressor"}
        What it must be.
    default : callable
        Makes the estimator where None was passed.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> check_base_estimator(Ridge(), Ridge(2.0), "regressor", Ridge)
    Ridge(alpha=2.0)
    """
    if estimator is None:
        return default()
    if not hasattr(estimator, "fit") or isinstance(estimator, type):
        raise ValueError(
            f"estimator={estimator!r} cannot be fitted; pass a scikit-learn {kind}, or None for {default()!r}"
        )
    said = find_estimator_type(estimator)
    # What says nothing of itself is taken at its word when it predicts.
    if said != kind and (said is not None or not hasattr(estimator, "predict")):
        raise ValueError(f"estimator={estimator!r} is not a {kind}; {type(owner).__name__} needs a {kind}")
    return clone(estimator)


def find_estimator_type(estimator: Any) -> str | None:
    """What an estimator says that it is, such as "classifier"; None where it says nothing.

    Examples
    --------
    >>> from sklearn.base import BaseEstimator
    >>> from sklearn.linear_model import Ridge
    >>> find_estimator_type(Ridge()), find_estimator_type(BaseEstimator())
    ('regressor', None)
    """
    if not hasattr(estimator, "__sklearn_tags__"):
        return getattr(estimator, "_estimator_type", None)
    said: str | None = get_tags(estimator).estimator_type
    return said
