"""Run the trials of a study, each by itself, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import pandas as pd
from joblib import Parallel, delayed

N_PROCESSES = 2  # a trial uses one thread
Record = dict[str, Any]


def run_trials(
    trial: Callable[..., list[Record]], arguments: Iterable[tuple[Any, ...]], quick: bool
) -> pd.DataFrame:
    """Join the records of all trials; a quick study stays in this process."""
    parts = Parallel(n_jobs=1 if quick else N_PROCESSES)(delayed(trial)(*given) for given in arguments)
    return pd.DataFrame(list(chain.from_iterable(parts)))
