"""Random oracles: a random border parts the space, and each part has a model of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner, choose_estimator
from hedgerow.learners.oracle_members import OracleMembers, PreparedOracle
from hedgerow.learners.prototype_oracle import ORACLES, OracleSpace
from hedgerow.learners.single import ProbabilityMixin, SingleMember


@configurable
class _RandomOracle:
    """What both kinds of oracle share."""

    estimator: Any = parameter(default=None, kw_only=False)
    oracle: Any = parameter(ORACLES, default="linear")
    min_samples_part: int = parameter(Count(), default=1)
    random_state: Any = None

    def prepare(self, training: TrainingSet) -> PreparedOracle:
        """Prepare the table once for the oracles, and once for the models of the parts.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        PreparedOracle
        """
        prepared = as_learner(choose_estimator(self)).prepare(training)
        space = OracleSpace.learn(training.X, training.is_categorical)
        oracle = ORACLES.resolve(self.oracle)
        return PreparedOracle(self, oracle, space, space.place(training.X), training, prepared)  # type: ignore[arg-type]

    def find_parts(self: Any, X: Any) -> NDArray[np.intp]:
        """Number of the part that each row lies in, and so of the model that answers.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return np.asarray(self.members_.find_parts(self._read_rows(X))[0])

    @property
    def estimators_(self: Any) -> list[Any]:
        """The fitted model of each part."""
        models: list[Any] = self.members_.list_models(0)
        return models


class RandomOracleClassifier(_RandomOracle, ProbabilityMixin, SingleMember):
    r"""Two models behind a random border: a cheap way to make the members of any ensemble differ.

    Two rows a and b are drawn. A row x belongs to the one it is nearer to,

    .. math:: (b - a)^\top x > (|b|^2 - |a|^2) / 2 \iff x \text{ belongs to } b,

    and each part has a copy of the learner, which sees and answers its rows only. Ensembles draw an oracle for each
    member from the rows and features that the member sees.

    Parameters
    ----------
    estimator
        As for `LocalExpertsClassifier`.
    oracle : {"linear", "prototype"} or object, default="linear"
        What parts the space: "linear", two rows; "prototype", three; or ``PrototypeOracle(n_prototypes)``.
    min_samples_part : int, default=1
        Fewest rows of a part. The prototype of the smallest part is dropped until all parts have as many.
    random_state : int, RandomState or None, default=None
        Draws of the oracle and the learner.

    Attributes
    ----------
    estimators_ : list
        The fitted model of each part.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_
        As for `LocalExpertsClassifier`.

    See Also
    --------
    PrototypeOracle, BaggingClassifier, DecisionTreeClassifier

    Notes
    -----
    Numbers are scaled to [0, 1] and different categories are at distance 1; the paper states the distance of categories
    the other way round, under which a row differs from itself. Extremes are those of the whole table, also for members
    that see some of its rows. Missing numbers lie at the mean. Rows are drawn with equal chances, whatever their
    weight. Where rows do not differ there is one part. Parts below ``min_samples_part`` are given up instead of
    answered by a constant.

    Formula::

        Halfway between a and b a row belongs to a.

    Cost: Two fits on disjoint rows, and one matrix product for the sides of all members. The trees of the parts are
    grafted into one, so answers cost that product and one more level.

    References
    ----------
    L. Kuncheva and J. Rodriguez, Classifier ensembles with a random linear oracle, IEEE Transactions on Knowledge and
    Data Engineering 19, 2007, pp. 500-508.

    C. Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles, SUEMA 2010.

    Examples
    --------
    >>> from hedgerow import BaggingClassifier, datasets
    >>> table = datasets.load("sonar")
    >>> bagging = BaggingClassifier(RandomOracleClassifier(), n_estimators=50, oob_score=True, random_state=0)
    >>> bagging.fit(table.features, table.target).oob_score_ > 0.75
    True
    """

    members_: OracleMembers


class RandomOracleRegressor(_RandomOracle, RegressorMixin, SingleMember):
    """Two models behind a random border, for values.

    Parameters
    ----------
    estimator
        As for `LocalExpertsRegressor`.
    oracle, min_samples_part, random_state
        As for `RandomOracleClassifier`.

    Attributes
    ----------
    estimators_ : list
        The fitted model of each part.

    References
    ----------
    C. Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, "Random oracles for regression ensembles", SUEMA
    (2010).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = load_diabetes(return_X_y=True)
    >>> planes = RandomOracleRegressor(LinearRegression(), random_state=0).fit(X, y)
    >>> len(planes.estimators_), planes.score(X, y) > LinearRegression().fit(X, y).score(X, y)
    (2, True)
    """

    members_: OracleMembers
