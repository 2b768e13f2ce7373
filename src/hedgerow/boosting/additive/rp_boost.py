"""RpBoost: each round looks at the data from random directions."""

from __future__ import annotations

from typing import Any

from hedgerow.boosting.additive.base import Additive, AdditiveClassifier, AdditiveRegressor
from hedgerow.boosting.additive.ls_boost import LeastSquares
from hedgerow.boosting.additive.round_tables import ProjectedTable, RoundTables, StandardTable
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Learner
from hedgerow.views.projection import COMPONENTS, RandomProjection


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
