"""The flow that every ensemble goes through, whatever its choices."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self, cast

import numpy as np
from joblib import parallel_config
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, clone, is_classifier, is_regressor
from sklearn.utils import check_consistent_length, get_tags
from sklearn.utils.validation import check_is_fitted

from hedgerow.codes import Decoding, Design, LearnedDesign
from hedgerow.codes.columns import Columns
from hedgerow.codes.protocol import CODES
from hedgerow.combination import Combination, LearnedCombination
from hedgerow.combination.learning import learn_without_each, merge_tallies
from hedgerow.combination.protocol import COMBINATIONS, Tally, list_combinations
from hedgerow.combination.reading import reads_answers_alone
from hedgerow.ensembles.choices import Choices
from hedgerow.ensembles.grower import Grower, GrownMembers, grow_in_sequence, grow_independently
from hedgerow.ensembles.importances import average_importances
from hedgerow.ensembles.leaves import find_leaf_sizes
from hedgerow.ensembles.members import EstimatorSequence
from hedgerow.ensembles.plan import Plan
from hedgerow.ensembles.prediction import combine_folds, combine_members, combine_out_of_bag, tally_folds
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import check_count
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.rollback import all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights
from hedgerow.learners import Members
from hedgerow.learners.adapter import as_learner
from hedgerow.resampling import AdaptiveResampling, Full
from hedgerow.resampling.protocol import RESAMPLINGS
from hedgerow.views.protocol import VIEWS


class Ensemble(BaseEstimator, ABC):
    """Reads the data, grows the members, keeps the books; a subclass says what the answers are.

    A recipe overrides `_choices`, and has the parameters that are annotated here.
    """

    n_estimators: Any  # a number; None where a code has a number of columns of its own
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float]
    warm_start: bool
    n_jobs: int | None
    random_state: int | np.random.RandomState | None
    verbose: int

    n_features_in_: int
    n_never_out_of_bag_: int

    _answers: ClassVar[Literal["classes", "values"]]
    _entropy: int
    _plan: Plan
    _combination: Combination
    _encoding: FeatureEncoding | None
    _grown: GrownMembers
    code_: Design | LearnedDesign

    @abstractmethod
    def _choices(self) -> Choices:
        """One value per axis."""

    def _look_ahead(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        """Find out from the training data what a choice depends on; called before `_choices`."""

    @abstractmethod
    def _make_default_estimator(self) -> Any:
        """Make what learns when the choice is None."""

    @abstractmethod
    def _read_target(
        self, y: Any, sample_weight: NDArray[np.float64] | None
    ) -> tuple[NDArray[Any], int | None]:
        """Turn the target into codes and the number of classes, or into values and None."""

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
        with all_or_nothing(self):
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        encoding = learn_encoding(X)
        table = read_features(self, X, encoding, y=y, reset=True)
        check_consistent_length(table, y)
        self._look_ahead(X, y, sample_weight)
        weights = read_weights(sample_weight, table.shape[0])
        target, n_classes = self._read_target(y, weights)
        choices = self._choices()
        self._combination = self._check_combination(choices.combination)
        plan = Plan(
            resampling=RESAMPLINGS.resolve(choices.resampling),
            view=VIEWS.resolve(choices.view),
            code=CODES.resolve(choices.code),
            n_samples=table.shape[0],
            n_features=table.shape[1],
            n_classes=n_classes,
            sample_weight=weights,
        )
        self._check_size(plan)
        self._check_decoding(plan)
        is_categorical = None if encoding is None else encoding.is_categorical
        plan = self._pose_questions(plan, choices, table, target, is_categorical)
        n_grown = self._count_grown(plan)
        self._plan, self._encoding = plan, encoding
        if n_grown < self._n_members:
            learner = as_learner(self._check_estimator(choices.estimator))
            with nullcontext() if self.n_jobs is None else parallel_config(n_jobs=self.n_jobs):
                grower = Grower.prepare(plan, learner, table, target, is_categorical)
            self._grown = self._grow(grower, table, n_grown)
        for name in ("oob_score_", "oob_decision_function_", "oob_prediction_", "n_never_out_of_bag_"):
            self.__dict__.pop(name, None)
        if isinstance(self._combination, Decoding):
            self._learn_decoding(self._combination, table, target)
        if self.oob_score or isinstance(self._combination, LearnedCombination):
            self._read_out_of_bag(table, target)

    def _check_size(self, plan: Plan) -> None:
        if self.n_estimators is None and isinstance(plan.code, Design | LearnedDesign):
            return
        check_count("n_estimators", self.n_estimators)

    def _count_columns(self, n_classes: int) -> int | None:
        """Columns to ask of a code; None for as many as it has."""
        return None if self.n_estimators is None else int(self.n_estimators)

    def _pose_questions(
        self,
        plan: Plan,
        choices: Choices,
        X: NDArray[np.float64],
        y: NDArray[Any],
        is_categorical: NDArray[np.bool_] | None,
    ) -> Plan:
        """Make the matrix of a code that is made as a whole; other codes stay as they are."""
        design = plan.code
        self.__dict__.pop("code_", None)
        if not isinstance(design, Design | LearnedDesign) or plan.n_classes is None:
            return plan
        from hedgerow.ensembles.coded.posing import pose_questions  # few ensembles have a code

        if self.warm_start:
            raise ValueError(
                f"warm_start=True cannot add columns to code={choices.code!r}, which is made as a whole; set "
                "warm_start=False"
            )
        matrix = pose_questions(
            design,
            self._count_columns(plan.n_classes),
            X,
            y,
            plan.n_classes,
            estimator=self._check_estimator(choices.estimator),
            sample_weight=plan.sample_weight,
            is_categorical=is_categorical,
            generator=np.random.RandomState(draw_entropy(self.random_state) % 2**32),
            n_jobs=self.n_jobs,
        )
        if plan.n_classes == 2 and matrix.shape[1] > 1 and isinstance(plan.resampling, Full):
            warnings.warn(
                f"two classes have one question, which resampling='full' lets all {matrix.shape[1]} members answer "
                "from the same rows; they differ only by what is random in the view or the learner: use "
                "resampling='bootstrap'",
                stacklevel=5,
            )
        self.code_ = design
        return replace(plan, code=Columns(matrix), target=y)

    @property
    def _n_members(self) -> int:
        """Number of members that a fit grows."""
        code = self._plan.code
        return code.matrix.shape[1] if isinstance(code, Columns) else int(self.n_estimators or 1)

    def _check_estimator(self, estimator: Any) -> Any:
        estimator = self._make_default_estimator() if estimator is None else estimator
        if not hasattr(estimator, "fit") or isinstance(estimator, type):
            raise ValueError(
                f"estimator={estimator!r} cannot be fitted; pass a scikit-learn estimator, or None for a tree"
            )
        wanted = "classifier" if self._answers == "classes" else "regressor"
        if not (is_classifier if wanted == "classifier" else is_regressor)(estimator):
            raise ValueError(
                f"estimator={estimator!r} is not a {wanted}; {type(self).__name__} needs a {wanted}"
            )
        return clone(estimator)

    def _check_combination(self, choice: Any) -> Combination:
        combination: Combination = COMBINATIONS.resolve(choice)
        if combination.answers not in (self._answers, "both"):
            raise ValueError(
                f"combination={choice!r} combines {combination.answers}; {type(self).__name__} needs one "
                f"that combines {self._answers}, such as {list_combinations(self._answers)}"
            )
        return combination

    def _check_decoding(self, plan: Plan) -> None:
        """Under a code a vote is for several classes, which a rule that looks at more than votes cannot know."""
        combination = self._combination
        if plan.is_coded and combination.hard and not reads_answers_alone(combination):
            raise ValueError(
                f"combination={combination!r} weighs votes by probabilities, but with code={plan.code!r} a member "
                "votes for a group of classes; put it around 'mean_probability', or use 'vote'"
            )
        if isinstance(combination, Decoding) and not isinstance(plan.code, Design | LearnedDesign):
            raise ValueError(
                f"combination={combination!r} needs the matrix of a code, but code={plan.code!r} has none; use one "
                "such as code='dense_random'"
            )

    def _count_grown(self, plan: Plan) -> int:
        """Members to keep from an earlier fit, which must have seen a table like this one."""
        if not self.warm_start or not hasattr(self, "_grown"):
            return 0
        before, now = ((each.n_samples, each.n_features, each.n_classes) for each in (self._plan, plan))
        if before != now:
            raise ValueError(
                f"warm_start=True continues on the same table, but (rows, features, classes) were {before} "
                f"and are {now}; set warm_start=False to start again"
            )
        n_grown = len(self.members_)
        if n_grown > (self.n_estimators or 0):
            raise ValueError(
                f"n_estimators={self.n_estimators} is less than the {n_grown} members that warm_start=True "
                "keeps; raise it, or set warm_start=False"
            )
        if n_grown == self.n_estimators:
            warnings.warn("warm_start=True without a larger n_estimators grows no new members", stacklevel=5)
        return n_grown

    def _grow(self, grower: Grower, X: NDArray[np.float64], n_grown: int) -> GrownMembers:
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
                weights = grower.plan.sample_weight
                state = self._grown.state if n_grown else resampling.start(grower.y, weights)
                grown = grow_in_sequence(grower, X, seeds, n_grown, state, progress)
            else:
                grown = grow_independently(grower, seeds, n_grown, self.n_jobs, progress)
        return self._grown.join(grown) if n_grown else grown

    def _learn_decoding(self, decoding: Decoding, X: NDArray[np.float64], y: NDArray[Any]) -> None:
        """Give the decoding its matrix, weigh the columns where it asks for that, and calibrate its scores."""
        weights, in_bag, class_weights = self._plan.sample_weight, self._pack_draws(), None
        # Adaptive resamplings may have ended before the last column.
        matrix = cast(Columns, self._plan.code).matrix[:, : len(self.members_)]
        if decoding.weights == "csep":
            from hedgerow.ensembles.coded.weighing import weigh_columns

            honest = in_bag if decoding.csep_rows == "oob" else None
            class_weights = weigh_columns(self.members_, X, y, matrix, weights, honest, self.n_jobs)
        decoding.bind(matrix, class_weights)
        if decoding.calibration is None:
            return
        scores = combine_out_of_bag(self.members_, X, decoding, self.voices_, in_bag, self.n_jobs)
        counts = np.ones(len(y), np.bool_) if weights is None else weights > 0
        heard = ~np.isnan(scores[:, 0]) & counts
        if not heard.any():
            scores = combine_members(self.members_, X, decoding, self.voices_, self.n_jobs)
            heard = counts
        decoding.calibrate(scores[heard], y[heard], None if weights is None else weights[heard])

    def _pack_draws(self) -> NDArray[np.uint8]:
        """Whether each member saw each row, in packed bits."""
        return np.stack([np.packbits(weights > 0) for weights in self._iterate_draws()])

    def _read_out_of_bag(self, X: NDArray[np.float64], y: NDArray[Any]) -> None:
        """Let the combination learn, where it does, and score it; both from the rows that members did not see."""
        in_bag = self._pack_draws()
        rules: list[Combination] = [self._combination]
        if isinstance(self._combination, LearnedCombination):
            tallies = self._tally_out_of_bag(self._combination, X, y, in_bag)
            self._combination.learn(merge_tallies(tallies))
            # Judged on the rows it has learned from, it would look better than it is.
            rules = [*learn_without_each(self._combination, tallies)] if self.oob_score else rules
        if self.oob_score:
            self._score_out_of_bag(X, y, in_bag, rules)

    def _tally_out_of_bag(
        self,
        combination: LearnedCombination,
        X: NDArray[np.float64],
        y: NDArray[Any],
        in_bag: NDArray[np.uint8],
    ) -> list[Tally]:
        plan = self._plan
        is_categorical = None if self._encoding is None else self._encoding.is_categorical
        tallies = tally_folds(
            self.members_,
            X,
            y,
            combination,
            plan.n_classes,
            plan.sample_weight,
            in_bag,
            is_categorical,
            self.n_jobs,
        )
        if not any(tally.heard.any() for tally in tallies):
            raise ValueError(
                f"combination={combination!r} learns from rows that some member did not see, but resampling="
                f"{plan.resampling!r} left none of n_samples={plan.n_samples} rows out; use Bootstrap or Subsample, or "
                "a combination that does not learn"
            )
        return tallies

    def _score_out_of_bag(
        self,
        X: NDArray[np.float64],
        y: NDArray[Any],
        in_bag: NDArray[np.uint8],
        rules: Sequence[Combination],
    ) -> None:
        scores = combine_folds(self.members_, X, rules, self.voices_, in_bag, self.n_jobs)
        is_covered = ~np.isnan(scores if scores.ndim == 1 else scores[:, 0])
        if not is_covered.any():
            raise ValueError(
                f"oob_score={self.oob_score!r} needs rows that some member did not see, but resampling="
                f"{self._plan.resampling!r} left none out; use Bootstrap or Subsample, or set oob_score=False"
            )
        self.n_never_out_of_bag_ = int(np.count_nonzero(~is_covered))
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
        return draw_seeds(self._entropy, len(self.members_))

    @property
    def voices_(self) -> NDArray[np.float64] | None:
        """Weights of the members, where the combination listens to them and they are not all the same."""
        weights = self.member_weights_
        return weights if self._combination.weighted and np.ptp(weights) > 0 else None

    def _combine(self, X: Any) -> NDArray[np.float64]:
        """Combine what the members say about each row."""
        rows = self._read_rows(X)
        return combine_members(self.members_, rows, self._combination, self.voices_, self.n_jobs)

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        rows: NDArray[np.float64] = read_features(self, X, self._encoding, reset=False)
        return rows

    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Ask each member about each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_estimators, n_samples, n_classes) or (n_estimators, n_samples)
            Class probabilities (decoded scores where there is a code), or values.
        """
        rows = self._read_rows(X)
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
        rows = self._read_rows(X)
        return find_leaf_sizes(self.members_, rows)

    @property
    def combination_(self) -> Combination:
        """The rule that combines the members, with what it has learned where it learns."""
        return self._combination

    @property
    def members_(self) -> Members:
        """The members, answering together."""
        return self._grown.members

    @property
    def member_weights_(self) -> NDArray[np.float64]:
        """How much each member counts."""
        return self._grown.weights

    @property
    def row_weights_(self) -> NDArray[np.float64]:
        """Weights of the rows that the next member would see; only where the resampling adapts."""
        return self._grown.row_weights

    @property
    def estimators_(self) -> EstimatorSequence:
        """The fitted members, made when they are looked at."""
        return EstimatorSequence(self.members_)

    @property
    def estimators_features_(self) -> list[NDArray[np.intp]]:
        """The columns that each member sees, recomputed from its seed."""
        columns = self._plan.draw_columns(self._seeds)
        return [np.arange(self.n_features_in_)] * len(self.members_) if columns is None else columns

    @property
    def estimators_samples_(self) -> list[NDArray[np.intp]]:
        """The rows that each member sees, as often as it sees them, recomputed from its seed.

        Rows with weights instead of counts, and rows of an adaptive resampling, are listed once.
        """
        rows = np.arange(self._plan.n_samples)
        return [
            np.repeat(rows, draw if draw.dtype.kind in "iu" else draw > 0) for draw in self._iterate_draws()
        ]

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Mean importance of each feature, summing to one; only where the members have importances."""
        return average_importances(self.members_, self.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        learner = getattr(self, "estimator", None)
        if hasattr(learner, "__sklearn_tags__"):
            child = get_tags(learner).input_tags
            tags.input_tags.allow_nan, tags.input_tags.sparse = child.allow_nan, child.sparse
            tags.input_tags.positive_only = child.positive_only
        else:
            tags.input_tags.allow_nan = True  # hedgerow's own trees send missing values down a learned branch
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_grown")
