"""Every training set is a new sample from the source of the data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow import datasets
from hedgerow.analysis.bias_variance.posteriors import find_truth
from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows, Replicate, set_up
from hedgerow.foundation.seeds import Stream, draw_seeds

# A seed of these draws the problem itself and not only the rows: no two samples have the same truth.
_NEW_EVERY_TIME = ("madelon",)
_MANY_TARGETS = ("label_sets",)
GENERATORS = tuple(
    name.removeprefix("make_")
    for name in dir(datasets)
    if name.startswith("make_") and name.removeprefix("make_") not in (*_NEW_EVERY_TIME, *_MANY_TARGETS)
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
