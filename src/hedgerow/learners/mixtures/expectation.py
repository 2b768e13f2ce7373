"""Expectation and maximisation: who deserves the credit for a row, and what gates and experts learn from that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.mixtures.experts import ExpertFitter, predict_experts
from hedgerow.learners.mixtures.gate_tree import GateTree
from hedgerow.learners.mixtures.holding_out import hold_out
from hedgerow.learners.mixtures.likelihood import measure_density, share_credit
from hedgerow.learners.mixtures.space import GateSpace
from hedgerow.learners.protocol import Members

_FEWEST_HELD_OUT = 5  # rows; fewer say nothing about when to stop
_NEAREST = 0.8  # share of a row that the branch of the nearest prototype starts with


@dataclass(frozen=True)
class Course:
    """How experts and gates are trained; the parameters of the estimators."""

    branching: tuple[int, ...]
    decay: float
    variance: str
    variance_floor: float
    max_iter: int
    tol: float
    validation_fraction: float | None
    n_iter_no_change: int


@dataclass(frozen=True, eq=False)
class TrainedMixture:
    """Gates and experts as they are after some rounds.

    Attributes
    ----------
    space : GateSpace
        What gates look at.
    gates : GateTree
        The priors of the experts.
    experts : tuple of Members
        The experts, one member each.
    variances : ndarray of shape (n_experts,) or None
        Of the errors of each expert; None for classes.
    loglikelihood, held_out_loglikelihood : tuple of float
        Mean log likelihood of a training row, and of a held-out row, after each round; the second is empty where no
        row was held out.
    """

    space: GateSpace
    gates: GateTree
    experts: tuple[Members, ...]
    variances: NDArray[np.float64] | None
    loglikelihood: tuple[float, ...] = ()
    held_out_loglikelihood: tuple[float, ...] = ()

    @property
    def merit(self) -> float:
        """What starts are compared by: the best held-out likelihood, or else the last on the training rows."""
        return max(self.held_out_loglikelihood, default=self.loglikelihood[-1])

    def weigh(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weight of each expert for each row, (n_samples, n_experts)."""
        return self.gates.weigh(self.space.place(X))

    def measure_density(self, X: NDArray[np.float64], y: NDArray[Any]) -> NDArray[np.float64]:
        """Log density of the truth by each expert, (n_samples, n_experts)."""
        return measure_density(predict_experts(self.experts, X), y, self.variances)

    def judge(
        self, X: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Posterior of each expert for each row, and the log likelihood of each row."""
        priors = self.gates.weigh_logarithmically(self.space.place(X))
        return share_credit(priors, self.measure_density(X, y))


def train_mixture(fitter: ExpertFitter, course: Course, seed: int) -> TrainedMixture:
    """Train a mixture from one random start, for as long as rows that are held out profit."""
    generator = np.random.default_rng(seed)
    held = np.zeros(len(fitter.training.y), np.bool_)
    if course.validation_fraction is not None:
        held = hold_out(
            generator, fitter.training.y, course.validation_fraction, fitter.training.n_classes is not None
        )
    if held.sum() < _FEWEST_HELD_OUT:
        return _train(fitter, None, course, generator)
    train, test = (fitter.select(np.flatnonzero(mask)) for mask in (~held, held))
    return _train(train, test, course, generator)


def _train(
    fitter: ExpertFitter, test: ExpertFitter | None, course: Course, generator: np.random.Generator
) -> TrainedMixture:
    space = GateSpace.learn(fitter.training.X, fitter.training.row_weights, fitter.training.is_categorical)
    maximisation = _Maximisation(
        fitter,
        course,
        space.place(fitter.training.X),
        fitter.training.row_weights / fitter.training.row_weights.sum(),
    )
    posteriors = draw_posteriors(generator, maximisation.points, course.branching)
    mixture, outputs = maximisation.start(space, posteriors, generator)
    best, history, held_history = mixture, [], []
    for number in range(course.max_iter):
        if number:
            mixture, outputs = maximisation.maximise(mixture, outputs, posteriors, generator)
        priors = mixture.gates.weigh_logarithmically(maximisation.points)
        posteriors, likelihood = share_credit(
            priors, measure_density(outputs, fitter.training.y, mixture.variances)
        )
        history.append(float(maximisation.weights @ likelihood))
        if test is not None:
            _, held_likelihood = mixture.judge(test.training.X, test.training.y)
            held_history.append(float(np.average(held_likelihood, weights=test.training.row_weights)))
        is_best = test is None or held_history[-1] >= max(held_history)
        best = mixture if is_best else best
        has_converged = number > 0 and history[-1] - history[-2] < course.tol
        n_idle = len(held_history) - 1 - int(np.argmax(held_history)) if held_history else 0
        if has_converged or n_idle >= course.n_iter_no_change:
            break
    return replace(best, loglikelihood=tuple(history), held_out_loglikelihood=tuple(held_history))


def draw_posteriors(
    generator: np.random.Generator, points: NDArray[np.float64], branching: tuple[int, ...]
) -> NDArray[np.float64]:
    """A start: at each branch, rows are drawn as prototypes, and a row goes mostly to the nearest of them.

    Returns
    -------
    ndarray of shape (n_points, n_experts)
    """
    shares = np.ones((len(points), 1))
    for level, width in enumerate(branching):
        parts = []
        for node in range(prod(branching[:level])):
            prototypes = points[generator.choice(len(points), width, replace=len(points) < width)]
            scores = points @ prototypes.T - (prototypes**2).sum(axis=1) / 2
            split = np.full((len(points), width), (1.0 - _NEAREST) / max(width - 1, 1))
            split[np.arange(len(points)), scores.argmax(axis=1)] = _NEAREST if width > 1 else 1.0
            parts.append(shares[:, node, None] * split)
        shares = np.hstack(parts)
    return shares


def _draw_seeds(generator: np.random.Generator, size: int) -> NDArray[np.uint64]:
    return generator.integers(2**31, size=size).astype(np.uint64)


@dataclass(frozen=True, eq=False)
class _Maximisation:
    """The rows of a fitter, as points, and the M-step on them."""

    fitter: ExpertFitter
    course: Course
    points: NDArray[np.float64]
    weights: NDArray[np.float64]

    def start(
        self, space: GateSpace, posteriors: NDArray[np.float64], generator: np.random.Generator
    ) -> tuple[TrainedMixture, NDArray[np.float64]]:
        """The first M-step, from a drawn start; the mixture, and what its experts say."""
        seeds = _draw_seeds(generator, posteriors.shape[1])
        experts = tuple(
            self.fitter.fit_expert(seed, shares)
            for seed, shares in zip(seeds, np.ascontiguousarray(posteriors.T), strict=True)
        )
        gates = GateTree.even(self.course.branching, self.points.shape[1])
        gates = gates.learn(self.points, posteriors, self.weights, self.course.decay)
        outputs = predict_experts(experts, self.fitter.training.X)
        return TrainedMixture(space, gates, experts, self._find_variances(outputs, posteriors)), outputs

    def maximise(
        self,
        mixture: TrainedMixture,
        outputs: NDArray[np.float64],
        posteriors: NDArray[np.float64],
        generator: np.random.Generator,
    ) -> tuple[TrainedMixture, NDArray[np.float64]]:
        """One M-step; an expert is replaced only by one that makes its rows likelier, so no step goes down."""
        seeds = _draw_seeds(generator, len(mixture.experts))
        experts, said = list(mixture.experts), outputs.copy()
        for number, (seed, old) in enumerate(zip(seeds, mixture.experts, strict=True)):
            shares = np.ascontiguousarray(posteriors[:, number])
            new = self.fitter.fit_expert(seed, shares, old)
            pair = np.stack([outputs[number], new.outputs(self.fitter.training.X)[0]])
            variances = None if mixture.variances is None else np.repeat(mixture.variances[number], 2)
            worth = (self.weights * shares) @ measure_density(pair, self.fitter.training.y, variances)
            if worth[1] > worth[0]:
                experts[number], said[number] = new, pair[1]
        better = replace(
            mixture,
            gates=mixture.gates.learn(self.points, posteriors, self.weights, self.course.decay),
            experts=tuple(experts),
            variances=self._find_variances(said, posteriors),
        )
        return better, said

    def _find_variances(
        self, outputs: NDArray[np.float64], posteriors: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        """Mean squares of the errors, weighted by credit; never below a share of the variance of the target."""
        if self.fitter.training.n_classes is not None:
            return None
        y = self.fitter.training.y
        spread = float(self.weights @ (y - self.weights @ y) ** 2)
        floor = max(self.course.variance_floor * spread, np.finfo(float).tiny ** 0.5)
        credit = self.weights[:, None] * posteriors
        squares = credit * (outputs.T - y[:, None]) ** 2
        if self.course.variance == "common":
            return np.full(len(outputs), max(float(squares.sum() / credit.sum()), floor))
        totals = np.maximum(credit.sum(axis=0), np.finfo(float).tiny)
        return np.asarray(np.maximum(squares.sum(axis=0) / totals, floor))
