"""What the calls of the pages for users of other packages take, here and there.

The pages of docs/coming_from show these rows; nothing is demanded. Both sides do the work that a page puts side by
side, on the same table, with two threads where a package knows threads at all. A package that is not installed is left
out.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import numpy as np
import sklearn.datasets
import sklearn.ensemble
from sklearn.inspection import permutation_importance
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import hedgerow
from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import Table, make_classes, make_values
from hedgerow.datasets import make_label_sets
from hedgerow.diversity import pairwise
from hedgerow.many_labels import BinaryRelevanceClassifier, LabelPowersetClassifier, RAkELClassifier
from hedgerow.pruning import InstanceSelection
from hedgerow.selection.wrappers import WrapperSelector

BORUTA, SHAP, DESLIB, MLXTEND = "boruta_py", "shap", "DESlib", "mlxtend"
MRMR, MULTILEARN = "mrmr_selection", "scikit-multilearn"
_SHARED: dict[str, Any] = {"n_jobs": peers.THREADS, "random_state": 0}
_REPEATS = 5
_ONE_THREAD = "which has one thread"
_DISTRIBUTIONS = {BORUTA: "Boruta"}


def measure(quick: bool) -> list[Row]:
    """The work of each page whose package is installed."""
    pages = {
        "sklearn": _compare_forests,
        "boruta": _compare_boruta,
        "shap": _compare_shap,
        "deslib": _compare_deslib,
        "mlxtend": _compare_mlxtend,
        "mrmr": _compare_mrmr,
        "skmultilearn": _compare_label_sets,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [row for module, page in pages.items() if find_spec(module) for row in page(quick)]


def _race(
    work: str,
    contestants: Mapping[str, Callable[[], object]],
    package: str,
    quick: bool,
    note: str = "",
    is_warm: bool = False,
) -> list[Row]:
    """Five rounds, after one that compiles, imports and starts threads, unless that is done."""
    for run in () if is_warm else contestants.values():
        run()
    told = f"{package} {version(_DISTRIBUTIONS.get(package, package))}" + (note and f", {note}")
    return compare_times(work, race(contestants, 1 if quick else _REPEATS), {}, told)


def _compare_forests(quick: bool) -> list[Row]:
    n_rows = 500 if quick else 10_000
    X, y = make_classes(n_rows, 50)
    rows = []
    for kind in ("RandomForestClassifier", "ExtraTreesClassifier"):
        forests = _make_forests(kind)
        rows += _race(f"{kind}, {n_rows:,} x 50: fit", _fits(forests, X, y), peers.SKLEARN, quick)
        answers = {name: partial(forest.predict_proba, X) for name, forest in forests.items()}
        rows += _race(f"{kind}, {n_rows:,} x 50: predict_proba", answers, peers.SKLEARN, quick)
    X, y = make_values(n_rows // 2, 20)
    kind = "RandomForestRegressor"
    forests = _make_forests(kind)
    rows += _race(f"{kind}, {n_rows // 2:,} x 20: fit", _fits(forests, X, y), peers.SKLEARN, quick)
    return rows + _compare_permutation(quick)


def _make_forests(kind: str) -> dict[str, Any]:
    return {
        OURS: getattr(hedgerow, kind)(**_SHARED),
        peers.SKLEARN: getattr(sklearn.ensemble, kind)(**_SHARED),
    }


def _fits(models: Mapping[str, Any], X: Any, y: Any) -> dict[str, Callable[[], object]]:
    return {name: partial(model.fit, X, y) for name, model in models.items()}


def _compare_permutation(quick: bool) -> list[Row]:
    n_rows = 100 if quick else 1_000
    X, y = make_classes(n_rows, 20)
    ours, theirs = (forest.fit(X, y) for forest in _make_forests("RandomForestClassifier").values())
    theirs.set_params(n_jobs=None)  # two features at a time are faster than two trees
    contestants = {
        OURS: partial(ours.oob_permutation_importance, X, y, n_repeats=5, random_state=0),
        peers.SKLEARN: partial(permutation_importance, theirs, X, y, n_repeats=5, **_SHARED),
    }
    work = f"permutation importance, {n_rows:,} x 20, 5 repeats"
    return _race(work, contestants, peers.SKLEARN, quick, "which asks about the rows it is given")


def _compare_boruta(quick: bool) -> list[Row]:
    from boruta import BorutaPy

    n_rows, n_rounds = (100, 3) if quick else (500, 100)
    X, y, tells = _make_some_that_tell(n_rows)
    selector = hedgerow.RelevanceSelector(adjust="holm", **_SHARED)

    def search(package: Any) -> Any:
        n_jobs = peers.THREADS if package is hedgerow else None  # theirs is faster so
        forest = package.RandomForestClassifier(max_depth=5, n_jobs=n_jobs)
        return BorutaPy(forest, n_estimators="auto", max_iter=n_rounds, random_state=0).fit(X, y)

    contestants = {
        OURS: partial(selector.fit, X, y),
        f"{BORUTA} with hedgerow's forest": partial(search, hedgerow),
        BORUTA: partial(search, sklearn.ensemble),
    }
    search(hedgerow)
    kept = {OURS: selector.fit(X, y).support_, BORUTA: search(sklearn.ensemble).support_}
    told = "; ".join(
        f"{name} keeps {(marks & tells).sum()} of the {tells.sum()} that tell and {(marks & ~tells).sum()} others"
        for name, marks in kept.items()
    )
    return _race(f"all-relevant selection, {n_rows:,} x 30", contestants, BORUTA, quick, told, is_warm=True)


def _make_some_that_tell(n_rows: int) -> tuple[Any, Any, Any]:
    """Thirty features, of which the first ten tell something."""
    X, y = sklearn.datasets.make_classification(
        n_rows, 30, n_informative=6, n_redundant=4, shuffle=False, flip_y=0.05, random_state=0
    )
    return X, y, np.arange(30) < 10


def _compare_shap(quick: bool) -> list[Row]:
    import shap

    n_rows, n_asked = (300, 20) if quick else (1_000, 1_000)
    X, y = make_classes(n_rows, 20)
    ours, theirs = (forest.fit(X, y) for forest in _make_forests("RandomForestClassifier").values())
    contestants = {
        OURS: partial(hedgerow.relevance.shap_values, ours, X[:n_asked], n_jobs=peers.THREADS),
        SHAP: partial(shap.TreeExplainer(theirs).shap_values, X[:n_asked]),
    }
    work = f"exact Shapley values of {n_asked} rows, 100 full trees on {n_rows:,} x 20"
    return _race(work, contestants, SHAP, quick, f"of scikit-learn's forest, {_ONE_THREAD}")


def _compare_deslib(quick: bool) -> list[Row]:
    from deslib.des import KNORAE, KNORAU
    from deslib.util.diversity import Q_statistic, compute_pairwise_diversity

    _mend_deslib()
    n_rows = 200 if quick else 1_000
    X, y = make_classes(3 * n_rows, 20)
    part = [slice(place * n_rows, (place + 1) * n_rows) for place in range(3)]
    X = StandardScaler().fit(X[part[1]]).transform(X)  # neighbours are then the same
    pool = sklearn.ensemble.BaggingClassifier(DecisionTreeClassifier(max_depth=5), 100, random_state=0)
    pool.fit(X[part[0]], y[part[0]])

    def choose(rule: str) -> Any:
        chooser = InstanceSelection(rule, n_neighbours=7)
        pruned = hedgerow.prune(pool, X[part[1]], y[part[1]], chooser, n_jobs=peers.THREADS)
        return pruned.predict(X[part[2]])

    def choose_there(method: Any) -> Any:
        chooser = method(pool, k=7, n_jobs=peers.THREADS).fit(X[part[1]], y[part[1]])
        return chooser.predict(X[part[2]])

    rows = []
    for name, rule, method in (("KNORA-E", "knora_e", KNORAE), ("KNORA-U", "knora_u", KNORAU)):
        contestants = {OURS: partial(choose, rule), DESLIB: partial(choose_there, method)}
        same = 100 * np.mean(choose(rule) == choose_there(method))
        told = (
            f"mended for scikit-learn {version('scikit-learn')}; the same answer to {same:.1f} % of the rows"
        )
        rows += _race(f"{name} of 100 trees, {n_rows:,} rows to learn from and {n_rows:,} to answer", contestants,
                      DESLIB, quick, told)  # fmt: skip
    answers = np.column_stack([tree.predict(X[part[2]]) for tree in pool.estimators_])
    truth = y[part[2]]
    outputs = hedgerow.Outputs.from_predictions(answers.T, truth=truth)
    contestants = {
        OURS: partial(pairwise, outputs, "q", n_jobs=peers.THREADS),
        DESLIB: partial(compute_pairwise_diversity, truth, answers, Q_statistic),
    }
    return rows + _race(
        f"Q of all pairs of 100 trees, {n_rows:,} rows", contestants, DESLIB, quick, _ONE_THREAD
    )


def _mend_deslib() -> None:
    """DESlib asks for a method that scikit-learn has replaced by a function."""
    from deslib.base import BaseDS
    from sklearn.utils.validation import validate_data

    def _validate_data(self: Any, X: Any, y: Any = "no_validation", **checks: Any) -> Any:
        return validate_data(self, X, y, **checks)

    if not hasattr(BaseDS, "_validate_data"):
        BaseDS._validate_data = _validate_data


def _compare_mlxtend(quick: bool) -> list[Row]:
    from mlxtend.evaluate import bias_variance_decomp
    from mlxtend.feature_selection import SequentialFeatureSelector

    n_rows, n_rounds = (200, 10) if quick else (1_000, 200)
    X, y = make_classes(n_rows, 20)
    searches = {
        OURS: WrapperSelector(GaussianNB(), n_features=5, nested=None, **_SHARED),
        MLXTEND: SequentialFeatureSelector(GaussianNB(), k_features=5, cv=5, n_jobs=peers.THREADS),
    }
    rows = _race(f"forward search, 5 of 20 features, {n_rows:,} rows, naive Bayes", _fits(searches, X, y), MLXTEND,
                 quick)  # fmt: skip
    half = n_rows // 2
    train, test = (X[:half], y[:half]), (X[half:], y[half:])
    shared: dict[str, Any] = {"definition": "domingos", "noise": "zero", "n_replicates": n_rounds} | _SHARED
    contestants = {
        OURS: partial(hedgerow.bias_variance, hedgerow.DecisionTreeClassifier(), *train, test=test, **shared),
        f"{OURS}, scikit-learn's tree": partial(
            hedgerow.bias_variance, DecisionTreeClassifier(), *train, test=test, **shared
        ),
        MLXTEND: partial(
            bias_variance_decomp, DecisionTreeClassifier(), *train, *test, num_rounds=n_rounds, random_seed=0
        ),
    }
    work = f"bias and variance of a tree, {n_rounds} rounds of {half:,} x 20"
    return rows + _race(work, contestants, MLXTEND, quick, _ONE_THREAD)


def _compare_mrmr(quick: bool) -> list[Row]:
    import pandas as pd
    from mrmr import mrmr_classif, mrmr_regression

    n_features, n_chosen = (100, 5) if quick else (1_000, 20)
    rows = []
    for kind, make, choose in (
        ("classes", make_classes, mrmr_classif),
        ("values", make_values, mrmr_regression),
    ):
        table: Table = make(200, n_features)
        X, y = pd.DataFrame(table[0]), pd.Series(table[1])
        selector = hedgerow.MRMRSelector(n_chosen, measure="f", redundancy_floor=0.001, n_jobs=peers.THREADS)
        theirs = partial(choose, X, y, K=n_chosen, n_jobs=1, show_progress=False)
        is_same = [int(place) for place in theirs()] == selector.fit(X, y).order_.tolist()
        told = f"in one process, since two are slower; {'the same' if is_same else 'another'} order"
        contestants = {OURS: partial(selector.fit, X, y), MRMR: theirs}
        work = f"mRMR, {n_chosen} of {n_features:,} features, 200 rows, {kind}"
        rows += _race(work, contestants, MRMR, quick, told)
    return rows


def _compare_label_sets(quick: bool) -> list[Row]:
    from skmultilearn.ensemble import RakelO
    from skmultilearn.problem_transform import BinaryRelevance, LabelPowerset

    n_rows = 100 if quick else 1_000
    sample = make_label_sets(n_rows, 20, 12, n_topics=36, random_state=0)
    tree = DecisionTreeClassifier(random_state=0)
    pairs = {
        "RAkEL, 24 members": (
            RAkELClassifier(n_estimators=24, **_SHARED),
            RakelO(tree, labelset_size=3, model_count=24),
        ),
        "binary relevance": (BinaryRelevanceClassifier(**_SHARED), BinaryRelevance(tree)),
        "label powerset": (LabelPowersetClassifier(**_SHARED), LabelPowerset(tree)),
    }
    rows = []
    for name, pair in pairs.items():
        models = dict(zip((OURS, MULTILEARN), pair, strict=True))
        work = f"{name}, {n_rows:,} x 20, 12 labels: fit"
        rows += _race(work, _fits(models, sample.X, sample.Y), MULTILEARN, quick, _ONE_THREAD)
    return rows
