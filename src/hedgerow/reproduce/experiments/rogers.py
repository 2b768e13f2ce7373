"""Rogers (2007), chapters 5 and 8, and Rogers and Gunn (2005): errors on a random tenth of seven tables."""

from __future__ import annotations

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

# The shares of features that stand beside their numbers say nothing more.
_QUANTITIES = ("error", "base_error", "q_statistic", "n_features", "avg_tree_nodes")


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Split a table, let one method learn, and measure it; all methods of a trial see the same split."""
    from hedgerow.reproduce.experiments.rogers_methods import METHODS, try_forest
    from hedgerow.reproduce.experiments.splits import draw_split
    from hedgerow.trees.estimators import DecisionTreeClassifier

    data, column = cell.split(BETWEEN)
    split, learner_seed = draw_split(data, trial, seed)
    if column in METHODS:
        described = DecisionTreeClassifier(pruning="mdl")
        return split.measure(METHODS[column](described).set_params(random_state=learner_seed))
    return try_forest(column, split, learner_seed)


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a published value is found."""
    from hedgerow.reproduce.experiments.rogers_methods import FORESTS, METHODS, SYNONYMS
    from hedgerow.reproduce.experiments.splits import DATA

    column = SYNONYMS.get(cell.column, cell.column)
    if cell.row not in DATA or column not in (*METHODS, *FORESTS) or cell.quantity not in _QUANTITIES:
        return None
    return Reading((f"{cell.row}{BETWEEN}{column}",), cell.quantity)


def find_sample(cell: str, trial: int) -> int:
    """Return the number of the sample that a trial draws on."""
    from hedgerow.reproduce.experiments.splits import sample_of

    return sample_of(cell.partition(BETWEEN)[0], trial)


_EXPERIMENT = Experiment("rogers 1", try_cell, find_sample)
_SAMPLES = (
    "The generated problems were probably one sample each, split again in every trial. Here every five trials have a "
    "new sample, and how much samples differ counts as uncertainty of the published value."
)
_VOTES = "The treatment of missing votes is not published; here one lies between no and yes."
PROTOCOL = Protocol(_EXPERIMENT, read_cell, n_published=100, remarks=(_SAMPLES, _VOTES))
TABLES = (
    *(f"rogers-5.{number}" for number in range(2, 9)),
    *(f"rogers-8.{number}" for number in (2, 3, 4, 5, 6, 8, 9, 10, 11)),
    "rogers-gunn-3",
    "rogers-gunn-4",
)
PROTOCOLS = dict.fromkeys(TABLES, PROTOCOL)
