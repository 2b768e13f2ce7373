"""Tables with rare classes: so many training rows of each class as are wanted, and other rows to be asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_classification

from hedgerow import datasets

Matrix = NDArray[np.float64]
Labels = NDArray[np.intp]
Counts = tuple[int, ...]  # of training rows, by class
_SHARE = 2 / 3  # of the rows of a given table, to learn from
_N_NOISE = 9


@dataclass(frozen=True, eq=False)
class Problem:
    """Rows to learn from, rows to be asked about, and the weights that give their classes the same shares."""

    X: Matrix
    y: Labels
    X_test: Matrix
    y_test: Labels
    weight: Matrix
    rare: tuple[int, ...]  # the classes that ranking and recall are measured for

    @classmethod
    def draw(
        cls, X: Matrix, y: Labels, counts: Counts, rare: tuple[int, ...], random: np.random.Generator
    ) -> Problem:
        """Take so many rows of each class at random, and ask about the rest."""
        train, test, weight = [], [], []
        for label, count in enumerate(counts):
            rows = random.permutation(np.flatnonzero(y == label))
            if rows.size <= count:
                raise ValueError(f"class {label} has {rows.size} rows, {count} of them to learn from")
            asked = rows[count : count + _count_asked(len(counts))]
            train.append(rows[:count])
            test.append(asked)
            weight.append(np.full(asked.size, count / asked.size / sum(counts)))
        learned, asked = random.permutation(np.concatenate(train)), np.concatenate(test)
        return cls(X[learned], y[learned], X[asked], y[asked], np.concatenate(weight), rare)


@dataclass(frozen=True)
class Cell:
    """One kind of table: where its rows come from and how many there are of each class."""

    group: str
    data: str
    rare: str  # how rare, in words
    make: Callable[[int], Problem]


def _count_asked(n_classes: int) -> int:
    """Most rows of a class to be asked about."""
    return 1000 if n_classes == 2 else 400


@cache
def list_cells() -> tuple[Cell, ...]:
    """Every kind of table of the study."""
    return (*_list_balanced(), *_list_rare(), *_list_few(), *_list_many(), *_list_narrow())


def _list_balanced() -> list[Cell]:
    given = [
        Cell("balanced", name, "", partial(_part, name))
        for name in ("pima", "sonar", "ionosphere", "breast_cancer", "wine")
    ]
    drawn = [
        Cell("balanced", f"{name}, {n:,} rows", "", partial(_generate, name, (n // k,) * k, tuple(range(k))))
        for n in (300, 3000)
        for name, k in (("threenorm", 2), ("ringnorm", 2), ("friedman", 2), ("waveform", 3))
    ]
    ten = partial(_generate, "ten clouds", (300,) * 10, tuple(range(10)))
    return [*given, *drawn, Cell("balanced", "ten clouds, 3,000 rows", "", ten)]


def _list_rare() -> list[Cell]:
    shares = {"5 %": 0.05, "2 %": 0.02, "1 %": 0.01}
    given = [
        Cell("rare", name, words, partial(_thin, name, _count_rare(name, share)))
        for name in ("pima", "ionosphere", "breast_cancer")
        for words, share in shares.items()
    ]
    sizes = [("threenorm", 1000), ("ringnorm", 1000), ("friedman", 1000), ("simple", 1000)]
    drawn = [
        Cell("rare", f"{name}, {n:,} rows", words, partial(_generate, name, _count(n, share), (1,)))
        for name, n in [*sizes, ("threenorm", 4000), ("ringnorm", 4000)]
        for words, share in shares.items()
    ]
    return [*given, *drawn]


def _list_few() -> list[Cell]:
    numbers = {"1 row": 1, "2 rows": 2, "3 rows": 3}
    given = [
        Cell("few", name, words, partial(_thin, name, number))
        for name in ("sonar", "breast_cancer")
        for words, number in numbers.items()
    ]
    drawn = [
        Cell("few", f"{name}, 300 rows", words, partial(_generate, name, (300 - number, number), (1,)))
        for name in ("twonorm", "ringnorm", "friedman")
        for words, number in numbers.items()
    ]
    return [*given, *drawn]


def _list_many() -> list[Cell]:
    """Several classes, of which the last ones are rare."""
    counts = {
        "waveform": (490, 490, 20),
        "five Gaussians": (320, 320, 320, 20, 20),
        "nine Gaussians": (160,) * 6 + (10,) * 3,
        "ten clouds": (280,) * 7 + (20,) * 3,
    }
    return [
        Cell("many", f"{name}, {sum(each):,} rows", f"{sum(n == min(each) for n in each)} of {len(each)}",
             partial(_generate, name, each, tuple(np.flatnonzero(np.equal(each, min(each))).tolist())))
        for name, each in counts.items()
    ]  # fmt: skip


def _list_narrow() -> list[Cell]:
    """Classes that are rare because they fill a small stretch of a feature: where fine cuts must matter."""
    return [
        Cell("narrow", f"{shape}, 2,000 rows", words, partial(_draw_narrow, shape, share))
        for shape in ("tail", "window", "corner")
        for words, share in (("5 %", 0.05), ("2 %", 0.02), ("1 %", 0.01))
    ]


def _count(n_rows: int, share: float) -> Counts:
    n_rare = round(share * n_rows)
    return n_rows - n_rare, n_rare


@cache
def _read(name: str) -> tuple[Matrix, Labels]:
    """The complete rows of a table, its classes numbered from the most frequent one."""
    table = datasets.load(name)
    complete = table.features.notna().all(axis=1).to_numpy()
    labels = np.unique(np.asarray(table.target)[complete], return_inverse=True)[1]
    places = np.empty(labels.max() + 1, np.intp)
    places[np.argsort(-np.bincount(labels), kind="stable")] = np.arange(places.size)
    return table.features[complete].to_numpy(np.float64), places[labels]


def _part(name: str, seed: int) -> Problem:
    X, y = _read(name)
    counts = tuple((_SHARE * np.bincount(y)).astype(int).tolist())
    rare = (1,) if len(counts) == 2 else tuple(range(len(counts)))
    return Problem.draw(X, y, counts, rare, np.random.default_rng(seed))


def _count_common(name: str) -> int:
    return int(_SHARE * (_read(name)[1] == 0).sum())


def _count_rare(name: str, share: float) -> int:
    return round(share / (1 - share) * _count_common(name))


def _thin(name: str, n_rare: int, seed: int) -> Problem:
    """Learn from so many rows of the less frequent of two classes."""
    counts = (_count_common(name), n_rare)
    return Problem.draw(*_read(name), counts, (1,), np.random.default_rng(seed))


_NAMES = {"five Gaussians": "artificial_multi1", "nine Gaussians": "artificial_multi2"}
_WITH_NOISE = ("five Gaussians", "nine Gaussians")


def _generate(name: str, counts: Counts, rare: tuple[int, ...], seed: int) -> Problem:
    """Draw until each class has its rows to learn from, and as many to be asked about as there may be."""
    if len(rare) == len(counts) == 2:
        rare = (1,)
    wanted = np.add(counts, _count_asked(len(counts)))
    n_rows = int(1.1 * len(counts) * wanted.max())
    X, y = _draw_pool(name, n_rows, len(counts), seed)
    while (np.bincount(y, minlength=len(counts)) < wanted).any():
        n_rows *= 2
        X, y = _draw_pool(name, n_rows, len(counts), seed)
    return Problem.draw(X, y, counts, rare, np.random.default_rng([seed, len(counts)]))


def _draw_pool(name: str, n_rows: int, n_classes: int, seed: int) -> tuple[Matrix, Labels]:
    if name == "ten clouds":
        X, y = make_classification(
            n_rows, 20, n_informative=8, n_redundant=4, n_classes=n_classes, n_clusters_per_class=2,
            random_state=seed,
        )  # fmt: skip
        return X, y.astype(np.intp)
    make: Any = getattr(datasets, f"make_{_NAMES.get(name, name)}")
    sample = make(n_rows, random_state=seed)
    if name in _WITH_NOISE:
        sample = datasets.append_noise(sample, _N_NOISE, random_state=seed)
    return sample.X, np.unique(sample.y, return_inverse=True)[1]


def _draw_narrow(shape: str, share: float, seed: int) -> Problem:
    """Ten uniform features; rare are the rows at the end of the first, within it, or at the ends of the first two."""
    random = np.random.default_rng([seed, 7])
    counts = _count(2000, share)
    y = np.repeat([0, 1], np.add(counts, _count_asked(2)))
    X = random.random((y.size, 1 + _N_NOISE))
    inside, outside = y == 1, y == 0
    if shape == "corner":
        X[inside, :2] = 1 - np.sqrt(share) * X[inside, :2]
        least = 1 - np.sqrt(share)
        while (astray := outside & (X[:, :2] > least).all(axis=1)).any():
            X[astray, :2] = random.random((astray.sum(), 2))
        return Problem.draw(X, y, counts, (1,), random)
    start = 1 - share if shape == "tail" else 0.6
    X[inside, 0] = start + share * X[inside, 0]
    X[outside, 0] *= 1 - share
    X[outside & (X[:, 0] >= start), 0] += share
    return Problem.draw(X, y, counts, (1,), random)
