"""Claim: forests of sparse texts grow 3 times as fast as scikit-learn's, in less than 4 times the memory of the table.

As in `large_table`, each measurement of memory has a process of its own, and the table comes from a file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, load_npz, save_npz

from benchmarks import peers
from benchmarks.large_table import read_resident
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import race

N_DOCUMENTS, N_TERMS, LENGTH = 20_000, 50_000, 100
N_CLASSES, N_TREES = (2, 10), 100
_MEBIBYTE = 2**20
_ZIPF, _TILT = 1.07, 0.5  # how frequencies of terms fall off, and how differently classes use them
_TESTED = 0.2


def make_documents(
    n_documents: int, n_terms: int, n_classes: int, seed: int = 0
) -> tuple[csr_matrix, NDArray[np.intp]]:
    """Documents of about a hundred words by their TF-IDF: frequencies as Zipf has them, other for each class."""
    rng = np.random.default_rng(seed)
    frequency = 1.0 / np.arange(1, n_terms + 1) ** _ZIPF
    y = rng.integers(0, n_classes, n_documents)
    lengths = rng.poisson(1.6 * LENGTH, n_documents) + 1  # with repeats
    words = np.empty(lengths.sum(), np.int32)
    for k in range(n_classes):
        chances = frequency * np.exp(rng.normal(0.0, _TILT, n_terms))
        place = np.repeat(y == k, lengths)
        words[place] = rng.choice(n_terms, place.sum(), p=chances / chances.sum())
    documents = np.repeat(np.arange(n_documents, dtype=np.int32), lengths)
    X = csr_matrix((np.ones(words.size), (documents, words)), shape=(n_documents, n_terms))
    X.sum_duplicates()
    rarity = np.log((1 + n_documents) / (1 + np.bincount(X.indices, minlength=n_terms))) + 1.0
    X.data = (1.0 + np.log(X.data)) * rarity[X.indices]
    norms = np.sqrt(np.add.reduceat(X.data**2, X.indptr[:-1]))
    X.data /= np.repeat(norms, np.diff(X.indptr))
    return X, y


def measure(quick: bool) -> list[Row]:
    """Fit and ask forests on documents of two and of ten classes."""
    n_documents, n_terms, n_trees = (1_000, 5_000, 4) if quick else (N_DOCUMENTS, N_TERMS, N_TREES)
    libraries = [OURS, peers.SKLEARN]  # Intel's hands sparse tables to scikit-learn
    rows: list[Row] = []
    for n_classes in N_CLASSES:
        X, y = make_documents(n_documents, n_terms, n_classes)
        cut = int((1.0 - _TESTED) * n_documents)
        work = f"{n_documents:,} x {n_terms:,}, {n_classes} classes, {n_trees} trees"
        forests = {library: peers.classifier(library, n_estimators=n_trees) for library in libraries}
        learned = {name: partial(forest.fit, X[:cut], y[:cut]) for name, forest in forests.items()}
        for run in learned.values():
            run()  # compiled, and known to score
        scores = {name: forest.score(X[cut:], y[cut:]) for name, forest in forests.items()}
        note = ", ".join(f"{name} {score:.3f}" for name, score in scores.items())
        floors = {} if quick else {peers.SKLEARN: 3.0}
        timings = race(learned, 2)
        rows += compare_times(f"{work}: fit", timings, floors, f"accuracy on other documents: {note}")
        asked = {name: partial(forest.predict_proba, X[cut:]) for name, forest in forests.items()}
        rows += compare_times(f"{work}: predict {n_documents - cut:,}", race(asked, 2), {})
    return [*rows, *_measure_memory(n_documents, n_terms, n_trees, libraries, quick)]


def _measure_memory(
    n_documents: int, n_terms: int, n_trees: int, libraries: list[str], quick: bool
) -> list[Row]:
    X, y = make_documents(n_documents, n_terms, N_CLASSES[0])
    size = (X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / _MEBIBYTE
    with TemporaryDirectory() as folder:
        save_npz(Path(folder, "X.npz"), X, compressed=False)
        np.save(Path(folder, "y.npy"), y)
        added = {library: _fit_elsewhere(library, folder, n_trees) for library in libraries}
    return [
        Row(
            f"peak memory of a fit beside the table of {size:.0f} MiB", library, "MiB", peak, None, peak / size,
            "times the table", Demand("at most", 4.0) if library == OURS and not quick else None,
        )
        for library, peak in added.items()
    ]  # fmt: skip


def _fit_elsewhere(library: str, folder: str, n_trees: int) -> float:
    """The mebibytes that a fit added, from a new process."""
    command = [sys.executable, "-m", __name__, library, folder, str(n_trees)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return float(json.loads(done.stdout.splitlines()[-1])) / _MEBIBYTE


def _fit_here(library: str, folder: str, n_trees: int) -> None:
    forest = peers.classifier(library, n_estimators=n_trees)
    X, y = load_npz(Path(folder, "X.npz")), np.load(Path(folder, "y.npy"))
    peers.classifier(library, n_estimators=1).fit(X[:100], y[:100])
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
    before = read_resident("VmRSS")
    forest.fit(X, y)
    print(json.dumps(read_resident("VmHWM") - before))


if __name__ == "__main__":
    _fit_here(sys.argv[1], sys.argv[2], int(sys.argv[3]))
