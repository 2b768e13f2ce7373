"""From a table and weights to trees: the learner's side of every ensemble of trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.target_group import TargetGroup
from hedgerow.trees.binning import CodedTable
from hedgerow.trees.class_weights import ClassWeights
from hedgerow.trees.directions import keep_within
from hedgerow.trees.pruning import prune_by_cost, prune_by_held_out
from hedgerow.trees.rules import choose_split, make_rules
from hedgerow.trees.several_targets import (
    CodedTargets,
    check_parameters_for_several,
    weigh_classes_of_several,
)
from hedgerow.trees.tree import Forest

if TYPE_CHECKING:
    from hedgerow._kernels.tree_growth import Growth
    from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

MOST_TABLED = 1 << 21  # 16 MiB of logarithms, shared by all threads; nodes that weigh more compute them
_ORDINARY_POWER = 20  # of two: kernels tell gains from rounding by constants that suit targets near one
_MOST_WEIGHT = 2.0**46  # units that a payload has bits for


@dataclass(frozen=True)
class TreeGrower:
    """A table coded once, from which any number of trees grow.

    Parameters
    ----------
    template : DecisionTreeClassifier or DecisionTreeRegressor
        Whose parameters are followed.
    table : BinnedTable or SparseTable
        The coded features.
    y : ndarray of shape (n_samples,) or (n_samples, n_targets)
        Class codes, or values.
    n_classes : int
        0 for regression; the classes of all targets, where there are several.
    X : ndarray or sparse array of shape (n_samples, n_features)
        The features themselves; pruning walks them.
    group : TargetGroup, default=None
        Several targets; None where there is one.
    """

    template: DecisionTreeClassifier | DecisionTreeRegressor
    table: CodedTable
    y: NDArray[Any]
    n_classes: int
    X: NDArray[np.floating[Any]] | csr_array
    group: TargetGroup | None = None

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: Sequence[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
        *,
        distribution: NDArray[np.float64] | None = None,
        relevance: NDArray[np.float32] | None = None,
        note_first: bool = False,
    ) -> TreeMembers:
        """Grow one tree per seed.

        Parameters
        ----------
        seeds : ndarray of shape (n_trees,)
            The randomness of each tree.
        weights : ndarray of shape (n_trees, n_samples)
            Counts or weights of the rows; rows of weight 0 are not seen.
        columns : list of ndarray, default=None
            The features each tree may use; None for all.
        targets : ndarray of shape (n_trees, n_samples), default=None
            Class codes to learn instead; -1 leaves the row out.
        distribution : ndarray of shape (n_features,), default=None
            How likely a node is to try each feature; None for equally likely.
        relevance : ndarray of shape (n_samples, n_features), default=None
            Relevance of each feature for each row; every node draws features by the sum over its rows.
        note_first : bool, default=False
            Whether each node notes what the first feature it drew would have gained (`Forest.first_draws`).

        Returns
        -------
        TreeMembers
        """
        parameters = self._tree_parameters
        _check_request(self.table, self.y, len(seeds), weights, columns, targets, self.group)
        if self.group is not None:
            check_parameters_for_several(parameters)
        parts = []
        apart = columns is not None and distribution is not None
        apart |= parameters["pruning"] == "mdl" and weights.dtype.kind == "f"
        for batch in _batches(len(seeds), columns, parameters, apart=apart):
            allowed = None if columns is None else np.array(columns[batch.start : batch.stop], np.int32)
            labels = None if targets is None else targets[batch]
            parts.append(
                self._grow_batch(
                    parameters,
                    seeds[batch],
                    weights[batch],
                    allowed,
                    labels,
                    distribution,
                    relevance,
                    note_first,
                )
            )
        return TreeMembers(self.template, Forest.join(parts))

    def _grow_batch(
        self,
        parameters: Mapping[str, Any],
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        allowed: NDArray[np.int32] | None,
        targets: NDArray[np.intp] | None,
        distribution: NDArray[np.float64] | None,
        relevance: NDArray[np.float32] | None,
        note_first: bool,
    ) -> Forest:
        from hedgerow._kernels.tree_growth import grow_trees

        table = self.table
        criterion, directions = parameters["criterion"], parameters.get("monotonic_cst")
        several, n_classes = None, self.n_classes
        if (
            self.group is not None
        ):  # kernels find values where they look for those of one target, and do not read them
            several, n_classes = self._coded_targets, 0
            weights = weigh_classes_of_several(parameters.get("class_weight"), weights, self.y, self.group)
        labels, values, centre, power = self._read_targets(targets, is_centred=criterion != "poisson")
        impurity_power = 2 * power if criterion == "squared_error" else power
        if targets is not None:
            weights = np.where(targets < 0, 0, weights)
        if self.group is None:
            weights = _weigh_classes(parameters.get("class_weight"), weights, labels, self.y)
        held_out = None
        if parameters["pruning"] == "reduced_error":
            held_out = _hold_out(seeds, weights)
            grow_weights, unit = _to_units(np.where(held_out, 0, weights))
        else:
            grow_weights, unit = _to_units(weights)
        if allowed is None:
            allowed = np.arange(table.n_features, dtype=np.int32)[None]
        weight, scale = int(grow_weights[0].sum()), 1.0
        if parameters["pruning"] == "mdl" and unit != 1.0 and weight > 0:
            # A description counts rows: fractional weights are rescaled to sum to their number.
            n_seen = int(np.count_nonzero(grow_weights[0]))
            unit, scale = n_seen / weight, unit * weight / n_seen
        rules = make_rules(
            parameters, n_classes=n_classes, n_samples=table.n_samples, n_features=allowed.shape[1], weight=weight,
            unit=unit if several is None else 1.0, note_first=note_first,
        )  # fmt: skip
        rules = rules._replace(min_decrease=float(np.ldexp(rules.min_decrease, -impurity_power)))
        mass = (
            np.empty(0)
            if distribution is None
            else np.cumsum(_check_distribution(distribution, table)[allowed[0]])
        )
        local = np.empty((0, 0), np.float32) if relevance is None else _check_relevance(relevance, table)
        columns = table.columns(with_values=parameters["split"] == "random")
        grown = grow_trees(
            columns, labels, values, grow_weights, allowed, mass, local,
            tabulate(int(grow_weights.sum(axis=1).max(initial=0)), self.n_classes), np.ascontiguousarray(seeds), rules,
            None if directions is None else np.asarray(directions, np.int8),
            None if several is None else several.present(criterion, int(grow_weights.max(initial=0))),
        )  # fmt: skip
        for part in grown if rules.monotonic else ():
            keep_within(part.values, part.limits)
        if several is not None:
            several.restore(grown, unit)
        elif self.n_classes == 0:
            _restore_targets(grown, centre, power, impurity_power)
        forest = Forest.join([self._gather(part, scale, note_first) for part in grown])
        if held_out is not None:
            forest = prune_by_held_out(
                forest, self.X, labels if self.n_classes else self.y, weights, held_out
            )
        if parameters["ccp_alpha"] > 0.0:
            forest = prune_by_cost(forest, parameters["ccp_alpha"], criterion)
        return forest

    @cached_property
    def _tree_parameters(self) -> dict[str, Any]:
        """The template's parameters, read once for all trees."""
        parameters: dict[str, Any] = self.template.get_params(deep=False)
        parameters["split"] = choose_split(parameters["split"], parameters["splitter"])
        return parameters

    @cached_property
    def _coded_targets(self) -> CodedTargets | None:
        """Several targets, coded once for all trees."""
        return None if self.group is None else CodedTargets.code(self.y, self.group)

    def _gather(self, grown: Growth, scale: float, note_first: bool) -> Forest:
        """The grown trees as a forest, with weights times `scale`."""
        values: Any = grown.values
        if grown.list_starts.size:
            values = ClassWeights(values, grown.classes, grown.list_starts, self.n_classes)
        return Forest(
            grown.nodes, values if scale == 1.0 else values * scale, grown.subsets, grown.starts, grown.word_starts,
            self.n_classes, self.table.n_features, grown.notes if note_first else None, self.group,
        )  # fmt: skip

    def _read_targets(
        self, targets: NDArray[np.intp] | None, *, is_centred: bool = True
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], float, int]:
        """Labels (a row per tree, or one for all), centred values, their centre, and the power of two of their unit."""
        if self.group is not None:
            return np.zeros((1, self.table.n_samples), np.int32), np.zeros(self.table.n_samples), 0.0, 0
        if self.n_classes == 0:
            centre = float(self.y.mean()) if is_centred else 0.0
            values = self.y - centre
            power = int(np.frexp(np.abs(values).max())[1])
            power = 0 if abs(power) <= _ORDINARY_POWER else power
            labels = np.zeros((1, self.table.n_samples), np.int32)
            return labels, np.ascontiguousarray(np.ldexp(values, -power)), centre, power
        labels = self.y[None] if targets is None else np.maximum(targets, 0)
        if labels.min() < 0 or labels.max() >= self.n_classes:
            raise ValueError(f"class codes must lie in 0, ..., {self.n_classes - 1}")
        return np.ascontiguousarray(labels, np.int32), np.zeros(1), 0.0, 0


@dataclass(frozen=True)
class TreeMembers:
    """Trees that answer together.

    Parameters
    ----------
    template : DecisionTreeClassifier or DecisionTreeRegressor
        What a single tree looks like from outside.
    forest : Forest
        The trees.
    """

    template: DecisionTreeClassifier | DecisionTreeRegressor
    forest: Forest

    def __len__(self) -> int:
        return len(self.forest)

    def __getitem__(self, index: int) -> Any:
        return self.template.from_tree(self.forest[range(len(self))[index]])

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each tree."""
        return self.forest.outputs(X)

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the trees, in one pass over the rows."""
        return self.forest.sum_outputs(X, weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these trees."""
        forest = Forest.join([self.forest, *(other.forest for other in others)]) if others else self.forest
        return type(self)(self.template, forest)

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Importances of the features in each tree: (n_trees, n_features)."""
        return self.forest.feature_importances()


def _check_request(
    table: CodedTable,
    y: NDArray[Any],
    n_trees: int,
    weights: NDArray[Any],
    columns: Sequence[NDArray[np.intp]] | None,
    targets: NDArray[np.intp] | None,
    group: TargetGroup | None,
) -> None:
    """Kernels trust the sizes they are told, so nothing that does not fit gets past here."""
    if y.shape != ((table.n_samples,) if group is None else (table.n_samples, group.n_targets)):
        raise ValueError(f"y has shape {y.shape}; the table has {table.n_samples} rows")
    shape = (n_trees, table.n_samples)
    for name, array in (("weights", weights), ("targets", targets)):
        if array is not None and array.shape != shape:
            raise ValueError(
                f"{name} has shape {array.shape}; one line per seed and one entry per row is {shape}"
            )
    if group is not None and targets is not None:
        raise ValueError("trees of several targets learn the classes that there are, and no others")
    if columns is None:
        return
    if len(columns) != n_trees:
        raise ValueError(f"columns has {len(columns)} entries; pass one for each of the {n_trees} seeds")
    for subset in columns:
        if len(subset) == 0 or min(subset) < 0 or max(subset) >= table.n_features:
            raise ValueError(f"each tree needs columns from 0 to {table.n_features - 1}, got {subset}")


def _batches(
    n_trees: int, columns: Sequence[NDArray[np.intp]] | None, parameters: Mapping[str, Any], *, apart: bool
) -> list[slice]:
    """All trees at once, or one at a time where their rules differ (or `apart` asks for it)."""
    apart |= parameters["min_weight_fraction_leaf"] > 0.0 or parameters["pruning"] == "reduced_error"
    if columns is not None and len({len(subset) for subset in columns}) > 1:
        apart = True
    return [slice(t, t + 1) for t in range(n_trees)] if apart else [slice(0, n_trees)]


def tabulate(most: int, n_classes: int) -> NDArray[np.float64]:
    """Logarithms x log2 x (for regression 1 / x) of the integers up to `most`, as far as a table is worth its memory.

    Examples
    --------
    >>> tabulate(4, 2)[:5].round(3)
    array([0.   , 0.   , 2.   , 4.755, 8.   ])
    """
    return _fill_table(1 << min(most, MOST_TABLED - 1).bit_length(), n_classes == 0)


@lru_cache(maxsize=4)
def _fill_table(size: int, reciprocals: bool) -> NDArray[np.float64]:
    x = np.arange(1, size, dtype=np.float64)
    table = np.concatenate([[0.0], 1.0 / x if reciprocals else x * np.log2(x)])
    table.setflags(write=False)
    return table


def _restore_targets(parts: Sequence[Growth], centre: float, power: int, impurity_power: int) -> None:
    """Bring values, impurities and gains back to the unit of the target, in place."""
    for grown in parts:
        if power:
            grown.values[:, 1:] = np.ldexp(grown.values[:, 1:], [power, impurity_power])
            grown.nodes["gain"] = np.ldexp(grown.nodes["gain"], impurity_power)
            grown.notes[:, 1:] = np.ldexp(grown.notes[:, 1:], impurity_power)
        grown.values[:, 1] += centre


def _to_units(weights: NDArray[Any]) -> tuple[NDArray[np.int64], float]:
    """Weights as whole numbers of a unit: sums of integers are exact and do not depend on their order."""
    if not 0 <= weights.min(initial=0) <= weights.max(initial=0) < np.inf:  # NaN fails, too
        raise ValueError("weights must be finite and not negative")
    heaviest = float(weights.sum(axis=1).max())
    if heaviest <= _MOST_WEIGHT and (weights.dtype.kind in "iub" or (weights == np.floor(weights)).all()):
        return np.ascontiguousarray(weights, np.int64), 1.0
    unit = heaviest / _MOST_WEIGHT
    return np.rint(weights / unit).astype(np.int64), float(unit)


def _weigh_classes(
    class_weight: Any, weights: NDArray[Any], labels: NDArray[np.int32], y: NDArray[Any]
) -> NDArray[Any]:
    """Multiply the weights by those of the classes (over all rows, or over the rows each tree sees)."""
    if class_weight is None:
        return weights
    if isinstance(class_weight, Mapping):
        factors = np.ones(int(labels.max()) + 1)
        for code, factor in class_weight.items():
            if code < factors.size:
                factors[code] = factor
        return weights * factors[labels]
    if class_weight == "balanced":
        counts = np.bincount(y)
        return weights * (y.size / (np.count_nonzero(counts) * np.maximum(counts, 1)))[labels]
    balanced = np.empty(weights.shape)
    for t, row in enumerate(weights):
        row_labels = labels[min(t, len(labels) - 1)]
        counts = np.bincount(row_labels, row)
        factors = row.sum() / (np.count_nonzero(counts) * np.where(counts > 0, counts, 1.0))
        balanced[t] = row * factors[row_labels]
    return balanced


def _hold_out(seeds: NDArray[np.uint64], weights: NDArray[Any]) -> NDArray[np.bool_]:
    """A random third of the rows each tree sees, kept aside for pruning."""
    held_out = np.zeros(weights.shape, np.bool_)
    for t, seed in enumerate(seeds):
        rows = np.flatnonzero(weights[t])
        chosen = np.random.default_rng(int(seed)).permutation(rows)[: rows.size // 3]
        held_out[t, chosen] = True
    return held_out


def _check_distribution(distribution: NDArray[np.float64], table: CodedTable) -> NDArray[np.float64]:
    mass = np.asarray(distribution, np.float64)
    if mass.shape != (table.n_features,) or not np.isfinite(mass).all() or (mass < 0).any():
        raise ValueError(
            f"a feature distribution needs {table.n_features} finite numbers of 0 or more, got shape {mass.shape}"
        )
    return mass


def _check_relevance(relevance: NDArray[np.float32], table: CodedTable) -> NDArray[np.float32]:
    shape = (table.n_samples, table.n_features)
    if relevance.shape != shape or not np.isfinite(relevance).all():
        raise ValueError(
            f"relevance needs a finite number per row and feature, {shape}; got {relevance.shape}"
        )
    return np.ascontiguousarray(relevance, np.float32)
