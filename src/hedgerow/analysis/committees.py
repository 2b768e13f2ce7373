"""The predictions of a committee for rows that its members were not fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.model_selection import GroupKFold, StratifiedGroupKFold, check_cv
from sklearn.utils import check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.ensembles.stratified_folds import deal_folds
from hedgerow.foundation.constraints import JOBS, Count, Word, check
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.training_set import TrainingSet, read_weights
from hedgerow.outputs import Outputs
from hedgerow.outputs.member_predictions import has_members

Predictions = Literal["cv", "oob", "train"]


@dataclass(frozen=True)
class _Task:
    """One estimator, the rows it learns from and the rows it judges."""

    slot: int
    estimator: Any
    seed: int
    train: NDArray[np.intp]
    test: NDArray[np.intp]


def committee_outputs(
    committee: Any,
    X: Any,
    y: ArrayLike,
    *,
    predictions: Predictions = "cv",
    cv: int | Any = 5,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    probabilities: bool = False,
    names: Sequence[str] = (),
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = None,
) -> Outputs:
    """Fit a committee and predict its own training rows.

    Parameters
    ----------
    committee : estimator or sequence of estimators
        An ensemble, whose members have a vote each; any other estimator, which has one; or several estimators,
        which have one vote each, whether they are ensembles or not. They are cloned.
    X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
        The features, passed on as they are.
    y : array-like of shape (n_samples,)
        The labels or values.
    predictions : {"cv", "oob", "train"}, default="cv"
        Whether a row is judged by members that are fitted to the other folds; by the members of one ensemble that
        left it out of their bags; or by members that have learned it, and so rarely contradict it.
    cv : int, splitter or iterable, default=5
        Number of folds (shuffled, and stratified for classes), or what `check_cv` takes. Where a splitter tests a
        row several times, the row gets as many times the votes.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, for estimators whose `fit` takes them.
    groups : array-like of shape (n_samples,), default=None
        Which rows belong together, such as the records of a person: they are on one side of every fold.
    probabilities : bool, default=False
        Whether to keep class probabilities, as rules that combine them need: 8 bytes for each member, row and class.
    names : sequence of str, default=()
        Names of the members.
    n_jobs : int or None, default=None
        Estimators and folds that are fitted at the same time.
    random_state : int, RandomState or None, default=None
        Where the folds come from, and the randomness of estimators whose own `random_state` is None.

    Returns
    -------
    Outputs
        About all rows, with the labels for the truth. A vote about a row counts only from a member that has seen the
        row's class; so no member predicts a class with a single row.

    References
    ----------
    S. Verbaeten and A. Van Assche, "Ensemble methods for noise elimination in classification problems", Multiple
    Classifier Systems (2003).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> committee_outputs([GaussianNB(), DecisionTreeClassifier()], X, y, random_state=0)
    <Outputs: 2 members, 150 rows, 3 classes, out of bag>
    """
    several = isinstance(committee, Sequence)
    estimators = list(committee) if several else [committee]
    regression = predicts_values(committee)
    target = column_or_1d(np.asarray(y))
    check_consistent_length(X, target)
    weights = read_weights(sample_weight, len(target))
    if regression:
        training = TrainingSet(X, target, weights)
    else:
        classes, codes = np.unique(target, return_inverse=True)
        training = TrainingSet(X, codes, weights, classes)
    if groups is not None:
        check_consistent_length(target, groups)
        training = replace(training, groups=column_or_1d(np.asarray(groups)))
    rng = check_random_state(random_state)
    tasks = [
        _Task(slot, estimator, int(rng.randint(np.iinfo(np.int32).max)), train, test)
        for train, test in _list_folds(training, predictions, cv, rng)
        for slot, estimator in enumerate(estimators)
    ]
    asked = Parallel(n_jobs=check("n_jobs", n_jobs, JOBS))(
        delayed(_judge)(
            task,
            training,
            out_of_bag=predictions == "oob",
            may_open=not several,
            probabilities=probabilities and not regression,
        )
        for task in tasks
    )
    joined = _join(tasks, asked, training)
    if len(names) not in (0, joined.n_members):
        raise ValueError(f"{len(names)} names were given for {joined.n_members} members")
    return replace(joined, names=tuple(map(str, names)))


def default_committee(*, regression: bool, sparse: bool) -> Any:
    """A random forest of 100 trees: hedgerow's, or scikit-learn's where the table is sparse."""
    if sparse:
        from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    else:
        from hedgerow.ensembles.forest import RandomForestClassifier, RandomForestRegressor
    return RandomForestRegressor(100) if regression else RandomForestClassifier(100)


def heterogeneous_committee(*, regression: bool) -> list[Any]:
    """A pruned tree, the nearest neighbour and a linear model, as Brodley & Friedl use them.

    Examples
    --------
    >>> [type(estimator).__name__ for estimator in heterogeneous_committee(regression=True)]
    ['DecisionTreeRegressor', 'Pipeline', 'Pipeline']
    """
    from sklearn.linear_model import LinearRegression, LogisticRegression
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

    tree: Any = DecisionTreeClassifier(pruning="mdl")
    others: Any = KNeighborsClassifier(1), LogisticRegression(max_iter=1000)
    if regression:
        tree = DecisionTreeRegressor(pruning="reduced_error")
        others = KNeighborsRegressor(1), LinearRegression()
    return [tree, *(make_pipeline(StandardScaler(), other) for other in others)]


def predicts_values(committee: Any) -> bool:
    """Whether a committee consists of regressors, and not of classifiers.

    Examples
    --------
    >>> predicts_values(heterogeneous_committee(regression=True))
    True
    """
    estimators = committee if isinstance(committee, Sequence) else [committee]
    if not estimators:
        raise ValueError("the committee is empty; pass at least one estimator")
    if all(is_classifier(estimator) for estimator in estimators):
        return False
    if all(is_regressor(estimator) for estimator in estimators):
        return True
    raise ValueError("the committee mixes classifiers and regressors, or holds something that is neither")


def _list_folds(
    training: TrainingSet, predictions: str, cv: Any, rng: np.random.RandomState
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    n_rows = len(training.y)
    if predictions in ("oob", "train"):
        return [(np.arange(n_rows), np.arange(n_rows))]
    check("predictions", predictions, Word("cv", "oob", "train"))
    if n_rows < 2:
        raise ValueError(f"predictions='cv' needs rows to hold out, but n_samples={n_rows}")
    if not isinstance(cv, int | np.integer):
        target = _labels(training)
        folds = check_cv(cv, target, classifier=training.classes is not None)
        return list(folds.split(training.X, target, training.groups))
    check("cv", cv, Count(2))
    if training.groups is not None:
        return _deal_groups(training.y, training.groups, training.classes is not None, int(cv), rng)
    strata = np.zeros(n_rows, dtype=np.intp) if training.classes is None else training.y
    fold = deal_folds(rng, strata, min(int(cv), n_rows))
    return [(np.flatnonzero(fold != each), np.flatnonzero(fold == each)) for each in np.unique(fold)]


def _deal_groups(
    y: NDArray[Any], groups: NDArray[Any], has_classes: bool, n_folds: int, rng: np.random.RandomState
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Folds of whole groups, with about the same share of each class."""
    n_groups = len(np.unique(groups))
    if n_groups < 2:
        raise ValueError("groups holds one group, and folds of whole groups need at least 2")
    kind = StratifiedGroupKFold if has_classes else GroupKFold
    folds = kind(min(n_folds, n_groups), shuffle=True, random_state=int(rng.randint(np.iinfo(np.int32).max)))
    return list(folds.split(np.zeros((len(y), 1)), y, groups))


def _labels(training: TrainingSet) -> NDArray[Any]:
    """The target as it was given."""
    return training.y if training.classes is None else np.asarray(training.classes[training.y])


def _judge(
    task: _Task, training: TrainingSet, *, out_of_bag: bool, may_open: bool, probabilities: bool
) -> Outputs:
    """Fit one estimator and let it, or its members, predict, in the codes of the whole table."""
    estimator = with_seed(task.estimator, task.seed)
    learned = training.select(task.train)
    is_weighed = learned.weights is not None and has_fit_parameter(estimator, "sample_weight")
    estimator.fit(learned.X, _labels(learned), **({"sample_weight": learned.weights} if is_weighed else {}))
    opened = may_open and has_members(estimator)
    if out_of_bag and not opened:
        raise ValueError(
            "predictions='oob' needs a committee that is one ensemble with bags, such as a random forest; use "
            "predictions='cv' for other committees"
        )
    said = Outputs.from_estimator(
        estimator if opened else [estimator],
        take_rows(training.X, task.test),
        out_of_bag=out_of_bag,
        probabilities=probabilities,
    )
    if training.classes is None:
        return replace(said, predicted=said.covered())
    places = np.searchsorted(training.classes, said.known_classes())
    codes = places[said.answers]
    predicted = said.covered() & _have_seen(said.predicted, training.y, task)
    shares = None
    if probabilities:
        shares = np.zeros((*codes.shape, len(training.classes)))
        if said.probabilities is None:  # it is certain
            np.put_along_axis(shares, codes[:, :, None].astype(np.intp), 1.0, axis=2)
        else:
            shares[:, :, places] = said.probabilities
    return replace(said, answers=codes, classes=training.classes, predicted=predicted, probabilities=shares)


def _have_seen(
    predicted: NDArray[np.bool_] | None, codes: NDArray[np.intp], task: _Task
) -> NDArray[np.bool_]:
    """Whether each member has learned from some row of each tested row's class."""
    if predicted is None:
        return np.isin(codes[task.test], codes[task.train])[None, :]
    # out of bag the tested rows are all rows, and a member has learned what it abstains from
    seen = [~predicted[:, codes == code].all(axis=1) for code in range(int(codes.max()) + 1)]
    return np.stack(seen, axis=1)[:, codes]


def with_seed(estimator: Any, seed: int) -> Any:
    """A clone whose randomness, where it is left open, comes from a seed."""
    rng = np.random.RandomState(seed)
    fresh = clone(estimator)
    open_ones = [
        name
        for name, value in sorted(fresh.get_params().items())
        if name.split("__")[-1] == "random_state" and value is None
    ]
    return fresh.set_params(**{name: int(rng.randint(np.iinfo(np.int32).max)) for name in open_ones})


def _join(tasks: list[_Task], asked: list[Outputs], training: TrainingSet) -> Outputs:
    """Put what all estimators predict for their folds into one record.

    An estimator has a place for each of its members, and another one for each time that a row is tested again:

              row 0  row 1  row 2
    first       a      a      b       tested once
    second      a      b      b
    first       b      -      -       row 0 is tested again
    second      a      -      -
    """
    n_rows = len(training.y)
    sizes = np.zeros(max(task.slot for task in tasks) + 1, dtype=np.intp)
    for task, said in zip(tasks, asked, strict=True):
        sizes[task.slot] = max(sizes[task.slot], said.n_members)
    rounds = _count_tests(tasks, n_rows)
    n_members = int(sizes.sum()) * (1 + max(int(again.max()) for again in rounds))
    kind = np.float64 if training.classes is None else np.min_scalar_type(len(training.classes) - 1)
    answers, predicted = np.zeros((n_members, n_rows), kind), np.zeros((n_members, n_rows), dtype=bool)
    combination_weights, n_folds = np.zeros(n_members), np.zeros(n_members)
    is_soft = all(said.probabilities is not None for said in asked) and training.classes is not None
    shares = np.zeros((n_members, n_rows, len(training.classes))) if is_soft else None
    for task, said, again in zip(tasks, asked, rounds, strict=True):
        places = sizes[: task.slot].sum() + np.arange(said.n_members)[:, None] + sizes.sum() * again
        answers[places, task.test], predicted[places, task.test] = said.answers, said.predicted
        if shares is not None:
            shares[places, task.test] = said.probabilities
        for column in np.unique(again, return_index=True)[1]:
            combination_weights[places[:, column]] += said.member_weights()
            n_folds[places[:, column]] += 1
    combination_weights /= np.maximum(n_folds, 1)  # the mean over the folds
    return Outputs(
        answers=answers,
        classes=training.classes,
        truth=training.y.astype(kind),
        probabilities=shares,
        weights=combination_weights if np.ptp(combination_weights[n_folds > 0]) > 0 else None,
        sample_weight=training.weights,
        predicted=predicted,
    )


def _count_tests(tasks: list[_Task], n_rows: int) -> list[NDArray[np.intp]]:
    """How often each task's rows were tested before, by the same estimator."""
    counts: dict[int, NDArray[np.intp]] = {}
    rounds = []
    for task in tasks:
        count = counts.setdefault(task.slot, np.zeros(n_rows, dtype=np.intp))
        rounds.append(count[task.test])
        count[task.test] += 1
    return rounds
