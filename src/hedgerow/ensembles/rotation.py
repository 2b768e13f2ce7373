"""Rotations: each member cuts along axes of its own, turned at random or to principal axes of groups of features."""

from __future__ import annotations

from typing import Any

from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling import Bootstrap, Full
from hedgerow.views import PCARotation, RandomRotation


class MissingFilledIn:
    """For views that fill in missing values, whatever learns, and cannot mix the columns of sparse matrices."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan, tags.input_tags.sparse = True, False
        return tags


@configurable
class _RotationParameters(MissingFilledIn):
    """The parameters of random rotations, and what they choose."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=100, kw_only=False)
    accumulate: bool = parameter(Flag(), default=True)
    bootstrap: bool = parameter(Flag(), default=True)
    standardise: bool = parameter(Flag(), default=True)
    combination: Any = "mean_probability"

    def _choices(self) -> Choices:
        return Choices(
            self.estimator,
            Bootstrap() if self.bootstrap else Full(),
            COMBINATIONS.resolve(self.combination),
            RandomRotation(accumulate=self.accumulate, standardise=self.standardise),
        )


@configurable
class RandomRotationClassifier(_RotationParameters, EnsembleClassifier):
    """Trees that each see the table turned by random angles, and a bootstrap sample of its rows.

    A tree cuts along the axes, so all trees of an ordinary forest err alike where a boundary is oblique. Turned tables
    make their cuts, and their errors, differ; the rotations lose nothing.

    Parameters
    ----------
    estimator
        As for `BaggingClassifier`.
    n_estimators : int, default=100
        Number of members.
    accumulate : bool, default=True
        Whether each member turns the table of the one before it once more; otherwise each turns the original once.
    bootstrap : bool, default=True
        Whether each member sees a bootstrap sample of the rows.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 before they are mixed.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    feature_importances_
        As for `HedgerowClassifier`.
    classes_, estimators_, estimators_samples_, oob_score_, oob_decision_function_
        And the others of `EnsembleClassifier`. An estimator of `estimators_` reads turned tables; ``member_outputs``
        takes plain rows.

    Notes
    -----
    Missing numbers become the median of their feature, categories become indicator columns. The paper's experiments
    do not standardise. See `hedgerow.views.RandomRotation` for the view by itself.

    References
    ----------
    J. D. Rogers, PhD thesis, University of Southampton, 2007, section 4.3.2, algorithm 2.

    Examples
    --------
    >>> from hedgerow.datasets import make_diagonal
    >>> line = make_diagonal(500, random_state=0)
    >>> rotations = RandomRotationClassifier(oob_score=True, random_state=0).fit(line.X, line.y)
    >>> rotations.oob_score_ > 0.95
    True
    """


@configurable
class RandomRotationRegressor(_RotationParameters, EnsembleRegressor):
    """Regression trees that each see the table turned by random angles, and a bootstrap sample of its rows.

    Parameters
    ----------
    estimator
        As for `BaggingRegressor`.
    n_estimators, accumulate, bootstrap, standardise
        As for `RandomRotationClassifier`.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleRegressor`.

    Attributes
    ----------
    feature_importances_
        As for `RandomRotationClassifier`.
    estimators_, estimators_samples_, oob_score_, oob_prediction_
        And the others of `EnsembleRegressor`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RandomRotationRegressor(oob_score=True, random_state=0).fit(X, y).oob_score_ > 0.4
    True
    """

    combination: Any = "mean"


@configurable
class _RotationForestParameters(MissingFilledIn):
    """The parameters of rotation forests, and what they choose."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=100, kw_only=False)
    group_size: int = parameter(Count(), default=3)
    max_samples: float = parameter(Number(0, 1, "right"), default=0.75)
    sub_sample: bool = parameter(Flag(), default=True)
    bootstrap: bool = parameter(Flag(), default=False)
    standardise: bool = parameter(Flag(), default=True)
    combination: Any = "mean_probability"

    def _choices(self) -> Choices:
        view = PCARotation(
            self.group_size,
            max_samples=self.max_samples,
            sub_sample=self.sub_sample,
            standardise=self.standardise,
        )
        resampling = Bootstrap() if self.bootstrap else Full()
        return Choices(self.estimator, resampling, COMBINATIONS.resolve(self.combination), view)


@configurable
class RotationForestClassifier(_RotationForestParameters, EnsembleClassifier):
    """Trees that each see small random groups of features, turned to the principal axes of a sample.

    All components are kept, so a tree loses nothing; the groups, the classes and the rows that the axes are learned
    from are drawn anew for each tree, and trees notice small turns. The trees are more accurate than those of a random
    forest and still differ.

    Parameters
    ----------
    estimator
        As for `BaggingClassifier`.
    n_estimators : int, default=100
        Number of members.
    group_size : int, default=3
        Features in a group; the last group has what is left.
    max_samples : float, default=0.75
        Size of the bootstrap sample that the axes of a group are learned from, as a fraction.
    sub_sample : bool, default=True
        Whether axes are learned from a sample of the rows of some classes; otherwise from all rows of the member.
    bootstrap : bool, default=False
        Whether the tree, too, sees a bootstrap sample of the rows; then the axes are learned from that sample alone,
        and `oob_score` is honest.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 first.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    feature_importances_ : ndarray of shape (n_features,)
        The importance of a component is shared out to the features in it by the squares of their loadings.
    classes_, estimators_, estimators_samples_, oob_score_, oob_decision_function_
        And the others of `EnsembleClassifier`. An estimator of `estimators_` reads turned tables; ``member_outputs``
        takes plain rows.

    Notes
    -----
    Missing numbers become the median of their feature, categories become indicator columns. Rodriguez et al. prune
    their trees; these are fully grown. ``bootstrap=True, sub_sample=False`` is what Rogers describes. See
    `hedgerow.views.PCARotation` for the view by itself.

    References
    ----------
    J. J. Rodriguez, L. I. Kuncheva and C. J. Alonso, "Rotation forest: a new classifier ensemble method", IEEE PAMI 28
    (2006).

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("sonar")
    >>> forest = RotationForestClassifier(random_state=0)
    >>> forest.fit(table.features[::2], table.target[::2]).score(table.features[1::2], table.target[1::2]) > 0.75
    True
    """


@configurable
class RotationForestRegressor(_RotationForestParameters, EnsembleRegressor):
    """Regression trees that each see small random groups of features, turned to the principal axes of a sample.

    Parameters
    ----------
    estimator
        As for `BaggingRegressor`.
    n_estimators, group_size, max_samples, sub_sample, bootstrap, standardise
        As for `RotationForestClassifier`; without classes, axes are learned from a sample of all rows.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleRegressor`.

    Attributes
    ----------
    feature_importances_
        As for `RotationForestClassifier`.
    estimators_, estimators_samples_, oob_score_, oob_prediction_
        And the others of `EnsembleRegressor`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RotationForestRegressor(bootstrap=True, oob_score=True, random_state=0).fit(X, y).oob_score_ > 0.4
    True
    """

    combination: Any = "mean"
