"""Each row is answered by the members that do well on rows like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.combination.nearness import LeafNearness, LocalEvidence, RowNearness
from hedgerow.foundation.constraints import Count, Flag, Number, Word, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs

_LOCATED: dict[str, Literal["leaves", "rows", "either"]] = {
    "auto": "either",
    "forest": "leaves",
    "neighbours": "rows",
}
_ROUNDING = 1e-9  # weights that differ by less are equal: sums over the same rows in another order


@configurable
class DynamicIntegration(BaseEstimator):
    r"""Members are weighed anew for each row, by how they did on training rows like it that they were not fitted on.

    With the similarity :math:`s_i` of x to training row i, and member t right or wrong about the rows :math:`O_t` that
    were out of its bag, its weight at x is

    .. math:: w_t(x) = \frac{\sum_{i \in O_t} s_i m_t(x_i)}{\sum_{i \in O_t} s_i},

    and :math:`w_t` is added to the class that member t names.

    - ``"forest"`` (Tsymbal et al.): :math:`s_i` is the share of trees in which x and row i meet in a leaf, cubed, and
      :math:`m` is 1 where the member is right and -1 where it is wrong. A member that is mostly wrong around x has a
      negative weight: it votes against the class it names.
    - ``"neighbours"`` (Puuronen and Tsymbal): :math:`s_i = 1 / (1 + D_i)` of the nearest rows, and :math:`m` is 1 or 0.

    For values the weight is :math:`1 / (\epsilon + e_t(x) / \bar e)`, with the mean :math:`e_t(x)` of the squared
    errors that is weighted in the same way, in units of the members' mean :math:`\bar e`.

    Parameters
    ----------
    similarity : {"auto", "forest", "neighbours"}, default="auto"
        What makes rows alike; "auto" takes the leaves where all members are trees.
    mode : {"weighted", "selection", "upper_half"}, default="weighted"
        Who predicts a row: all members with their weights; those with the largest weight, with one vote each; or those
        whose weight lies in the upper half of the range of weights, with their weights.
    power : float, default=3.0
        What the shares of trees are raised to.
    n_neighbours : int, default=7
        Number of nearest rows that count for each member, of those it was not fitted on.
    clip_negative : bool, default=False
        Whether a member that is mostly wrong abstains, instead of voting against the class it names.
    epsilon : float, default=0.1
        Only for values: what keeps a member that made no error around x from deciding alone, as a share of the
        members' mean squared error.

    Attributes
    ----------
    nearness_ : LeafNearness or RowNearness
        What it has learned.
    overall_ : ndarray of shape (n_members,)
        Error of each member over all rows it predicted, which stands in where it predicted none like x.

    See Also
    --------
    LocalFeatureClassifier

    Notes
    -----
    The sources take errors from cross-validation; here they are out of bag, which costs no fits. They have two classes
    and :math:`\mathrm{sgn} \sum_t w_t h_t(x)`; with any number of classes a vote of weight -w for a class is one of
    weight w for all others, which changes no decision and makes the scores shares. Where no member has a weight the
    plain vote decides. A member that cannot decide between classes votes for each of them. Equally good members share
    the selection. The restriction of Puuronen and Tsymbal to members that use the features on the path of x in a tree
    is left out. When a row is judged out of bag, trees that have seen it make no rows alike, since they would give its
    class away.

    Formula: Rogers 2007, eq. 7.20 to 7.22.

    Cost: O(N T) memory; per row O(T) for each training row met in a leaf, or O(N F) for distances.

    References
    ----------
    S. Puuronen and A. Tsymbal, Local feature selection with dynamic integration of classifiers, Fundamenta Informaticae
    47, 2001, pp. 91-117.

    A. Tsymbal, M. Pechenizkiy and P. Cunningham, Dynamic integration with random forests, ECML 2006, pp. 801-808.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.20 to 7.22.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow import EnsembleClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> EnsembleClassifier(combination=DynamicIntegration(), oob_score=True, random_state=0).fit(X, y).oob_score_ > 0.9
    True

    Any forest can be combined so; the rule is shown the answers out of bag, and the leaves:

    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from hedgerow import Outputs
    >>> from hedgerow.combination import combine
    >>> forest = RandomForestClassifier(random_state=0).fit(X[::2], y[::2])
    >>> known = Outputs.from_estimator(forest, X[::2], y[::2], out_of_bag=True)
    >>> rule = DynamicIntegration().fit(known, forest.apply(X[::2]))
    >>> new = Outputs.from_estimator(forest, X[1::2], y[1::2])
    >>> combine(new, rule, places=forest.apply(X[1::2])).error() < 0.1
    True
    """

    similarity: str = parameter(Word(*_LOCATED), default="auto", kw_only=False)
    mode: str = parameter(Word("weighted", "selection", "upper_half"), default="weighted", kw_only=False)
    power: float = parameter(Number(0, closed="neither"), default=3.0, kw_only=False)
    n_neighbours: int = parameter(Count(), default=7, kw_only=False)
    clip_negative: bool = parameter(Flag(), default=False, kw_only=False)
    epsilon: float = parameter(Number(0, closed="neither"), default=0.1, kw_only=False)

    answers: ClassVar[Literal["both"]] = "both"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False  # votes are found here, since under a code they are for several classes
    weighted: ClassVar[bool] = False

    decide = staticmethod(pick_class)

    nearness_: LeafNearness | RowNearness = fitted()
    overall_: NDArray[np.float64] = fitted()

    @property
    def located(self) -> Literal["leaves", "rows", "either"]:
        """What it uses of rows: the leaves they reach, or the rows themselves."""
        return _LOCATED[self.similarity]

    def fit(
        self, outputs: Outputs, places: ArrayLike, is_categorical: NDArray[np.bool_] | None = None
    ) -> Self:
        """Learn from answers about rows whose truth is known.

        Parameters
        ----------
        outputs : Outputs
            Answers with the truth: out of bag, or about rows that were held out. Row weights are honoured.
        places : array-like of shape (n_samples, n_members) or (n_samples, n_features)
            Leaf of each row in each member, as integers; or the rows themselves, as floats.
        is_categorical : ndarray of bool of shape (n_features,), default=None
            Which columns of the rows are category codes.

        Returns
        -------
        self
        """
        check_parameters(self)
        return self.learn(self.tally(outputs, places, is_categorical))

    def tally(
        self,
        outputs: Outputs,
        places: ArrayLike | None = None,
        is_categorical: NDArray[np.bool_] | None = None,
    ) -> LocalEvidence:
        """See how the members did on some rows, and where these are."""
        truth = outputs.known_truth()
        if not outputs.is_classification:
            losses = (outputs.answers - truth) ** 2
        elif outputs.probabilities is None:
            losses = (outputs.answers != truth).astype(np.float64)
        else:
            said = outputs.probabilities
            chosen = said[:, np.arange(outputs.n_samples), truth.astype(np.intp)]
            losses = (chosen < said.max(axis=2)).astype(np.float64)
        predicted = np.ones(losses.shape, np.bool_) if outputs.predicted is None else outputs.predicted
        located = self._check_places(places, outputs.n_members, outputs.n_samples)
        return LocalEvidence(located, losses, predicted, outputs.row_weights(), is_categorical)

    @fits_all_or_nothing
    def learn(self, tally: LocalEvidence) -> Self:
        """Learn from what was seen, perhaps in parts that were merged."""
        if tally.predicted_weight.sum() <= 0:
            raise ValueError(
                "DynamicIntegration has no predictions to learn from: no member predicted any row of positive weight; "
                "pass predictions for rows that were held out, or use a resampling that leaves rows out"
            )
        self.overall_ = tally.overall()
        by_leaves = tally.places.dtype.kind in "iu"
        self.nearness_ = (
            LeafNearness.learn(tally, self.power)
            if by_leaves
            else RowNearness.learn(tally, self.n_neighbours)
        )
        return self

    def local_weights(
        self, places: ArrayLike, *, values: bool = False, may_predict: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Weight of each member for each row, before the mode picks some, (n_members, n_samples).

        Parameters
        ----------
        places : array-like of shape (n_samples, n_members) or (n_samples, n_features)
            Leaves or rows, as in `fit`.
        values : bool, default=False
            Whether the members answer with values.
        may_predict : ndarray of bool of shape (n_members, n_samples), default=None
            Whether a member predicts a row; None for all. Leaves of a tree that abstains make no rows alike.
        """
        check_is_fitted(
            self,
            msg="%(name)s learns whom to trust where: call fit(outputs, places) with answers whose truth is known, or "
            "pass it to an ensemble, whose fit does it",
        )
        where = self._check_places(places, len(self.overall_))
        if not self.nearness_.knows(where):
            raise ValueError(
                f"places have the shape {where.shape} and the type {where.dtype}, unlike those that DynamicIntegration "
                "has learned from; pass leaves for leaves, and rows with the same columns for rows"
            )
        predicted = (
            np.ones((len(self.overall_), len(where)), np.bool_) if may_predict is None else may_predict
        )
        losses = self.nearness_.local_losses(where, predicted)
        losses = np.where(np.isnan(losses), self.overall_[:, None], losses)
        if values:
            usual = float(self.overall_.mean())
            return np.asarray(1 / (self.epsilon + losses / usual)) if usual > 0 else np.ones_like(losses)
        weights = 1 - 2 * losses if isinstance(self.nearness_, LeafNearness) else 1 - losses
        return np.maximum(weights, 0.0) if self.clip_negative else weights

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        places: ArrayLike | None = None,
    ) -> NDArray[np.float64]:
        """Score the classes, or average the values; NaN for a row that no member may predict.

        Parameters
        ----------
        outputs : ndarray of shape (n_members, n_samples, n_classes) or (n_members, n_samples)
            Class probabilities, which count as votes, or values.
        weights : ndarray of shape (n_members,) or (n_members, n_samples), default=None
            Weights of the members, which are multiplied with those that it finds; 0 for a member that abstains.
        places : array-like of shape (n_samples, n_members) or (n_samples, n_features)
            Leaves or rows, as in `fit`.
        """
        where = self._check_places(places, len(outputs), outputs.shape[1])
        if hasattr(self, "overall_") and len(outputs) != len(self.overall_):
            raise ValueError(
                f"DynamicIntegration learned from {len(self.overall_)} members, and cannot combine {len(outputs)}"
            )
        combination_weights = spread_weights(weights, outputs)
        may_predict = combination_weights > 0
        local = self.local_weights(where, values=outputs.ndim == 2, may_predict=may_predict)
        local = self._pick_members(local, may_predict) * combination_weights
        if outputs.ndim == 2:
            return average(outputs, local)
        votes = (outputs >= outputs.max(axis=2, keepdims=True)).astype(np.float64)
        scores = np.einsum("tnk,tn->nk", votes, np.maximum(local, 0.0))
        scores += np.einsum("tnk,tn->nk", 1 - votes, np.maximum(-local, 0.0))
        shares = share_out(scores, fallback=np.einsum("tnk,tn->nk", votes, combination_weights))
        shares[combination_weights.sum(axis=0) == 0] = np.nan
        return shares

    def _pick_members(
        self, local: NDArray[np.float64], may_predict: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Weights after the mode has picked among the members that may predict each row."""
        if self.mode == "weighted":
            return local
        best = np.where(may_predict, local, -np.inf).max(axis=0)
        if self.mode == "selection":
            return np.asarray(may_predict & (local >= best - _ROUNDING), dtype=np.float64)
        worst = np.where(may_predict, local, np.inf).min(axis=0)
        with np.errstate(invalid="ignore"):  # where all members abstain, infinities are added
            return np.where(may_predict & (local >= (best + worst) / 2 - _ROUNDING), local, 0.0)

    def _check_places(
        self, places: ArrayLike | None, n_members: int, n_samples: int | None = None
    ) -> NDArray[Any]:
        if places is None:
            raise ValueError(
                "DynamicIntegration needs to know where the rows are; pass places: the leaves that forest.apply(X) "
                "finds, or the rows themselves"
            )
        given = np.asarray(places)
        if self.located == "rows" or given.dtype.kind not in "iu":
            given = given.astype(np.float64)
        is_leaves = given.dtype.kind in "iu"
        if self.located == "leaves" and not is_leaves:
            raise ValueError(
                "similarity='forest' needs leaves, which are integers; pass those that apply(X) finds"
            )
        n_rows = len(given) if n_samples is None else n_samples
        if given.ndim != 2 or len(given) != n_rows or (is_leaves and given.shape[1] != n_members):
            wanted = f"({n_rows}, {n_members}) for leaves" if is_leaves else f"({n_rows}, features)"
            raise ValueError(f"places have the shape {given.shape}; {wanted} is needed")
        return given
