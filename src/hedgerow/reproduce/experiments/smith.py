"""Smith and Windeatt (2010), tables 2 to 4: action units from output codes, with bootstraps and weights or without."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed
from hedgerow.reproduce.tables import PublishedCell

N_SPLITS = 10
_TEST_SHARE = 0.1
_VARIANCE = 0.8  # share of the pixels' variance that principal components keep
_N_HIDDEN, _N_EPOCHS = 4, 8
_MEMBERS = {
    "plain": (False, None),
    "bootstrap": (True, None),
    "csep": (False, "csep"),
    "bootstrap_and_csep": (True, "csep"),
}
_BEST = "bootstrap_and_csep"
_FEATURES = ("pca", "lbp_fcbf")
_OTHERS = 1_000_000  # added to the seed of the pictures that no model learns from


@dataclass(frozen=True, eq=False)
class FaceSplit:
    """Features and action units of the rows to learn from, of those left out, and of faces of other people."""

    X: NDArray[np.float64]
    Y: NDArray[np.int64]
    X_test: NDArray[np.float64]
    Y_test: NDArray[np.int64]
    X_others: NDArray[np.float64]
    Y_others: NDArray[np.int64]


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Draw a collection, fit an output code to ten stratified splits of it, and measure all in percent.

    The last three quantities are of the sets of units, for faces that none of the ten models has learned from.
    """
    features, members = cell.split(BETWEEN)
    bootstrap, weights = _MEMBERS[members]
    splits = draw_splits(features, draw_seed(trial, seed))
    found, answers = [], []
    for number, split in enumerate(splits):
        model = _make(bootstrap, weights, draw_seed(number, trial)).fit(split.X, split.Y)
        plain = _score_plainly(model, split.X_test)
        found.append(measure_units(split.Y_test, model.predict_proba(split.X_test), plain))
        answers.append(model.label_sets_[model.ecoc_.predict(split.X_others)])
    quantities = {name: 100.0 * float(np.nanmean([each[name] for each in found])) for name in found[0]}
    return quantities | {
        name: 100.0 * value for name, value in decompose_sets(splits[0].Y_others, np.stack(answers)).items()
    }


def measure_units(
    Y: NDArray[np.int64], chances: NDArray[np.float64], plain: NDArray[np.float64] | None = None
) -> dict[str, float]:
    """Return the error and the area under the curve over the units and of each, and the error without calibration.

    Examples
    --------
    >>> Y = np.array([[1, 0], [0, 1], [1, 1], [0, 0]])
    >>> measured = measure_units(Y, np.array([[0.9, 0.2], [0.1, 0.4], [0.8, 0.9], [0.6, 0.3]]))
    >>> measured["error"], measured["auc"], measured["error_2"]
    (0.25, 1.0, 0.25)
    """
    from sklearn.metrics import roc_auc_score

    wrong = (chances > 0.5) != (Y == 1)
    areas = [
        float(roc_auc_score(truth, column)) if 0 < truth.mean() < 1 else np.nan
        for truth, column in zip(Y.T, chances.T, strict=True)
    ]
    measured = {"error": float(wrong.mean()), "auc": float(np.nanmean(areas))}
    if plain is not None:
        measured["plain_error"] = float(((plain > 0.5) != (Y == 1)).mean())
    for place, area in enumerate(areas):
        measured |= {f"error_{place + 1}": float(wrong[:, place].mean()), f"auc_{place + 1}": area}
    return measured


def decompose_sets(truth: NDArray[np.int64], answers: NDArray[np.int64]) -> dict[str, float]:
    """Return what Kohavi and Wolpert make of the errors of several models about sets of labels.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_labels)
        The sets.
    answers : ndarray of shape (n_models, n_rows, n_labels)
        What each model answered.

    Returns
    -------
    dict
        The error, its squared bias and its variance; noise is a part of the bias.
    """
    from hedgerow.analysis.bias_variance.definitions import decompose

    n_models, n_rows, n_labels = answers.shape
    stacked = np.concatenate([truth, answers.reshape(-1, n_labels)])
    codes = np.unique(stacked, axis=0, return_inverse=True)[1].reshape(n_models + 1, n_rows)
    shares = np.eye(codes.max() + 1)[codes]
    terms = decompose(shares[0], shares[1:].mean(axis=0), "kohavi_wolpert")
    names = {"set_error": "error", "set_squared_bias": "squared_bias", "set_variance": "variance"}
    return {ours: float(terms[theirs].mean()) for ours, theirs in names.items()}


@lru_cache(maxsize=2)
def draw_splits(features: str, seed: int) -> tuple[FaceSplit, ...]:
    """Draw a collection of faces and one of other people; divide the first ten times, and find features for each."""
    from sklearn.model_selection import StratifiedShuffleSplit

    (X, Y), (others, Y_others) = encode_faces(features, seed), encode_faces(features, seed + _OTHERS)
    codes = np.unique(Y, axis=0, return_inverse=True)[1].reshape(-1)
    splits = []
    for train, test in StratifiedShuffleSplit(
        N_SPLITS, test_size=_TEST_SHARE, random_state=seed % 2**31
    ).split(X, codes):
        select = _find_components(X[train]) if features == "pca" else _select_patterns(X[train], codes[train])
        splits.append(
            FaceSplit(select(X[train]), Y[train], select(X[test]), Y[test], select(others), Y_others)
        )
    return tuple(splits)


def encode_faces(features: str, seed: int, counts: Any = None) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Draw faces, and return their patterns or the pixels of their windows, and the action units."""
    from hedgerow.datasets import make_eye_regions
    from hedgerow.encoders import LocalBinaryPatterns, read_windows

    sample = make_eye_regions(counts, random_state=seed % 2**31)
    pixels = read_windows(sample.images, sample.eyes).pixels
    if features == "pca":
        return pixels.reshape(len(pixels), -1).astype(np.float32), sample.Y
    return LocalBinaryPatterns().fit_transform(pixels), sample.Y


def _select_patterns(X: NDArray[Any], codes: NDArray[np.intp]) -> Any:
    from hedgerow.selection import Discretiser
    from hedgerow.selection.filters import FCBFSelector

    kept = FCBFSelector(discretise=Discretiser("mdl")).fit(X, codes).get_support()
    return lambda rows: np.asarray(rows[:, kept], np.float64)


def _find_components(X: NDArray[Any]) -> Any:
    from sklearn.decomposition import PCA

    components = PCA(_VARIANCE).fit(X)
    return lambda rows: np.asarray(components.transform(rows), np.float64)


def _make(bootstrap: bool, weights: Any, seed: int) -> Any:
    from hedgerow.learners import NetworkClassifier
    from hedgerow.many_labels import LabelSetECOCClassifier

    network = NetworkClassifier(_N_HIDDEN, epochs=_N_EPOCHS)
    return LabelSetECOCClassifier(
        network, bootstrap=bootstrap, weights=weights, calibration_rows="training", random_state=seed
    )


def _score_plainly(model: Any, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores of the units before their curves."""
    from hedgerow.codes.label_sets import score_groups

    return score_groups(model.ecoc_.score_classes(X), model.label_sets_)


def read_table_2(cell: PublishedCell) -> Reading | None:
    """Return where an error or an area is found: the row says how members are made, the column what they see."""
    quantity, _, features = cell.column.partition("_")
    if features not in _FEATURES or cell.row not in _MEMBERS:
        return None
    return Reading((BETWEEN.join((features, cell.row)),), quantity)


def read_table_3(cell: PublishedCell) -> Reading | None:
    """Return where the error or the area of a single unit is found."""
    place = {"au_1": 1, "au_2": 2, "au_4": 3, "au_5": 4, "au_6": 5, "au_7": 6}.get(cell.row)
    return None if place is None else Reading((BETWEEN.join(("lbp_fcbf", _BEST)),), f"{cell.column}_{place}")


def read_table_4(cell: PublishedCell) -> Reading | None:
    """Return where an error or an area with and without calibration is found; calibration changes no area."""
    quantity, _, features = cell.column.partition("_")
    if features not in _FEATURES:
        return None
    if quantity == "error" and cell.row == "without_scaling":
        quantity = "plain_error"
    return Reading((BETWEEN.join((features, _BEST)),), quantity)


_EXPERIMENT = Experiment("smith 1", try_cell)
_REMARKS = (
    "The Cohn-Kanade faces are handed out on request only. Measured on drawn eye regions of the same 12 sets of action "
    "units, in the same numbers: what helps can be compared, the size of an error cannot.",
    "A trial is the whole study: a collection of 456 pictures, and ten stratified splits of it. The source looks for "
    "the best number of nodes and epochs on the test rows; here networks have four nodes and take eight steps.",
    "How many principal components the source keeps is not said; here 80 % of the variance.",
)
PROTOCOLS = {
    table: Protocol(_EXPERIMENT, read, most_trials=5, remarks=_REMARKS)
    for table, read in (("smith-t2", read_table_2), ("smith-t3", read_table_3), ("smith-t4", read_table_4))
}
