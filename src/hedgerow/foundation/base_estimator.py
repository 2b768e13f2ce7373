"""What an ensemble makes its members of: a scikit-learn estimator of the right kind, or a default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from sklearn.base import clone, is_classifier, is_regressor


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
    is_kind = is_classifier if kind == "classifier" else is_regressor
    if not hasattr(estimator, "fit") or isinstance(estimator, type):
        raise ValueError(
            f"estimator={estimator!r} cannot be fitted; pass a scikit-learn {kind}, or None for {default()!r}"
        )
    if not is_kind(estimator):
        raise ValueError(f"estimator={estimator!r} is not a {kind}; {type(owner).__name__} needs a {kind}")
    return clone(estimator)
