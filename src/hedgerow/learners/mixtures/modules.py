"""Modules of experts behind prototypes, and the gate above them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.mixtures.experts import ExpertFitter
from hedgerow.learners.mixtures.gate_rules import GateRule
from hedgerow.learners.mixtures.gate_tree import GateTree
from hedgerow.learners.mixtures.holding_out import deal_rows
from hedgerow.learners.mixtures.likelihood import measure_density
from hedgerow.learners.mixtures.prototype_gates import PrototypeGates
from hedgerow.learners.mixtures.space import GateSpace
from hedgerow.learners.protocol import Members

_VARIANCE_FLOOR = 1e-6  # share of the variance of the target


@dataclass(frozen=True)
class Blueprint:
    """How a mixture of modules is built; the parameters of the estimators."""

    n_modules: int
    n_experts: int
    rule: GateRule
    joint: bool
    n_folds: int
    decay: float


@dataclass(frozen=True, eq=False)
class ModularMixture:
    """Modules with their experts, and the gate above them.

    Attributes
    ----------
    space : GateSpace
        What gates look at.
    prototype_gates : PrototypeGates
        Weights of the experts within each module.
    top_gate : GateTree
        Weights of the modules.
    experts : tuple of Members
        The experts of all modules, one after the other.
    """

    space: GateSpace
    prototype_gates: PrototypeGates
    top_gate: GateTree
    experts: tuple[Members, ...]

    def weigh(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weight of each expert for each row, (n_samples, n_experts)."""
        points = self.space.place(X)
        tops = self.top_gate.weigh(points)
        parts = self.prototype_gates.weigh(points)
        return np.hstack([top[:, None] * part for top, part in zip(tops.T, parts, strict=True)])


@dataclass(frozen=True, eq=False)
class Draft:
    """A mixture whose prototypes are drawn, and whose experts are still to be fitted: each by itself, in any order.

    Attributes
    ----------
    fitter : ExpertFitter
        What the experts learn from.
    blueprint : Blueprint
        How the mixture is built.
    space, gates
        Those of the mixture.
    points : ndarray of shape (n_samples, n_columns)
        Where its rows lie.
    shares : ndarray of shape (n_experts, n_samples)
        How much of each row each expert is given, and has to say about.
    piles : ndarray of shape (n_samples,)
        Number of the fold in which each row is left out; all -1 where none is.
    seeds : ndarray of shape (n_folds + 1, n_experts)
        Randomness of the experts of each fold, and then of those that are kept.
    """

    fitter: ExpertFitter
    blueprint: Blueprint
    space: GateSpace
    gates: PrototypeGates
    points: NDArray[np.float64]
    shares: NDArray[np.float64]
    piles: NDArray[np.intp]
    seeds: NDArray[np.uint64]

    @classmethod
    def draw(cls, fitter: ExpertFitter, blueprint: Blueprint, seed: int) -> Draft:
        """Draw prototypes, folds and seeds."""
        generator = np.random.default_rng(seed)
        space = GateSpace.learn(fitter.training.X, fitter.weights, fitter.training.is_categorical)
        points = space.place(fitter.training.X)
        gates = PrototypeGates.draw(
            generator, points, blueprint.n_modules, blueprint.n_experts, blueprint.rule
        )
        shares = np.ascontiguousarray(np.hstack(gates.weigh(points)).T)
        n_folds = min(blueprint.n_folds, len(points))
        piles = deal_rows(generator, fitter.training.y, n_folds, fitter.training.n_classes is not None)
        if blueprint.joint or blueprint.n_modules == 1 or n_folds == 1:
            piles = np.full(len(points), -1)
        seeds = generator.integers(2**31, size=(piles.max() + 2, len(shares))).astype(np.uint64)
        return cls(fitter, blueprint, space, gates, points, shares, piles, seeds)

    def list_fits(self) -> Iterator[tuple[np.uint64, NDArray[np.float64]]]:
        """Seed and shares of every fit: the experts of each fold, then those that are kept."""
        for fold, seeds in enumerate(self.seeds):
            is_seen = self.piles != fold  # the last fold leaves out nothing
            yield from ((seed, share * is_seen) for seed, share in zip(seeds, self.shares, strict=True))

    def finish(self, fitted: list[Members]) -> ModularMixture:
        """Put fitted experts into the mixture, and train the gate above the modules."""
        n_experts = len(self.shares)
        folds = [tuple(fitted[first : first + n_experts]) for first in range(0, len(fitted), n_experts)]
        experts = folds[-1]
        top_gate = GateTree.even((self.blueprint.n_modules,), self.points.shape[1])
        can_learn = self.blueprint.joint or self.piles.max() >= 0
        if self.blueprint.n_modules > 1 and can_learn:
            densities = self._measure_densities(self._ask_modules(folds))
            weights = self.fitter.weights / self.fitter.weights.sum()
            top_gate = top_gate.learn_from_densities(self.points, densities, weights, self.blueprint.decay)
        return ModularMixture(self.space, self.gates, top_gate, experts)

    def _ask_modules(self, folds: list[tuple[Members, ...]]) -> NDArray[np.float64]:
        """The predictions of each module for each row, by experts that were not fitted on it, where there are folds."""
        fitter = self.fitter
        shape = (
            (len(fitter.training.y),)
            if fitter.training.n_classes is None
            else (len(fitter.training.y), fitter.training.n_classes)
        )
        outputs = np.zeros((self.blueprint.n_modules, *shape))
        module_of = np.repeat(np.arange(self.blueprint.n_modules), self.gates.sizes)
        for fold, experts in enumerate(folds):
            rows = np.flatnonzero(self.piles == (fold if len(folds) > 1 else -1))
            if not rows.size:
                continue
            for expert, module, share in zip(experts, module_of, self.shares, strict=True):
                outputs[module][rows] += (expert.outputs(fitter.training.X[rows])[0].T * share[rows]).T
        return outputs

    def _measure_densities(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        y: NDArray[Any] = self.fitter.training.y
        if self.fitter.training.n_classes is not None:
            return measure_density(outputs, y, None)
        weights = self.fitter.weights / self.fitter.weights.sum()
        spread = float(weights @ (y - weights @ y) ** 2)
        variance = float(((outputs - y) ** 2 @ weights).mean())
        floor = max(_VARIANCE_FLOOR * spread, np.finfo(float).tiny ** 0.5)
        return measure_density(outputs, y, np.full(len(outputs), max(variance, floor)))
