"""Artificial contrasts with ensembles: the relevant features, without those that others can stand in for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.forest.ace_rounds import ACERound, ACERounds, ACEStep, Levels, try_target
from hedgerow.selection.forest.contrasts import CodedTable, ContrastForest, ContrastGrower, SmallNodes
from hedgerow.selection.forest.residuals import ClassResiduals, OutOfBagPredictor, Residuals, ValueResiduals
from hedgerow.selection.selector import SelectionResult, Selector
from hedgerow.trees.rules import LIMITS

if TYPE_CHECKING:
    import pandas as pd


@configurable
class ACESelector(Selector):
    """Keep the features that matter more than shuffled copies, and of redundant ones only the best.

    A round goes through three steps, and rounds go on until one of them finds nothing new.

    1. *Contrasts*. Forests grow on the features and on a shuffled copy of each, again and again with fresh copies.
       A feature is relevant when its importance exceeds an upper quantile of the copies' importances, by a paired
       t-test over the replicates.
    2. *Masking*. A feature masks another when a cut of the other could stand in for its splits, more than a cut of a
       shuffled copy could. From the most important on, each feature drops those it masks.
    3. *Residuals*. What the features found so far can predict, out of bag, is taken away from the target, so
       weaker features, and those that were masked in part, come to light in the next round.

    What is left approximates the Markov blanket of the target: the features that, once known, make all others useless.

    ``VI(X) = sum of dI over the nodes split on X``, averaged over trees; ``t = mean(D) / (sd(D) / sqrt(R))`` for
    ``D_r = VI_r(X) - quantile_r(VI of the contrasts)``; ``M(X_i, X_j) = sum of dI lambda(X_j | X_i)`` over the nodes
    split on X_i, with the association lambda of surrogate splits (Deng et al. 2010, eq. 1-5).

    Parameters
    ----------
    n_replicates : int, default=20
        Number of forests, each with fresh contrasts, that the tests compare.
    n_estimators : int, default=50
        Trees of each forest.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default="sqrt"
        How many of the features and contrasts a node tries; None for all.
    quantile_level : float, default=0.05
        Share of the contrasts that may be above the bound which a feature must exceed; 0 asks for more than the best
        contrast.
    alpha : float, default=0.05
        Level of the tests.
    bonferroni : bool, default=True
        Whether the level is divided by the number of features (and of residuals), or of pairs of features.
    max_rounds : int, default=10
        Most rounds.
    min_oob : int, default=5
        Fewest rows out of bag that can judge the splits of a node.
    small_nodes : {"stop", "in_bag"}, default="stop"
        What becomes of a node with fewer of them: a leaf, or a split that is judged in the bag.
    node_weight : bool, default=True
        Whether the gain of a split counts by the node's share of the rows that judge it, as in CART. False sums plain
        gains, as the paper prints it, and lets small nodes count as much as large ones.
    task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when nothing is found.
    n_jobs : int or None, default=None
        Replicates that grow at the same time, in threads. The result does not depend on it.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from.
    verbose : int, default=0
        Whether progress is shown.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_
        As for `CFSSelector`.
    scores_ : ndarray of shape (n_features,)
        Importance of each feature for the target itself, in the first round: the decrease of the Gini index, or of
        the variance as a share of it.
    p_values_ : ndarray of shape (n_features,)
        Smallest p-value of each feature over the rounds. A feature with a small one that was not found is masked.
    importances_ : ndarray of shape (n_features,)
        Importances of the features found, summed over the rounds in which they were; 0 for others.
    rounds_ : ACERounds
        What each round found; ``rounds_.frame()`` is a data frame.
    masking_ : DataFrame
        How far the feature of a column could stand in for that of a line, among the relevant features of the first
        round.
    masks_ : DataFrame
        Whether that is further than shuffled copies could, so the feature of the line masks that of the column.
    replicates_ : DataFrame
        Importance of each feature in each replicate, and the bound of the contrasts.

    See Also
    --------
    TreeSelector, RandomForestClassifier

    Notes
    -----
    The p-values take the table as given: they say that an importance is no accident of growing forests, not that it
    would be there in other rows. So a feature that happens to go with the target in these rows passes. On pure noise
    (200 rows, 5 to 50 features, 20 tables each) that was at most one feature in a hundred, but three with 5 features
    and a numeric target; up to a quarter of the tables had such a feature.

    Differences from the paper. Level and quantile are two parameters. Importances count by node size (`node_weight`). A
    node with too few rows out of bag is a leaf: judged in the bag, a feature with many values among binary ones was
    selected in 20 of 20 tables of noise, otherwise in none. The impurity of rows out of bag never grows by a split, so
    a gain is never negative. Features found before join the masking step of later rounds and drop copies of
    themselves. The forests that predict the residuals see all features found so far, have at least 5 rows in a leaf,
    and are fitted three times in a row. With classes the first round is about the classes (Gini index); later rounds
    look at the residual of each class, the log-odds growing by steps of Newton's method.

    Rows are drawn for a bag by `sample_weight`, and count by it where they judge.

    Formula::

        A feature passes where p < alpha / M; lambda = (min side - disagreement) / min side.

    Cost: Each round grows 2 R forests of T trees on twice the features, on codes of eight bits.

    References
    ----------
    E. Tuv, A. Borisov, G. Runger and K. Torkkola, Feature selection with ensembles, artificial variables, and
    redundancy elimination, Journal of Machine Learning Research 10, 2009.

    H. Deng, S. Davila, G. Runger and E. Tuv, Learning Markov blankets for continuous or discrete networks via feature
    selection, SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.forest import ACESelector
    >>> sample = datasets.make_simple(n_samples=300, random_state=0)
    >>> selector = ACESelector(n_estimators=20, random_state=0).fit(sample.X, sample.y)
    >>> selector.get_support(indices=True), sample.relevant
    (array([0, 1]), (0, 1))
    """

    n_replicates: int = parameter(Count(2), default=20, kw_only=False)
    n_estimators: int = parameter(Count(), default=50)
    max_features: int | float | str | None = parameter(LIMITS["max_features"], default="sqrt")
    quantile_level: float = parameter(Number(0, 1), default=0.05)
    alpha: float = parameter(Number(0, 1), default=0.05)
    bonferroni: bool = parameter(Flag(), default=True)
    max_rounds: int = parameter(Count(), default=10)
    min_oob: int = parameter(Count(), default=5)
    small_nodes: SmallNodes = parameter(Word("stop", "in_bag"), default="stop")
    node_weight: bool = parameter(Flag(), default=True)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    _remedy: ClassVar[str] = "raise alpha or quantile_level, or fit more rows"

    importances_: NDArray[np.float64] = fitted()
    rounds_: ACERounds = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        forest = ContrastForest(
            self.n_estimators, self.max_features, self.min_oob, self.small_nodes, self.node_weight
        )
        table = CodedTable.from_matrix(training.X, training.categorical)
        entropy = draw_entropy(self.random_state)
        grower = ContrastGrower(
            table, training.weights, forest, self.n_replicates, entropy, self.n_jobs, self.verbose > 0
        )
        rounds = self._go_through_rounds(training, grower)
        self.rounds_ = ACERounds(training.names, tuple(rounds))
        self.importances_ = np.sum([each.importances.mean(axis=0) * each.kept for each in rounds], axis=0)
        found = np.any([each.kept for each in rounds], axis=0)
        p_values = np.min([each.adjusted for each in rounds], axis=0)
        details = {"importance": self.importances_, **self.rounds_.summarise()}
        return SelectionResult(rounds[0].importances.mean(axis=0), found, p_values, details)

    def _go_through_rounds(self, training: TrainingSet, grower: ContrastGrower) -> list[ACERound]:
        levels = Levels(self.quantile_level, self.alpha, self.bonferroni)
        found, rounds, residuals = np.zeros(training.n_features, np.bool_), [], _start(training)
        for number in range(1, self.max_rounds + 1):
            n_before, targets = np.count_nonzero(found), residuals.targets()
            for place, target in enumerate(targets):
                rounds.append(try_target(grower, levels, target, number, place, len(targets), found))
                found = found | rounds[-1].kept
            if np.count_nonzero(found) == n_before or number == self.max_rounds:
                break
            generator = np.random.default_rng((grower.entropy, number, 0, ACEStep.RESIDUALS, 0))
            residuals = residuals.explain(
                OutOfBagPredictor(
                    training.X[:, found],
                    training.categorical[found],
                    training.weights,
                    self.n_estimators,
                    generator,
                )
            )
        return rounds

    @property
    def masking_(self) -> pd.DataFrame:
        """Masking among the relevant features of the first round."""
        return self.rounds_.masking()

    @property
    def masks_(self) -> pd.DataFrame:
        """Who masks whom among the relevant features of the first round."""
        return self.rounds_.masks()

    @property
    def replicates_(self) -> pd.DataFrame:
        """Importances in each replicate."""
        return self.rounds_.replicates()


def _start(training: TrainingSet) -> Residuals:
    if training.classes is None:
        return ValueResiduals.start(training.y)
    return ClassResiduals.start(training.y, training.classes, training.weights)
