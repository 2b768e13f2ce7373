"""Mixtures of experts: softmax gates and experts that are trained together, by expectation and maximisation."""

from __future__ import annotations

from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import RegressorMixin, is_classifier

from hedgerow.foundation.constraints import Count, Flag, Many, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners.mixtures.expectation import Course, TrainedMixture, train_mixture
from hedgerow.learners.mixtures.experts import ExpertFitter, MixtureEstimator
from hedgerow.learners.network.small_network import SmallNetworkClassifier, SmallNetworkRegressor
from hedgerow.learners.single import ProbabilityMixin


@configurable
class _MixtureOfExperts:
    """The parameters of mixtures of experts, and how they are trained."""

    estimator: Any = parameter(default=None, kw_only=False)
    branching: int | tuple[int, ...] = parameter(Count() | Many(Count(), "a list of these"), default=4)
    decay: float = parameter(Number(0), default=1e-3)
    max_iter: int = parameter(Count(), default=50)
    tol: float = parameter(Number(0), default=1e-5)
    n_init: int = parameter(Count(), default=2)
    early_stopping: bool = parameter(Flag(), default=True)
    validation_fraction: float = parameter(Number(1e-3, 0.5), default=0.1)
    n_iter_no_change: int = parameter(Count(), default=5)
    n_repeats: int = 1
    n_jobs: int | None = None
    random_state: Any = None

    mixtures_: list[TrainedMixture] = fitted()

    @property
    def loglikelihood_(self) -> NDArray[np.float64]:
        """Mean log likelihood of a training row after each round, of the first mixture; it never falls."""
        return np.array(self.mixtures_[0].loglikelihood)

    @property
    def held_out_loglikelihood_(self) -> NDArray[np.float64]:
        """The same of the rows held out; the round with the largest is kept. Empty where none were held out."""
        return np.array(self.mixtures_[0].held_out_loglikelihood)

    @property
    def n_iter_(self) -> int:
        """Rounds of the longest training."""
        return max(len(mixture.loglikelihood) for mixture in self.mixtures_)

    def _train(self, fitter: ExpertFitter, seeds: NDArray[Any]) -> list[TrainedMixture]:
        course = self._plan()
        starts = np.stack([np.random.SeedSequence(int(seed)).generate_state(self.n_init) for seed in seeds])
        trained = Parallel(n_jobs=self.n_jobs, prefer="threads")(
            delayed(train_mixture)(fitter, course, int(start)) for start in starts.ravel()
        )
        groups = [trained[first : first + self.n_init] for first in range(0, len(trained), self.n_init)]
        return [max(group, key=lambda mixture: mixture.merit) for group in groups]  # of equal ones the first

    def _plan(self) -> Course:
        widths = self.branching if isinstance(self.branching, tuple | list) else (self.branching,)
        return Course(
            branching=tuple(widths),
            decay=self.decay,
            variance=getattr(self, "variance", "common"),
            variance_floor=getattr(self, "variance_floor", 1.0),
            max_iter=self.max_iter,
            tol=self.tol,
            validation_fraction=self.validation_fraction if self.early_stopping else None,
            n_iter_no_change=self.n_iter_no_change,
        )

    def _make_network(self) -> Any:
        # Linear experts, as Jordan and Jacobs have them: M-steps are convex and cheap, and the bends are the gates'.
        kind = SmallNetworkClassifier if is_classifier(self) else SmallNetworkRegressor
        return kind(n_hidden=0, max_iter=30, warm_start=True)


@configurable
class MixtureOfExpertsClassifier(ProbabilityMixin, _MixtureOfExperts, MixtureEstimator):
    r"""Experts that share out the space between them, with a gate that weighs them for each row.

    .. math:: P(y | x) = \sum_j g_j(x) \, P_j(y | x), \qquad g = \mathrm{softmax}(V x)

    Training takes turns. The credit for each row is shared out, :math:`h_j = g_j P_j / \sum_k g_k P_k`; then each
    expert learns from all rows with its credit as their weight, and the gate learns to foretell the credit. With
    ``branching=(2, 3)`` there is a hierarchy: a gate over two modules, and in each a gate over three experts.

    Parameters
    ----------
    estimator : classifier or None, default=None
        The expert, any classifier. Rows are drawn by weight where it takes no ``sample_weight``. An expert whose
        ``warm_start`` is set goes on from the round before. None is a logistic regression.
    branching : int or tuple of int, default=4
        Number of experts; a tuple has the number of branches at each level of a hierarchy.
    decay : float, default=1e-3
        Weight decay of the gates; experts have their own.
    max_iter : int, default=50
        Most rounds.
    tol : float, default=1e-5
        Gain of the mean log likelihood below which training ends.
    n_init : int, default=2
        Random starts; the best by the likelihood of the rows held out is kept.
    early_stopping : bool, default=True
        Whether rows are held out, and the round that is best for them is kept. Where fewer than five would be held
        out, none is.
    validation_fraction : float, default=0.1
        Share of the rows that is held out.
    n_iter_no_change : int, default=5
        Rounds without a gain on the rows held out after which training ends.
    n_repeats : int, default=1
        Mixtures trained from different seeds, each with rows held out of its own; their answers are averaged.
    n_jobs : int or None, default=None
        Starts that are trained at the same time.
    random_state : int, RandomState or None, default=None
        Draws of starts, of the rows held out, and of the experts.

    Attributes
    ----------
    mixtures_ : list of length n_repeats
        The trained gates and experts.
    estimators_ : list
        The fitted experts of all mixtures.
    loglikelihood_, held_out_loglikelihood_ : ndarray
        Mean log likelihood after each round of the first mixture.
    n_iter_ : int
        Rounds of the longest training.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_
        As for `PrototypeMixtureClassifier`.

    See Also
    --------
    PrototypeMixtureClassifier, RandomOracleClassifier

    Notes
    -----
    An expert, or a level of gates, is replaced only by one that makes its rows likelier. So the likelihood never falls,
    with any learner, however it is regularised. A start draws a row for each branch and gives most of each row to the
    branch whose row is nearest. Gates see numbers standardised and categories as indicators; missing numbers lie at the
    mean. Experts get the table as it is, with indicators in place of categories that they cannot read. The round, and
    the start, that is best for rows held out is kept. The variance of values has a floor, probabilities a doubt of
    1e-6.

    Cost: A round is one fit of each expert and up to 50 steps of O(N D J) for the gates, D columns and J experts; 50
    rounds and two starts at most by default.

    **Hierarchical mixture of experts.** Put gates above gates: a tree with soft branches, and an expert at each leaf.

    Any number of levels, any number of branches at each; otherwise as for the mixture of experts.

    Formula::

        P = sum_i g_i sum_j g_j|i P_ij; the gate of module i is fitted to h_j|i with row weights h_i, so its logits have
        the slope h_i (h_j|i - g_j|i).

    Cost: That of a mixture with as many experts as the tree has leaves.

    Paper: M. Jordan and R. Jacobs, Hierarchical mixtures of experts and the EM algorithm, Neural Computation 6, 1994,
    pp. 181-214.

    References
    ----------
    R. Jacobs, M. Jordan, S. Nowlan and G. Hinton, Adaptive mixtures of local experts, Neural Computation 3, 1991,
    pp. 79-87.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(400, noise=0.2, random_state=0)
    >>> mixture = MixtureOfExpertsClassifier(random_state=0).fit(X, y)
    >>> mixture.score(X, y) > 0.94, bool((np.diff(mixture.loglikelihood_) >= 0).all())
    (True, True)
    >>> hierarchy = MixtureOfExpertsClassifier(branching=(2, 2), random_state=0).fit(X, y)
    >>> hierarchy.weigh_experts(X).shape
    (400, 4)
    """


@configurable
class MixtureOfExpertsRegressor(RegressorMixin, _MixtureOfExperts, MixtureEstimator):
    """Experts that share out the space between them, for values.

    The errors of an expert are taken as normal, and the mixture answers with the mean of what its experts say.

    Parameters
    ----------
    estimator : regressor or None, default=None
        The expert; None is a ridge regression.
    variance : {"common", "each"}, default="common"
        Whether all experts have one variance, or each its own.
    variance_floor : float, default=1e-3
        Least variance, as a share of that of the target: without it an expert that sits on a single row would make the
        likelihood infinite.
    branching, decay, max_iter, tol, n_init, early_stopping, validation_fraction, n_iter_no_change, n_repeats, n_jobs, \
random_state
        As for `MixtureOfExpertsClassifier`.

    Attributes
    ----------
    mixtures_, estimators_, loglikelihood_, held_out_loglikelihood_, n_iter_
        As for `MixtureOfExpertsClassifier`.

    References
    ----------
    M. Jordan and R. Jacobs, "Hierarchical mixtures of experts and the EM algorithm", Neural Computation 6 (1994).

    Examples
    --------
    >>> x = np.linspace(-1, 1, 200)[:, None]
    >>> mixture = MixtureOfExpertsRegressor(branching=2, random_state=0).fit(x, np.abs(x[:, 0]))
    >>> mixture.score(x, np.abs(x[:, 0])) > 0.98
    True
    """

    variance: str = parameter(Word("common", "each"), default="common")
    variance_floor: float = parameter(Number(0, 1), default=1e-3)
