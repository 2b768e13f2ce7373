"""Genetic search: the masks of an ensemble breed, and the accurate and the different ones stay."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.ensembles.masks.mask_evaluators import Answers, MaskEvaluator
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.ensembles.masks.searches import FoundMasks, draw_mask
from hedgerow.foundation.constraints import Count, Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.breeding import cross_uniformly, flip_bits
from hedgerow.views.columns import SIZES


@configurable
class GeneticMasks(BaseEstimator):
    r"""Masks are crossed and mutated; those stay that score well and answer otherwise than the ensemble.

    A mask is as fit as :math:`s / \bar s + \lambda\, d / \bar d`, with s its score, d the share of rows about which it
    differs from the vote of the present masks, and bars for means over old and new masks. The vote, the scores and
    the differences are watched: :math:`\lambda` grows by a tenth where differences shrink and the vote does not get
    better, and shrinks by a tenth where the masks get worse.

    Parameters
    ----------
    n_generations : int, default=20
        How often as many new masks as there are members are bred.
    mutation : float, default=0.03
        Probability that a feature of a new mask is flipped.
    diversity_weight : float, default=1.0
        :math:`\lambda` to begin with.
    n_features : int, float, "sqrt", "log2" or None, default=None
        Number of features in the first masks; None gives every feature an even chance.

    Notes
    -----
    Where a score can be negative, as the conditional entropy is, it is measured from the worst mask.

    Scores of masks differ by a few per cent of their mean and differences from the vote by much more, so a weight
    of 1, which is Rogers's, mostly breeds masks that differ. A tenth may vote better.

    References
    ----------
    D. W. Opitz, "Feature selection for ensembles", AAAI (1999). J. Rogers, PhD thesis, University of Southampton,
    2007, section 6.5.

    Examples
    --------
    >>> GeneticMasks(n_generations=5)
    GeneticMasks(n_generations=5)
    """

    n_generations: int = parameter(Count(0), default=20, kw_only=False)
    mutation: float = parameter(Number(0, 1), default=0.03)
    diversity_weight: float = parameter(Number(0), default=1.0)
    n_features: float | str | None = parameter(SIZES | None, default=None)

    joint: ClassVar[bool] = True

    def find(self, evaluator: MaskEvaluator, seed: int, n_masks: int) -> FoundMasks:
        """Breed as many masks as are asked for."""
        check_parameters(self)
        generator = np.random.default_rng(seed)
        masks = np.stack(
            [draw_mask(generator, evaluator.n_features, self.n_features) for _ in range(n_masks)]
        )
        answers = evaluator.answer(masks)
        scores, weight = _score(evaluator.scoring, answers), self.diversity_weight
        before = _watch(evaluator.scoring, answers, scores)
        for _ in range(self.n_generations):
            fitness = _find_fitness(evaluator.scoring, answers, answers, scores, weight)
            children = self._breed(generator, masks, fitness)
            masks, answers = (
                np.concatenate([masks, children]),
                np.concatenate([answers, evaluator.answer(children)]),
            )
            scores = _score(evaluator.scoring, answers)
            fitness = _find_fitness(evaluator.scoring, answers, answers[:n_masks], scores, weight)
            stay = np.sort(np.argsort(-fitness, kind="stable")[:n_masks])
            masks, answers, scores = masks[stay], answers[stay], scores[stay]
            now = _watch(evaluator.scoring, answers, scores)
            weight *= _adapt(before, now)
            before = now
        return FoundMasks(masks, scores, n_masks * (1 + self.n_generations), self.n_generations)

    def _breed(
        self, generator: np.random.Generator, masks: NDArray[np.bool_], fitness: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Every feature of a child comes from one of two parents, who are drawn by their fitness; then it may flip."""
        total = fitness.sum()
        chances = fitness / total if total > 0 else None
        parents = generator.choice(len(masks), size=(2, len(masks)), p=chances)
        children, _ = cross_uniformly(masks[parents[0]], masks[parents[1]], generator)
        children = flip_bits(children, self.mutation, generator)
        for empty in np.flatnonzero(~children.any(axis=1)):
            children[empty] = draw_mask(generator, masks.shape[1], self.n_features)
        return children


def _score(scoring: Scoring, answers: Answers) -> NDArray[np.float64]:
    return np.array([scoring.score(each) for each in answers])


def _vote(scoring: Scoring, answers: Answers) -> NDArray[np.intp]:
    votes = np.zeros((answers.shape[1], scoring.n_classes))
    rows = np.arange(answers.shape[1])
    for each in answers:
        votes[rows, each] += 1
    return np.asarray(votes.argmax(axis=1))


def _differ(scoring: Scoring, answers: Answers, ensemble: Answers) -> NDArray[np.float64]:
    """Share of the rows about which each mask differs from the vote of an ensemble (Rogers 2007, eq. 3.24)."""
    apart = answers != _vote(scoring, ensemble)
    return np.asarray(apart @ scoring.weights / scoring.weights.sum())


def _find_fitness(
    scoring: Scoring, answers: Answers, ensemble: Answers, scores: NDArray[np.float64], weight: float
) -> NDArray[np.float64]:
    gains = scores - min(scores.min(), 0.0)
    return _over_mean(gains) + weight * _over_mean(_differ(scoring, answers, ensemble))


def _over_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    mean = values.mean()
    return values / mean if mean > 0 else np.zeros_like(values)


def _watch(scoring: Scoring, answers: Answers, scores: NDArray[np.float64]) -> tuple[float, float, float]:
    """Score of the vote, mean score of the masks, mean difference from the vote."""
    return (
        scoring.score(_vote(scoring, answers)),
        float(scores.mean()),
        float(_differ(scoring, answers, answers).mean()),
    )


def _adapt(before: tuple[float, float, float], now: tuple[float, float, float]) -> float:
    """What the weight of being different is multiplied by."""
    if now[2] < before[2] and now[0] <= before[0]:
        return 1.1
    return 0.9 if now[1] < before[1] else 1.0
