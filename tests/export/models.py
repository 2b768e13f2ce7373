"""Tables and models of trees, for the tests of every format."""

import warnings

import numpy as np
import pandas as pd

from hedgerow import (
    AdaBoostClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    ExtraTreesClassifier,
    HedgerowRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.boosting import (
    ArcX4Classifier,
    LogitBoostClassifier,
    LsBoostClassifier,
    LsBoostRegressor,
)
from hedgerow.ensembles import IteratedBaggingRegressor, RandomSubspaceClassifier, RobustTreeClassifier
from hedgerow.export.categories import list_members_left
from hedgerow.pruning import PrunedEnsembleClassifier, PrunedEnsembleRegressor

N_ROWS = 160


def make_table(n_rows=N_ROWS, seed=0):
    """Numbers of single precision and categories, few and many, with gaps."""
    random = np.random.default_rng(seed)
    numbers = random.normal(size=(n_rows, 3)).astype(np.float32).astype(np.float64)
    numbers[random.random(numbers.shape) < 0.1] = np.nan
    table = pd.DataFrame(numbers, columns=["size", "age", "dose"])
    table["color"] = pd.Categorical(random.choice([*"abcdef", None], n_rows), categories=[*"abcdef"])
    codes = random.integers(-1, 90, n_rows)
    table["site"] = pd.Categorical.from_codes(codes, categories=[f"site {each}" for each in range(90)])
    return table


def make_values(table, seed=1):
    """Values that depend on numbers, categories and gaps."""
    noise = np.random.default_rng(seed).normal(size=len(table))
    size = table["size"].fillna(1.5).to_numpy()
    return (
        1000 + 3 * size + table["color"].cat.codes.to_numpy() + table["site"].cat.codes.to_numpy() % 5 + noise
    )


def make_classes(table, n_classes):
    """Words, of about equally many rows each."""
    ranks = make_values(table).argsort().argsort()
    return np.array([f"class {each:02}" for each in ranks * n_classes // len(table)])


TREE = DecisionTreeClassifier(max_depth=3)
CLASSIFIERS = {
    "tree": DecisionTreeClassifier(min_samples_leaf=2),
    "stump": DecisionTreeClassifier(max_depth=1),
    "robust tree": RobustTreeClassifier(),
    "forest": RandomForestClassifier(20, min_samples_leaf=2, random_state=0),
    "extra trees": ExtraTreesClassifier(34, min_samples_leaf=3, random_state=0),
    "vote": EnsembleClassifier(TREE, combination="vote", n_estimators=8, random_state=0),
    "subspace": RandomSubspaceClassifier(n_estimators=6, random_state=0),
    "adaboost": AdaBoostClassifier(TREE, n_estimators=10, random_state=0),
    "arcing": ArcX4Classifier(TREE, n_estimators=6, random_state=0),
    "logit boost": LogitBoostClassifier(n_estimators=6),
    "stumps": LsBoostClassifier(n_estimators=15, learning_rate=0.8),
    "least squares": LsBoostClassifier(DecisionTreeRegressor(max_depth=3), n_estimators=5, l2=1.0),
    "pruned": PrunedEnsembleClassifier(
        RandomForestClassifier(10, random_state=0), n_members=4, validation="out_of_bag", random_state=0
    ),
}
REGRESSORS = {
    "tree": DecisionTreeRegressor(),
    "forest": RandomForestRegressor(20, random_state=0),
    "first choice": HedgerowRegressor(10, random_state=0),
    "bagging": BaggingRegressor(n_estimators=5, random_state=0),
    "least squares": LsBoostRegressor(n_estimators=20),
    "iterated": IteratedBaggingRegressor(n_stages=2, n_estimators=5, random_state=0),
    "pruned": PrunedEnsembleRegressor(
        RandomForestRegressor(10, random_state=0), n_members=4, validation="out_of_bag", random_state=0
    ),
}


def list_odd_rows(matrix):
    """A row with each cell missing in turn, one without any value, and codes that no category has."""
    odd = np.tile(matrix[0], (matrix.shape[1] + 3, 1))
    odd[np.arange(matrix.shape[1]), np.arange(matrix.shape[1])] = np.nan
    odd[-3] = np.nan
    odd[-2, 3:], odd[-1, 3:] = 1000.0, -1.0
    return odd


def ask(call, rows):
    """What a model that was fitted on a frame says of rows that are numbers already."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        return call(rows)


def walk(tree, row):
    """The leaf of a row, by the words of the records."""
    node = 0
    while tree.nodes["left"][node] >= 0:
        value, missing_left = row[tree.nodes["feature"][node]], bool(tree.nodes["missing_left"][node])
        if not tree.nodes["categorical"][node]:
            left = missing_left if np.isnan(value) else value <= tree.nodes["threshold"][node]
        else:
            members, goes_left = list_members_left(tree, node)
            left = goes_left if value in members else not goes_left
        node = tree.nodes["left"][node] + (0 if left else 1)
    return node
