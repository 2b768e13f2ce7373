"""Members join one by one, the one that helps most: forward selection and reduce-error pruning."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed, rank_errors
from hedgerow.search.sequential import Additions


def climb(
    evaluator: Evaluator,
    start: NDArray[np.intp],
    n_steps: int,
    *,
    candidates: NDArray[np.bool_] | None = None,
    replace: bool = True,
) -> NDArray[np.intp]:
    """Let members join a committee one by one, each time the one with which it errs least.

    The new error of every candidate is found in one operation on arrays, from the sums of the votes so far.

    Parameters
    ----------
    evaluator : Evaluator
        What makes a committee good. Of equally good candidates the first joins.
    start : ndarray
        Members that are there from the beginning.
    n_steps : int
        How many join; fewer where no candidate is left.
    candidates : ndarray of bool of shape (n_members,), default=None
        Who may join; None for all.
    replace : bool, default=True
        Whether a member may join again, so it counts twice.

    Returns
    -------
    ndarray
        The members in the order in which they joined, the first ones first.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning.committee_errors import make_evaluator
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> climb(make_evaluator(outputs), np.array([], dtype=int), n_steps=5)
    array([1, 1, 0, 2, 0])
    """
    counts = np.bincount(start, minlength=evaluator.outputs.n_members)
    search = Additions(len(counts), start.tolist(), candidates=candidates, replace=replace)
    for _ in range(n_steps):
        members = search.ask()
        if not members.size:
            break
        errors = evaluator.adding(counts).round(12)[members]
        counts[search.tell(-np.where(np.isnan(errors), np.inf, errors))] += 1
    return np.array(search.order, dtype=np.intp)


@configurable
class ForwardSelection(BaseEstimator):
    """Let the member join that helps the committee most, again and again, with replacement.

    It starts with the best few members. A member may join more than once and then counts as often. Committees of any
    number of steps are looked at, and the best is kept. Since a search over a few hundred members finds committees that
    are good on the given rows by luck, it is run on random halves of the members, and the committees that are found are
    joined.

    Parameters
    ----------
    n_steps : int, default=100
        Members that join.
    n_initial : int, default=5
        Members that are there at the beginning: those that err least by themselves.
    n_bags : int, default=20
        Random subsets of the members that are searched; 1 searches all members, once.
    bag_fraction : float, default=0.5
        Share of the members in each subset.

    See Also
    --------
    FitSelect, ReduceError

    Notes
    -----
    With bags, the number of steps is the same in all of them and is chosen by the error of the joint committee; the
    paper joins the committees of a fixed number of steps. Where more than `n_members` different members come together,
    those with the largest weights stay. `ForwardSelectionClassifier` holds no rows out: models are evaluated by
    cross-validation and the chosen ones are fitted again.

    Formula::

        Next member: argmin_t error(F + h_t), F the sum of those chosen so far; a member may be chosen again, and its
        weight is how often it was. Bags: the mean of the weights found in random halves of the library.

    Cost: O(T N) for each step and bag: one look-up of each member's answers.

    References
    ----------
    R. Caruana, A. Niculescu-Mizil, G. Crew and A. Ksikes, Ensemble selection from libraries of models, ICML, 2004.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> search = choose_members(outputs, ForwardSelection(n_steps=5, n_initial=0, n_bags=1))
    >>> search.committees[-1], search.kept, search.combination_weights, search.error
    (array([1, 1, 0, 2, 0]), array([1, 0, 2]), array([2., 1., 1.]), 0.0)
    """

    n_steps: int = parameter(Count(0), default=100, kw_only=False)
    n_initial: int = parameter(Count(0), default=5, kw_only=False)
    n_bags: int = parameter(Count(), default=20, kw_only=False)
    bag_fraction: float = parameter(Number(0, 1, "right"), default=0.5, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        ranking = rank_errors(evaluator.outputs.errors())
        if self.n_bags == 1:
            n_initial = min(self.n_initial, n_members or self.n_initial)
            order = climb(evaluator, ranking[:n_initial], self.n_steps)
            return Search.along(order, evaluator.along(order), n_members)
        orders = [
            climb(evaluator, ranking[bag[ranking]][: self.n_initial], self.n_steps, candidates=bag)
            for bag in self._draw_bags(len(ranking), random_state)
        ]
        return _join(evaluator, orders, n_members)

    def _draw_bags(self, n_members: int, random_state: Seed) -> NDArray[np.bool_]:
        generator = np.random.default_rng(check_random_state(random_state).randint(2**32, dtype=np.uint64))
        size = max(1, round(self.bag_fraction * n_members))
        bags = np.zeros((self.n_bags, n_members), dtype=bool)
        for bag in bags:
            bag[generator.choice(n_members, size, replace=False)] = True
        return bags

    def check_together(self) -> None:
        """Refuse a search that ends before it has begun."""
        if not self.n_initial and not self.n_steps:
            raise ValueError(
                "n_steps=0 must be an int of 1 or more, since n_initial=0 starts without members"
            )


def _join(evaluator: Evaluator, orders: list[NDArray[np.intp]], n_members: int | None) -> Search:
    """The committees that all bags make together after 1, 2, ... steps."""
    committees = [
        np.concatenate([order[: size + 1] for order in orders])
        for size in range(max(len(order) for order in orders))
    ]
    n_all = evaluator.outputs.n_members
    if n_members is not None:
        committees = [_keep_loudest(committee, n_members) for committee in committees]
    counts = np.array([np.bincount(committee, minlength=n_all) for committee in committees])
    errors = evaluator.of(counts)
    best = int(np.where(np.isnan(errors), np.inf, errors.round(12)).argmin())
    return Search(committees, errors, best)


def _keep_loudest(committee: NDArray[np.intp], n_members: int) -> NDArray[np.intp]:
    counts = np.bincount(committee)
    loudest = np.argsort(-counts, kind="stable")[:n_members]
    return committee[np.isin(committee, loudest)]


@configurable
class ReduceError(BaseEstimator):
    """Let the member join with which the committee errs least, each at most once.

    The first is the member that errs least by itself. With `backfitting`, whenever a member has joined, each of the
    others is taken out in turn, and the best one for its place is put in, until nothing changes.

    Parameters
    ----------
    backfitting : bool, default=False
        Whether members are exchanged; slow, since it asks as many questions again for each member that joins.
    max_passes : int, default=100
        How often backfitting looks at all places.

    See Also
    --------
    ForwardSelection

    Notes
    -----
    Backfitting is off unless asked for; it is T times as expensive.

    Formula::

        Next member: argmin_t error((F + h_t) / (n + 1)), without replacement; the first is the one that errs least.

    Cost: O(T N) for each member that joins.

    References
    ----------
    D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML, 1997.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> choose_members(outputs, ReduceError(), n_members=3)
    <Search: 3 of the members are kept, error 0>
    """

    backfitting: bool = parameter(Flag(), default=False, kw_only=False)
    max_passes: int = parameter(Count(0), default=100, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        most = min(n_members or evaluator.outputs.n_members, evaluator.outputs.n_members)
        nobody = np.array([], dtype=np.intp)
        if not self.backfitting:
            order = climb(evaluator, nobody, most, replace=False)
            return Search.along(order, evaluator.along(order), n_members)
        committees, errors = [], []
        committee = nobody
        for _ in range(most):
            committee = self._fit_back(evaluator, climb(evaluator, committee, 1, replace=False))
            committees.append(committee)
            errors.append(evaluator.along(committee)[-1])
        found = np.array(errors)
        best = int(np.where(np.isnan(found), np.inf, found.round(12)).argmin())
        return Search(committees, found, best if n_members is None else most - 1)

    def _fit_back(self, evaluator: Evaluator, committee: NDArray[np.intp]) -> NDArray[np.intp]:
        """Exchange members while that makes the committee better."""
        places = committee.copy()
        for _ in range(self.max_passes):
            changed = False
            for place in range(len(places) - 1):
                error = evaluator.along(places)[-1]
                others = np.delete(places, place)
                counts = np.bincount(others, minlength=evaluator.outputs.n_members)
                errors = evaluator.adding(counts).round(12)
                errors[np.isnan(errors) | (counts > 0)] = np.inf
                if errors.min() < round(float(error), 12):
                    places[place], changed = errors.argmin(), True
            if not changed:
                break
        return places
