"""The mask ensemble: learners that each see the features that a search found for them."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.grower import Grower, GrownMembers
from hedgerow.ensembles.masks.candidates import EvaluatedMasks, choose_members, find_masks
from hedgerow.ensembles.masks.evaluation import MaskEvaluation
from hedgerow.ensembles.masks.neighbours import MaskedNeighbours
from hedgerow.ensembles.masks.report import SIMILAR, MaskReport
from hedgerow.ensembles.masks.scores import SCORES
from hedgerow.ensembles.masks.searches import MASK_SEARCHES
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Number, Word, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.learners.protocol import Prepared, explain_failures
from hedgerow.outputs import Outputs
from hedgerow.tables.distances import SCALINGS


@configurable
class MaskEnsembleClassifier(EnsembleClassifier):
    """Nearest neighbours, or any learner, each through a mask of the features that was searched for.

    Bagging hardly changes who is nearest; other features do. Random masks make members that differ, a search makes
    members that are also good: from a random mask, a feature is flipped wherever that makes the answers about rows left
    out better. Where there are many features, searches from different starts end in different masks, so quality costs
    little diversity.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns: the nearest neighbours when None, for which a flip costs one pass over the distances; else any
        classifier, which is fitted again for every flip.
    n_estimators : int, default=50
        Number of members.
    search : {"random", "hill_climb", "genetic"} or object, default="hill_climb"
        How masks are found: `RandomMasks`, `HillClimb` or `GeneticMasks`.
    n_neighbors : int, default=1
        How many of the nearest rows vote; only for the nearest neighbours.
    scaling : {"standard", "range", "none"}, default="standard"
        What numbers are divided by before they are compared; only for the nearest neighbours.
    scoring : {"accuracy", "balanced_accuracy", "conditional_entropy"}, default="accuracy"
        What a search makes better. The last is the entropy of the truth, given the answer; like the second it minds
        rare classes.
    validation : float or None, default=None
        None evaluates a mask by every row in turn, left out of the others (any other learner than the nearest
        neighbours: by cross-validation in five parts). A number between 0 and 1 is the share of the rows that each
        search holds out instead, other ones for each member.
    max_search_samples : int or None, default=2000
        Number of rows that guide a search at most, drawn anew for every member and in all classes alike; also the
        number of rows that the report is about. None takes all; a search keeps 4 bytes for each pair of rows.
    n_candidates : int or None, default=None
        Number of masks to find, of which `n_estimators` are chosen; None finds just the members.
    diversity_weight : float, default=0.0
        How much a bit of entropy of the votes is worth, beside accuracy, when members are chosen among candidates.
        Zero chooses the most accurate.
    n_iter_no_change : int or None, default=None
        Stop when the entropy of the votes has hardly grown over so many members; None never does.
    tol : float, default=0.01
        What hardly is: this share of the entropy.
    combination : str or object, default="vote"
        How the answers become one, as for `EnsembleClassifier`.
    n_jobs : int or None, default=None
        Number of threads; it never changes a result.
    random_state
        As for `EnsembleClassifier`.
    verbose : int, default=0
        Whether to show progress, with the accuracy and the entropy so far in the log lines.

    Attributes
    ----------
    masks_ : ndarray of bool of shape (n_members, n_features)
        The features that each member sees.
    report_ : MaskReport
        Accuracy and entropy of the first 1, 2, ... members, the members and the use of the features. It is about rows
        that guided the search, each left out of the others: good for comparing, too good for new rows.
    classes_, class_prior_, estimators_, estimators_features_, members_, n_features_in_, feature_names_in_
        As for `EnsembleClassifier`.

    See Also
    --------
    RandomSubspaceClassifier

    Notes
    -----
    The distance of two rows is that of `NearestClassifier`: numbers are divided by their standard deviation, categories
    are 0 or 1 apart, and for a missing value the difference is the one to expect over the known values of the
    column. Of rows at the same distance the first is nearer, and of classes with equally many neighbours the one that
    has the nearest.

    Weights of rows count in scores, in votes of neighbours and in the report; a row of weight 0 is not there. A row of
    weight 2 is not two rows: of two copies, one would be found when the other is left out.

    The paper does not say k, the scale, the order of features or what a coin is; k is 1, features are tried in the
    order of the table, and every feature is in a first mask with probability one half. It evaluates masks by one set
    of 250 held-out rows; here every row is left out in turn, which overfits less. A fresh split of the rows may be
    drawn for each member instead. Flips must be better, not as good. The choice of the best candidates may weigh
    entropy in, and growth may stop when entropy does. The accuracies of the report are about rows that guided the
    search.

    Formula::

        Flip l is kept if Acc(L with l flipped) > Acc(L); E_x = -sum_k p_k log p_k over the shares of votes. Squared
        distance over the features of the mask; Rogers 2007, eq. 3.30.

    Cost: A flip costs one pass over N^2 distances of single precision, eight at once, whatever the mask; about 4 F
    flips a member. 4 N^2 bytes a thread; N is at most ``max_search_samples``.

    **Genetic ensemble feature selection.** The masks of an ensemble are crossed and mutated, and the accurate and
    different ones stay.

    Left-out rows in place of a validation set; uniform crossover, 3 % mutation and 20 generations, which the sources
    leave open. Nearest neighbours by default, where Opitz has neural networks.

    Formula::

        Fitness = accuracy / mean + lambda difference / mean, the difference being the share of rows on which a mask and
        the vote differ (Rogers 2007, eq. 3.24); lambda times 1.1 or 0.9.

    Cost: T (1 + generations) masks, each O(N^2 F) for nearest neighbours or five fits of another learner.

    Paper: D. W. Opitz, Feature selection for ensembles, AAAI, 1999, pp. 379-384; J. Rogers, PhD thesis, University of
    Southampton, 2007, section 6.5.

    References
    ----------
    P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature selection,
    TCD-CS-2000-02, Trinity College Dublin, 2000.

    T. K. Ho, Nearest neighbors in random subspaces, SSPR, 1998.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> masks = MaskEnsembleClassifier(n_estimators=10, random_state=0).fit(X, y)
    >>> masks.masks_.shape
    (10, 13)
    >>> masks.report_.frame().columns.tolist()[:4]
    ['accuracy', 'member_accuracy', 'gain', 'entropy']
    """

    n_estimators: int = parameter(Count(), default=50, kw_only=False)
    search: Any = parameter(MASK_SEARCHES, default="hill_climb")
    n_neighbors: int = parameter(Count(), default=1)
    scaling: str = parameter(Word(*SCALINGS), default="standard")
    scoring: str = parameter(Word(*SCORES), default="accuracy")
    validation: float | None = parameter(Number(0, 1, "neither") | None, default=None)
    max_search_samples: int | None = parameter(Count(2) | None, default=2000)
    n_candidates: int | None = parameter(Count() | None, default=None)
    diversity_weight: float = parameter(Number(0), default=0.0)
    n_iter_no_change: int | None = parameter(Count() | None, default=None)
    tol: float = parameter(Number(0), default=0.01)
    combination: Any = "vote"

    masks_: NDArray[np.bool_] = fitted()
    report_: MaskReport = fitted()

    # Members see all the rows, and are not added to.
    oob_score: ClassVar[bool] = False  # type: ignore[misc]
    warm_start: ClassVar[bool] = False  # type: ignore[misc]

    @property
    def estimators_features_(self) -> list[NDArray[np.intp]]:
        """The columns that each member sees."""
        return [np.flatnonzero(mask) for mask in self.masks_]

    def _choices(self) -> Choices:
        return Choices.read(self.estimator, "full", self.combination)

    def _check_estimator(self, estimator: Any) -> Any:
        if estimator is None:
            return MaskedNeighbours(self.n_neighbors, self.scaling)  # type: ignore[arg-type]
        return super()._check_estimator(estimator)

    def check_together(self) -> None:
        """Check the number of candidates, of which members are chosen."""
        check("n_candidates", self.n_candidates, Count(self.n_estimators) | None)

    def _grow(self, grower: Grower, n_grown: int) -> GrownMembers:
        """Find the masks, choose among them, and make a member of each."""
        assert grower.prepared is not None  # the view keeps the columns as they are
        self._entropy = draw_entropy(self.random_state)
        seeds = draw_seeds(self._entropy, self.n_candidates or self.n_estimators)
        evaluated, outputs = self._find(self._make_evaluation(grower), seeds)
        chosen = np.arange(len(evaluated.masks))
        if len(chosen) > self.n_estimators:
            chosen = choose_members(outputs, self.n_estimators, self.diversity_weight)
        self.masks_ = evaluated.masks[chosen]
        self.report_ = self._summarise(evaluated, outputs.select(chosen), chosen)
        columns, seeds = self.estimators_features_, seeds[chosen]
        with explain_failures():
            members = grower.prepared.grow(seeds[:, Stream.LEARNER], grower.plan.draw_weights(seeds), columns)
        return GrownMembers(members, np.ones(len(chosen)), None, None)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags

    def _make_evaluation(self, grower: Grower) -> MaskEvaluation:
        training = grower.training
        n_weighted = np.count_nonzero(training.row_weights)
        if n_weighted < 2:
            raise ValueError(
                f"masks are evaluated by rows that are left out, but there is one row (n_samples={training.n_samples}, "
                f"{n_weighted} with weight); pass more"
            )
        return MaskEvaluation(
            prepared=cast(Prepared, grower.prepared),
            training=replace(training, X=np.asarray(training.X, dtype=np.float64)),
            scoring=self.scoring,
            validation=self.validation,
            max_rows=self.max_search_samples,
        )

    def _find(self, evaluation: MaskEvaluation, seeds: NDArray[np.uint64]) -> tuple[EvaluatedMasks, Outputs]:
        evaluator, rows = evaluation.open_report(int(seeds[0, Stream.LABELS]))
        with Progress(len(seeds), type(self).__name__, verbose=self.verbose > 0) as progress:
            evaluated = find_masks(
                MASK_SEARCHES.resolve(self.search),
                evaluation,
                evaluator,
                seeds,
                n_without=self.n_iter_no_change,
                tolerance=self.tol,
                n_jobs=self.n_jobs,
                progress=progress,
            )
        weights = evaluation.training.row_weights[rows]
        outputs = Outputs(
            answers=evaluated.answers.astype(np.min_scalar_type(self.n_classes_ - 1)),
            classes=self.classes_,
            truth=evaluation.training.y[rows].astype(np.min_scalar_type(self.n_classes_ - 1)),
            sample_weight=None if np.ptp(weights) == 0 else weights,
        )
        return evaluated, outputs

    def _summarise(self, evaluated: EvaluatedMasks, outputs: Outputs, chosen: NDArray[np.intp]) -> MaskReport:
        names = getattr(self, "feature_names_in_", [f"x{feature}" for feature in range(self.n_features_in_)])
        report = MaskReport(
            outputs=replace(outputs, names=()),
            masks=self.masks_,
            feature_names=np.asarray(names).astype(str),
            scores=evaluated.scores[chosen],
            n_candidates=len(evaluated.masks),
            n_trials=evaluated.n_trials,
            n_cycles=evaluated.n_cycles,
        )
        # A tenth of fewer features is less than one of them.
        if self.n_features_in_ >= 10 and report.mask_distance < SIMILAR:
            warnings.warn(
                f"the masks are nearly the same: two differ in {100 * report.mask_distance:.1f} % of "
                f"{self.n_features_in_} features on average, so the members hardly differ; with few features "
                "search='random' may be better",
                stacklevel=5,
            )
        return report
