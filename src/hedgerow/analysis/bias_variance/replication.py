"""Training sets and the rows their models predict; fitting them in parallel, always with the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.foundation.threads import count_threads
from hedgerow.learners.adapter import seed_estimator

if TYPE_CHECKING:
    from hedgerow.analysis.bias_variance.evidence import ClassTally, ValueTally

Rows = NDArray[np.intp]
Answers = tuple[Rows, NDArray[Any], int]


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """Rows with their targets.

    Parameters
    ----------
    X : array, sparse matrix or data frame
        The features.
    y : ndarray of shape (n_rows,)
        Labels or values.
    sample_weight : ndarray of shape (n_rows,) or None, default=None
        Weights of the rows.
    strata : ndarray of shape (n_rows,) or None, default=None
        Groups that a split should keep the shares of.

    Examples
    --------
    >>> part = LabelledRows(np.eye(3), np.array(["a", "b", "c"]))
    >>> part.take(np.array([2, 2])).y
    array(['c', 'c'], dtype='<U1')
    """

    X: Any
    y: NDArray[Any]
    sample_weight: NDArray[np.float64] | None = None
    strata: NDArray[np.intp] | None = None

    def __len__(self) -> int:
        return len(self.y)

    def take(self, rows: Rows) -> Self:
        """Keep some rows, in the given order and as often as they are given."""
        return type(self)(
            take_rows(self.X, rows),
            self.y[rows],
            None if self.sample_weight is None else self.sample_weight[rows],
            None if self.strata is None else self.strata[rows],
        )


@dataclass(frozen=True)
class Replicate:
    """One training set and the rows that its model is tested on.

    Parameters
    ----------
    draw : callable
        Makes the training set when it is needed, so only those at work are in memory.
    tested : ndarray or None
        Positions among the rows that are predicted; None for all of them.
    repetition : int
        Which of the answers to a row this is; at most one replicate of a repetition predicts a row.
    """

    draw: Callable[[], LabelledRows]
    tested: Rows | None
    repetition: int


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A protocol applied to some data.

    Parameters
    ----------
    tested : LabelledRows
        The rows that are predicted.
    positions : ndarray
        Where they stand in the table they were taken from.
    others : LabelledRows or None
        Further rows with a known target, for estimates of the noise.
    replicates : iterable of Replicate
        In the order in which they are fitted.
    n_fits, n_repetitions : int
        How many replicates there are, and how many answers a row can get.
    words : str
        What was done: "200 bootstrap training sets".
    truth : callable or None, default=None
        What the rows' targets could have been, where the source of the data knows: class probabilities, or
        equally likely values.
    """

    tested: LabelledRows
    positions: Rows
    others: LabelledRows | None
    replicates: Iterable[Replicate]
    n_fits: int
    n_repetitions: int
    words: str
    truth: Callable[[Any], NDArray[np.float64]] | None = None


@runtime_checkable
class TrainingProtocol(Protocol):
    """Where training sets come from."""

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates.

        Parameters
        ----------
        train, test : LabelledRows or None
            The data; None for what was not given.
        n_replicates : int or None
            Number of answers to each row; None for the protocol's own.
        entropy : int
            Where the randomness comes from.
        """
        ...


def need_rows(protocol: object, train: LabelledRows | None) -> LabelledRows:
    """The rows to draw from; an error where there are none."""
    if train is None:
        raise ValueError(f"protocol={protocol!r} draws training sets from X and y; pass both")
    return train


def need_own_rows(protocol: object, train: LabelledRows | None, test: LabelledRows | None) -> LabelledRows:
    """The rows to draw from and to test on; an error where there are none, or others to test on."""
    if test is not None:
        raise ValueError(
            f"protocol={protocol!r} tests on the rows of X itself; leave test out, or use protocol='bootstrap'"
        )
    return need_rows(protocol, train)


def set_up(entropy: int) -> np.random.Generator:
    """Randomness of what all replicates share, apart from the stream of their seeds."""
    return np.random.default_rng([entropy, 1])


def deal(strata: NDArray[np.intp] | None, n_rows: int, n_hands: int, generator: np.random.Generator) -> Rows:
    """Deal shuffled rows into hands whose sizes, and shares of every stratum, differ by one row at most.

    Returns
    -------
    ndarray of shape (n_rows,)
        The hand of each row.

    Examples
    --------
    >>> hands = deal(np.array([0, 0, 0, 0, 1, 1]), 6, 2, np.random.default_rng(0))
    >>> np.bincount(hands), np.bincount(hands[:4])
    (array([3, 3]), array([2, 2]))
    """
    order = generator.permutation(n_rows)
    if strata is not None:
        order = order[np.argsort(strata[order], kind="stable")]
    hands = np.empty(n_rows, dtype=np.intp)
    hands[order] = np.arange(n_rows) % n_hands
    return hands


def replicate(
    estimator: Any,
    arrangement: Arrangement,
    classes: NDArray[Any] | None,
    tally: ClassTally | ValueTally,
    *,
    entropy: int,
    reseed: bool,
    n_jobs: int | None,
    verbose: int,
) -> None:
    """Fit all replicates, predict, and add the predictions up in order.

    Parameters
    ----------
    estimator : estimator
        Cloned for each replicate.
    arrangement : Arrangement
        The training sets, with labels or values as targets.
    classes : ndarray or None
        The sorted labels; None for values.
    tally : ClassTally or ValueTally
        Where answers go.
    entropy : int
        Where the learner's randomness comes from.
    reseed : bool
        Whether each replicate has a seed of its own.
    n_jobs : int or None
        Number of workers.
    verbose : int
        Whether to show progress.
    """
    seeds = draw_seeds(entropy, arrangement.n_fits)[:, Stream.LEARNER]
    calls = (
        (estimator, each, arrangement.tested, classes, seed, reseed, number)
        for number, (each, seed) in enumerate(zip(arrangement.replicates, seeds, strict=True))
    )
    title = f"bias_variance of {type(estimator).__name__}"
    with Progress(arrangement.n_fits, title, verbose=verbose > 0) as progress:
        for rows, predicted, repetition in _stream(calls, n_jobs):
            tally.add(rows, predicted, repetition)
            progress.advance(1)


def _stream(calls: Iterable[tuple[Any, ...]], n_jobs: int | None) -> Iterator[Answers]:
    if count_threads(n_jobs) == 1:
        return (_fit_and_predict(*call) for call in calls)
    try:
        parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    except ValueError:  # some backends, such as multiprocessing, hand over everything at the end
        parallel = Parallel(n_jobs=n_jobs, prefer="threads")
    return iter(parallel(delayed(_fit_and_predict)(*call) for call in calls))


def _fit_and_predict(
    estimator: Any,
    replicate: Replicate,
    tested: LabelledRows,
    classes: NDArray[Any] | None,
    seed: np.uint64,
    reseed: bool,
    number: int,
) -> Answers:
    rows = np.arange(len(tested)) if replicate.tested is None else replicate.tested
    if not rows.size:
        return rows, rows, replicate.repetition
    try:
        training = replicate.draw()
        questions = tested.X if replicate.tested is None else tested.take(rows).X
        model = clone(estimator)
        predicted = _predict(
            seed_estimator(model, seed) if reseed else model, training, questions, classes, seed
        )
        return rows, predicted, replicate.repetition
    except Exception as error:
        error.add_note(f"raised by replicate {number} of bias_variance")
        raise


def _predict(
    model: Any, training: LabelledRows, questions: Any, classes: NDArray[Any] | None, seed: np.uint64
) -> NDArray[Any]:
    """Class codes, or values, of the questions by a model of the training rows."""
    parameters = {}
    if training.sample_weight is not None:
        if has_fit_parameter(model, "sample_weight"):
            parameters["sample_weight"] = training.sample_weight
        else:  # rows drawn by weight stand in for rows that weigh
            shares = training.sample_weight / training.sample_weight.sum()
            generator = np.random.default_rng(int(seed))
            training = training.take(generator.choice(len(training), size=len(training), p=shares))
    try:
        predicted = model.fit(training.X, training.y, **parameters).predict(questions)
    except ValueError:
        if classes is None or len(classes) == 1 or np.unique(training.y).size != 1:
            raise
        # Some classifiers refuse a sample of a single class: such a model always answers that class.
        predicted = np.full(questions.shape[0], training.y[0])
    if classes is None:
        return np.asarray(predicted, dtype=np.float64).reshape(-1)
    return encode_labels(np.asarray(predicted).reshape(-1), classes)


def encode_labels(labels: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.intp]:
    """Positions of labels among the sorted classes.

    Examples
    --------
    >>> encode_labels(np.array(["b", "a"]), np.array(["a", "b"]))
    array([1, 0])
    """
    codes = np.searchsorted(classes, labels).clip(max=len(classes) - 1)
    strange = classes[codes] != labels
    if np.any(strange):
        raise ValueError(
            f"a model predicted {labels[strange][0]!r}, which is not among the classes of the test rows, "
            f"{classes[:10].tolist()}; test on more rows"
        )
    return codes
