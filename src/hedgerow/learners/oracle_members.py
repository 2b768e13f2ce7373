"""Members behind random oracles: drawn for all seeds at once, and answering together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.part_models import GraftedForest, GraftedTrees, Models, SeparateModels
from hedgerow.learners.protocol import MemberError, Prepared
from hedgerow.learners.prototype_oracle import Oracle, OracleSpace, PrototypePartition
from hedgerow.trees.grower import TreeGrower

if TYPE_CHECKING:
    from hedgerow.learners.oracle import RandomOracleClassifier, RandomOracleRegressor


@dataclass(frozen=True, eq=False)
class PreparedOracle:
    """A table placed in the space of the oracles, and prepared for the models of their parts.

    Attributes
    ----------
    template : RandomOracleClassifier or RandomOracleRegressor
        What a single member looks like from outside.
    oracle : Oracle
        What draws prototypes.
    space : OracleSpace
        Where rows lie.
    points : ndarray of shape (n_samples, n_columns)
        The rows there.
    training : TrainingSet
        The rows as they are.
    prepared : Prepared
        The table as the learner of the parts prepared it.
    """

    template: RandomOracleClassifier | RandomOracleRegressor
    oracle: Oracle
    space: OracleSpace
    points: NDArray[np.float64]
    training: TrainingSet
    prepared: Prepared

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> OracleMembers:
        """Draw an oracle per seed, and grow the models of all its parts."""
        seen = weights > 0 if targets is None else (weights > 0) & (targets >= 0)
        drawn, part_seeds = [], []
        for index, seed in enumerate(seeds):
            generator = np.random.default_rng(int(seed))
            visible = self.space.show(None if columns is None else columns[index])
            drawn.append(self._draw(generator, seen[index], visible))
            part_seeds.append(generator.integers(2**63, size=len(drawn[-1]), dtype=np.uint64))
        partition = PrototypePartition.gather(drawn)
        member = np.repeat(np.arange(len(seeds)), partition.n_parts)
        number = np.concatenate([np.arange(count) for count in partition.n_parts])
        inside = partition.find_parts(self.points)[member] == number[:, None]
        try:
            models = self._grow_models(
                partition.n_parts,
                np.concatenate(part_seeds),
                np.where(inside, weights[member], 0).astype(weights.dtype, copy=False),
                None if columns is None else [columns[index] for index in member],
                None if targets is None else targets[member],
            )
        except MemberError as failure:
            raise MemberError(int(member[failure.index])) from failure.__cause__
        prior = self._weigh_classes(weights, targets)
        return OracleMembers(self.template, self.space, partition, prior, models, self.training.n_features)

    def _draw(
        self, generator: np.random.Generator, seen: NDArray[np.bool_], visible: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Draw the prototypes of one member, and drop those of parts that are too small."""
        points = np.where(visible, self.points[seen], 0.0)
        if len(points) == 0:
            return np.zeros((1, len(visible)))
        prototypes = self.oracle.draw(generator, points)
        while len(prototypes) > 1 and self.template.min_samples_part > 1:
            parts = PrototypePartition.gather([prototypes]).find_parts(points)[0]
            sizes = np.bincount(parts, minlength=len(prototypes))
            if sizes.min() >= self.template.min_samples_part:
                break
            prototypes = np.delete(prototypes, sizes.argmin(), axis=0)
        return prototypes

    def _grow_models(
        self,
        n_parts: NDArray[np.intp],
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None,
        targets: NDArray[np.intp] | None,
    ) -> Models:
        """Grow one model per part: trees in one batch, others one by one, to be asked one by one."""
        if isinstance(self.prepared, TreeGrower):
            trees = self.prepared.grow(seeds, weights, columns, targets)
            return GraftedTrees(trees.template, GraftedForest.graft(trees.forest, n_parts))
        models = []
        for index in range(len(seeds)):
            only = slice(index, index + 1)
            features = None if columns is None else columns[only]
            question = None if targets is None else targets[only]
            try:
                models.append(self.prepared.grow(seeds[only], weights[only], features, question))
            except MemberError as failure:
                raise MemberError(index) from failure.__cause__
        return SeparateModels(tuple(models), n_parts, self.training.n_classes)

    def _weigh_classes(
        self, weights: NDArray[Any], targets: NDArray[np.intp] | None
    ) -> NDArray[np.float64] | None:
        """Weight of each class for each member, (n_members, n_classes)."""
        if self.training.n_classes is None:
            return None
        asked = np.broadcast_to(self.training.y, weights.shape) if targets is None else targets
        return np.stack(
            [
                np.bincount(labels[labels >= 0], weight[labels >= 0], self.training.n_classes)
                for labels, weight in zip(asked, weights, strict=True)
            ]
        )


@dataclass(frozen=True, eq=False)
class OracleMembers:
    """Members behind oracles that answer together.

    Attributes
    ----------
    template, space
        As for `PreparedOracle`.
    partition : PrototypePartition
        The oracles.
    prior : ndarray of shape (n_members, n_classes) or None
        Weights of the classes.
    models : Models
        The models of the parts.
    n_features : int
        Width of the table.
    """

    template: RandomOracleClassifier | RandomOracleRegressor
    space: OracleSpace
    partition: PrototypePartition
    prior: NDArray[np.float64] | None
    models: Models
    n_features: int

    def __len__(self) -> int:
        return len(self.partition)

    def __getitem__(self, index: int) -> Any:
        member = range(len(self))[index]
        prior = None if self.prior is None else self.prior[member]
        alone = replace(
            self,
            partition=PrototypePartition.gather([self.partition.select(member)]),
            prior=None if prior is None else prior[None],
            models=self.models.select(member),
        )
        return self.template.wrap(alone, self.n_features, prior)

    def find_parts(self, X: NDArray[np.float64]) -> NDArray[np.intp]:
        """Part of each row for each member, (n_members, n_samples)."""
        return self.partition.find_parts(self.space.place(X))

    def list_models(self, index: int) -> list[Any]:
        """The fitted models of one member's parts."""
        return self.models.list_fitted(index)

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Ask for each row and member the model of the row's part."""
        return self.models.outputs(X, self.find_parts(X))

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members."""
        return self.models.sum_outputs(X, self.find_parts(X), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        priors = [each.prior for each in (self, *others) if each.prior is not None]
        return replace(
            self,
            partition=self.partition.join([other.partition for other in others]),
            prior=np.concatenate(priors) if priors else None,
            models=self.models.join([other.models for other in others]),
        )

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Importances of the features in each member's trees, (n_members, n_features); the border has none."""
        return self.models.feature_importances(n_features)
