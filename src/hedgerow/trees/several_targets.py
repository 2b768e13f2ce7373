"""Several targets on their way to the kernels and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.target_group import TargetGroup

if TYPE_CHECKING:
    from hedgerow._kernels.several_targets import TargetLines
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
    lines : ndarray
        Values about their centres, eight side by side; or codes among the classes of all targets.
    centres : ndarray of shape (n_targets,)
        What was subtracted from each target.
    power : int
        Of two, by which all were divided.
    """

    group: TargetGroup
    lines: NDArray[Any]
    centres: NDArray[np.float64]
    power: int = 0

    @classmethod
    def code(cls, y: NDArray[Any], group: TargetGroup) -> CodedTargets:
        """Centre values and bring them near one; number classes one target after the other."""
        from hedgerow._kernels.several_targets import lay_out_values

        if group.n_classes:
            return cls(group, group.join(y).astype(np.uint16), np.zeros(group.n_targets))
        centres = y.mean(axis=0)
        values = y - centres
        power = int(np.frexp(np.abs(values).max())[1])
        power = 0 if abs(power) <= _ORDINARY_POWER else power
        return cls(group, lay_out_values(np.ldexp(values, -power)), centres, power)

    def present(self, criterion: str, heaviest: int) -> TargetLines:
        """What kernels read, where no row weighs more than `heaviest`."""
        from hedgerow._kernels.several_targets import HEAVY, TargetLines

        words, pairs = None, None
        if self.group.n_classes and criterion == "gini":
            words, pairs = (self._words, None) if heaviest < HEAVY else (None, self._pairs)
        return TargetLines(self.lines, self.group.n_columns, words, pairs)

    @cached_property
    def _words(self) -> NDArray[np.int64] | None:
        """Classes as they are counted by the register; None where counting them one by one takes no longer."""
        from hedgerow._kernels.several_targets import is_counted_in_words, lay_out_classes

        sizes = self.group.n_targets, self.group.n_columns
        return lay_out_classes(self.lines, sizes[1]) if is_counted_in_words(*sizes) else None

    @cached_property
    def _pairs(self) -> NDArray[np.float64] | None:
        """Values that stand for two classes each, where that is sooner scored than counted."""
        from hedgerow._kernels.several_targets import pair_classes

        pairs: NDArray[np.float64] | None = pair_classes(self.lines, self.group.n_classes)
        return pairs

    def restore(self, parts: Sequence[Growth], unit: float) -> None:
        """Bring weights, means, variances and gains back to their own units, in place."""
        for grown in parts:
            if unit != 1.0:
                weights = grown.values if self.group.n_classes else grown.values[:, 0]
                weights *= unit
            if self.power != 0:
                grown.values[:, 1:-1] = np.ldexp(grown.values[:, 1:-1], self.power)
                grown.values[:, -1] = np.ldexp(grown.values[:, -1], 2 * self.power)
                grown.nodes["gain"] = np.ldexp(grown.nodes["gain"], 2 * self.power)
            if not self.group.n_classes:
                grown.values[:, 1:-1] += self.centres


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
