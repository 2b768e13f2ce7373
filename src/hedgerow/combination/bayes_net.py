"""A small Bayesian network reads the members' outputs, each in a few bins, and answers with the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.accuracy import average_by_accuracy
from hedgerow.combination.learned_rules import Learned
from hedgerow.combination.member_states import Statements, find_bins, find_edges, read_heights
from hedgerow.combination.output_tables import JointTable, NaiveTables, find_states
from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.outputs import Outputs


@configurable
class BayesNetCombiner(Learned):
    r"""A network of three nodes reads off a table what two members mean when they say what they say.

    The probability that each of two members gives to the second class falls into one of eight bins. The table has a
    cell for each pair of bins, and in it the share :math:`P(c \mid b_1, b_2)` of the rows of the second class, counted
    on rows that the members were not fitted on. So the combiner may trust the one member when it is low and the other
    when it is high, and the table shows that it does.

    Cells hold few rows. They are smoothed by their neighbours, in a window of 3 x 3 cells whose rows are counted
    together, and by a few rows' weight m of the accuracy-weighted mean v of the members:

    .. math:: p = \frac{n_+(\text{window}) + m v}{n(\text{window}) + m}.

    With more than two members, or more than two classes, the class is the parent of the members' bins instead, which
    are then independent given the class (naive Bayes): :math:`P(c \mid b) \propto P(c) \prod_t P(b_t \mid c)`. With
    more than two classes a member's state is the class that it names, and the bin of that class's probability.

    Parameters
    ----------
    n_bins : int, default=8
        Number of bins of each member's output.
    binning : {"width", "frequency"}, default="width"
        Whether bins are equally wide, or hold equally many of the rows it learns from.
    smooth : {"counts", "mean"}, default="counts"
        Whether the rows of the cells in a window are counted together; or the mean of their shares is taken, with 0
        for a cell without rows, as the paper does.
    window : int, default=3
        Width of the window, an odd number of bins; 1 for no smoothing.
    prior_weight : float, default=3.0
        m, the weight of the members' mean in every cell, in rows; a cell without rows takes the mean as it is. In naive
        Bayes, rows added to each class, spread evenly over the bins. ``smooth="mean"`` of two members does not use it.
    vote_share : float, default=0.0
        How much of the answer is the accuracy-weighted mean itself; one half is the paper's accuracy-weighted network.

    Attributes
    ----------
    network_ : JointTable or NaiveTables
        The counts, and what they were smoothed to; `frame` shows them.
    edges_ : ndarray of shape (n_members, n_bins - 1)
        Where one bin ends and the next begins, of each member.
    accuracies_ : ndarray of shape (n_members,)
        Share of right answers of each member on the rows it learned from.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the weight of each class.
    member_names_ : tuple of str
        Names of the members, where they had any.

    See Also
    --------
    AccuracyWeightedMean, NaiveBayesCombination, DecisionTemplates

    Notes
    -----
    The paper smooths by the mean of the cells, where cells that no row fell into are 0. That pulls the answers next to
    empty cells to the first class: on six tables of two classes, with a model of either half of the features, the area
    under the ROC curve is 0.825 so, and 0.917 with counts and three rows of the vote; the Brier score 0.166, and 0.095.
    Bins of equal frequency order rows better still (0.923, 0.092; the mean of the two models has 0.920 and 0.100): use
    them where probabilities crowd near 0 and 1, as those of Bayesian networks do. Equally wide ones are read more
    easily, and were a little more often right (0.868, 0.866, and 0.864 of the mean).
    Border cells have fewer neighbours; the table is filled from predictions for rows that the members did not learn
    from. Where a member abstains, its bin is summed out.

    Formula::

        b_t = min(7, floor(8 p_t)), p = P(c | b_1, b_2), smoothed; Ceccon et al. 2010, section 2.3.

    Cost: O(T N) to count and to combine; n_bins^2 numbers, or T K^2 n_bins of naive Bayes.

    References
    ----------
    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA workshop, Barcelona, 2010.

    A. Garg, V. Pavlovic and T. Huang, Bayesian networks as ensemble of classifiers, ICPR 2002.

    Examples
    --------
    Two members, of which the second is right where the first is in doubt:

    >>> from hedgerow.outputs import Outputs
    >>> first = np.tile([0.05, 0.45, 0.55, 0.95], 10)
    >>> second = np.tile([0.3, 0.2, 0.2, 0.3], 10)
    >>> truth = np.tile([0, 1, 1, 1], 10)
    >>> said = np.stack([np.column_stack([1 - p, p]) for p in (first, second)])
    >>> rule = BayesNetCombiner(window=1).fit(Outputs.from_predictions(said, truth))
    >>> rule.combine(said[:, :4])[:, 1].round(2)
    array([0.03, 0.86, 0.88, 0.95])
    >>> rule.frame().query("weight > 0")[["first from", "second from", "weight", "raw"]]
        first from  second from  weight  raw
    2        0.000        0.250    10.0  0.0
    25       0.375        0.125    10.0  1.0
    33       0.500        0.125    10.0  1.0
    58       0.875        0.250    10.0  1.0
    """

    n_bins: int = parameter(Count(2), default=8, kw_only=False)
    binning: str = parameter(Word("width", "frequency"), default="width")
    smooth: str = parameter(Word("counts", "mean"), default="counts")
    window: int = parameter(Count(), default=3)
    prior_weight: float = parameter(Number(0), default=3.0)
    vote_share: float = parameter(Number(0, 1), default=0.0)

    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = False

    network_: JointTable | NaiveTables = fitted()
    edges_: NDArray[np.float64] = fitted()
    accuracies_: NDArray[np.float64] = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    member_names_: tuple[str, ...] = fitted()

    def check_together(self) -> None:
        """A window has a middle."""
        if self.window % 2 == 0:
            raise ValueError(
                f"window={self.window} has no cell in its middle; use an odd number, such as {self.window + 1}"
            )

    def fit(self, outputs: Outputs) -> Self:
        """Learn from answers about rows whose truth is known.

        Parameters
        ----------
        outputs : Outputs
            Answers with the truth: out of bag, or about rows that were held out. Row weights are honoured.

        Returns
        -------
        self
        """
        super().fit(outputs)
        self.member_names_ = tuple(outputs.names)
        return self

    def tally(self, outputs: Outputs) -> Statements:
        """Read what the members said."""
        return Statements.from_outputs(outputs)

    def _keep(self, tally: Statements) -> None:
        self.edges_ = find_edges(tally, self.n_bins, equal_width=self.binning == "width")
        self.accuracies_ = tally.accuracies()
        present = np.bincount(tally.truth, tally.weights, minlength=tally.n_classes)
        self.class_prior_ = present / present.sum()
        self.member_names_ = ()
        bins = find_bins(tally.heights, self.edges_)
        if len(bins) == tally.n_classes == 2:
            self.network_ = JointTable.count(
                tally, bins, self.n_bins, self.smooth, self.window, self.prior_weight
            )
        else:
            self.network_ = NaiveTables.count(tally, bins, self.n_bins, self.window, self.prior_weight)

    def _known_shape(self) -> tuple[int, ...]:
        return len(self.edges_), len(self.class_prior_)

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        named, heights = read_heights(outputs)
        bins = find_bins(heights, self.edges_)
        vote = average_by_accuracy(outputs, self.accuracies_, weights, self.class_prior_)
        if isinstance(self.network_, JointTable):
            positive = self.network_.score(bins, weights, vote[:, 1])
            scores = np.column_stack([1.0 - positive, positive])
        else:
            states = find_states(named, bins, self.n_bins, len(self.class_prior_))
            scores = self.network_.score(states, weights, self.class_prior_)
        return np.asarray((1.0 - self.vote_share) * scores + self.vote_share * vote)

    def frame(self) -> pd.DataFrame:
        """The table, one row per cell: its bins, the weight of its rows, and shares as counted and smoothed.

        Of two members and two classes a cell is a pair of bins, ``positive`` the weight of the second class, and the
        shares are of it. Otherwise a cell is a member, a class and a state of the member given that class.
        """
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self)
        return self.network_.frame(self.edges_, self.member_names_)
