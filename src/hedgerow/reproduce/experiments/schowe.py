"""Schowe and Morik (2010), tables 3 and 4: how many correlations a fast ensemble of mRMR runs computes."""

from __future__ import annotations

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed, read_data
from hedgerow.reproduce.tables import PublishedCell

_N_COLUMNS = {"ionosphere": 34, "lung": 325, "colon": 2000, "lymphoma": 4026}
_AT_HAND = "ionosphere"


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Count the correlations of runs that share them and, where the data are at hand, of runs that do not."""
    from hedgerow.selection.filters.mrmr import MRMRSelector
    from hedgerow.selection.filters.mrmr_cost import count_correlations_apart

    data, n_features, n_parts = cell.split(BETWEEN)
    apart = count_correlations_apart(_N_COLUMNS[data], int(n_features), int(n_parts))
    if data != _AT_HAND:
        return {"standard": float(apart)}
    X, y = read_data(data)
    selector = MRMRSelector(
        int(n_features),
        ensemble="fast",
        n_parts=int(n_parts),
        shuffle=True,
        random_state=draw_seed(trial, seed),
    )
    together = selector.fit(X, y).n_correlations_
    return {"standard": float(apart), "fast": float(together), "gain": apart / together}


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a count is found; the column is as in ``"k=10 e=5"``."""
    if cell.quantity != "standard" and (cell.row != _AT_HAND or cell.quantity not in ("fast", "gain")):
        return None
    sizes = [part.partition("=")[2] for part in cell.column.split()]
    return Reading((BETWEEN.join((cell.row, *sizes)),), cell.quantity)


_PROTOCOL = Protocol(
    Experiment("schowe 1", try_cell),
    read_cell,
    most_trials=20,
    remarks=(
        "Runs that compute their own correlations cost what a formula says, whatever the data. What they cost "
        "together is counted on ionosphere.",
        "The printed counts are taken to be of single runs, for single runs give the same numbers; here each trial "
        "parts the rows anew.",
        "The estimates need the stability of each selection, which is not printed.",
    ),
)
PROTOCOLS = dict.fromkeys(("schowe-t3", "schowe-t4"), _PROTOCOL)
