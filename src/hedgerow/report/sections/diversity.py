"""Whether the members differ, and what that is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from hedgerow.displays.diversity_error import DiversityErrorDisplay
from hedgerow.diversity import ensemble_curve
from hedgerow.diversity.report import diversity_report
from hedgerow.outputs import Outputs
from hedgerow.report.plain import make_record

MAX_POINTS = 600
MAX_SIZES = 100


def describe_diversity(outputs: Outputs, *, n_jobs: int | None = None) -> dict[str, Any]:
    """Describe the members of an ensemble.

    Parameters
    ----------
    outputs : Outputs
        What at least two members predicted, with the truth.
    n_jobs : int or None, default=None
        Threads that count.

    Returns
    -------
    dict
        ``sentence``; ``n_members``; ``out_of_bag``; ``measures``, by name; ``points``, at most 600 pairs of members
        with their ``diversity`` and ``error``, ``centre`` of all ``n_pairs``; ``measure`` of the pairs; ``curve``,
        error and diversity at up to 100 sizes.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
    >>> found = describe_diversity(Outputs.from_predictions(said, truth=["a", "a", "b", "b"]))
    >>> found["centre"], [point["error"] for point in found["curve"]]
    ({'diversity': 0.0, 'error': 0.25}, [0.0, 0.0, 0.0])
    """
    report = diversity_report(outputs, n_jobs=n_jobs)
    display = DiversityErrorDisplay.from_outputs(outputs, n_jobs=n_jobs)
    pairs = display.frame()[["diversity", "error"]]
    drawn = pairs.sample(MAX_POINTS, random_state=0).sort_index() if len(pairs) > MAX_POINTS else pairs
    curve = ensemble_curve(outputs, n_jobs=n_jobs).frame()
    kept = np.unique(np.geomspace(1, len(curve), min(MAX_SIZES, len(curve))).round().astype(int)) - 1
    second = "kappa" if outputs.is_classification else "ambiguity"
    sizes = curve.iloc[kept].reset_index()[["size", "error", "member_error", second]]
    return make_record(
        sentence=report.sentence,
        n_members=outputs.n_members,
        out_of_bag=outputs.predicted is not None,
        measures=report.frame().reset_index(),
        measure=display.measure,
        points=drawn,
        n_pairs=len(pairs),
        centre=display.centres.iloc[0][["diversity", "error"]].to_dict(),
        curve=sizes.rename(columns={second: "diversity"}),
        curve_measure=second,
    )
