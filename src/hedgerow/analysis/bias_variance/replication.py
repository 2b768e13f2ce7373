"""Fit a learner on each training set and ask it, in parallel, always with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows, Replicate, Rows
from hedgerow.analysis.bias_variance.tally import ClassTally, ValueTally
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_seeds
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
        (estimator, each, arrangement.asked, classes, seed, reseed, number)
        for number, (each, seed) in enumerate(zip(arrangement.replicates, seeds, strict=True))
    )
    title = f"bias_variance of {type(estimator).__name__}"
    with Progress(arrangement.n_fits, title, verbose=verbose > 0) as progress:
        for rows, said, repetition in _stream(calls, n_jobs):
            tally.add(rows, said, repetition)
            progress.advance(1)


def _stream(calls: Iterable[tuple[Any, ...]], n_jobs: int | None) -> Iterator[Answers]:
    if effective_n_jobs(n_jobs) == 1:
        return (_fit_and_ask(*call) for call in calls)
    try:
        parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    except ValueError:  # some backends, such as multiprocessing, hand over everything at the end
        parallel = Parallel(n_jobs=n_jobs, prefer="threads")
    return iter(parallel(delayed(_fit_and_ask)(*call) for call in calls))


def _fit_and_ask(
    estimator: Any,
    replicate: Replicate,
    asked: LabelledRows,
    classes: NDArray[Any] | None,
    seed: np.uint64,
    reseed: bool,
    number: int,
) -> Answers:
    rows = np.arange(len(asked)) if replicate.asked is None else replicate.asked
    if not rows.size:
        return rows, rows, replicate.repetition
    try:
        training = replicate.draw()
        questions = asked.X if replicate.asked is None else asked.take(rows).X
        model = clone(estimator)
        said = _predict(seed_estimator(model, seed) if reseed else model, training, questions, classes, seed)
        return rows, said, replicate.repetition
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
        said = model.fit(training.X, training.y, **parameters).predict(questions)
    except ValueError:
        if classes is None or len(classes) == 1 or np.unique(training.y).size != 1:
            raise
        # Some classifiers refuse a sample of a single class: such a model always answers that class.
        said = np.full(questions.shape[0], training.y[0])
    if classes is None:
        return np.asarray(said, dtype=np.float64).reshape(-1)
    return encode_labels(np.asarray(said).reshape(-1), classes)


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
            f"a model answered {labels[strange][0]!r}, which is not among the classes of the rows that are "
            f"asked about, {classes[:10].tolist()}; ask about more rows"
        )
    return codes
