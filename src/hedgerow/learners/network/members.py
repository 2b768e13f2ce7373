"""Networks as members of an ensemble: trained in batches, predicting together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import harden
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.network.coding import InputScaling, code_classes, read_outputs
from hedgerow.learners.network.layers import Array, Networks, Stacked, draw_networks
from hedgerow.learners.network.marquardt import TrainingBatch, train
from hedgerow.learners.protocol import check_seen

if TYPE_CHECKING:
    from hedgerow.learners.network.estimators import NetworkClassifier, NetworkRegressor

MOST_WEIGHTS = 2000
_BATCH_CELLS = 2**17  # slopes of the networks that are trained together: they stay in the cache
_BLOCK_CELLS = 2**20  # numbers of the networks that are asked together


@dataclass(frozen=True, eq=False)
class PreparedNetworks:
    """A table ready to be learned by networks.

    Attributes
    ----------
    template : NetworkClassifier or NetworkRegressor
        Whose parameters are followed.
    X : ndarray of shape (n_samples, n_columns)
        Numbers only; NaN marks a missing one.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    n_classes : int or None
        None for regression.
    n_features : int
        Width of the table before categories became columns.
    indicators : Indicators or None
        How categories became columns.
    """

    template: NetworkClassifier | NetworkRegressor
    X: Array
    y: NDArray[Any]
    n_classes: int | None
    n_features: int
    indicators: Indicators | None

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> NetworkMembers:
        """Train one network per seed; those of one shape in batches, one batch after the other."""
        last = [batch for *_, batch in self._start(seeds, weights, columns, targets)]
        return last[0].join(last[1:])

    def follow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> Iterator[NetworkMembers]:
        """Train networks as `grow` does, and show all of them before the first epoch and after each."""
        for batches in zip(*self._start(seeds, weights, columns, targets), strict=True):
            yield batches[0].join(batches[1:])

    def _start(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None,
        targets: NDArray[np.intp] | None,
    ) -> Iterator[Iterator[NetworkMembers]]:
        """Begin the training of each batch."""
        asked = np.broadcast_to(self.y, weights.shape) if targets is None else targets
        seen = self._list_columns(len(seeds), columns)
        for part in self._split([len(chosen) for chosen in seen]):
            shown = np.stack(seen[part])
            yield self._follow_batch(part.start, seeds[part], weights[part], shown, asked[part])

    def _follow_batch(
        self,
        first: int,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: NDArray[np.intp],
        asked: NDArray[Any],
    ) -> Iterator[NetworkMembers]:
        counts = weights.astype(np.float64)
        if self.n_classes is not None:
            counts = np.where(asked < 0, 0.0, counts)
        check_seen(counts, first)
        # Large networks, which are alone in every batch, need not look at rows that do not count.
        rows = (
            np.flatnonzero(counts[0])
            if self._size_batches(columns.shape[1]) == 1 == len(seeds)
            else slice(None)
        )
        X, asked, counts = self.X[rows], asked[:, rows], _scale_weights(counts[:, rows])
        standing = InputScaling.learn(X, counts, columns)
        values, centre, spread = self._place_targets(asked, counts)
        examples = TrainingBatch(standing.place(X), values, counts)
        n_inputs, n_outputs = columns.shape[1], values.shape[2]
        self._check_size(n_inputs, n_outputs)
        shape = (n_inputs, self.template.n_hidden, n_outputs)
        networks = draw_networks(seeds, *shape, beginning=self.template.initial_weights)
        prior = self._count_classes(asked, counts)
        history: list[Array] = []
        for training in train(networks, examples, self.template.epochs):
            history.append(spread**2 * training.losses / (counts.sum(axis=1) * n_outputs))
            batch = Batch(
                _stretch(training.networks, centre, spread),
                standing,
                np.stack(history, axis=1),
                training.n_steps,
                prior,
            )
            yield NetworkMembers(self.template, self.n_classes, self.n_features, self.indicators, (batch,))

    def _split(self, widths: list[int]) -> Iterator[slice]:
        """Cut the members into batches of one shape that are not too large."""
        start = 0
        for width, run in groupby(widths):
            stop = start + sum(1 for _ in run)
            size = self._size_batches(width)
            yield from (slice(first, min(first + size, stop)) for first in range(start, stop, size))
            start = stop

    def _size_batches(self, width: int) -> int:
        return max(1, _BATCH_CELLS // (len(self.X) * self.template.n_hidden * (width + 2)))

    def _list_columns(
        self, n_members: int, features: list[NDArray[np.intp]] | None
    ) -> list[NDArray[np.intp]]:
        """The inputs of each member."""
        if features is None:
            return [np.arange(self.X.shape[1])] * n_members
        if self.indicators is None:
            return features
        return [self.indicators.find_columns(chosen) for chosen in features]

    def _place_targets(self, asked: NDArray[Any], counts: Array) -> tuple[Array, Array, Array]:
        """Targets of each network, and what brings its outputs back to their scale."""
        if self.n_classes is not None:
            n_classes = self.n_classes
            coded = np.stack([code_classes(line, n_classes) for line in asked])
            return coded, np.zeros(len(asked)), np.ones(len(asked))
        totals = counts.sum(axis=1)
        centre = (counts * asked).sum(axis=1) / totals
        spread = np.sqrt((counts * (asked - centre[:, None]) ** 2).sum(axis=1) / totals)
        spread = np.where(spread > 0, spread, 1.0)
        return ((asked - centre[:, None]) / spread[:, None])[:, :, None], centre, spread

    def _count_classes(self, asked: NDArray[Any], counts: Array) -> Array:
        if self.n_classes is None:
            return np.zeros((len(asked), 0))
        codes = range(self.n_classes)
        return np.stack([(counts * (asked == code)).sum(axis=1) for code in codes], axis=1)

    def _check_size(self, n_inputs: int, n_outputs: int) -> None:
        n_hidden = self.template.n_hidden
        n_weights = n_hidden * (n_inputs + 1) + n_outputs * (n_hidden + 1)
        if n_weights > MOST_WEIGHTS:
            most = (MOST_WEIGHTS - n_outputs) // (n_inputs + 1 + n_outputs)
            way_out = f"n_hidden={most} or fewer" if most > 0 else "fewer features, as in a random subspace"
            raise ValueError(
                f"n_hidden={n_hidden} with {n_inputs} inputs and {n_outputs} outputs makes {n_weights:,} weights, and "
                f"a step costs the cube of their number; use {way_out} ({MOST_WEIGHTS:,} weights are the most), or "
                "a network that is trained by its gradient, such as scikit-learn's MLP"
            )


@dataclass(frozen=True, eq=False)
class Batch(Stacked):
    """Trained networks of one shape.

    Attributes
    ----------
    networks : Networks
        Their weights; outputs are on the scale of the targets.
    standing : InputScaling
        The scale of their inputs.
    history : ndarray of shape (n_networks, n_epochs + 1)
        Mean squared error before the first epoch and after each.
    n_steps : ndarray of shape (n_networks,)
        Steps that were accepted.
    prior : ndarray of shape (n_networks, n_classes)
        Weight of each class for each network; no columns in regression.
    """

    networks: Networks
    standing: InputScaling
    history: Array
    n_steps: NDArray[np.intp]
    prior: Array

    def fits(self, other: Batch) -> bool:
        """Whether the networks of another batch have the same shape."""
        return self.networks.hidden.shape[1:] == other.networks.hidden.shape[1:]

    def iterate_answers(self, X: Array) -> Iterator[tuple[slice, Array]]:
        """Outputs of some networks at a time, (n_some, n_rows, n_outputs)."""
        widest = max(self.networks.hidden.shape[1:]) + self.networks.output.shape[1]
        size = max(1, _BLOCK_CELLS // (max(1, len(X)) * widest))
        for start in range(0, len(self.networks), size):
            some = slice(start, min(start + size, len(self.networks)))
            with ONE_THREAD:
                answers = self.networks.select(some).answer(
                    self.standing.select(some).place(X), multiply_rows
                )
            yield some, answers


@dataclass(frozen=True, eq=False)
class NetworkMembers:
    """Trained networks that answer together.

    Attributes
    ----------
    template : NetworkClassifier or NetworkRegressor
        What a single member looks like from outside.
    n_classes : int or None
        None for regression.
    n_features : int
        Width of the table.
    indicators : Indicators or None
        How categories become columns.
    batches : tuple of Batch
        The networks, those of one shape after the other.
    """

    template: NetworkClassifier | NetworkRegressor
    n_classes: int | None
    n_features: int
    indicators: Indicators | None
    batches: tuple[Batch, ...]

    def __len__(self) -> int:
        return sum(len(batch.networks) for batch in self.batches)

    def __getitem__(self, index: int) -> Any:
        place = range(len(self))[index]
        for batch in self.batches:
            if place < len(batch.networks):
                break
            place -= len(batch.networks)
        alone = batch.select(np.array([place]))
        prior = None if self.n_classes is None else alone.prior[0]
        return self.template.wrap(replace(self, batches=(alone,)), self.n_features, prior)

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each member."""
        return np.concatenate([answers for _, answers in self._iterate_answers(X)])

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members, some members in memory at a time."""
        total = np.zeros(len(X) if self.n_classes is None else (len(X), self.n_classes))
        for members, answers in self._iterate_answers(X):
            said = harden(answers) if hard else answers
            for place, answer in zip(range(members.start, members.stop), said, strict=True):
                total += answer if weights is None else weights[place] * answer
        return total

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members; neighbours of one shape become one batch."""
        runs: list[list[Batch]] = []
        for batch in (batch for members in (self, *others) for batch in members.batches):
            if runs and runs[-1][0].fits(batch):
                runs[-1].append(batch)
            else:
                runs.append([batch])
        return replace(self, batches=tuple(run[0].join(run[1:]) for run in runs))

    def _iterate_answers(self, X: NDArray[np.float64]) -> Iterator[tuple[slice, Array]]:
        table = np.asarray(X if self.indicators is None else self.indicators.transform(X), np.float64)
        first = 0
        for batch in self.batches:
            for some, outputs in batch.iterate_answers(table):
                yield slice(first + some.start, first + some.stop), self._read(outputs)
            first += len(batch.networks)

    def _read(self, outputs: Array) -> Array:
        return outputs[:, :, 0] if self.n_classes is None else read_outputs(outputs, self.n_classes)


def _stretch(networks: Networks, centre: Array, spread: Array) -> Networks:
    """Networks whose outputs are on the scale of the targets."""
    output = networks.output * spread[:, None, None]
    output[:, :, -1] += centre[:, None]
    return replace(networks, output=output)


def _scale_weights(counts: Array) -> Array:
    """Weights as repeats: whole numbers as they are, others with a mean of 1 over the rows that have any."""
    is_whole = (counts == np.floor(counts)).all(axis=1, keepdims=True)
    mean = counts.sum(axis=1, keepdims=True) / np.count_nonzero(counts, axis=1)[:, None]
    return np.where(is_whole, counts, counts / mean)
