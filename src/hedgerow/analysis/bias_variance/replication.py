"""Fit a learner on each training set and let it predict, in parallel, always with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.analysis.bias_variance.evidence import ClassTally, ValueTally
from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows, Replicate, Rows
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.foundation.threads import count_threads
from hedgerow.learners.adapter import seed_estimator

Answers = tuple[Rows, NDArray[Any], int]


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
