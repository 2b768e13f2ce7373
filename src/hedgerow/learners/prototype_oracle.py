"""Random oracles: a few rows, drawn as prototypes, part the space among the rows that are nearest to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.column_scale import find_units, place, spread_from_units, to_units
from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.learners.indicators import Indicators

_MOST_DRAWS = 50  # of prototypes that turn out to lie at one place
# Multiplications of one block: few enough for the cache, and for a matrix product not to wake up other threads, which
# costs more than it gains where other work is going on.
_BLOCK_WORK = 2**18
_TIE = 1e-12  # times the number of columns: how far rounding may move a row that lies halfway


@dataclass(frozen=True, eq=False)
class OracleSpace:
    """The table as points whose squared distances treat numbers and categories alike.

    Numbers are scaled to [0, 1] by the extremes of the table. A category becomes indicators divided by the root of
    two, so different categories are at a squared distance of 1. A missing number lies at the mean of its
    column, and a missing category at a squared distance of 1/2 from all.

    Attributes
    ----------
    indicators : Indicators
        What makes columns of categories.
    shift, scale : ndarray of shape (n_columns,)
        What is subtracted from each column, and multiplied with it.
    fill : ndarray of shape (n_columns,)
        Where missing numbers lie, scaled.

    Examples
    --------
    >>> X = np.array([[2.0, 0.0], [4.0, 1.0], [np.nan, 1.0]])
    >>> OracleSpace.learn(X, np.array([False, True])).place(X).round(3)
    array([[0.   , 0.707, 0.   ],
           [1.   , 0.   , 0.707],
           [0.5  , 0.   , 0.707]])
    """

    indicators: Indicators
    shift: NDArray[np.float64]
    scale: NDArray[np.float64]
    fill: NDArray[np.float64]

    @classmethod
    def learn(cls, X: NDArray[np.float64], is_categorical: NDArray[np.bool_] | None) -> Self:
        """Read extremes, means and categories off a table."""
        categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
        indicators = Indicators.learn(X, categorical)
        is_indicator = np.repeat(categorical, indicators.widths)
        columns = np.asarray(indicators.transform(X), np.float64)
        known = ~np.isnan(columns)
        empty = ~known.any(axis=0)
        low = np.where(empty, 0.0, np.where(known, columns, np.inf).min(axis=0, initial=np.inf))
        high = np.where(empty, 0.0, np.where(known, columns, -np.inf).max(axis=0, initial=-np.inf))
        units = find_units(np.stack([low, high]))
        spread = spread_from_units(to_units(high, units) - to_units(low, units), units)
        scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 0)
        shift = np.where(is_indicator, 0.0, low)
        scale = np.where(is_indicator, np.sqrt(0.5), scale)
        sums = np.where(known, (columns - shift) * scale, 0.0).sum(axis=0)
        return cls(indicators, shift, scale, sums / np.maximum(known.sum(axis=0), 1))

    def place(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Find the point of each row, (n_samples, n_columns); new rows may lie outside [0, 1]."""
        points = place(self.indicators.transform(X), self.shift, self.scale)
        return np.asarray(np.where(np.isnan(points), self.fill, points), np.float64)

    def show(self, features: NDArray[np.intp] | None) -> NDArray[np.bool_]:
        """Mask of the columns that belong to some features; None for all of them."""
        visible = np.full(self.shift.size, features is None)
        if features is not None:
            visible[self.indicators.find_columns(features)] = True
        return visible


@runtime_checkable
class Oracle(Protocol):
    """What parts the space; an axis value that holds no data."""

    def draw(self, generator: np.random.Generator, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Draw the prototypes of one member, (n_prototypes, n_columns), from the points that it sees."""
        ...


@configurable
class PrototypeOracle(BaseEstimator):
    """Rows drawn at random are prototypes, and a row belongs to the part of the nearest one.

    With two prototypes the border is the hyperplane halfway between them, and this is the linear oracle of Kuncheva
    and Rodriguez.

    Parameters
    ----------
    n_prototypes : int, default=3
        How many different rows are drawn, 2 or more; all of them where a member sees fewer.

    See Also
    --------
    RandomOracleClassifier

    Notes
    -----
    Distances are those of the linear oracle. Only the nearest model answers; gates that mix the answers are not part of
    it.

    Formula::

        Part i iff |x - p_i| is smallest. Two prototypes make the linear oracle.

    Cost: That of the linear oracle, with a matrix product per prototype.

    References
    ----------
    G. Armano and N. Hatami, Hierarchical mixture of random prototype-based experts, SUEMA, 2010, of which this is the
    hard form of the gates.

    L. Kuncheva and J. Rodriguez, Classifier ensembles with a random linear oracle, IEEE Transactions on Knowledge and
    Data Engineering 19, 2007.

    Examples
    --------
    >>> points = np.array([[0.0], [0.0], [1.0]])
    >>> np.sort(PrototypeOracle(2).draw(np.random.default_rng(0), points), axis=0)
    array([[0.],
           [1.]])
    """

    n_prototypes: int = parameter(Count(2), default=3, kw_only=False)

    def draw(self, generator: np.random.Generator, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Draw rows at different places, all rows being equally likely; fewer where 50 draws find no more."""
        check_parameters(self)
        best = points[:1]
        for _ in range(_MOST_DRAWS):
            chosen = generator.choice(len(points), min(self.n_prototypes, len(points)), replace=False)
            drawn = points[chosen]
            repeats = np.tril((drawn[:, None] == drawn).all(axis=2), -1).any(axis=1)
            if len(drawn) - repeats.sum() > len(best):
                best = drawn[~repeats]
            if not repeats.any():
                break
        return best


ORACLES = Axis(
    "oracle",
    {
        "linear": "hedgerow.learners.prototype_oracle:PrototypeOracle",
        "prototype": "hedgerow.learners.prototype_oracle:PrototypeOracle",
    },
    (Oracle,),
    "an object such as PrototypeOracle(5)",
    {"linear": {"n_prototypes": 2}},
)


@dataclass(frozen=True, eq=False)
class PrototypePartition:
    """The prototypes of T members, and so the part of the space that each row belongs to.

    The nearest prototype p of a point z has the largest p z - |p|^2 / 2. Columns that a member does not see are zero in
    its prototypes, so one matrix product serves all members.

    Attributes
    ----------
    prototypes : ndarray of shape (n_members, most_parts, n_columns)
        Zeros where a member has fewer parts.
    offsets : ndarray of shape (n_members, most_parts)
        Half the squared length of each; infinite where there is none.

    Examples
    --------
    >>> halves = PrototypePartition.gather([np.array([[0.0, 0.0], [1.0, 0.0]])])
    >>> halves.find_parts(np.array([[0.2, 5.0], [0.5, 0.0], [0.6, -3.0]]))  # halfway is nearer to the first
    array([[0, 0, 1]])
    """

    prototypes: NDArray[np.float64]
    offsets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.offsets)

    @classmethod
    def gather(cls, drawn: Sequence[NDArray[np.float64]]) -> Self:
        """Put the prototypes of several members, of (n_parts, n_columns) each, into one record."""
        most = max(len(each) for each in drawn)
        prototypes = np.zeros((len(drawn), most, drawn[0].shape[1]))
        offsets = np.full((len(drawn), most), np.inf)
        for member, each in enumerate(drawn):
            prototypes[member, : len(each)] = each
            offsets[member, : len(each)] = (each**2).sum(axis=1) / 2
        return cls(prototypes, offsets)

    @property
    def n_parts(self) -> NDArray[np.intp]:
        """Number of parts of each member."""
        return np.asarray(np.isfinite(self.offsets).sum(axis=1))

    def find_parts(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Part of each point for each member, (n_members, n_points); halfway, that of the earlier prototype."""
        parts = np.zeros((len(self), len(points)), np.intp)
        size = max(_BLOCK_WORK // (len(self) * points.shape[1]), 16)
        for first in range(0, len(points), size):
            self._fill_parts(points[first : first + size], parts[:, first : first + size])
        return parts

    def select(self, member: int) -> NDArray[np.float64]:
        """Prototypes of one member."""
        return self.prototypes[member, : self.n_parts[member]]

    def join(self, others: Sequence[Self]) -> Self:
        """Append the members of the others."""
        batches = (self, *others)
        most = max(batch.offsets.shape[1] for batch in batches)
        gaps = [(0, most - batch.offsets.shape[1]) for batch in batches]
        pairs = [*zip(batches, gaps, strict=True)]
        return type(self)(
            np.concatenate([np.pad(batch.prototypes, ((0, 0), gap, (0, 0))) for batch, gap in pairs]),
            np.concatenate(
                [np.pad(batch.offsets, ((0, 0), gap), constant_values=np.inf) for batch, gap in pairs]
            ),
        )

    def _fill_parts(self, points: NDArray[np.float64], parts: NDArray[np.intp]) -> None:
        """Compare with the first prototype, whose score is then 0, so two prototypes are one matrix product."""
        nearest: NDArray[np.float64] | float = _TIE * points.shape[1]
        for number in range(1, self.offsets.shape[1]):
            score = (self.prototypes[:, number] - self.prototypes[:, 0]) @ points.T
            score -= (self.offsets[:, number] - self.offsets[:, 0])[:, None]
            np.copyto(parts, number, where=score > nearest)
            if number + 1 < self.offsets.shape[1]:
                nearest = np.maximum(score + _TIE * points.shape[1], nearest)
