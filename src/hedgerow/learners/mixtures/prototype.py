"""Mixtures of random prototype-based experts: modules whose gates are drawn instead of trained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import RegressorMixin, is_classifier

from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners.mixtures.experts import ExpertFitter, MixtureEstimator
from hedgerow.learners.mixtures.gate_tree import GateTree
from hedgerow.learners.mixtures.holding_out import deal_rows
from hedgerow.learners.mixtures.likelihood import measure_density
from hedgerow.learners.mixtures.prototype_gates import GATES, GateRule, PrototypeGates
from hedgerow.learners.mixtures.space import GateSpace
from hedgerow.learners.network.small_network import SmallNetworkClassifier, SmallNetworkRegressor
from hedgerow.learners.protocol import Members
from hedgerow.learners.single import ProbabilityMixin

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
        space = GateSpace.learn(
            fitter.training.X, fitter.training.row_weights, fitter.training.is_categorical
        )
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
            weights = self.fitter.training.row_weights / self.fitter.training.row_weights.sum()
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
        weights = self.fitter.training.row_weights / self.fitter.training.row_weights.sum()
        spread = float(weights @ (y - weights @ y) ** 2)
        variance = float(((outputs - y) ** 2 @ weights).mean())
        floor = max(_VARIANCE_FLOOR * spread, np.finfo(float).tiny ** 0.5)
        return measure_density(outputs, y, np.full(len(outputs), max(variance, floor)))


@configurable
class _PrototypeMixture:
    """The parameters of prototype mixtures, and how they are trained."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_modules: int = parameter(Count(), default=2)
    n_experts: int = parameter(Count(), default=3)
    gate: Any = parameter(GATES, default="dynamic")
    joint: bool = parameter(Flag(), default=False)
    n_folds: int = parameter(Count(2), default=3)
    decay: float = parameter(Number(0), default=1e-3)
    n_repeats: int = 1
    n_jobs: int | None = None
    random_state: Any = None

    mixtures_: list[ModularMixture] = fitted()

    def _train(self, fitter: ExpertFitter, seeds: NDArray[Any]) -> list[ModularMixture]:
        blueprint = Blueprint(
            n_modules=self.n_modules,
            n_experts=self.n_experts,
            rule=GATES.resolve(self.gate),
            joint=bool(self.joint),
            n_folds=self.n_folds,
            decay=self.decay,
        )
        drafts = [Draft.draw(fitter, blueprint, int(seed)) for seed in seeds]
        # Experts do not depend on each other, so those of all repeats, modules and folds can be fitted side by side.
        fitted = iter(
            Parallel(n_jobs=self.n_jobs, prefer="threads")(
                delayed(fitter.fit_expert)(seed, shares)
                for draft in drafts
                for seed, shares in draft.list_fits()
            )
        )
        return [draft.finish([next(fitted) for _ in range(draft.seeds.size)]) for draft in drafts]

    def _make_network(self) -> Any:
        # Fixed gates cannot follow the data, so the experts must bend: a hidden layer, as in the paper.
        return SmallNetworkClassifier() if is_classifier(self) else SmallNetworkRegressor()


class PrototypeMixtureClassifier(ProbabilityMixin, _PrototypeMixture, MixtureEstimator):
    r"""Experts near random prototypes, in modules, with one trained gate above them (HMRPE).

    Each module draws `n_experts` rows as prototypes, one for each expert. How near a row is to them says how much of it
    each expert is given, in training and in prediction. Only the gate above the modules is trained.

    .. math:: o(x) = \sum_m g_m(x) \sum_i h_{mi}(x) \, o_{mi}(x), \qquad
              h_{mi} = \frac{1 - d_{mi} / \sum_k d_{mk}}{N - 1}

    Parameters
    ----------
    estimator : classifier or None, default=None
        The expert, any classifier. Rows are drawn by weight where it takes no ``sample_weight``. None is
        `SmallNetworkClassifier`, with a hidden layer as in the paper.
    n_modules : int, default=2
        Number of modules; 1 for a plain mixture of random prototype-based experts.
    n_experts : int, default=3
        Experts, and prototypes, of a module; fewer where rows do not differ.
    gate : {"dynamic", "static", "winner", "softmax", "power"} or object, default="dynamic"
        How distances become weights. "dynamic" is the formula (overlapping experts). "static" gives fixed weights in
        proportion to N, N - 1, ..., 1, from the nearest to the farthest (disjoint experts). "winner" gives all to the
        nearest: the random prototype oracle. "softmax" falls with the squared distance, "power" with its inverse. Or an
        object, such as ``PowerGate(power=4)``.
    joint : bool, default=False
        Whether the gate above the modules learns from rows that the experts were trained on, as when all are trained
        on-line. By default it learns from out-of-fold answers, which takes `n_folds` further fits of each expert.
    n_folds : int, default=3
        Folds for those answers.
    decay : float, default=1e-3
        Weight decay of the gate above the modules.
    n_repeats : int, default=1
        Mixtures with prototypes of their own; their answers are averaged.
    n_jobs : int or None, default=None
        Experts that are fitted at the same time.
    random_state : int, RandomState or None, default=None
        Draws of prototypes, of folds, and of the experts.

    Attributes
    ----------
    mixtures_ : list of length n_repeats
        The modules with their gates and experts.
    estimators_ : list
        The fitted experts of all mixtures.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal scores go to the larger.

    See Also
    --------
    MixtureOfExpertsClassifier, RandomOracleClassifier

    Notes
    -----
    The paper's dynamic weights sum to N - 1; here they sum to 1. Its listing draws prototypes anew for every row; here
    they are drawn once for a module. The constants of the static gate are not in the paper. Experts do not depend on
    the gate, so training them first and the gate afterwards loses nothing. Distances are Euclidean, of standardised
    numbers and indicators of categories; missing numbers lie at the mean. Rows are drawn with equal chances, whatever
    their weight. The gate above learns from out-of-fold predictions unless ``joint=True``. Experts are any learners;
    winner, softmax and power gates, values and averages over repeats are additions.

    Formula::

        Static gates give 2k / (N (N + 1)) to rank k, the nearest being rank N.

    Cost: One fit of each expert, and as many again for each fold where the gate learns out of fold; gates of a module
    cost one matrix product.

    References
    ----------
    G. Armano and N. Hatami, Hierarchical mixture of random prototype-based experts, SUEMA (workshop of ECML PKDD),
    2010.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> mixture = PrototypeMixtureClassifier(random_state=0).fit(X, y)
    >>> len(mixture.estimators_), mixture.score(X, y) > 0.96
    (6, True)
    """


class PrototypeMixtureRegressor(RegressorMixin, _PrototypeMixture, MixtureEstimator):
    """Experts near random prototypes, in modules, with one trained gate above them, for values.

    Parameters
    ----------
    estimator : regressor or None, default=None
        The expert; None is `SmallNetworkRegressor`.
    n_modules, n_experts, gate, joint, n_folds, decay, n_repeats, n_jobs, random_state
        As for `PrototypeMixtureClassifier`.

    Attributes
    ----------
    mixtures_, estimators_
        As for `PrototypeMixtureClassifier`.

    Notes
    -----
    The paper is about classes. For values the outputs are real, and the density of a module is normal with one
    variance.

    References
    ----------
    G. Armano and N. Hatami, "Hierarchical mixture of random prototype-based experts", SUEMA (2010).

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-3, 3, 200)[:, None]
    >>> mixture = PrototypeMixtureRegressor(random_state=0).fit(x, np.sin(2 * x[:, 0]))
    >>> mixture.score(x, np.sin(2 * x[:, 0])) > 0.9
    True
    """
