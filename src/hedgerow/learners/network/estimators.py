"""Networks with one hidden layer that learn in a few large steps."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin, is_classifier

from hedgerow.foundation.constraints import Count, Word, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.network.layers import BEGINNINGS, Beginning
from hedgerow.learners.network.members import NetworkMembers, PreparedNetworks
from hedgerow.learners.single import ProbabilityMixin, SingleMember


@configurable
class _Network:
    """The parameters of networks, and how they are trained."""

    n_hidden: int = parameter(Count(), default=8, kw_only=False)
    epochs: int = parameter(Count(0), default=15)
    initial_weights: Beginning = parameter(Word(*BEGINNINGS), default="uniform")
    random_state: Any = None

    members_: Any = fitted()

    def prepare(self, training: TrainingSet) -> PreparedNetworks:
        """Turn categories into columns, once for all members.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        PreparedNetworks
        """
        check_parameters(self)
        if is_classifier(self) != (training.n_classes is not None):
            learns = "classes, not values" if is_classifier(self) else "values, not classes"
            raise ValueError(f"{type(self).__name__} learns {learns}")
        indicators = Indicators.of_categories(training)
        table = np.ascontiguousarray(
            training.X if indicators is None else indicators.transform(training.X), np.float64
        )
        return PreparedNetworks(
            cast(Any, self), table, training.y, training.n_classes, training.X.shape[1], indicators
        )

    @property
    def n_epochs_(self) -> int:
        """Number of accepted steps."""
        return int(self.members_.batches[0].n_steps[0])

    @property
    def loss_history_(self) -> NDArray[np.float64]:
        """Mean squared error of the training rows before the first step and after each."""
        return np.asarray(self.members_.batches[0].history[0, : self.n_epochs_ + 1])


class NetworkClassifier(_Network, ProbabilityMixin, SingleMember):
    r"""A network with one hidden layer, trained by Levenberg and Marquardt's method.

    .. math:: o_k(x) = \sum_j w_{kj} \tanh(v_j^\top x + v_{j0}) + w_{k0}

    has an output for each class, or one for two classes, whose target is 1 for the class and -1 for the others. An
    epoch is one step

    .. math:: \delta = (J^\top J + \mu I)^{-1} J^\top e

    that lowers the squared error; :math:`\mu` is a tenth after it, and ten times as large where a step does not lower
    the error and is taken back. Few epochs do, where methods that follow the gradient need hundreds.

    An ensemble trains its networks in batches, and all outputs share one product of slopes.

    Parameters
    ----------
    n_hidden : int, default=8
        Number of nodes in the hidden layer.
    epochs : int, default=15
        Most steps. Training ends before where no step lowers the error.
    initial_weights : {"uniform", "nguyen_widrow"}, default="uniform"
        Where training starts: small random weights, or nodes that are spread over the inputs.
    random_state : int, RandomState or None, default=None
        Draws of the initial weights.

    Attributes
    ----------
    loss_history_ : ndarray, one number more than there were epochs
        Mean squared error of the training rows before the first step and after each.
    n_epochs_ : int
        Number of accepted steps.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_
        As for `LocalExpertsClassifier`.

    See Also
    --------
    BaggingClassifier, bias_variance, NaiveBayesClassifier

    Notes
    -----
    Inputs are brought to mean 0 and standard deviation 1 in the rows that a network sees. A missing number lies at the
    mean; categories become indicator columns, and a missing one is none of them. Weights that are whole numbers are
    repeats of rows; others are first scaled to have a mean of 1.

    Probabilities are those that are nearest to (o + 1) / 2, which a network with enough nodes and rows would have as
    its output; they may be 0 and 1. Nothing but the number of nodes and epochs holds a network back.

    The damping starts at 0.001 and ends training at :math:`10^{10}`. Memory grows with the square of the number of
    weights and time with the cube, so more than 2,000 weights are refused. The outputs are linear. J is never formed.
    Initial weights are uniform and small, or Nguyen and Widrow's.

    Cost: O(N (F H)^2 + P^3) a step for H nodes and P = H (F + 1) + K (H + 1) weights.

    References
    ----------
    M. Hagan and M. Menhaj, Training feedforward networks with the Marquardt algorithm, IEEE Transactions on Neural
    Networks 5, 1994, pp. 989-993.

    C. Zor, T. Windeatt and B. Yanikoglu, Bias-variance analysis of ECOC and bagging using neural nets, SUEMA, 2010, who
    use it.

    Examples
    --------
    >>> from hedgerow import BaggingClassifier, datasets
    >>> train, test = (datasets.make_threenorm(size, random_state=size) for size in (300, 3000))
    >>> network = NetworkClassifier(random_state=0).fit(train.X, train.y)
    >>> bagging = BaggingClassifier(network, n_estimators=30, random_state=0).fit(train.X, train.y)
    >>> bagging.score(test.X, test.y) > network.score(test.X, test.y) + 0.02
    True
    """

    members_: NetworkMembers


class NetworkRegressor(_Network, RegressorMixin, SingleMember):
    """A network with one hidden layer, trained by Levenberg and Marquardt's method, for values.

    The target is brought to mean 0 and standard deviation 1 while the network learns.

    Parameters
    ----------
    n_hidden, epochs, initial_weights, random_state
        As for `NetworkClassifier`.

    Attributes
    ----------
    loss_history_
        As for `NetworkClassifier`.
    n_epochs_ : int
        Number of accepted steps.

    References
    ----------
    M. Hagan and M. Menhaj, "Training feedforward networks with the Marquardt algorithm", IEEE Transactions on Neural
    Networks 5 (1994).

    Examples
    --------
    >>> x = np.linspace(-3, 3, 200)
    >>> wave = NetworkRegressor(n_hidden=4, random_state=0).fit(x[:, None], np.sin(x))
    >>> wave.score(x[:, None], np.sin(x)) > 0.999
    True
    """

    members_: NetworkMembers
