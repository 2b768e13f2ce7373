"""Several targets on their way to the kernels and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.target_group import TargetGroup

if TYPE_CHECKING:
    from hedgerow._kernels.tree_growth import Growth

_CRITERIA = ("entropy", "log_loss", "gini", "squared_error")
_SPLITS = ("best", "random")
_ORDINARY_POWER = 20  # of two, as for one target


@dataclass(frozen=True)
class CodedTargets:
    """Several targets as kernels read them.

    Parameters
    ----------
    group : TargetGroup
        How they lie side by side.
    lines : (ndarray, int)
        Values about their centres, eight side by side, and how many; or codes among the classes of all targets, and how
        many these are.
    centres : ndarray of shape (n_targets,)
        What was subtracted from each target.
    power : int
        Of two, by which all were divided.
    pairs : ndarray or None
        Values that stand for two classes each, where that is sooner scored than counted (`pair_classes`).
    """

    group: TargetGroup
    lines: Any
    centres: NDArray[np.float64]
    power: int = 0
    pairs: NDArray[np.float64] | None = None

    @classmethod
    def code(cls, y: NDArray[Any], group: TargetGroup, criterion: str) -> CodedTargets:
        """Centre values and bring them near one; number classes one target after the other."""
        from hedgerow._kernels.several_targets import lay_out_values, pair_classes

        if group.n_classes:
            labels = group.join(y).astype(np.uint16)
            pairs = pair_classes(labels, group.n_classes) if criterion == "gini" else None
            return cls(group, (labels, group.n_columns), np.zeros(group.n_targets), 0, pairs)
        centres = y.mean(axis=0)
        values = y - centres
        power = int(np.frexp(np.abs(values).max())[1])
        power = 0 if abs(power) <= _ORDINARY_POWER else power
        return cls(group, (lay_out_values(np.ldexp(values, -power)), group.n_targets), centres, power)

    def restore(self, parts: Sequence[Growth], unit: float) -> None:
        """Bring weights, means, variances and gains back to their own units, in place."""
        for grown in parts:
            if self.group.n_classes:
                grown.values[:] *= unit
                continue
            grown.values[:, 0] *= unit
            grown.values[:, 1:-1] = np.ldexp(grown.values[:, 1:-1], self.power) + self.centres
            grown.values[:, -1] = np.ldexp(grown.values[:, -1], 2 * self.power)
            grown.nodes["gain"] = np.ldexp(grown.nodes["gain"], 2 * self.power)


def check_parameters_for_several(parameters: Mapping[str, Any]) -> None:
    """Refuse what trees of several targets cannot do.

    Parameters
    ----------
    parameters : mapping
        The parameters of a tree.

    Raises
    ------
    ValueError
        If a criterion, a kind of split or a way of pruning is for one target.
    """
    for name, known in (("criterion", _CRITERIA), ("split", _SPLITS), ("pruning", (None,))):
        if parameters.get(name) not in known:
            kept = ", ".join(map(repr, known))
            raise ValueError(
                f"{name}={parameters[name]!r} is for one target; with several, {name} may be {kept}; "
                "or fit one model for each target"
            )


def weigh_classes_of_several(
    class_weight: Any, weights: NDArray[Any], y: NDArray[Any], group: TargetGroup
) -> NDArray[Any]:
    """Multiply the weights of rows by those of their classes, target by target.

    Parameters
    ----------
    class_weight : list of dict, "balanced", "balanced_subsample" or None
        Weights of the classes of each target, by code.
    weights : ndarray of shape (n_trees, n_samples)
        Weights of the rows.
    y : ndarray of shape (n_samples, n_targets)
        Class codes.
    group : TargetGroup
        The targets.

    Returns
    -------
    ndarray of shape (n_trees, n_samples)
    """
    if class_weight is None:
        return weights
    weighed = weights.astype(np.float64)
    for t, (codes, n_classes) in enumerate(zip(y.T, group.n_classes, strict=True)):
        if class_weight == "balanced_subsample":
            counts = np.stack([np.bincount(codes, row, n_classes) for row in weights])
        elif class_weight == "balanced":
            counts = np.bincount(codes, minlength=n_classes)[None]
        else:
            weighed *= np.array([class_weight[t].get(code, 1.0) for code in range(n_classes)])[codes]
            continue
        present = np.count_nonzero(counts, axis=1)[:, None]
        factors = counts.sum(axis=1)[:, None] / (present * np.where(counts > 0, counts, 1.0))
        weighed *= factors[:, codes]
    return weighed


def code_class_weights(class_weight: Any, classes: list[NDArray[Any]]) -> Any:
    """Class weights of several targets by code instead of by label.

    Parameters
    ----------
    class_weight : list of dict, "balanced", "balanced_subsample" or None
        As a user gives them.
    classes : list of ndarray
        The labels of each target.

    Raises
    ------
    ValueError
        If there is not one dict for each target.

    Examples
    --------
    >>> code_class_weights([{"a": 2.0}, {}], [np.array(["a", "b"]), np.array([0, 1])])
    [{0: 2.0, 1: 1.0}, {0: 1.0, 1: 1.0}]
    """
    if class_weight is None or isinstance(class_weight, str):
        return class_weight
    if not isinstance(class_weight, list):
        raise ValueError(
            "For multi-output, class_weight should be a list of dicts, one for each target, or 'balanced'"
        )
    if len(class_weight) != len(classes):
        raise ValueError(
            f"For multi-output, number of elements in class_weight should match number of outputs: "
            f"{len(class_weight)} for {len(classes)} targets"
        )
    return [
        {code: weights.get(label, 1.0) for code, label in enumerate(labels.tolist())}
        for weights, labels in zip(class_weight, classes, strict=True)
    ]
