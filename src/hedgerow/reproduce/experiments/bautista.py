"""Bautista et al. (2010), table 1: output codes as short as can be, with tuned support vector machines."""

from __future__ import annotations

from typing import Any

import numpy as np

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import cross_validate, draw_seed, read_data
from hedgerow.reproduce.tables import PublishedCell

_TABLES = {"Iris": "iris", "Wine": "wine"}
_CODES = {
    "binary_minimal": "binary",
    "evolutionary_minimal": "evolved",
    "one_vs_all": "one_vs_rest",
    "one_vs_one": "one_vs_one",
}
_COUNT = "n_"


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Cross-validate a code, and count its columns."""
    data, code = cell.split(BETWEEN)
    drawn = draw_seed(trial, seed)
    X, y = read_data(_TABLES[data])
    n_columns: list[int] = []
    accuracy = cross_validate(
        lambda: _make(code, drawn),
        X,
        y,
        seed=drawn,
        look=lambda model: n_columns.append(model.code_matrix_.shape[1]),
    )
    return {"accuracy": accuracy, "n_columns": float(np.mean(n_columns))}


def _make(code: str, seed: int) -> Any:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    from hedgerow.codes import MinimalCode, TunedSVC
    from hedgerow.ensembles.coded.ecoc import ECOCClassifier

    design = MinimalCode(surrogate=make_pipeline(StandardScaler(), SVC(C=10.0)))
    chosen: Any = design if _CODES[code] == "evolved" else _CODES[code]
    return ECOCClassifier(
        TunedSVC(), code=chosen, bootstrap=False, decoding="hamming", calibration=None, random_state=seed
    )


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where an accuracy or a number of columns is found, if the table is at hand."""
    code = cell.column.removeprefix(_COUNT)
    if cell.row not in _TABLES or code not in _CODES or cell.quantity:
        return None
    return Reading((BETWEEN.join((cell.row, code)),), "accuracy" if code == cell.column else "n_columns")


PROTOCOLS = {
    "bautista-t1": Protocol(
        Experiment("bautista 1", try_cell),
        read_cell,
        most_trials=10,
        remarks=(
            "Codes are bred with machines of fixed parameters, which stand for the tuned ones.",
            "A trial is one ten-fold cross-validation; it takes long, so ten are run.",
        ),
    )
}
