"""The combined predictions of classes of several targets, which lie side by side, taken apart target by target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination import ClassCombination
from hedgerow.foundation.target_group import TargetGroup, gather_labels


def decide_each(
    scores: NDArray[np.float64],
    group: TargetGroup,
    combination: ClassCombination,
    classes: Sequence[NDArray[Any]],
    priors: Sequence[NDArray[np.float64]],
) -> NDArray[Any]:
    """The label of each row for each target: (n_samples, n_targets)."""
    parts = zip(group.split(scores), classes, priors, strict=True)
    return gather_labels([labels[combination.decide(part, prior)] for part, labels, prior in parts])


def label_each(codes: NDArray[Any], classes: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The labels of class codes of each target.

    Examples
    --------
    >>> label_each(np.array([[0, 1]]), [np.array(["a", "b"]), np.array(["no", "yes"])])
    array([['a', 'yes']], dtype='<U3')
    """
    return gather_labels([labels[column] for labels, column in zip(classes, codes.T, strict=True)])


def stack_targets(scores: NDArray[np.float64], group: TargetGroup) -> NDArray[np.float64]:
    """Scores as (n_samples, n_classes, n_targets); a class that a target does not have has the score 0.

    Examples
    --------
    >>> stack_targets(np.array([[0.5, 0.5, 0.2, 0.3, 0.5]]), TargetGroup(2, (2, 3)))[0]
    array([[0.5, 0.2],
           [0.5, 0.3],
           [0. , 0.5]])
    """
    stacked = np.zeros((len(scores), max(group.n_classes), group.n_targets))
    for t, part in enumerate(group.split(scores)):
        stacked[:, : part.shape[1], t] = part
    return stacked


def score_rows(truth: NDArray[Any], predicted: NDArray[Any]) -> float:
    """Share of the rows of which every target is predicted, as scikit-learn scores several labels.

    Examples
    --------
    >>> score_rows(np.array([[0, 1], [1, 1]]), np.array([[0, 1], [1, 0]]))
    0.5
    """
    return float((truth == predicted).all(axis=1).mean())
