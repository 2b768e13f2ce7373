"""One model per part: trained on the rows of the part, predicting only these, on the shares of all classes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.utils.validation import has_fit_parameter

from hedgerow.combination.decision import share_out
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.local.partitions import Partition
from hedgerow.learners.protocol import Learner, Members, Prepared, explain_failures

CORRECTIONS = ("none", "population", "exchanged")
Address = Hashable  # the number of a part, or a tuple of numbers
_EVERYWHERE = "everywhere"  # address of the model of all rows


def correct_priors(
    probabilities: NDArray[np.float64],
    sample_shares: NDArray[np.float64],
    population_shares: NDArray[np.float64],
) -> NDArray[np.float64]:
    r"""Class probabilities as they would be with the shares of the population.

    .. math:: p_c' \propto p_c \, \tau_c / \pi_c

    for shares :math:`\pi` in the sample and :math:`\tau` in the population. For a logistic regression of two classes
    that shifts the intercept by :math:`-\log \frac{(1 - \tau) \pi}{\tau (1 - \pi)}` (King and Zeng) and leaves the
    slopes alone; but any model with probabilities can be corrected. A class that the sample lacks keeps probability 0.

    Parameters
    ----------
    probabilities : ndarray of shape (n_samples, n_classes)
        What a model says.
    sample_shares, population_shares : ndarray of shape (n_classes,)
        Shares of the classes where it has learned, and where it is asked.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    See Also
    --------
    LocalExpertsClassifier

    Notes
    -----
    One class alone is not corrected.

    Cost: O(N K).

    References
    ----------
    G. King and L. Zeng, Logistic regression in rare events data, Political Analysis 9, 2001, pp. 137-163.

    Examples
    --------
    >>> correct_priors(np.array([[0.5, 0.5]]), np.array([0.5, 0.5]), np.array([0.8, 0.2]))
    array([[0.8, 0.2]])
    """
    seen = sample_shares > 0
    factors = np.divide(population_shares, sample_shares, out=np.zeros(seen.size), where=seen)
    # A model may be sure of a class of which the population has nothing: then it is believed.
    return share_out(probabilities * factors, probabilities)


@dataclass(frozen=True, eq=False)
class Expert:
    """A trained model and the shares of the classes it has seen; None for values."""

    model: Members
    shares: NDArray[np.float64] | None

    def answer(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities of the classes, or values."""
        return np.asarray(self.model.outputs(X)[0])


@dataclass(frozen=True, eq=False)
class School:
    """Where experts are trained: each from some rows, with a seed that depends on nothing but its own number.

    Attributes
    ----------
    learner : Learner
        What the experts are.
    rows : TrainingSet
        The rows.
    seed : int
        What all seeds are made of.
    """

    learner: Learner
    rows: TrainingSet
    seed: int

    @cached_property
    def prepared(self) -> Prepared:
        """The table as the learner prepares it; not pickled, but made again when it is needed."""
        return self.learner.prepare(self.rows)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "prepared"}

    def train(self, positions: NDArray[np.intp] | None, number: Sequence[int]) -> Expert:
        """Train one expert from some of the rows; None for all of them."""
        chosen = np.arange(self.rows.n_samples) if positions is None else positions
        weights = np.zeros_like(self.rows.counts)
        weights[chosen] = self.rows.counts[chosen]
        state = np.random.SeedSequence([self.seed, *number]).generate_state(1, np.uint64).astype(np.uint64)
        with explain_failures():
            model = self.prepared.grow(state, weights[None])
        return Expert(model, find_shares(self.rows.select(chosen)))


@dataclass(frozen=True, eq=False)
class Division:
    """A fitted partition with its experts.

    Experts of a partition that can `gather` are trained when a row first needs them, and at most `max_experts` are
    kept; the oldest go first. An expert is the same whenever it is trained.

    Attributes
    ----------
    partition : Partition
        The fitted partition.
    experts : dict
        The experts by their addresses.
    school : School or None
        Where more are trained; None where all are there.
    correction : str
        How class shares of the parts are corrected; see `correct_priors`.
    population : ndarray of shape (n_classes,) or None
        Class shares of all rows.
    min_samples_part : int
        Fewest rows of an expert; where there are fewer, the model of all rows answers.
    max_experts : int
        Most experts that are kept.
    """

    partition: Partition
    experts: dict[Address, Expert] = field(repr=False)
    school: School | None
    correction: str
    population: NDArray[np.float64] | None
    min_samples_part: int
    max_experts: int

    @classmethod
    def found(
        cls,
        partition: Partition,
        points: NDArray[np.float64],
        school: School,
        *,
        correction: str,
        min_samples_part: int,
        max_experts: int,
        n_jobs: int | None,
    ) -> Division:
        """Fit the partition and train its experts."""
        rows = school.rows
        parameters = {"sample_weight": rows.counts} if has_fit_parameter(partition, "sample_weight") else {}
        partition.fit(points, rows.y, **parameters)
        addresses, groups = group_rows(partition.assign(points))
        settings = (correction, find_shares(rows), min_samples_part, max_experts)
        if not hasattr(partition, "gather"):
            large = [number for number, group in enumerate(groups) if len(group) >= min_samples_part]
            trained = Parallel(n_jobs=n_jobs, prefer="threads")(
                delayed(school.train)(groups[number], [number]) for number in large
            )
            experts = dict(zip((addresses[number] for number in large), trained, strict=True))
            promised = getattr(partition, "n_parts_", None)
            if promised is None or len(large) < promised:  # rows may yet come to a part without an expert
                experts[_EVERYWHERE] = school.train(None, [])
            return cls(partition, experts, None, *settings)
        made = cls(partition, {}, school, *settings)
        # The combinations that most rows need, in the order of their numbers.
        frequent = np.argsort([-len(group) for group in groups], kind="stable")[:max_experts]
        for _ in made._summon([addresses[index] for index in np.sort(frequent)], n_jobs):
            pass
        return made

    def route(self, points: NDArray[np.float64]) -> NDArray[Any]:
        """Address of the expert that each row goes to."""
        return self.partition.assign(points)

    def answer(
        self, X: NDArray[np.float64], points: NDArray[np.float64], n_classes: int | None, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Ask each row's expert, once about all its rows."""
        outputs = np.zeros(len(X) if n_classes is None else (len(X), n_classes))
        addresses, groups = group_rows(self.route(points))
        for positions, expert in zip(groups, self._summon(addresses, n_jobs), strict=True):
            outputs[positions] = self._correct(expert.answer(X[positions]), expert.shares)
        return outputs

    def _summon(self, addresses: list[Address], n_jobs: int | None) -> Iterator[Expert]:
        """The experts at some addresses, in order; those that are not there are trained, so many at a time."""
        if self.school is None:
            for address in addresses:
                yield self.experts.get(address) or self.experts[_EVERYWHERE]
            return
        for first in range(0, len(addresses), self.max_experts):
            block = addresses[first : first + self.max_experts]
            known = ((address, self.experts.get(address)) for address in block)
            ready = {address: expert for address, expert in known if expert is not None}
            missing = [address for address in block if address not in ready]
            trained = Parallel(n_jobs=n_jobs, prefer="threads")(
                delayed(self._train_combination)(self.school, address) for address in missing
            )
            ready.update(zip(missing, trained, strict=True))
            self._keep(ready)
            yield from (ready[address] for address in block)

    def _train_combination(self, school: School, address: Any) -> Expert:
        positions: NDArray[np.intp] = self.partition.gather(address)  # type: ignore[attr-defined]
        if len(positions) < self.min_samples_part:
            return school.train(None, [])
        return school.train(positions, [1 + each for each in address])

    def _keep(self, ready: dict[Address, Expert]) -> None:
        """Remember experts; the oldest are forgotten where there are too many."""
        for address, expert in ready.items():
            self.experts[address] = expert
        for address in [*self.experts][: max(len(self.experts) - self.max_experts, 0)]:
            self.experts.pop(address, None)

    def _correct(
        self, answers: NDArray[np.float64], shares: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        if self.correction == "none" or shares is None or self.population is None:
            return answers
        if np.count_nonzero(shares) < 2:
            return answers  # one class: a constant, which no prior can move
        if self.correction == "exchanged":
            return correct_priors(answers, self.population, shares)
        return correct_priors(answers, shares, self.population)


def find_shares(rows: TrainingSet) -> NDArray[np.float64] | None:
    """Share of the weight of each class; None for values.

    Examples
    --------
    >>> find_shares(TrainingSet.of(np.zeros((2, 1)), np.array([0, 2]), n_classes=3))
    array([0.5, 0. , 0.5])
    """
    if rows.n_classes is None:
        return None
    return np.asarray(rows.class_weights / rows.class_weights.sum())


def group_rows(addresses: NDArray[Any]) -> tuple[list[Address], list[NDArray[np.intp]]]:
    """The different addresses, sorted, and the positions of the rows at each.

    Examples
    --------
    >>> group_rows(np.array([1, 0, 1]))
    ([0, 1], [array([1]), array([0, 2])])
    >>> group_rows(np.array([[1, 0], [0, 1], [0, 1]]))
    ([(0, 1), (1, 0)], [array([1, 2]), array([0])])
    """
    if not len(addresses):
        return [], []
    if addresses.ndim == 1:
        different, inverse = np.unique(addresses, return_inverse=True)
        keys: list[Address] = different.tolist()
    else:
        different, inverse = np.unique(addresses, axis=0, return_inverse=True)
        keys = [tuple(line) for line in different.tolist()]
    order = np.argsort(inverse, kind="stable")
    borders = np.cumsum(np.bincount(inverse))[:-1]
    return keys, np.split(order, borders)
