"""Robust trees: prune, drop the rows that the pruned tree contradicts, grow again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.cascade import Stage, Whole
from hedgerow.ensembles.separate_and_conquer import SeparatingClassifier, StageGrower
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PruningRound:
    """One tree: how many rows it learned and contradicts, their share of the weight it learned, and its leaves."""

    n_rows: int
    n_wrong: int
    error: float
    n_leaves: int | None


@configurable
class RobustTreeClassifier(SeparatingClassifier):
    """A tree that no row it learned contradicts: rows that a pruned tree gets wrong are dropped, and it grows again.

    A pruned tree has decided not to trust some rows. Grown again without them, it need not pay for them at the nodes
    above either; this goes on until a tree is right about all rows that are left. The result is usually smaller, and no
    less accurate, where labels are wrong.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns, and must not fit every row; hedgerow's tree stopped by description length when None.
    max_removed : float, default=0.5
        Largest share of the weight to drop. A tree whose errors exceed what may still be dropped is the last one.
    random_state : int, RandomState or None, default=None
        Where the randomness of the learner comes from.

    Attributes
    ----------
    classes_, n_classes_, class_prior_
        Labels, their number, and their shares of the training weight.
    removed_ : ndarray of int
        Positions of the training rows that were dropped.
    round_of_removal_ : ndarray of int of shape (n_samples,)
        The round, from 0, after which each row was dropped; -1 for the rows that were kept.
    report_ : DataFrame
        One row per round: rows learned, rows of them that the tree gets wrong, their share, and the leaves.
    estimator_ : classifier
        The last learner; it was told class codes.
    flat_tree_ : Tree
        Its nodes, where it is a tree of hedgerow; `export_text` and `plot_tree` take the classifier itself.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    DecisionTreeClassifier

    Notes
    -----
    A round after which some class would have no row left is the last one. For rows that others should judge, see
    `OutlierFilter`. Rows are only left out of learning, never of predictions. It also ends before more than
    ``max_removed`` of the weight is dropped. Any learner may take the place of C4.5; the default is a tree stopped by
    description length.

    Formula::

        D_{s+1} = {i in D_s : h_s(x_i) = y_i}, until D_{s+1} = D_s.

    Cost: One fit per round on a table that is coded once; usually two to five rounds.

    References
    ----------
    G. John, Robust decision trees: removing outliers from databases, KDD 1995, pp. 174-179.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("pima")
    >>> robust = RobustTreeClassifier().fit(table.features, table.target)
    >>> robust.report_.round(3)
       n_rows  n_wrong  error  n_leaves
    0     768      173  0.225         7
    1     595        2  0.003         3
    2     593        0  0.000         3
    """

    max_removed: float = parameter(Number(0, 1, "left"), default=0.5)

    removed_: NDArray[np.intp] = fitted()
    round_of_removal_: NDArray[np.intp] = fitted()
    estimator_: Any = fitted()
    _rounds: list[PruningRound] = fitted()

    @property
    def flat_tree_(self) -> Tree:
        """The nodes of the last tree."""
        tree: Tree = self.estimator_.flat_tree_
        return tree

    @property
    def tree_(self) -> Any:
        """The last tree in scikit-learn's shape; see `DecisionTreeClassifier`."""
        return self.estimator_.tree_

    def frame(self) -> pd.DataFrame:
        """One row per training row that was dropped: its position, and the round."""
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame({"row": self.removed_, "round": self.round_of_removal_[self.removed_]})

    def _build(self, grower: StageGrower) -> Sequence[Stage]:
        weights = grower.training.counts
        kept = weights > 0
        removal = np.full(len(kept), -1, np.intp)
        rounds: list[PruningRound] = []
        may_remove = self.max_removed * weights.sum()
        while True:
            members = grower.grow_one(kept, 0)
            rest = kept.copy()
            rest[kept] = _find_right(grower.training, members, kept)
            rounds.append(_describe(weights, members, kept, rest))
            removed = weights.sum() - weights[rest].sum()
            vanishes = grower.count_classes(rest) < grower.count_classes(kept)
            if rounds[-1].n_wrong == 0 or vanishes or removed > may_remove:
                break
            removal[kept & ~rest] = len(rounds) - 1
            kept = rest
        self.round_of_removal_, self.removed_ = removal, np.flatnonzero(removal >= 0)
        self.estimator_ = members[0]
        self._rounds = rounds
        return [Whole(members, np.flatnonzero(kept), "tree")]

    def _make_report(self, training: TrainingSet) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame([asdict(each) for each in self._rounds])


def _find_right(training: TrainingSet, members: Any, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    predicted = pick_class(members.outputs(training.X[kept])[0], training.priors)
    return np.asarray(predicted == training.y[kept])


def _describe(
    weights: NDArray[Any], members: Any, kept: NDArray[np.bool_], rest: NDArray[np.bool_]
) -> PruningRound:
    wrong = kept & ~rest
    share = weights[wrong].sum() / weights[kept].sum()
    n_leaves = members.forest[0].n_leaves if isinstance(members, TreeMembers) else None
    return PruningRound(int(np.count_nonzero(kept)), int(np.count_nonzero(wrong)), float(share), n_leaves)
