"""What codes and bagging do to the bias and the variance of networks, with more and fewer nodes and epochs.

After Zor, Windeatt and Yanikoglu (2010). A predictor is a network or a whole ensemble; those of one repetition learn
from fresh training sets, are asked about the same rows, and share one code matrix. One training run serves all numbers
of epochs: it is looked at after each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow import datasets
from hedgerow.analysis.bias_variance import decompose
from hedgerow.analysis.bias_variance.posteriors import find_truth
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.network.estimators import NetworkClassifier
from studies.running import Record, run_trials

SOURCES: dict[str, Callable[..., Any]] = {
    "twonorm": datasets.make_twonorm,
    "threenorm": datasets.make_threenorm,
    "ringnorm": datasets.make_ringnorm,
    "artificial_multi1": datasets.make_artificial_multi1,
    "artificial_multi2": datasets.make_artificial_multi2,
}
PARAMETERS = {"ringnorm": {"a": 1 / np.sqrt(20)}}
NODES = (2, 4, 8, 16)
EPOCHS = (2, 5, 10, 15)
N_TRAIN = 300
N_TEST = 6000
N_PREDICTORS = 25
N_MEMBERS = 25
N_REPETITIONS = 2
TERMS = ("error", "noise", "systematic_effect", "variance_effect", "bias", "variance")
_CELL = ["data", "method", "nodes", "epochs"]
Answers = Iterator[tuple[str, int, NDArray[np.intp]]]


def run(quick: bool) -> pd.DataFrame:
    """Mean terms of James's decomposition over the repetitions, for each method, number of nodes and epochs."""
    names = ("twonorm", "artificial_multi1") if quick else tuple(SOURCES)
    nodes = NODES[:2] if quick else NODES
    size = (3, 3, 200) if quick else (N_PREDICTORS, N_MEMBERS, N_TEST)
    tasks = [
        (name, n_hidden, repetition, *size)
        for name in names
        for n_hidden in nodes
        for repetition in range(N_REPETITIONS)
    ]
    trials = run_trials(_try_nodes, tasks, quick)
    cells = trials.groupby(_CELL, sort=False)
    found = cells[list(TERMS)].mean()
    found.insert(0, "n_repetitions", cells.size())
    found["error_spread"] = cells["error"].std()
    return found.round(5).reset_index()


def _try_nodes(
    name: str, n_hidden: int, repetition: int, n_predictors: int, n_members: int, n_test: int
) -> list[Record]:
    """Train the predictors of one repetition, and part the errors of each method after some epochs."""
    draw = SOURCES[name]
    random = np.random.default_rng([list(SOURCES).index(name), repetition])  # the same data for all nodes
    test = draw(n_test, random_state=int(random.integers(2**31)))
    truth = find_truth(name, PARAMETERS.get(name, {}), test)(test.X)  # type: ignore[misc]
    n_classes = truth.shape[1]
    code = draw_code(n_classes, n_members, random)
    counts: dict[tuple[str, int], NDArray[np.float64]] = {}
    for seed in random.integers(2**31, size=n_predictors):
        sample = draw(N_TRAIN, random_state=int(seed))
        for method, epochs, said in ask_predictors(
            sample, test.X, n_hidden, n_members, code, np.random.default_rng(int(seed))
        ):
            tally = counts.setdefault((method, epochs), np.zeros_like(truth))
            tally[np.arange(n_test), said] += 1
    records = []
    for (method, epochs), tally in counts.items():
        terms = decompose(truth, tally / n_predictors)
        means = {term: float(terms[term].mean()) for term in TERMS}
        records.append({"data": name, "method": method, "nodes": n_hidden, "epochs": epochs, **means})
    return records


def ask_predictors(
    sample: Any,
    X: NDArray[np.float64],
    n_hidden: int,
    n_members: int,
    code: NDArray[np.intp],
    random: np.random.Generator,
) -> Answers:
    """Classes of some rows by a network, by bagging and, for more than two classes, by a code, after some epochs."""
    n_rows, n_classes = len(sample.y), len(code)
    seeds = random.integers(2**31, size=(3, n_members)).astype(np.uint64)
    network = NetworkClassifier(n_hidden, epochs=max(EPOCHS))
    prepared = network.prepare(TrainingSet.of(sample.X, sample.y, n_classes=n_classes))
    ones = np.ones((n_members, n_rows), np.int64)
    bags = random.multinomial(n_rows, np.full(n_rows, 1 / n_rows), size=n_members)
    for epoch, members in enumerate(prepared.follow(seeds[0, :1], ones[:1])):
        if epoch in EPOCHS:
            yield "single", epoch, members.outputs(X)[0].argmax(axis=1)
    for epoch, members in enumerate(prepared.follow(seeds[1], bags)):
        if epoch in EPOCHS:
            yield "bagging", epoch, members.sum_outputs(X, None, hard=False).argmax(axis=1)
    if n_classes == 2:
        return
    # Symbol 0 of a column stands for -1, symbol 1 for +1.
    columns = network.prepare(TrainingSet.of(sample.X, sample.y, n_classes=2))
    for epoch, members in enumerate(columns.follow(seeds[2], ones, targets=code.T[:, sample.y])):
        if epoch in EPOCHS:
            bits = members.outputs(X)[:, :, 1] > 0.5
            yield "ECOC", epoch, decode(bits.T, code)


def draw_code(n_classes: int, n_columns: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Random bits, (n_classes, n_columns), drawn until no column is constant and no two rows are equal."""
    for _ in range(10_000):
        code = random.integers(2, size=(n_classes, n_columns))
        while n_classes > 2 and (constant := np.ptp(code, axis=0) == 0).any():
            code[:, constant] = random.integers(2, size=(n_classes, int(constant.sum())))
        if len(np.unique(code, axis=0)) == n_classes:
            return code
    raise RuntimeError(f"{n_columns} columns do not tell {n_classes} classes apart")


def decode(bits: NDArray[np.bool_], code: NDArray[np.intp]) -> NDArray[np.intp]:
    """Class whose row of the code differs in the fewest bits from each row; of equal ones the first."""
    signs = 2.0 * bits - 1
    return np.asarray((signs @ (2.0 * code.T - 1)).argmax(axis=1))
