"""Candidate masks, found one after the other until more add nothing, and the members chosen among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, xlogy

from hedgerow.ensembles.masks.evaluation import MaskEvaluation
from hedgerow.ensembles.masks.mask_evaluators import Answers, MaskEvaluator
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.ensembles.masks.searches import FoundMasks, MaskSearch
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream
from hedgerow.foundation.threads import map_in_threads
from hedgerow.outputs import Outputs


class Monitor:
    """Accuracy and entropy of the votes so far.

    Parameters
    ----------
    scoring : Scoring
        The truth about the rows.

    Examples
    --------
    >>> monitor = Monitor(Scoring(np.array([0, 1]), np.ones(2), 2, "accuracy"))
    >>> monitor.add(np.array([0, 1]))
    >>> monitor.add(np.array([0, 0]))
    >>> monitor.entropies
    [0.0, 0.5]
    """

    def __init__(self, scoring: Scoring) -> None:
        self.accuracy = 0.0
        self.entropies: list[float] = []
        self._scoring = scoring
        self._votes = np.zeros((len(scoring.truth), scoring.n_classes))

    def add(self, answers: Answers) -> None:
        """Count the votes of one more member."""
        self._votes[np.arange(len(answers)), answers] += 1
        share, weights = self._votes / (len(self.entropies) + 1), self._scoring.weights
        right = self._votes.argmax(axis=1) == self._scoring.truth
        self.accuracy = float(right @ weights / weights.sum())
        self.entropies.append(float(entr(share).sum(axis=1) @ weights / weights.sum() / np.log(2)))

    def is_saturated(self, n_without: int | None, tolerance: float) -> bool:
        """Whether the entropy has hardly grown over the last members.

        Parameters
        ----------
        n_without : int or None
            Number of members over which it must have grown; None to go on in any case.
        tolerance : float
            By what share of itself.
        """
        if n_without is None or len(self.entropies) <= n_without:
            return False
        now, then = self.entropies[-1], self.entropies[-1 - n_without]
        return now - then <= tolerance * now

    def __str__(self) -> str:
        return f"accuracy {100 * self.accuracy:.1f} %, entropy {self.entropies[-1]:.3f} bits"


@dataclass(frozen=True, eq=False)
class EvaluatedMasks:
    """The masks that were found, and the predictions through them for rows left out.

    Attributes
    ----------
    masks : ndarray of bool of shape (n_masks, n_features)
        The masks.
    answers : ndarray of shape (n_masks, n_rows)
        Class codes.
    scores : ndarray of shape (n_masks,)
        Their scores in the search.
    n_trials : int
        Number of masks that were tried.
    n_cycles : float
        Mean number of cycles of a search.
    """

    masks: NDArray[np.bool_]
    answers: Answers
    scores: NDArray[np.float64]
    n_trials: int
    n_cycles: float


def find_masks(
    search: MaskSearch,
    evaluation: MaskEvaluation,
    evaluator: MaskEvaluator,
    seeds: NDArray[np.uint64],
    *,
    n_without: int | None,
    tolerance: float,
    n_jobs: int | None,
    progress: Progress,
) -> EvaluatedMasks:
    """Find a mask for every line of seeds, or until the entropy of their votes has hardly grown for a while.

    Parameters
    ----------
    search : MaskSearch
        How masks are found.
    evaluation : MaskEvaluation
        Which rows guide it.
    evaluator : MaskEvaluator
        Who says how good the masks are that were found.
    seeds : ndarray of shape (n_masks, n_streams)
        The randomness of each mask.
    n_without, tolerance
        As for `Monitor.is_saturated`.
    n_jobs : int or None
        Number of threads; it changes nothing in the result.
    progress : Progress
        Who is told.
    """
    monitor, title = Monitor(evaluator.scoring), progress.title
    masks, answers, scores, n_trials, cycles = [], [], [], 0, []
    for found, said in _find_each(search, evaluation, evaluator, seeds, n_jobs):
        n_trials += found.n_trials
        cycles.append(found.n_cycles)
        for mask, score, each in zip(found.masks, found.scores, said, strict=True):
            monitor.add(each)
            masks.append(mask)
            answers.append(each)
            scores.append(score)
            progress.title = f"{title} ({monitor})"
            progress.advance(1)
            if monitor.is_saturated(n_without, tolerance):
                break
        if monitor.is_saturated(n_without, tolerance):
            break
    return EvaluatedMasks(
        np.stack(masks), np.stack(answers), np.array(scores), n_trials, float(np.mean(cycles))
    )


def _find_each(
    search: MaskSearch,
    evaluation: MaskEvaluation,
    evaluator: MaskEvaluator,
    seeds: NDArray[np.uint64],
    n_jobs: int | None,
) -> Iterator[tuple[FoundMasks, Answers]]:
    if search.joint:
        return iter([_find(search, evaluation, evaluator, seeds[0], len(seeds))])
    return map_in_threads(_find, ((search, evaluation, evaluator, seed, 1) for seed in seeds), n_jobs)


def _find(
    search: MaskSearch,
    evaluation: MaskEvaluation,
    evaluator: MaskEvaluator,
    seed: NDArray[np.uint64],
    n_masks: int,
) -> tuple[FoundMasks, Answers]:
    found = search.find(evaluation.open_search(int(seed[Stream.ROWS])), int(seed[Stream.FEATURES]), n_masks)
    return found, evaluator.answer(found.masks)


def choose_members(outputs: Outputs, n_members: int, diversity_weight: float = 0.0) -> NDArray[np.intp]:
    r"""Choose members one after the other, each so that accuracy and entropy are largest together.

    What is made largest is :math:`\bar a + \lambda H`, with :math:`\bar a` the mean accuracy of the members that are
    chosen and H the mean entropy of their votes about a row, in bits. With :math:`\lambda = 0` these are the most
    accurate members, the best of them first; with an infinite one, accuracy only settles ties.

    Parameters
    ----------
    outputs : Outputs
        What the candidates said about rows that were left out, with the truth.
    n_members : int
        How many to choose; all of them where there are no more.
    diversity_weight : float, default=0.0
        :math:`\lambda`.

    Returns
    -------
    ndarray of shape (n_members,)
        Their positions, in the order in which they were chosen.

    Notes
    -----
    Equal candidates are taken in their order.

    References
    ----------
    P. Cunningham and J. Carney, "Diversity versus quality in classification ensembles based on feature
    selection", TCD-CS-2000-02, Trinity College Dublin, 2000: the best 20 of 66 masks.

    Examples
    --------
    >>> said = [[0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 1, 1]]
    >>> outputs = Outputs.from_predictions(said, truth=[0, 0, 1, 1])
    >>> choose_members(outputs, 3), choose_members(outputs, 3, diversity_weight=1.0)
    (array([0, 1, 2]), array([0, 1, 3]))
    """
    accuracy = 1.0 - outputs.errors()
    n_members = min(n_members, outputs.n_members)
    if diversity_weight == 0:
        return np.argsort(-accuracy, kind="stable")[:n_members]
    chosen = np.zeros(outputs.n_members, np.bool_)
    order = np.empty(n_members, np.intp)
    votes, share = np.zeros((outputs.n_samples, outputs.n_classes)), outputs.row_weights()
    share, rows = share / share.sum(), np.arange(outputs.n_samples)
    for place in range(n_members):
        entropies = _add_each(votes, outputs.answers, share, place + 1)
        if np.isinf(diversity_weight):
            worth = entropies + 1e-9 * accuracy
        else:
            worth = (accuracy[order[:place]].sum() + accuracy) / (place + 1) + diversity_weight * entropies
        order[place] = best = int(np.where(chosen, -np.inf, np.round(worth, 12)).argmax())
        chosen[best] = True
        votes[rows, outputs.answers[best]] += 1
    return order


def _add_each(
    votes: NDArray[np.float64], answers: NDArray[np.integer], share: NDArray[np.float64], n_votes: int
) -> NDArray[np.float64]:
    """Mean entropy of the votes, in bits, with each candidate added to them."""
    # With t votes the entropy is log t - sum_k v log v / t, and a vote changes one term of the sum.
    gains = xlogy(votes + 1, votes + 1) - xlogy(votes, votes)
    base = share @ xlogy(votes, votes).sum(axis=1)
    rows = np.arange(len(votes))
    added = np.array([share @ gains[rows, said] for said in answers])
    return np.asarray(np.maximum(np.log(n_votes) - (base + added) / n_votes, 0.0) / np.log(2))
