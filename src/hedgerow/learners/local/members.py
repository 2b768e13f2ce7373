"""Systems of local experts as members of ensembles: of as many parts as help, one per seed, answering together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import harden, sum_members
from hedgerow.foundation.column_scale import check_sizes
from hedgerow.foundation.constraints import Count, Instance, Word, check
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.local.experts import Division, School, find_shares, group_rows
from hedgerow.learners.local.feature_intervals import FeatureIntervals
from hedgerow.learners.local.partitions import Everything, list_choices, make_partition
from hedgerow.learners.protocol import MemberError
from hedgerow.learners.prototype_oracle import OracleSpace
from hedgerow.tables.distances import MOST_ROUGH, SCALINGS

if TYPE_CHECKING:
    from hedgerow.learners.local.estimators import LocalExpertsClassifier, LocalExpertsRegressor

CANDIDATES = (2, 4, 8)
_N_FOLDS = 3
_ROWS_PER_PART = 10  # in the mean; with fewer, more parts are not tried
# Of an answer to held-out rows: the rows to learn from, the number of parts, and the rows asked about.
Answer = Callable[[TrainingSet, int, NDArray[np.float64]], NDArray[np.float64]]


def choose_n_parts(
    rows: TrainingSet, answer: Answer, seed: int, candidates: Sequence[int] = CANDIDATES
) -> int:
    """Number of parts by cross-validation; one, unless more are better by more than a standard error.

    The losses of each row with k parts and with one are compared, errors for classes and squares for values.

    Parameters
    ----------
    rows : TrainingSet
        The rows.
    answer : callable
        Learns from some rows with a number of parts, and answers others.
    seed : int
        Draw of the folds, which are stratified by the target.
    candidates : sequence of int, default=(2, 4, 8)
        Numbers to try beside 1.

    Returns
    -------
    int

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> bent = np.sort(rng.uniform(-1, 1, 300))
    >>> def answer(rows, n_parts, X):               # the mean of equal intervals
    ...     edges = np.linspace(-1, 1, n_parts + 1)[1:-1]
    ...     part, asked = np.digitize(rows.X[:, 0], edges), np.digitize(X[:, 0], edges)
    ...     return np.array([rows.y[part == k].mean() for k in range(n_parts)])[asked]
    >>> choose_n_parts(TrainingSet.of(bent[:, None], np.abs(bent)), answer, seed=0)
    8
    >>> choose_n_parts(TrainingSet.of(bent[:, None], rng.normal(size=300)), answer, seed=0)
    1
    """
    possible = [count for count in candidates if count * _ROWS_PER_PART <= rows.n_samples]
    if not possible:
        return 1
    folds = draw_folds(rows.y, _N_FOLDS, seed)
    losses = np.stack([_find_losses(rows, answer, count, folds) for count in (1, *possible)])
    gains = losses[0] - losses[1:]
    means = np.average(gains, axis=1, weights=rows.counts)
    best = int(means.argmax())
    spread = np.average((gains[best] - means[best]) ** 2, weights=rows.counts)
    return possible[best] if means[best] > np.sqrt(spread / rows.n_samples) else 1


def draw_folds(y: NDArray[np.generic], n_folds: int, seed: int) -> NDArray[np.intp]:
    """Fold of each row, so each has its share of every class, or of low and of high values.

    Examples
    --------
    >>> y = np.array([0, 0, 0, 1, 1, 1])
    >>> folds = draw_folds(y, 3, seed=0)
    >>> np.sort(folds[y == 0]), np.sort(folds[y == 1])
    (array([0, 1, 2]), array([0, 1, 2]))
    """
    order = np.lexsort((np.random.default_rng(seed).random(len(y)), y))
    folds = np.empty(len(y), np.intp)
    folds[order] = np.arange(len(y)) % n_folds
    return folds


def _find_losses(
    rows: TrainingSet, answer: Answer, n_parts: int, folds: NDArray[np.intp]
) -> NDArray[np.float64]:
    losses = np.empty(rows.n_samples)
    for fold in range(_N_FOLDS):
        held = folds == fold
        outputs = answer(rows.select(~held), n_parts, rows.X[held])
        truth = rows.y[held]
        losses[held] = (outputs - truth) ** 2 if outputs.ndim == 1 else outputs.argmax(axis=1) != truth
    return losses


def learn_space(
    X: NDArray[np.float64], is_categorical: NDArray[np.bool_] | None, scaling: str
) -> OracleSpace:
    """Learn how rows become points.

    Categories become indicators at a squared distance of 1, missing numbers lie at the mean, and numbers are divided by
    their standard deviation, by their range, or by nothing.

    Examples
    --------
    >>> X = np.array([[1.0], [3.0], [np.nan]])
    >>> [learn_space(X, None, scaling).place(X).ravel().tolist() for scaling in ("standard", "range", "none")]
    [[-1.0, 1.0, 0.0], [0.0, 1.0, 0.5], [1.0, 3.0, 2.0]]
    """
    check("scaling", scaling, Word(*SCALINGS))
    space = OracleSpace.learn(X, is_categorical)
    if scaling == "range":
        return space
    categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
    is_indicator = np.repeat(categorical, space.indicators.widths)
    scaled = (space.indicators.transform(X) - space.shift) * space.scale  # the range first: nothing overflows
    known = ~np.isnan(scaled)
    counts = np.maximum(known.sum(axis=0), 1)
    spread = np.sqrt(np.where(known, (scaled - space.fill) ** 2, 0.0).sum(axis=0) / counts)
    width = np.divide(1.0, space.scale, out=np.zeros_like(space.scale), where=space.scale > 0)
    mean = space.shift + space.fill * width
    if scaling == "none":
        check_sizes(np.asarray(X)[:, ~categorical], MOST_ROUGH)
        scale = np.where(is_indicator, space.scale, 1.0)
        return replace(
            space,
            shift=np.zeros_like(mean),
            scale=scale,
            fill=np.where(is_indicator, space.fill, mean),
        )
    inverse = np.divide(space.scale, spread, out=np.zeros_like(spread), where=spread > 0)
    return replace(
        space,
        shift=np.where(is_indicator, 0.0, mean),
        scale=np.where(is_indicator, space.scale, inverse),
        fill=np.where(is_indicator, space.fill, 0.0),
    )


@dataclass(frozen=True, eq=False)
class LocalSystem:
    """One or several partitions of a table with experts, which answer as the mean of their answers.

    Attributes
    ----------
    space : OracleSpace
        How rows become points.
    divisions : tuple of Division
        The partitions with their experts.
    n_parts : int
        Number of parts that was asked for, or chosen.
    prior : ndarray of shape (n_classes,) or None
        Class shares.
    columns : ndarray or None
        The features it sees; None for all.
    """

    space: OracleSpace
    divisions: tuple[Division, ...]
    n_parts: int
    prior: NDArray[np.float64] | None
    columns: NDArray[np.intp] | None = None

    def answer(self, X: NDArray[np.float64], hard: bool, n_jobs: int | None) -> NDArray[np.float64]:
        """The mean over the partitions; of their votes when `hard`."""
        X = X if self.columns is None else X[:, self.columns]
        points = self.space.place(X)
        n_classes = None if self.prior is None else len(self.prior)
        answers = [division.answer(X, points, n_classes, n_jobs) for division in self.divisions]
        votes = [harden(answer) for answer in answers] if hard and n_classes is not None else answers
        return np.asarray(np.mean(votes, axis=0))

    def route(self, X: NDArray[np.float64]) -> list[NDArray[Any]]:
        """Addresses of the experts of each row, one array per partition."""
        points = self.space.place(X if self.columns is None else X[:, self.columns])
        return [division.route(points) for division in self.divisions]


@dataclass(frozen=True, eq=False)
class PreparedLocalExperts:
    """A table from which systems of local experts are grown.

    Attributes
    ----------
    template : LocalExpertsClassifier or LocalExpertsRegressor
        Whose parameters are followed.
    learner : estimator
        What the experts are.
    training : TrainingSet
        The table.
    """

    template: LocalExpertsClassifier | LocalExpertsRegressor
    learner: Any
    training: TrainingSet

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> LocalMembers:
        """Grow one system per seed, from the rows and features that it sees."""
        systems = []
        for index, (seed, weight) in enumerate(zip(seeds, weights, strict=True)):
            y = self.training.y if targets is None else targets[index]
            seen = weight > 0 if targets is None else (weight > 0) & (y >= 0)
            features = None if columns is None else columns[index]
            categorical = self.training.is_categorical
            if features is not None and categorical is not None:
                categorical = categorical[features]
            X = self.training.X[seen] if features is None else self.training.X[seen][:, features]
            rows = TrainingSet.of(
                X,
                y[seen],
                n_classes=self.training.n_classes,
                is_categorical=categorical,
                weights=weight[seen],
            )
            try:
                systems.append(replace(self._found(rows, int(seed)), columns=features))
            except Exception as error:
                raise MemberError(index) from error
        return LocalMembers(self.template, tuple(systems), self.training.n_features)

    def _found(self, rows: TrainingSet, seed: int) -> LocalSystem:
        if not rows.n_samples:
            raise ValueError("no row has a positive weight")
        is_named = any(isinstance(choice, str) for choice in list_choices(self.template.partition))
        n_parts = self.template.n_parts
        if not is_named:
            n_parts = 0  # objects know theirs
        elif n_parts == "auto":
            hard = getattr(self.template, "voting", "soft") == "hard"
            n_parts = choose_n_parts(
                rows,
                lambda some, count, X: self._build(some, count, seed).answer(X, hard, self.template.n_jobs),
                seed,
            )
        return self._build(rows, n_parts, seed)

    def _build(self, rows: TrainingSet, n_parts: int, seed: int) -> LocalSystem:
        """Fit the partitions and train the experts; with one part there is nothing to fit."""
        template = self.template
        space = learn_space(rows.X, rows.is_categorical, template.scaling)
        points = space.place(rows.X)
        states = [int(state) for state in np.random.SeedSequence(seed).generate_state(2)]
        school = School(as_learner(self.learner), rows, states[1])
        divisions: list[Division] = []
        for number, choice in enumerate(list_choices(template.partition)):
            if isinstance(choice, str) and n_parts == 1:
                if any(isinstance(division.partition, Everything) for division in divisions):
                    continue  # one model of all rows is enough
                partition: Any = Everything()
            else:
                partition = make_partition(choice, n_parts, states[0] + number)
            if isinstance(partition, FeatureIntervals) and partition.feature is not None:
                partition.feature = self._find_column(partition.feature, space, rows)
            divisions.append(
                Division.found(
                    partition,
                    points,
                    school,
                    correction=getattr(template, "prior_correction", "none"),
                    min_samples_part=template.min_samples_part,
                    max_experts=template.max_experts,
                    n_jobs=template.n_jobs,
                )
            )
        counted = n_parts or max(len(group_rows(division.route(points))[0]) for division in divisions)
        return LocalSystem(space, tuple(divisions), counted, find_shares(rows))

    def _find_column(self, feature: Any, space: OracleSpace, rows: TrainingSet) -> int:
        """Column of the points that holds a feature, which is known by its number or its name."""
        names = [*getattr(self.template, "feature_names_in_", ())]
        number = names.index(feature) if feature in names else feature
        check("feature", number, Count(0, rows.n_features - 1) | Instance("the name of a column", kind=()))
        if rows.is_categorical is not None and rows.is_categorical[number]:
            raise ValueError(
                f"feature={feature!r} holds categories, which have no intervals; pass a feature of numbers"
            )
        return int(space.indicators.find_columns(np.array([number]))[0])


@dataclass(frozen=True, eq=False)
class LocalMembers:
    """Systems of local experts that answer together.

    Attributes
    ----------
    template : LocalExpertsClassifier or LocalExpertsRegressor
        What a single one looks like from outside.
    systems : tuple of LocalSystem
        The members.
    n_features : int
        Width of the table.
    """

    template: LocalExpertsClassifier | LocalExpertsRegressor
    systems: tuple[LocalSystem, ...]
    n_features: int

    def __len__(self) -> int:
        return len(self.systems)

    def __getitem__(self, index: int) -> Any:
        system = self.systems[index]
        return self.template.wrap(replace(self, systems=(system,)), self.n_features, system.prior)

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each member."""
        return np.stack([self._ask(system, X) for system in self.systems])

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members, one member in memory at a time."""
        return sum_members((self._ask(system, X) for system in self.systems), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        return replace(self, systems=sum((each.systems for each in others), self.systems))

    def _ask(self, system: LocalSystem, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return system.answer(X, getattr(self.template, "voting", "soft") == "hard", self.template.n_jobs)
