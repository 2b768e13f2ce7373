"""Mixtures of random prototype-based experts: gates that are drawn instead of trained."""

from __future__ import annotations

from typing import Any

from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import RegressorMixin, is_classifier

from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners.mixtures.estimator import MixtureEstimator
from hedgerow.learners.mixtures.experts import ExpertFitter
from hedgerow.learners.mixtures.gate_rules import GATES
from hedgerow.learners.mixtures.modules import Blueprint, Draft, ModularMixture
from hedgerow.learners.network.small_network import SmallNetworkClassifier, SmallNetworkRegressor
from hedgerow.learners.single import ProbabilityMixin


@configurable
class _PrototypeMixture:
    """The parameters of prototype mixtures, and how they are trained."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_modules: int = parameter(Count(), default=2)
    n_experts: int = parameter(Count(), default=3)
    gate: Any = parameter(GATES, default="dynamic")
    joint: bool = parameter(Flag(), default=False)
    n_folds: int = parameter(Count(2), default=3)
    decay: float = parameter(Number(0), default=1e-3)
    n_repeats: int = 1
    n_jobs: int | None = None
    random_state: Any = None

    mixtures_: list[ModularMixture] = fitted()

    def _train(self, fitter: ExpertFitter, seeds: NDArray[Any]) -> list[ModularMixture]:
        blueprint = Blueprint(
            n_modules=self.n_modules,
            n_experts=self.n_experts,
            rule=GATES.resolve(self.gate),
            joint=bool(self.joint),
            n_folds=self.n_folds,
            decay=self.decay,
        )
        drafts = [Draft.draw(fitter, blueprint, int(seed)) for seed in seeds]
        # Experts do not depend on each other, so those of all repeats, modules and folds can be fitted side by side.
        fitted = iter(
            Parallel(n_jobs=self.n_jobs, prefer="threads")(
                delayed(fitter.fit_expert)(seed, shares)
                for draft in drafts
                for seed, shares in draft.list_fits()
            )
        )
        return [draft.finish([next(fitted) for _ in range(draft.seeds.size)]) for draft in drafts]

    def _make_network(self) -> Any:
        # Fixed gates cannot follow the data, so the experts must bend: a hidden layer, as in the paper.
        return SmallNetworkClassifier() if is_classifier(self) else SmallNetworkRegressor()


class PrototypeMixtureClassifier(ProbabilityMixin, _PrototypeMixture, MixtureEstimator):
    r"""Experts near random prototypes, in modules, with one trained gate above them (HMRPE).

    Each module draws `n_experts` rows as prototypes, one for each expert. How near a row is to them says how much of it
    each expert is given, in training and in prediction. Only the gate above the modules is trained.

    .. math:: o(x) = \sum_m g_m(x) \sum_i h_{mi}(x) \, o_{mi}(x), \qquad
              h_{mi} = \frac{1 - d_{mi} / \sum_k d_{mk}}{N - 1}

    Parameters
    ----------
    estimator : classifier or None, default=None
        The expert, any classifier. Rows are drawn by weight where it takes no ``sample_weight``. None is
        `SmallNetworkClassifier`, with a hidden layer as in the paper.
    n_modules : int, default=2
        Number of modules; 1 for a plain mixture of random prototype-based experts.
    n_experts : int, default=3
        Experts, and prototypes, of a module; fewer where rows do not differ.
    gate : {"dynamic", "static", "winner", "softmax", "power"} or object, default="dynamic"
        How distances become weights. "dynamic" is the formula (overlapping experts). "static" gives fixed weights in
        proportion to N, N - 1, ..., 1, from the nearest to the farthest (disjoint experts). "winner" gives all to the
        nearest: the random prototype oracle. "softmax" falls with the squared distance, "power" with its inverse. Or an
        object, such as ``PowerGate(power=4)``.
    joint : bool, default=False
        Whether the gate above the modules learns from rows that the experts were trained on, as when all are trained
        on-line. By default it learns from out-of-fold answers, which takes `n_folds` further fits of each expert.
    n_folds : int, default=3
        Folds for those answers.
    decay : float, default=1e-3
        Weight decay of the gate above the modules.
    n_repeats : int, default=1
        Mixtures with prototypes of their own; their answers are averaged.
    n_jobs : int or None, default=None
        Experts that are fitted at the same time.
    random_state : int, RandomState or None, default=None
        Draws of prototypes, of folds, and of the experts.

    Attributes
    ----------
    mixtures_ : list of length n_repeats
        The modules with their gates and experts.
    estimators_ : list
        The fitted experts of all mixtures.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal scores go to the larger.

    See Also
    --------
    MixtureOfExpertsClassifier, RandomOracleClassifier

    Notes
    -----
    The paper's dynamic weights sum to N - 1; here they sum to 1. Its listing draws prototypes anew for every row; here
    they are drawn once for a module. The constants of the static gate are not in the paper. Experts do not depend on
    the gate, so training them first and the gate afterwards loses nothing. Distances are Euclidean, of standardised
    numbers and indicators of categories; missing numbers lie at the mean. Rows are drawn with equal chances, whatever
    their weight. The gate above learns from out-of-fold predictions unless ``joint=True``. Experts are any learners;
    winner, softmax and power gates, values and averages over repeats are additions.

    Formula::

        Static gates give 2k / (N (N + 1)) to rank k, the nearest being rank N.

    Cost: One fit of each expert, and as many again for each fold where the gate learns out of fold; gates of a module
    cost one matrix product.

    References
    ----------
    G. Armano and N. Hatami, Hierarchical mixture of random prototype-based experts, SUEMA (workshop of ECML PKDD),
    2010.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> mixture = PrototypeMixtureClassifier(random_state=0).fit(X, y)
    >>> len(mixture.estimators_), mixture.score(X, y) > 0.96
    (6, True)
    """


class PrototypeMixtureRegressor(RegressorMixin, _PrototypeMixture, MixtureEstimator):
    """Experts near random prototypes, in modules, with one trained gate above them, for values.

    Parameters
    ----------
    estimator : regressor or None, default=None
        The expert; None is `SmallNetworkRegressor`.
    n_modules, n_experts, gate, joint, n_folds, decay, n_repeats, n_jobs, random_state
        As for `PrototypeMixtureClassifier`.

    Attributes
    ----------
    mixtures_, estimators_
        As for `PrototypeMixtureClassifier`.

    Notes
    -----
    The paper is about classes. For values the outputs are real, and the density of a module is normal with one
    variance.

    References
    ----------
    G. Armano and N. Hatami, "Hierarchical mixture of random prototype-based experts", SUEMA (2010).

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-3, 3, 200)[:, None]
    >>> mixture = PrototypeMixtureRegressor(random_state=0).fit(x, np.sin(2 * x[:, 0]))
    >>> mixture.score(x, np.sin(2 * x[:, 0])) > 0.9
    True
    """
