"""Small tables that hypothesis draws, and one way to grow a tree on them."""

from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
from hypothesis import strategies as st
from numba import config
from tests.kernels import naive

from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.records import SQUARED_ERROR, NodeSearch, Rules
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

COMPILED = not config.DISABLE_JIT


def examples(n):
    """As many examples as asked for; a quarter of them in plain Python."""
    health = [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large]
    return hypothesis.settings(max_examples=n if COMPILED else max(n // 4, 5), suppress_health_check=health)


@dataclass
class Problem:
    X: np.ndarray
    y: np.ndarray
    w: np.ndarray
    n_classes: int
    is_categorical: np.ndarray
    criterion: str

    def grow(self, *, seed=0, n_trees=1, weights=None, **parameters) -> Any:
        """Forest on the problem's rows."""
        prepared = self.prepare(**parameters)
        weights = np.tile(self.w, (n_trees, 1)) if weights is None else weights
        return prepared.grow(np.arange(seed, seed + len(weights), dtype=np.uint64), weights).forest

    def prepare(self, **parameters):
        kind = DecisionTreeClassifier if self.n_classes else DecisionTreeRegressor
        tree = kind(**({"criterion": self.criterion} | parameters))
        return tree.prepare(
            TrainingSet.of(
                self.X, self.y, n_classes=self.n_classes or None, is_categorical=self.is_categorical
            )
        )

    def sides(self, feature, rows):
        """Every split of a feature over the given rows."""
        column = self.X[rows, feature]
        return naive.category_sides(column) if self.is_categorical[feature] else naive.numeric_sides(column)


def make_column(rng, kind, n):
    """One column: few or many distinct values, constant, categories; `kind` may end in "?" for missing values."""
    base = kind.rstrip("?")
    column = {
        "ties": lambda: rng.integers(0, 5, n) / 4.0,
        "wide": lambda: rng.normal(size=n),
        "steps": lambda: np.round(rng.normal(size=n), 1),
        "constant": lambda: np.full(n, 7.0),
        "categories": lambda: rng.integers(0, 5, n).astype(float),
    }[base]()
    if kind.endswith("?"):
        column[rng.random(n) < 0.25] = np.nan
    return column


NUMBERS = ("ties", "wide", "steps", "constant", "ties?", "wide?", "steps?")
CATEGORIES = ("categories", "categories?")
WEIGHTS = ("ones", "integers", "fractions")


@st.composite
def problems(draw, *, rows=(2, 90), kinds=NUMBERS, features=(1, 3), criteria=naive.CRITERIA, weights=WEIGHTS):
    """A table with labels or targets that depend on it a little."""
    n = draw(st.integers(*rows))
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=features[0], max_size=features[1]))
    criterion = draw(st.sampled_from(criteria))
    weighting = draw(st.sampled_from(weights))
    n_classes = 0 if criterion in naive.VALUE_CRITERIA else draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = np.stack([make_column(rng, kind, n) for kind in chosen], axis=1)
    signal = np.nan_to_num(X[:, 0]) + draw(st.sampled_from([0.3, 3.0])) * rng.normal(size=n)
    if n_classes:
        y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
    else:
        y = np.round(signal, draw(st.sampled_from([0, 3])))
    if criterion == "poisson":
        y = np.maximum(y, 0.0) + (np.arange(n) == 0)
    w = {
        "ones": np.ones(n, np.int64),
        "integers": rng.integers(0, 4, n) + (np.arange(n) == 0),
        "fractions": rng.random(n) + 0.01,
    }[weighting]
    categorical = np.array([kind in CATEGORIES for kind in chosen])
    return Problem(X, y, w, n_classes, categorical, criterion)


def make_rules(**changes):
    rules = Rules(
        n_classes=2, regression=False, criterion=0, split=0, order=0, max_features=1, max_depth=99, max_leaves=99,
        min_rows_split=2, min_rows_leaf=1, min_weight_leaf=0, min_decrease=0.0, n_best=0, description_length=False,
        unit=1.0, note_first=False,
    )  # fmt: skip
    rules = rules._replace(**changes)
    return rules._replace(regression=rules.criterion == SQUARED_ERROR)


def make_work(
    *,
    regression=False,
    weights=(0,),
    sums=(0.0,),
    counts=(0,),
    codes=(),
    payload=(),
    moments=(),
    n_lines=0,
    rounding=0.0,
):
    """Working arrays as plain arrays: pieces index them as they index buffers."""
    n = len(codes) + 128
    x = np.arange(1, 64)
    given = {
        "rows": np.arange(n),
        "payload": [*payload, 0],
        "moments": [*moments, 0.0],
        "buffer": [*codes, 0],
        "weights": [*weights, *np.zeros(30 * n_lines, int)],
        "sums": [*sums, *np.zeros(n_lines)],
        "counts": [*counts, *np.zeros(n_lines, int)],
        "table": np.concatenate([[0.0], 1.0 / x if regression else x * np.log2(x)]),
    }
    dtypes = SEARCH.dtypes
    arrays = {name: np.array(given.get(name, np.zeros(n + n_lines)), dtypes[name]) for name in dtypes}
    return NodeSearch(**arrays, table_size=64, n_room=0)
