"""Local experts as estimators: a partition of the space, and a model for each part."""

from __future__ import annotations

from typing import Any

from sklearn.base import RegressorMixin

from hedgerow.foundation.constraints import Count, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import choose_estimator
from hedgerow.learners.local.experts import CORRECTIONS
from hedgerow.learners.local.members import LocalMembers, PreparedLocalExperts
from hedgerow.learners.local.partitions import PARTITIONS
from hedgerow.learners.single import ProbabilityMixin, SingleMember
from hedgerow.tables.distances import SCALINGS


@configurable
class _LocalExperts:
    """What both kinds share."""

    estimator: Any = parameter(default=None, kw_only=False)
    partition: Any = parameter(PARTITIONS, default="all")
    n_parts: Any = parameter(Count() | Word("auto"), default="auto")
    scaling: str = parameter(Word(*SCALINGS), default="standard")
    min_samples_part: int = parameter(Count(), default=1)
    max_experts: int = parameter(Count(), default=64)
    n_jobs: int | None = None
    random_state: Any = None

    def prepare(self, training: TrainingSet) -> PreparedLocalExperts:
        """Keep the table; partitions are found anew for each member.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        PreparedLocalExperts
        """
        return PreparedLocalExperts(self, choose_estimator(self), training)  # type: ignore[arg-type]

    def route(self: Any, X: Any) -> Any:
        """Address of the expert that each row goes to; `experts_` holds the experts by their addresses.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes), or list of such arrays
            The number of the part; with class clusters, the nearest cluster of every class. Where there are several
            partitions, one array for each.
        """
        rows = self._read_rows(X)
        addresses = self.members_.systems[0].route(rows)
        return addresses[0] if len(addresses) == 1 else addresses

    @property
    def n_parts_(self: Any) -> int:
        """Number of parts that was asked for, or chosen."""
        return int(self.members_.systems[0].n_parts)

    @property
    def partitions_(self: Any) -> list[Any]:
        """The fitted partitions."""
        return [division.partition for division in self.members_.systems[0].divisions]

    @property
    def experts_(self: Any) -> Any:
        """The fitted models by their addresses, as a dict; where there are several partitions, a list of dicts."""
        models = [
            {address: expert.model[0] for address, expert in division.experts.items()}
            for division in self.members_.systems[0].divisions
        ]
        return models[0] if len(models) == 1 else models


@configurable
class LocalExpertsClassifier(_LocalExperts, ProbabilityMixin, SingleMember):
    r"""Parts of the space with a classifier each: simple models where no simple model fits everywhere.

    By default the space is parted by clusters, by clusters within classes and by intervals of a feature; a model is
    trained for each part, and the three are averaged.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns in each part; hedgerow's decision tree when None.
    partition : str, estimator, object or list of them, default="all"
        What the parts are:

        - ``"clusters"``: clusters by k-means. A row goes to the nearest centre (CLU).
        - ``"class-clusters"``: clusters within each class. An expert sees one cluster of every class, and a row goes to
          the nearest cluster of each (CL2).
        - ``"feature"``: intervals of equal width of the first feature that has enough values (FEA).
        - ``"all"``: these three, whose answers are averaged (MMM).
        - ``"random"``: parts that mean nothing, as a control (RSS).
        - any clusterer with `predict`, or any object with `fit` and `assign`, such as ``FeatureIntervals(4,
          feature="age")``.
        - a list of these, whose answers are averaged.
    n_parts : int or "auto", default="auto"
        Number of parts. Class clusters have at most as many combinations: 2 x 2 clusters of two classes for 4 parts.
        "auto" tries 1, 2, 4 and 8 by three-fold cross-validation and takes 1, a single model of all rows, unless the
        best of the others is better by more than a standard error. Objects keep their own numbers.
    voting : {"soft", "hard"}, default="soft"
        Whether partitions are averaged by their probabilities, or by their rounded answers.
    prior_correction : {"none", "population", "exchanged"}, default="none"
        How an expert's probabilities are corrected for the class shares of its part: not at all, which is right where
        parts are regions; to those of all rows (King and Zeng); or the other way round, which is what the published
        numbers look like.
    scaling : {"standard", "range", "none"}, default="standard"
        What partitions divide numbers by. Experts see the table as it is.
    min_samples_part : int, default=1
        Fewest rows of an expert. In parts with fewer a model of all rows answers.
    max_experts : int, default=64
        Most experts of class clusters that are kept. Those that the training rows need are trained by `fit`, others
        when a row needs them; their answers do not depend on when that is.
    n_jobs : int or None, default=None
        Threads that train experts.
    random_state : int, RandomState or None, default=None
        Starts of k-means, folds and the learner.

    Attributes
    ----------
    experts_ : dict, or list of dict
        The fitted models by their addresses; one dict for each partition where there are several.
    n_parts_ : int
        Number of parts that was asked for, or chosen.
    partitions_ : list
        The fitted partitions.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class.

    See Also
    --------
    Clusters, ClassClusters, FeatureIntervals, RandomOracleClassifier

    Notes
    -----
    Partitions see categories as indicators, of which two differ by a squared distance of 1, and missing numbers at the
    mean. Experts see what their learner can read. A part of one class always answers that class. Class clusters keep
    the training rows, because they may train more experts. `experts_` holds a model of all rows, too, at the address
    "everywhere", where a part has too few rows or new rows may come to a part that has none.

    In the paper the single strategies appear to be scored by their soft outputs and the average of the three by rounded
    labels. Scored alike, most of the printed gain of the average is gone. Any base learner will do; the paper has
    logistic regressions. The class shares of a part are not corrected unless that is asked for. The number of parts may
    be chosen by cross-validation, with one model of all rows where parts do not pay. Partitions standardise numbers
    unless told otherwise. For values, rows between quantiles of the target stand for classes.

    Formula::

        MMM: the mean of the outputs of CLU, CL2 and FEA. Section 2 of the paper.

    Cost: k-means, and about three passes of the learner over the rows; "auto" costs 12 times as much. Rows are grouped
    by expert, and each expert predicts once.

    References
    ----------
    I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from hedgerow.datasets import make_four_centres
    >>> train, test = make_four_centres(1000, random_state=0), make_four_centres(1000, random_state=1)
    >>> line = LogisticRegression()
    >>> local = LocalExpertsClassifier(line, random_state=0).fit(train.X, train.y)
    >>> line.fit(train.X, train.y).score(test.X, test.y) < 0.6, local.score(test.X, test.y) > 0.88
    (True, True)
    """

    members_: LocalMembers = fitted()

    voting: str = parameter(Word("soft", "hard"), default="soft")
    prior_correction: str = parameter(Word(*CORRECTIONS), default="none")


class LocalExpertsRegressor(_LocalExperts, RegressorMixin, SingleMember):
    """Parts of the space with a regressor each.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What learns in each part; hedgerow's regression tree when None.
    partition : str, estimator, object or list of them, default="all"
        As for `LocalExpertsClassifier`. For class clusters, the rows below and above the median of the target stand for
        two classes; ``ClassClusters(n_groups=3)`` has three such groups.
    n_parts, scaling, min_samples_part, max_experts, n_jobs, random_state
        As for `LocalExpertsClassifier`. "auto" compares squared errors.

    Attributes
    ----------
    experts_, n_parts_, partitions_
        As for `LocalExpertsClassifier`.

    References
    ----------
    I. Zliobaite, "Three data partitioning strategies for building local classifiers: an experiment", SUEMA (2010).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> x = np.linspace(-1, 1, 200)[:, None]
    >>> lines = LocalExpertsRegressor(LinearRegression(), partition="feature", n_parts=2).fit(x, np.abs(x[:, 0]))
    >>> len(lines.experts_), round(lines.score(x, np.abs(x[:, 0])), 6)
    (2, 1.0)
    """

    members_: LocalMembers
