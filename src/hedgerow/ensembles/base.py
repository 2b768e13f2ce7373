"""The flow that every ensemble goes through, whatever its choices."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any, ClassVar, Self, cast

import numpy as np
from joblib import parallel_config
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from hedgerow.codes import Decoding, Design, LearnedDesign
from hedgerow.codes.member_codes import MatrixCode
from hedgerow.codes.protocol import CODES
from hedgerow.combination import Combination, LearnedCombination
from hedgerow.combination.learned_rules import learn_without_each, merge_tallies
from hedgerow.combination.protocol import COMBINATIONS, list_combinations, reads_answers_alone
from hedgerow.ensembles.estimator_sequence import EstimatorSequence, gather_members
from hedgerow.ensembles.grower import Grower, GrownMembers, grow_in_sequence, grow_independently
from hedgerow.ensembles.leaves import find_leaf_sizes
from hedgerow.ensembles.members import average_importances
from hedgerow.ensembles.out_of_bag import OutOfBag
from hedgerow.ensembles.plan import Choices, Plan
from hedgerow.ensembles.prediction import combine_members, combine_stages
from hedgerow.ensembles.routing import RoutedLearner
from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.constraints import Constraints, Count, Flag, Instance, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.kinship import counts_as
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress, all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.target import Task
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows
from hedgerow.learners import Learner, Members
from hedgerow.learners.adapter import AdaptedLearner, as_learner
from hedgerow.resampling import AdaptiveResampling, Full
from hedgerow.resampling.resampling import RESAMPLINGS
from hedgerow.resampling.size import SIZES
from hedgerow.views.view import VIEWS

_OUT_OF_BAG = ("oob_score_", "oob_decision_function_", "oob_prediction_", "n_never_out_of_bag_")
_SCORE = Flag() | Instance("a score, called with the true and the predicted targets", "__call__")


@counts_as("sklearn.ensemble.BaseEnsemble")
class _NothingToGrowError(Exception):
    """A fit of no new members to another table than that of the members there are: they stay as they are."""


@configurable
class Ensemble(BaseEstimator, ABC):
    """Reads the data, grows the members, keeps the books; a subclass says what is predicted.

    A recipe overrides `_choices`. It has the parameters of this class, and declares `n_estimators` anew.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: Any = fitted()  # a number; None where a code has a number of columns of its own
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = parameter(_SCORE, default=False)
    warm_start: bool = parameter(Flag(), default=False)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    n_features_in_: int = fitted()
    n_never_out_of_bag_: int = fitted()

    _parameters: ClassVar[Constraints] = {
        "n_estimators": Count(),
        "resampling": RESAMPLINGS,
        "view": VIEWS,
        "code": CODES,
        "combination": COMBINATIONS,
        "max_samples": SIZES,
    }
    _task: ClassVar[Task]
    _entropy: int = fitted()
    _plan: Plan = fitted()
    _combination: Combination = fitted()
    _encoding: FeatureEncoding | None = fitted()
    _grown: GrownMembers = fitted()
    code_: Design | LearnedDesign = fitted()

    @abstractmethod
    def _choices(self) -> Choices:
        """One value per axis."""

    def _take(self, members: Members) -> None:
        """Go on with members that somebody else has put together; which rows each has seen is no longer known."""
        if self._plan.resampling.adaptive or self._grown.state is not None:
            raise ValueError(
                f"each member of {type(self).__name__} follows from those before it, so none can be exchanged; "
                "hedgerow.prune keeps some of them"
            )
        self._grown = GrownMembers(members, np.ones(len(members)), None, None)
        for name in ("_entropy", *_OUT_OF_BAG):
            self.__dict__.pop(name, None)

    def _look_ahead(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        """Find out from the training data what a choice depends on; called before `_choices`."""

    @abstractmethod
    def _make_default_estimator(self) -> Any:
        """Make what learns when the choice is None."""

    @abstractmethod
    def _keep_out_of_bag(
        self, scores: NDArray[np.float64], y: NDArray[Any], is_covered: NDArray[np.bool_]
    ) -> None:
        """Set the public out-of-bag attributes."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the members.

        A fit that fails or is interrupted leaves the ensemble as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; missing values and sparse matrices
            are accepted where the learner accepts them.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; the resampling says how they are honoured.

        Returns
        -------
        self
        """
        return self._fit_with(X, y, sample_weight, {})

    def _fit_with(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None, fit_parameters: Mapping[str, Any]
    ) -> Self:
        """Grow the members, whose own `fit` is given some parameters."""
        if issparse(y):
            raise ValueError("sparse multilabel-indicator for y is not supported. Pass y.toarray() instead.")
        with suppress(_NothingToGrowError), all_or_nothing(self):
            training = TrainingSet.read(self, X, y, sample_weight, task=self._task)
            training.keep_classes(self)
            self._look_ahead(X, y, sample_weight)
            self._fit(training, replace(self._choices(), fit_parameters=fit_parameters))
        return self

    def _fit(self, training: TrainingSet, choices: Choices) -> None:
        for choice in (choices.resampling, choices.view, choices.code, choices.combination):
            check_parameters(choice)
        self._combination = choices.combination
        plan = Plan.of(choices, training)
        self._check_plan(plan)
        plan = self._make_code(plan, choices, training)
        n_grown = self._count_grown(plan)
        self._plan = plan
        if n_grown < self._n_members:
            learner = self._make_learner(choices)
            with nullcontext() if self.n_jobs is None else parallel_config(n_jobs=self.n_jobs):
                grower = Grower.prepare(plan, learner, training)
            self._grown = self._grow(grower, n_grown)
        for name in _OUT_OF_BAG:
            self.__dict__.pop(name, None)
        if isinstance(self._combination, Decoding):
            from hedgerow.ensembles.coded.code_matrix import learn_decoding  # few ensembles have a code

            # Adaptive resamplings may have ended before the last column.
            matrix = cast(MatrixCode, plan.code).matrix[:, : len(self.members_)]
            learn_decoding(self._combination, matrix, self._leave_out(training))
        if self.oob_score or isinstance(self._combination, LearnedCombination):
            self._read_out_of_bag(self._leave_out(training))

    def _count_columns(self, n_classes: int) -> int | None:
        """Columns to ask of a code; None for as many as it has."""
        return None if self.n_estimators is None else int(self.n_estimators)

    def _make_code(self, plan: Plan, choices: Choices, training: TrainingSet) -> Plan:
        """Make the matrix of a code that is made as a whole; other codes stay as they are."""
        design = plan.code
        self.__dict__.pop("code_", None)
        if not isinstance(design, Design | LearnedDesign) or plan.n_classes is None:
            return plan
        from hedgerow.ensembles.coded.code_matrix import make_code_matrix  # few ensembles have a code

        if self.warm_start:
            raise ValueError(
                f"warm_start=True cannot add columns to code={self._show('code', design)}, which is made as a whole; "
                "set warm_start=False"
            )
        matrix = make_code_matrix(
            design,
            self._count_columns(plan.n_classes),
            training,
            estimator=self._check_estimator(choices.estimator),
            generator=np.random.RandomState(draw_entropy(self.random_state) % 2**32),
            n_jobs=self.n_jobs,
        )
        if plan.n_classes == 2 and matrix.shape[1] > 1 and isinstance(plan.resampling, Full):
            warnings.warn(
                f"two classes can be split in one way only, which resampling='full' lets all {matrix.shape[1]} members "
                "learn from the same rows; they differ only by what is random in the view or the learner: use "
                "resampling='bootstrap'",
                stacklevel=4,
            )
        self.code_ = design
        return replace(plan, code=MatrixCode(matrix), target=training.y)

    @property
    def _n_members(self) -> int:
        """Number of members that a fit grows."""
        code = self._plan.code
        return code.matrix.shape[1] if isinstance(code, MatrixCode) else int(self.n_estimators or 1)

    def _make_learner(self, choices: Choices) -> Learner:
        learner = as_learner(self._check_estimator(choices.estimator))
        if choices.fit_parameters and isinstance(learner, AdaptedLearner):
            return RoutedLearner(learner, choices.fit_parameters)
        return learner

    def _check_estimator(self, estimator: Any) -> Any:
        default = self._make_default_estimator
        if self._task == "classification":
            return check_base_estimator(self, estimator, "classifier", default)
        return check_base_estimator(self, estimator, "regressor", default)

    def _show(self, name: str, choice: Any) -> str:
        """A choice as the user gave it, where it is a parameter."""
        return repr(getattr(self, name, choice))

    def _check_plan(self, plan: Plan) -> None:
        """Refuse choices that do not go together."""
        combination, answers = self._combination, "classes" if self._task == "classification" else "values"
        if combination.answers not in (answers, "both"):
            shown = self._show("combination", combination)
            raise ValueError(
                f"combination={shown} combines {combination.answers}; {type(self).__name__} needs one "
                f"that combines {answers}, such as {list_combinations(answers)}"
            )
        is_whole = isinstance(plan.code, Design | LearnedDesign)
        if self.n_estimators is None and not is_whole and plan.n_classes != 1:
            code = self._show("code", plan.code)
            raise ValueError(
                f"n_estimators=None takes as many members as a code has columns, but code={code} has no columns of "
                "its own; n_estimators must be an int of 1 or more"
            )
        # Under a code a vote is for several classes, which a rule that looks at more than votes cannot know.
        if plan.is_coded and combination.hard and not reads_answers_alone(combination):
            shown, code = self._show("combination", combination), self._show("code", plan.code)
            raise ValueError(
                f"combination={shown} weighs votes by probabilities, but with code={code} a member "
                "votes for a group of classes; put it around 'mean_probability', or use 'vote'"
            )
        if isinstance(combination, Decoding) and not is_whole:
            shown, code = self._show("combination", combination), self._show("code", plan.code)
            raise ValueError(
                f"combination={shown} needs the matrix of a code, but code={code} has none; use one "
                "such as code='dense_random'"
            )

    def _count_grown(self, plan: Plan) -> int:
        """Members to keep from an earlier fit, which must have seen a table like this one."""
        if not self.warm_start or not hasattr(self, "_grown"):
            return 0
        n_grown = len(self.members_)
        before, now = ((each.n_samples, each.n_features, each.n_classes) for each in (self._plan, plan))
        is_same_table = before == now and self._plan.targets == plan.targets
        if n_grown == self.n_estimators:
            warnings.warn(
                "Warm-start fitting without increasing n_estimators does not fit new trees or other members",
                stacklevel=4,
            )
            if not is_same_table:
                raise _NothingToGrowError
            return n_grown
        if not is_same_table:
            raise ValueError(
                f"warm_start=True continues on the same table, but (rows, features, classes) were {before} "
                f"and are {now}; set warm_start=False to start again"
            )
        if not hasattr(self, "_entropy"):
            raise ValueError(
                "warm_start=True goes on from members that the ensemble has grown, but estimators_ were set by hand; "
                "set warm_start=False to start again"
            )
        if n_grown > (self.n_estimators or 0):
            raise ValueError(
                f"n_estimators={self.n_estimators} is less than the {n_grown} members that warm_start=True "
                "keeps; raise it, or set warm_start=False"
            )
        return n_grown

    def _grow(self, grower: Grower, n_grown: int) -> GrownMembers:
        """Grow members after the `n_grown` of an earlier fit, and return them all."""
        resampling = grower.plan.resampling
        if n_grown == 0:
            self._entropy = draw_entropy(self.random_state)
        elif resampling.adaptive and self._grown.state is None:
            return self._grown  # the resampling has ended the ensemble
        seeds = draw_seeds(self._entropy, self._n_members)
        grower = replace(grower, lineage=seeds[:, Stream.FEATURES].copy())
        with Progress(self._n_members - n_grown, type(self).__name__, verbose=self.verbose > 0) as progress:
            if isinstance(resampling, AdaptiveResampling):
                training = grower.training
                state = self._grown.state if n_grown else resampling.start(training.y, training.weights)
                grown = grow_in_sequence(grower, seeds, n_grown, state, progress)
            else:
                grown = grow_independently(grower, seeds, n_grown, self.n_jobs, progress)
        return self._grown.join(grown) if n_grown else grown

    def _leave_out(self, training: TrainingSet) -> OutOfBag:
        """The training rows, and which members have seen each."""
        in_bag = np.stack([np.packbits(weights > 0) for weights in self._iterate_draws()])
        return OutOfBag(self.members_, training, in_bag, self.combination_weights_, self.n_jobs)

    def _read_out_of_bag(self, rows: OutOfBag) -> None:
        """Let the combination learn, where it does, and score it; both from out-of-bag predictions."""
        rules: list[Combination] = [self._combination]
        if isinstance(self._combination, LearnedCombination):
            tallies = rows.tally(self._combination)
            if not any(tally.predicted_weight.any() for tally in tallies):
                raise ValueError(
                    f"combination={self._show('combination', self._combination)} learns from rows that some member did "
                    f"not see, but resampling={self._plan.resampling!r} left none of n_samples={self._plan.n_samples} "
                    "rows out; use Bootstrap or Subsample, or a combination that does not learn"
                )
            self._combination.learn(merge_tallies(tallies))
            # Judged on the rows it has learned from, it would look better than it is.
            rules = [*learn_without_each(self._combination, tallies)] if self.oob_score else rules
        if self.oob_score:
            self._score_out_of_bag(rows.combine(rules), rows.training.y)

    def _score_out_of_bag(self, scores: NDArray[np.float64], y: NDArray[Any]) -> None:
        is_covered = ~np.isnan(scores if scores.ndim == 1 else scores[:, 0])
        if not is_covered.any():
            raise ValueError(
                f"oob_score={self.oob_score!r} needs out-of-bag rows, but resampling="
                f"{self._plan.resampling!r} left none out; use Bootstrap or Subsample, or set oob_score=False"
            )
        self.n_never_out_of_bag_ = int(np.count_nonzero(~is_covered))
        if self.n_never_out_of_bag_:
            warnings.warn(
                f"Some inputs do not have OOB scores: {self.n_never_out_of_bag_} of {is_covered.size} rows are in the "
                f"sample of each of the {len(self.members_)} members, and are left out of oob_score_. More members "
                "make the estimates more reliable",
                stacklevel=6,
            )
        self._keep_out_of_bag(scores, y, is_covered)

    def _iterate_draws(self) -> Iterator[NDArray[Any]]:
        """Redraw the rows of each member; of an adaptive resampling, only whether it saw a row."""
        if self._grown.in_bag is not None:
            yield from np.unpackbits(self._grown.in_bag, axis=1, count=self._plan.n_samples)
        else:
            yield from (
                self._plan.draw_weights(seed[None], position)[0] for position, seed in enumerate(self._seeds)
            )

    @property
    def _seeds(self) -> NDArray[np.uint64]:
        if not hasattr(self, "_entropy"):
            raise AttributeError("estimators_ were set by hand, so what each of them has seen is not known")
        return draw_seeds(self._entropy, len(self.members_))

    @property
    def combination_weights_(self) -> NDArray[np.float64] | None:
        """Weights of the members, where the combination uses them and they are not all the same."""
        weights = self.member_weights_
        return weights if self._combination.weighted and np.ptp(weights) > 0 else None

    def _combine(self, X: Any) -> NDArray[np.float64]:
        """Combine the predictions of the members for each row."""
        rows = read_rows(self, X)
        return combine_members(self.members_, rows, self._combination, self.combination_weights_, self.n_jobs)

    @abstractmethod
    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predict by the first member, by the first two, and so on."""

    def staged_score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Iterator[float]:
        """Score of the first member, of the first two, and so on: accuracy, or R^2 of a regressor.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their classes or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        """
        from sklearn.metrics import accuracy_score, r2_score

        measure = accuracy_score if self._task == "classification" else r2_score
        for predicted in self.staged_predict(X):
            yield float(measure(y, predicted, sample_weight=sample_weight))

    def _combine_stages(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Combine the predictions of the first member, of the first two, and so on."""
        rows = read_rows(self, X)
        return combine_stages(self.members_, rows, self._combination, self.combination_weights_)

    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Predictions of each member for each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_estimators, n_samples, n_classes) or (n_estimators, n_samples)
            Class probabilities (decoded scores where there is a code), or values.
        """
        rows = read_rows(self, X)
        return self.members_.outputs(rows)

    def member_leaf_sizes(self, X: Any) -> NDArray[np.float64]:
        """Training weight of the leaf that each row reaches in each member; only where the members are trees.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_estimators, n_samples)
        """
        rows = read_rows(self, X)
        return find_leaf_sizes(self.members_, rows)

    @property
    def estimator_(self) -> Any:
        """The unfitted estimator that the members are copies of."""
        self._check_fitted()
        return self._check_estimator(self._choices().estimator)

    @property
    def combination_(self) -> Combination:
        """The rule that combines the members, with what it has learned where it learns."""
        self._check_fitted()
        return self._combination

    @property
    def members_(self) -> Members:
        """The members, predicting together."""
        self._check_fitted()
        return self._grown.members

    @property
    def member_weights_(self) -> NDArray[np.float64]:
        """How much each member counts."""
        self._check_fitted()
        return self._grown.weights

    @property
    def row_weights_(self) -> NDArray[np.float64]:
        """Weights of the rows that the next member would see; only where the resampling adapts."""
        self._check_fitted()
        return self._grown.row_weights

    @property
    def estimators_(self) -> EstimatorSequence:
        """The fitted members, made when they are looked at; the list may be changed, or another one set."""
        members = self.members_
        seeds = self._seeds[:, Stream.LEARNER] if hasattr(self, "_entropy") else None
        return EstimatorSequence(members, self._take, seeds)

    @estimators_.setter
    def estimators_(self, estimators: Iterable[Any]) -> None:
        self._take(gather_members(self.members_, estimators))

    def __bool__(self) -> bool:
        return True  # fitted or not: `ensemble or another` does not ask for its length

    def __len__(self) -> int:
        return len(self.members_)

    def __getitem__(self, index: Any) -> Any:
        return self.estimators_[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.estimators_)

    @property
    def estimators_features_(self) -> list[NDArray[np.intp]]:
        """The columns that each member sees, recomputed from its seed."""
        self._check_fitted()
        columns = self._plan.draw_columns(self._seeds)
        return [np.arange(self.n_features_in_)] * len(self.members_) if columns is None else columns

    @property
    def estimators_samples_(self) -> list[NDArray[np.int32]]:
        """The rows that each member sees, as often as it sees them, recomputed from its seed.

        Rows with weights instead of counts, and rows of an adaptive resampling, are listed once.
        """
        self._check_fitted()
        draws = self._iterate_draws()
        rows = np.arange(self._plan.n_samples, dtype=np.int32)
        return [np.repeat(rows, draw if draw.dtype.kind in "iu" else draw > 0) for draw in draws]

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Mean importance of each feature, summing to one; only where the members have importances."""
        return average_importances(self.members_, self.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        return adopt_input_tags(super().__sklearn_tags__(), self.estimator)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_grown")

    def _check_fitted(self) -> None:
        if not hasattr(self, "_grown"):
            check_is_fitted(self)
