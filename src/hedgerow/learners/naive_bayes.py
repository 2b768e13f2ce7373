"""Naive Bayes: features are taken to be independent within a class, so each is learned by itself, and once for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from hedgerow.combination.averaging import sum_members
from hedgerow.foundation.constraints import Number, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.likelihoods import LikelihoodColumns
from hedgerow.learners.protocol import check_seen
from hedgerow.learners.single import ProbabilityMixin, SingleMember
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.grower import TreeGrower

_ROWS_TOGETHER = 1024  # that are predicted at a time, so sums do not depend on how many are asked for
_TOGETHER = 64  # features that are cut into bins at a time


@configurable
class NaiveBayesClassifier(ProbabilityMixin, SingleMember):
    r"""The class under which a row is most probable, if features were independent within each class.

    .. math:: \ln P(y) + \sum_f \ln P(x_f \mid y)

    is largest for the answer. A number has a normal density in each class, or is cut into bins; a category has the
    share of the class, smoothed. A missing value says nothing and is left out of the sum.

    Each feature is learned by itself, so an ensemble learns the table once: members on other features add up other
    terms, and members on other rows are one matrix product together.

    Parameters
    ----------
    numbers : {"gaussian", "discretised"}, default="gaussian"
        How a number becomes a probability: by the normal density of its class, or by the share of its bin; bins are
        cut where that shortens the description of the classes (Fayyad and Irani).
    smoothing : float, default=1.0
        What is added to the count of each category or bin; 1 is Laplace's rule.
    variance_floor : float, default=1e-9
        Least variance of a density, times the largest variance of a feature.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_
        As for `LocalExpertsClassifier`.

    See Also
    --------
    NearestClassifier, RandomSubspaceClassifier

    Notes
    -----
    Rogers (2007) leaves smoothing and densities open. A member that sees some rows or features is what a fit on them
    would be, except that the categories are those of the whole table. A category that was not there to be learned
    counts as missing. Where all values of a feature are missing in a class, the density is that of all classes. Bins
    are cut anew for members that see other rows, because cuts read the classes, and rows out of bag must stay unseen.
    Variances are at least 1e-9 times the largest.

    Formula::

        A category has the probability (count + 1) / (n_y + V_f); Rogers 2007, eq. 2.25-2.28.

    Cost: O(N F) to learn once; members on other features add other terms, and members on other rows are one matrix
    product of T x N and N x 3 F. Bins are cut anew for each sample of rows.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.25-2.28.

    U. Fayyad and K. Irani, Multi-interval discretization of continuous-valued attributes for classification learning,
    IJCAI, 1993.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"colour": ["red", "red", "blue", "red", "blue", "blue"]})
    >>> bayes = NaiveBayesClassifier().fit(X, ["yes"] * 4 + ["no"] * 2)
    >>> bayes.predict_proba(pd.DataFrame({"colour": ["red"]})).round(4)  # 1/12 against 4/9
    array([[0.1579, 0.8421]])
    """

    numbers: str = parameter(Word("gaussian", "discretised"), default="gaussian")
    smoothing: float = parameter(Number(0, closed="left"), default=1.0)
    variance_floor: float = parameter(Number(0, closed="left"), default=1e-9)

    def prepare(self, training: TrainingSet) -> PreparedBayes:
        """Read the scales and categories of the table once for all members.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        PreparedBayes
        """
        if training.n_classes is None:
            raise ValueError("NaiveBayesClassifier learns classes, not values")
        trees = None
        if self.numbers == "discretised":
            plain = TrainingSet.of(training.X, training.y, n_classes=training.n_classes)
            trees = DecisionTreeClassifier(pruning="mdl").prepare(plain)
        return PreparedBayes(self, training, LikelihoodColumns.learn(training.X, training.categorical), trees)


@dataclass(frozen=True, eq=False)
class PreparedBayes:
    """A table with its design, ready to be summed up for any members.

    Attributes
    ----------
    template : NaiveBayesClassifier
        Whose parameters are followed.
    training : TrainingSet
        The table, with class codes.
    design : LikelihoodColumns
        What rows become where numbers have densities.
    trees : TreeGrower or None
        What cuts numbers into bins.
    """

    template: NaiveBayesClassifier
    training: TrainingSet
    design: LikelihoodColumns
    trees: TreeGrower | None

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> BayesMembers:
        """Sum the table up for each line of weights, and once where all lines are the same."""
        n_members, n_features = len(seeds), self.training.n_features
        visible = np.full((n_members, n_features), columns is None)
        for index, chosen in enumerate(columns or ()):
            visible[index, chosen] = True
        # Rows that a member's question leaves out have the code -1, and are in no class.
        asked = self.training.y[None] if targets is None else targets
        counted = weights.astype(np.float64)
        if targets is None and (counted == counted[0]).all():
            counted = counted[:1]
        if self.trees is None:
            members = self._learn(self.design, counted, asked, visible)
        else:
            questions = np.broadcast_to(asked, counted.shape)
            designs = [self._cut(self.trees, *each) for each in zip(counted, questions, strict=True)]
            if len(counted) == 1:
                members = self._learn(designs[0], counted, asked, visible)
            else:
                apart = [slice(i, i + 1) for i in range(n_members)]
                singles = [
                    self._learn(design, counted[i], asked if targets is None else asked[i], visible[i])
                    for design, i in zip(designs, apart, strict=True)
                ]
                members = singles[0].join(singles[1:])
        check_seen(members.prior)
        return members

    @property
    def _n_classes(self) -> int:
        return self.training.n_classes or 0

    def _learn(
        self,
        design: LikelihoodColumns,
        weights: NDArray[np.float64],
        asked: NDArray[np.intp],
        visible: NDArray[np.bool_],
    ) -> BayesMembers:
        sums, prior = [], []
        for code in range(self._n_classes):
            rows = np.flatnonzero((asked == code).any(axis=0))
            inside = weights[:, rows] if len(asked) == 1 else weights[:, rows] * (asked[:, rows] == code)
            sums.append(design.sum_columns(self.training.X[rows], inside))
            prior.append(inside.sum(axis=1))
        each = np.broadcast_to(np.stack(sums, axis=1), (len(visible), self._n_classes, len(design.owners)))
        slopes = design.weigh(each, visible, self.template.smoothing, self.template.variance_floor)
        priors = np.broadcast_to(np.stack(prior, axis=1), (len(visible), self._n_classes))
        return BayesMembers(self.template, self.training.X.shape[1], priors, (design,), (slopes,))

    def _cut(
        self, trees: TreeGrower, weight: NDArray[np.float64], asked: NDArray[np.intp]
    ) -> LikelihoodColumns:
        """Cut each number where a tree on it alone would, by its description length."""
        cuts = [np.empty(0)] * self.training.X.shape[1]
        # Trees that see whole numbers grow in one batch.
        counts = weight.astype(np.int64) if (weight == np.floor(weight)).all() else weight
        questions = np.where(np.isnan(self.training.X.T), -1, asked)
        is_known = ((questions >= 0) & (counts > 0)).any(axis=1)
        features = np.flatnonzero(~self.training.categorical & is_known)
        for some in np.array_split(features, -(-len(features) // _TOGETHER) or 1):
            if some.size:
                lines = np.tile(counts, (len(some), 1))
                alone = [np.array([feature]) for feature in some]
                forest = trees.grow(np.zeros(len(some), np.uint64), lines, alone, questions[some]).forest
                for place, feature in enumerate(some):
                    tree = forest[place]
                    cuts[feature] = np.unique(tree.threshold[~tree.is_leaf])
        return LikelihoodColumns.learn(self.training.X, self.training.categorical, cuts)


@dataclass(frozen=True, eq=False)
class BayesMembers:
    """Naive Bayes classifiers that answer together: one matrix product for all that share a design.

    Attributes
    ----------
    template : NaiveBayesClassifier
        What a single member looks like from outside.
    n_features : int
        Width of the table.
    prior : ndarray of shape (n_members, n_classes)
        Weight of each class for each member.
    designs : tuple of LikelihoodColumns
        What rows become, for one group of members after the other.
    slopes : tuple of ndarray of shape (n_members_of_group, n_classes, n_columns)
        Weights of the columns in each class's log-likelihood.
    """

    template: NaiveBayesClassifier
    n_features: int
    prior: NDArray[np.float64]
    designs: tuple[LikelihoodColumns, ...]
    slopes: tuple[NDArray[np.float64], ...]

    def __len__(self) -> int:
        return len(self.prior)

    def __getitem__(self, index: int) -> Any:
        member = range(len(self))[index]
        ends = np.cumsum([len(group) for group in self.slopes])
        group = int(np.searchsorted(ends, member, side="right"))
        place = member - int(ends[group]) + len(self.slopes[group])
        alone = replace(
            self,
            prior=self.prior[[member]],
            designs=(self.designs[group],),
            slopes=(self.slopes[group][[place]],),
        )
        return self.template.wrap(alone, self.n_features, self.prior[member])

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Posterior probabilities by each member, (n_members, n_samples, n_classes)."""
        n_classes = self.prior.shape[1]
        shares = self.prior / self.prior.sum(axis=1, keepdims=True)
        logs = np.log(shares, out=np.full_like(shares, -np.inf), where=shares > 0)
        scores = np.empty((len(self), len(X), n_classes))
        first = 0
        for design, slopes in zip(self.designs, self.slopes, strict=True):
            flat = slopes.reshape(-1, slopes.shape[2])
            last = first + len(slopes)
            for start in range(0, len(X), _ROWS_TOGETHER):
                rows = X[start : start + _ROWS_TOGETHER]
                group = np.zeros((len(rows), len(flat)))
                for features, columns in design.split(_ROWS_TOGETHER):
                    group += multiply_rows(design.expand(rows, features), flat[:, columns].T)
                scores[first:last, start : start + len(rows)] = group.reshape(
                    len(rows), -1, n_classes
                ).transpose(1, 0, 2)
            first = last
        return np.asarray(softmax(scores + logs[:, None], axis=2))

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members."""
        return sum_members(iter(self.outputs(X)), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members; neighbours that share a design stay one matrix product."""
        designs: list[LikelihoodColumns] = []
        slopes: list[list[NDArray[np.float64]]] = []
        for batch in (self, *others):
            for design, group in zip(batch.designs, batch.slopes, strict=True):
                if designs and designs[-1] is design:
                    slopes[-1].append(group)
                else:
                    designs.append(design)
                    slopes.append([group])
        return replace(
            self,
            prior=np.concatenate([batch.prior for batch in (self, *others)]),
            designs=tuple(designs),
            slopes=tuple(np.concatenate(groups) for groups in slopes),
        )
