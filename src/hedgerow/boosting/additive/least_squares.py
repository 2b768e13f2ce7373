"""LsBoost and RpBoost: least squares on what is left, by short steps, from the table or from random directions."""

from __future__ import annotations

from typing import Any

from hedgerow.boosting.additive.base import Additive, AdditiveClassifier, AdditiveRegressor
from hedgerow.boosting.additive.losses import Loss, SquaredLoss
from hedgerow.boosting.additive.round_tables import ProjectedTable, RoundTables, StandardTable
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Learner
from hedgerow.views.projection import COMPONENTS, RandomProjection


@configurable
class LeastSquares:
    """The parameters of least-squares boosting, and the loss that they make."""

    l2: float | None = parameter(Number(0, closed="left") | None, default=None)
    learning_rate: float | None = parameter(Number(0, closed="neither") | None, default=None)

    def _make_loss(self) -> Loss:
        return SquaredLoss.choose(self.learning_rate, self.l2)


@configurable
class LsBoostClassifier(LeastSquares, AdditiveClassifier, Additive):
    """Least-squares boosting of stumps with a penalty on each step.

    Classes are the numbers -1 and +1. The model starts with their mean; each round looks at the residuals u = y - F,
    takes the stump h with answers -1 and +1 that maximises abs(sum u h), and adds rho h, where rho minimises
    sum (u - rho h)^2 + l2 rho^2:

        rho = sum u h / (N + l2).

    So the penalty is a learning rate of N / (N + l2), and either may be given. More than two classes have one such
    model each, against the rest, and the largest score wins.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What explains the residuals in each round: None for stumps that answer -1 or +1, else any regressor, such as
        `DecisionTreeRegressor(max_depth=3)`.
    n_estimators : int, default=500
        Most rounds. There are fewer where no stump explains anything any more, or where `n_iter_no_change` ends them.
    l2 : float or None, default=None
        Penalty of a squared step, in units of row weight. Each leaf of a tree has its own step,
        sum u / (rows of the leaf + l2).
    learning_rate : float or None, default=None
        Share of the best step to take; an alternative to `l2`. Where neither is given it is 0.1.
    validation_fraction : float, default=0.1
        Share of the rows to watch and not to learn from; only where `n_iter_no_change` is given.
    n_iter_no_change : int or None, default=None
        Stop when the loss on the watched rows has not improved for so many rounds, and keep the rounds up to the
        best. None learns from all rows in `n_estimators` rounds.
    tol : float, default=0.0
        Least share of the loss that counts as an improvement.
    random_state : int, RandomState or None, default=None
        Which rows are watched, and the randomness of the estimator. Stumps have none.
    verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels, sorted.
    n_estimators_ : int
        Number of rounds that were kept.
    steps_ : ndarray of shape (n_estimators_, n_outputs)
        How far each round goes along each answer.
    members_ : tuple of Members
        For each output the members of all rounds.
    train_loss_, validation_loss_ : ndarray
        Mean squared error before any round and after each, on the rows learned from and on the rows watched.
    n_features_in_, feature_names_in_
        The features.

    See Also
    --------
    RpBoostClassifier, LogitBoostClassifier

    Notes
    -----
    A score of 0 is class +1, the second label. `predict_proba` reads a score as 2 p - 1, bent at the ends so that no
    probability is exactly 0 or 1; the scores are not made for probabilities, `LogitBoostClassifier` is. Stumps send
    missing values to the side that suits them (to neither where they learned from none) and see categories as columns
    of 0 and 1; trees read both as they are. A leaf of a larger tree takes the step sum u / (rows + l2).

    Cost: The columns are sorted once for stumps, then N F per round and class.

    References
    ----------
    J. Friedman, Greedy function approximation: a gradient boosting machine, Annals of Statistics 29, 2001,
    pp. 1189-1232.

    P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient boosting machines, SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from hedgerow.boosting import LsBoostClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = LsBoostClassifier(n_estimators=500, l2=100).fit(X[::2], y[::2])
    >>> model.score(X[1::2], y[1::2]) > 0.93
    True
    """


@configurable
class LsBoostRegressor(LeastSquares, AdditiveRegressor, Additive):
    """Least-squares boosting for values.

    The model starts with the mean, and each round adds a regression tree of the residuals u = y - F, times the
    learning rate; or, with a penalty, a tree whose leaves are sum u / (rows of the leaf + l2). With ``l2=0`` that is
    plain least-squares boosting with full steps.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What explains the residuals in each round: None for trees with a single split, else any regressor.
    n_estimators : int, default=500
        Most rounds.
    l2, learning_rate, validation_fraction, n_iter_no_change, tol, random_state, verbose
        As for `LsBoostClassifier`.

    Attributes
    ----------
    n_estimators_, steps_, members_, train_loss_, validation_loss_, n_features_in_, feature_names_in_
        As for `LsBoostClassifier`.

    References
    ----------
    J. Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29 (2001).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow.boosting import LsBoostRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> LsBoostRegressor(n_estimators=200).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.3
    True
    """


@configurable
class _Projected(LeastSquares):
    """The parameters of random projections, and the tables that they make."""

    n_components: float | str = parameter(COMPONENTS, default="same")
    entries: str = parameter(RandomProjection._parameters["entries"], default="normal")

    _standard: StandardTable | None = fitted()

    def _prepare_tables(self, learner: Learner, training: TrainingSet) -> RoundTables:
        self._standard = StandardTable.learn(training)
        projection = RandomProjection(self.n_components, entries=self.entries)
        return ProjectedTable(learner, projection, self._standard.transform(training.X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan = True  # filled in before features are mixed, whatever the learner accepts
        return tags


@configurable
class RpBoostClassifier(_Projected, AdditiveClassifier, Additive):
    """Least-squares boosting of stumps, where each round sees the data through a fresh random projection.

    Before round m the standardised features X are mixed to Z = X R, with a random matrix R; the rest of the round is
    that of `LsBoostClassifier` on Z. Stumps of Z are oblique cuts of X, so the sum can follow borders on which
    features must be read together, such as exclusive or, where sums of stumps of X cannot.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What explains the residuals in each round: None for stumps that answer -1 or +1, else any regressor.
    n_estimators : int, default=500
        Most rounds.
    n_components : "sub", "same", "super", int or float, default="same"
        Number of mixed features of a round: half as many as features, as many, twice as many; a number, or a multiple.
    entries : {"normal", "sign", "uniform", "orthonormal"}, default="normal"
        What the random matrix holds; see `views.RandomProjection`.
    l2, learning_rate, validation_fraction, n_iter_no_change, tol, random_state, verbose
        As for `LsBoostClassifier`.

    Attributes
    ----------
    classes_, n_estimators_, steps_, members_, train_loss_, validation_loss_, n_features_in_, feature_names_in_
        As for `LsBoostClassifier`.

    See Also
    --------
    LsBoostClassifier, RandomProjection

    Notes
    -----
    The printed step divides by the number of rows, which is the minimiser only if the matrix in it holds the answers of
    stumps to the projected rows and not these rows themselves; it is read so. Features are standardised first. Missing
    numbers become the median of their feature, categories are columns of 0 and 1 (a missing one has zeros only).
    Several classes share the projections. Stumps and trees keep the columns of the matrix that they cut; other learners
    draw it again when they predict. Values are an extension.

    Formula::

        Z = X R with R of F x d, entries normal, +-1 or uniform.

    Cost: N F d + N d log N per round; a round keeps one column of R.

    References
    ----------
    P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient boosting machines, SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.boosting import LsBoostClassifier, RpBoostClassifier
    >>> train = datasets.make_pattern("checkerboard", random_state=0)
    >>> test = datasets.make_pattern("checkerboard", n_samples=None)
    >>> oblique = RpBoostClassifier(n_estimators=200, learning_rate=1.0, random_state=0).fit(train.X, train.y)
    >>> straight = LsBoostClassifier(n_estimators=200, learning_rate=1.0).fit(train.X, train.y)
    >>> oblique.score(test.X, test.y) > straight.score(test.X, test.y) + 0.1
    True
    """


@configurable
class RpBoostRegressor(_Projected, AdditiveRegressor, Additive):
    """Least-squares boosting for values, where each round sees the data through a fresh random projection.

    Parameters
    ----------
    estimator
        As for `LsBoostRegressor`.
    n_estimators : int, default=500
        Most rounds.
    n_components, entries
        As for `RpBoostClassifier`.
    l2, learning_rate, validation_fraction, n_iter_no_change, tol, random_state, verbose
        As for `LsBoostClassifier`.

    Attributes
    ----------
    n_estimators_, steps_, members_, train_loss_, validation_loss_, n_features_in_, feature_names_in_
        As for `LsBoostClassifier`.

    Notes
    -----
    The paper has classes only; each leaf takes the step sum u / (rows of the leaf + l2).

    References
    ----------
    P. Casale, O. Pujol and P. Radeva, "Embedding random projections in regularized gradient boosting machines", SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow.boosting import RpBoostRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RpBoostRegressor(n_estimators=100, random_state=0).fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.4
    True
    """
