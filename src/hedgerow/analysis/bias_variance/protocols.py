"""Where training sets come from: a generator, one sample, or splits made elsewhere; all protocols by shorthand."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow import datasets
from hedgerow.analysis.bias_variance.cross_validation import RepeatedFolds, SubsampledCrossValidation
from hedgerow.analysis.bias_variance.posteriors import find_truth
from hedgerow.analysis.bias_variance.replication import (
    Arrangement,
    LabelledRows,
    Replicate,
    Rows,
    TrainingProtocol,
    need_rows,
    set_up,
)
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.resampling import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.resampling import RESAMPLINGS

# A seed of these draws the problem itself and not only the rows: no two samples have the same truth.
_NEW_EVERY_TIME = ("madelon",)
_MANY_TARGETS = ("label_sets",)
_RAW_MATERIAL = ("eye_regions", "proteins", "readers", "topic_texts")  # no rows of numbers yet
_OF_PEOPLE = ("glaucoma",)  # whose number is given
GENERATORS = tuple(
    name.removeprefix("make_")
    for name in dir(datasets)
    if name.startswith("make_")
    and name.removeprefix("make_") not in (*_NEW_EVERY_TIME, *_MANY_TARGETS, *_RAW_MATERIAL, *_OF_PEOPLE)
)


@dataclass(frozen=True)
class FreshSamples:
    """Draw each training set, and once the test rows, from a generator.

    This is what bias and variance are about, without the detour over resampling; and the truth may be known.

    Parameters
    ----------
    source : str or callable
        The name of a generator of `hedgerow.datasets` without its ``make_``, such as "twonorm"; or a function
        that is called with a number of rows and ``random_state=``, and returns ``X, y`` or a `Sample`. The seed
        must draw rows of one and the same problem: scikit-learn's `make_classification` draws a new problem
        with every seed and will not do.
    n_train : int, default=300
        Rows of a training set.
    n_test : int, default=5000
        Rows to predict.
    parameters : mapping, default={}
        Further arguments of the generator.

    References
    ----------
    L. Breiman, "Bias, variance, and arcing classifiers", Technical Report 460, University of California,
    1996, where training sets of 300 rows are drawn from twonorm, threenorm, ringnorm and waveform.
    """

    source: str | Callable[..., Any]
    n_train: int = 300
    n_test: int = 5000
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates; 200 unless told otherwise."""
        if train is not None or test is not None:
            raise ValueError("fresh samples come from the generator; leave X, y and test out")
        if isinstance(self.source, str) and self.source not in GENERATORS:
            raise ValueError(
                f"there is no generator {self.source!r} to draw fresh samples from; choose from "
                f"{sorted(GENERATORS)}, or pass a function"
            )
        n_replicates = 200 if n_replicates is None else n_replicates
        drawn = self._draw(self.n_test, int(set_up(entropy).integers(2**32)))
        tested = LabelledRows(*_read(drawn))
        name = self.source if isinstance(self.source, str) else getattr(self.source, "__name__", "given")
        return Arrangement(
            tested, np.arange(len(tested)), None, self._iterate(n_replicates, entropy), n_replicates, n_replicates,
            f"{n_replicates} fresh {name} training sets of {self.n_train} rows", self._find_truth(drawn),
        )  # fmt: skip

    def _iterate(self, n_replicates: int, entropy: int) -> Iterator[Replicate]:
        for repetition, seed in enumerate(draw_seeds(entropy, n_replicates)[:, Stream.ROWS]):
            yield Replicate(partial(self._draw_part, int(seed) % 2**32), None, repetition)

    def _draw_part(self, seed: int) -> LabelledRows:
        return LabelledRows(*_read(self._draw(self.n_train, seed)))

    def _draw(self, n_rows: int, seed: int) -> Any:
        if isinstance(self.source, str):
            make = getattr(datasets, f"make_{self.source}")
            return make(n_samples=n_rows, random_state=seed, **self.parameters)
        return self.source(n_rows, random_state=seed, **self.parameters)

    def _find_truth(self, drawn: Any) -> Callable[[Any], NDArray[np.float64]] | None:
        """What the generator knows about the targets, with every parameter it was called with."""
        if not isinstance(self.source, str):
            return None
        make = getattr(datasets, f"make_{self.source}")
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(make).parameters.items()
            if name not in ("n_samples", "random_state")
        }
        return find_truth(self.source, defaults | dict(self.parameters), drawn)


def _read(drawn: Any) -> tuple[Any, NDArray[Any]]:
    X, y = (drawn.X, drawn.y) if hasattr(drawn, "y") else drawn
    return X, np.asarray(y)


@dataclass(frozen=True)
class Resamples:
    """Draw each training set from the given rows, by bootstrap unless told otherwise.

    Where no test rows are given, a stratified part of the rows is held out first; all models predict all of it. With
    `out_of_bag` nothing is held out, and a model predicts the rows that it was not fitted on.

    Parameters
    ----------
    resampling : str or object, default="bootstrap"
        How a training set is drawn: any resampling of `hedgerow.resampling` that does not adapt. Subsamples of
        half of the rows are Kohavi and Wolpert's training sets.
    test_size : float or int, default=0.25
        Share, or number, of the rows to hold out.
    out_of_bag : bool, default=False
        Whether to predict the rows that were not drawn. A bootstrap leaves 0.368 of the rows out, so 200
        replicates make about 74 answers to each row.

    Notes
    -----
    Bootstrap samples share 0.632 of their rows with the sample and overlap with each other; that makes
    predictions vary less than those from fresh training sets would.

    References
    ----------
    R. Kohavi and D. Wolpert, "Bias plus variance decomposition for zero-one loss functions", ICML 1996.
    """

    resampling: Any = "bootstrap"
    test_size: float = 0.25
    out_of_bag: bool = False

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates; 200 unless told otherwise."""
        rows = need_rows(self, train)
        resampling = RESAMPLINGS.resolve(self.resampling)
        if isinstance(resampling, AdaptiveResampling):
            raise ValueError(f"resampling={self.resampling!r} adapts to answers; use one that does not")
        n_replicates = 200 if n_replicates is None else n_replicates
        if self.out_of_bag:
            if test is not None:
                raise ValueError("out_of_bag=True tests on rows of X; leave test out, or set it to False")
            tested, pool, others, positions = rows, rows, None, np.arange(len(rows))
        elif test is not None:
            tested, pool, others, positions = test, rows, rows, np.arange(len(test))
        else:
            positions = self._hold_out(rows, entropy)
            tested, pool = rows.take(positions), rows.take(np.delete(np.arange(len(rows)), positions))
            others = pool
        kind = self.resampling if isinstance(self.resampling, str) else type(resampling).__name__.lower()
        where = " (out of bag)" if self.out_of_bag else ""
        return Arrangement(
            tested, positions, others, self._draw(resampling, pool, n_replicates, entropy),
            n_replicates, n_replicates, f"{n_replicates} {kind} training sets{where}",
        )  # fmt: skip

    def _draw(
        self, resampling: IndependentResampling, pool: LabelledRows, n_replicates: int, entropy: int
    ) -> Iterator[Replicate]:
        rows = np.arange(len(pool))
        for repetition, seed in enumerate(draw_seeds(entropy, n_replicates)[:, Stream.ROWS]):
            counts = resampling.draw(int(seed), len(pool))
            tested = np.flatnonzero(counts == 0) if self.out_of_bag else None
            yield Replicate(partial(pool.take, np.repeat(rows, counts.astype(np.intp))), tested, repetition)

    def _hold_out(self, rows: LabelledRows, entropy: int) -> Rows:
        n_rows = len(rows)
        n_test = round(self.test_size * n_rows) if isinstance(self.test_size, float) else self.test_size
        if not 1 <= n_test < n_rows:
            raise ValueError(
                f"test_size={self.test_size!r} of {n_rows} rows holds {n_test} out and leaves "
                f"{n_rows - n_test}; pass a share between 0 and 1, or a number below {n_rows}"
            )
        order = set_up(entropy).permutation(n_rows)
        if rows.strata is not None:
            order = order[np.argsort(rows.strata[order], kind="stable")]
        # Evenly spaced places in an order by class take the same share of each class.
        places = ((np.arange(n_test) + 0.5) * n_rows / n_test).astype(np.intp)
        return np.sort(order[places])


@dataclass(frozen=True)
class GivenSplits:
    """Training and test rows that were chosen elsewhere.

    Parameters
    ----------
    splits : sequence of (train, test) or scikit-learn splitter
        Row numbers of each training set, repeats allowed, and of the rows to predict. With test rows of their own the
        second entry numbers those, and may be None for all of them.
    """

    splits: Any

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates, one repetition each."""
        rows = need_rows(self, train)
        if n_replicates is not None:
            raise ValueError(f"n_replicates={n_replicates}, but the splits were given; leave it out")
        given = self.splits.split(rows.X, rows.y) if hasattr(self.splits, "split") else self.splits
        test_rows = rows if test is None else test
        replicates = [
            Replicate(
                partial(rows.take, _check_rows(learned, len(rows))),
                None if tested is None else _check_rows(tested, len(test_rows), once=True),
                repetition,
            )
            for repetition, (learned, tested) in enumerate(given)
        ]
        if not replicates:
            raise ValueError("protocol holds no split; pass one (train, test) pair or more")
        n_splits = len(replicates)
        return Arrangement(
            test_rows, np.arange(len(test_rows)), None if test is None else rows, replicates, n_splits, n_splits,
            f"{n_splits} given training sets",
        )  # fmt: skip


def _check_rows(rows: Any, n_rows: int, *, once: bool = False) -> Rows:
    checked = np.asarray(rows)
    checked = np.flatnonzero(checked) if checked.dtype == bool and len(checked) == n_rows else checked
    if checked.ndim != 1 or checked.dtype.kind not in "iu" or not checked.size:
        raise ValueError(f"a split must hold row numbers, got {type(rows).__name__} of shape {checked.shape}")
    strange = checked[(checked < 0) | (checked >= n_rows)]
    if strange.size:
        raise ValueError(f"a split names row {strange[0]}; the {n_rows} rows are numbered from 0")
    if once and np.unique(checked).size < checked.size:
        raise ValueError("a split tests on a row twice; name each test row once")
    return checked.astype(np.intp)


PROTOCOLS: dict[str, TrainingProtocol] = {
    "bootstrap": Resamples(),
    "out_of_bag": Resamples(out_of_bag=True),
    "subsampled_cv": SubsampledCrossValidation(),
    "repeated_folds": RepeatedFolds(),
}


def resolve_protocol(protocol: Any) -> TrainingProtocol:
    """Turn a shorthand, the name of a generator, splits or a splitter into a protocol.

    Examples
    --------
    >>> resolve_protocol("subsampled_cv")
    SubsampledCrossValidation(train_size=None, delta=0.5)
    >>> resolve_protocol("twonorm").n_train
    300
    """
    if isinstance(protocol, TrainingProtocol):
        return protocol
    if isinstance(protocol, str):
        if protocol in PROTOCOLS:
            return PROTOCOLS[protocol]
        if protocol in GENERATORS:
            return FreshSamples(protocol)
        raise ValueError(
            f"protocol={protocol!r} is not one of {list(PROTOCOLS)}, nor a generator such as 'twonorm'"
        )
    if hasattr(protocol, "split") or isinstance(protocol, list | tuple):
        return GivenSplits(protocol)
    raise TypeError(
        f"protocol={protocol!r} is not a protocol; pass a name, an object such as FreshSamples('twonorm'), a "
        "scikit-learn splitter, or a list of (train, test) row numbers"
    )
