"""Whether the rows that are to choose members look like those that the members have learned."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from hedgerow.outputs import Outputs
from hedgerow.pruning.subensembles import open_estimator

_SURE = 5.0  # standard errors between the errors on the rows of the bags and on the others
_MUCH = 0.8  # what the smaller may be of the larger


def warn_if_seen(ensemble: Any, outputs: Outputs) -> None:
    """Warn where members seem to have been trained on the rows that they predict.

    Which rows a member was trained on is often known by number. If these were the training rows, members would err
    less on the rows of those numbers than on the others; on new rows the numbers mean nothing. Where nothing is known,
    members that make no error at all are suspicious.

    Parameters
    ----------
    ensemble : estimator or sequence of estimators
        The fitted ensemble.
    outputs : Outputs
        What its members said, with the truth.
    """
    if not looks_seen(outputs, find_bags(ensemble, outputs.n_samples)):
        return
    warnings.warn(
        "the members err much less here than on rows that are new to them, so these seem to be the rows that they were "
        "trained on; choosing members by them keeps the members that remember best. Pass rows that were held out, or "
        "the training rows with out_of_bag=True",
        UserWarning,
        stacklevel=4,
    )


def find_bags(ensemble: Any, n_samples: int) -> NDArray[np.bool_] | None:
    """Whether each member saw the row of each number; None where it is not known or the numbers do not fit."""
    ensemble = open_estimator(ensemble)
    if isinstance(ensemble, Pipeline):
        return find_bags(ensemble[-1], n_samples)
    try:
        samples = ensemble.estimators_samples_
    except (AttributeError, TypeError):  # TypeError: a bag that scikit-learn cannot draw again
        return None
    last = max((int(np.max(rows)) for rows in samples if len(rows)), default=-1)
    if last != n_samples - 1:
        return None
    seen = np.zeros((len(samples), n_samples), dtype=bool)
    for member, rows in enumerate(samples):
        seen[member, rows] = True
    return seen


def looks_seen(outputs: Outputs, bags: NDArray[np.bool_] | None) -> bool:
    """Whether the members seem to have memorised the rows.

    Parameters
    ----------
    outputs : Outputs
        What the members said, with the truth.
    bags : ndarray of bool of shape (n_members, n_samples) or None
        Which rows each member was trained on, if these are the training rows.

    Examples
    --------
    >>> looks_seen(Outputs.from_predictions([[0, 1, 1], [0, 1, 1]], truth=[0, 1, 1]), bags=None)
    True
    """
    truth = outputs.known_truth()
    losses = outputs.answers != truth if outputs.is_classification else (outputs.answers - truth) ** 2
    if bags is None or bags.all() or len(bags) < 3:
        return bool(outputs.n_members > 1 and not losses.any())
    inside = np.einsum("tn,tn->t", losses, bags, dtype=np.float64) / np.maximum(bags.sum(axis=1), 1)
    outside = np.einsum("tn,tn->t", losses, ~bags, dtype=np.float64) / np.maximum((~bags).sum(axis=1), 1)
    gap = outside - inside
    error = gap.std(ddof=1) / np.sqrt(len(gap))
    return bool(gap.mean() > _SURE * error and inside.mean() < _MUCH * outside.mean())
