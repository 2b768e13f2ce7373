"""What a fitted selector selected, and how it scored the features."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from hedgerow.foundation.constraints import Count, check


class SelectedFeatures(NamedTuple):
    """Marks of the selected features, and scores of all of them where the selector has some."""

    support: NDArray[np.bool_]
    scores: NDArray[np.float64] | None


def read_selection(selector: Any, names: NDArray[Any], n_features: int | None = None) -> SelectedFeatures:
    """Read a fitted selector.

    Parameters
    ----------
    selector : estimator
        Anything with `get_support`; with `ranking_`, `scores_`, `feature_importances_` or `coef_`, of which the
        best `n_features` are taken; or a pipeline that ends in one and whose other steps keep the features apart.
    names : ndarray of str of shape (n_features_in,)
        Names of the features.
    n_features : int or None, default=None
        Take that many by score, whatever the selector itself would select.

    Returns
    -------
    SelectedFeatures
    """
    places = np.arange(len(names))
    if isinstance(selector, Pipeline):
        places = _follow_features(selector, names)
        selector = selector[-1]
    scores = _read_scores(selector)
    if n_features is not None:
        if scores is None:
            raise ValueError(
                f"{type(selector).__name__} has no scores to take the best {n_features} of; leave n_features out"
            )
        mask = _take_best(scores, n_features)
    elif hasattr(selector, "get_support"):
        mask = np.asarray(selector.get_support(), dtype=np.bool_)
    elif scores is not None:
        raise ValueError(f"{type(selector).__name__} only scores features; pass n_features, how many to take")
    else:
        raise ValueError(
            f"{type(selector).__name__} selects nothing: it has neither get_support nor scores of features"
        )
    support = np.zeros(len(names), dtype=np.bool_)
    support[places[mask]] = True
    if scores is None:
        return SelectedFeatures(support, None)
    spread = np.full(len(names), -np.inf)  # what an earlier step dropped is worse than all that is left
    spread[places] = np.where(np.isnan(scores), -np.inf, scores)
    return SelectedFeatures(support, spread)


def list_names(X: Any) -> NDArray[Any]:
    """The names by which scikit-learn follows features through a pipeline: those of a frame if all are strings."""
    columns = list(getattr(X, "columns", [None]))
    if not all(isinstance(name, str) for name in columns):
        columns = [f"x{place}" for place in range(X.shape[1])]
    return np.array(columns, dtype=object)


def _follow_features(pipeline: Pipeline, names: NDArray[Any]) -> NDArray[np.intp]:
    """Find the columns of the table that reach the last step of a pipeline."""
    if len(pipeline) == 1:
        return np.arange(len(names))
    reaching = pipeline[:-1].get_feature_names_out(names)
    place = {name: position for position, name in enumerate(names)}
    made = [str(name) for name in reaching if name not in place]
    if made:
        raise ValueError(
            f"the pipeline makes new features before it selects, such as {made[0]!r}; stability is about the columns "
            "of the table, so transform them first (if they are only renamed, set verbose_feature_names_out=False)"
        )
    return np.array([place[name] for name in reaching], dtype=np.intp)


def _read_scores(selector: Any) -> NDArray[np.float64] | None:
    """Scores of the features, larger for better ones; None where there are none."""
    fitted = selector if _find_scores(selector) is not None else getattr(selector, "estimator_", selector)
    attribute = _find_scores(fitted)
    if attribute is None:
        return None
    values = np.asarray(getattr(fitted, attribute), dtype=np.float64)
    if attribute == "ranking_":
        return -values
    if attribute == "coef_":
        return np.asarray(np.abs(np.atleast_2d(values)).max(axis=0))
    return values


def _find_scores(selector: Any) -> str | None:
    known = ("ranking_", "scores_", "feature_importances_", "coef_")
    return next((name for name in known if getattr(selector, name, None) is not None), None)


def _take_best(scores: NDArray[np.float64], n_features: int) -> NDArray[np.bool_]:
    """Mark the features with the largest scores; of equal ones the first."""
    check("n_features", n_features, Count(1, scores.size))
    mask = np.zeros(scores.size, dtype=np.bool_)
    mask[np.argsort(np.where(np.isnan(scores), np.inf, -scores), kind="stable")[:n_features]] = True
    return mask
