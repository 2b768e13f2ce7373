"""Every public estimator, small: the settings of its first golden case, or its own, with few members."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

from sklearn.base import is_classifier, is_clusterer, is_regressor
from sklearn.naive_bayes import GaussianNB
from tests.golden.cases.estimators import _CLASSIFIERS, _MANY_LABELS, _REGRESSORS, _forest, _tree
from tests.golden.cases.selectors import _SELECTORS
from tests.golden.public import public, public_names

_FITTED_BY_OTHERS = {  # values on an axis: an estimator of the list holds and fits them
    "AccuracyWeightedMean", "BayesNetCombiner", "ClassClusters", "Clusters", "DecisionTemplates", "DynamicIntegration",
    "Everything", "FeatureIntervals", "NaiveBayesCombination", "PredictedParts", "RandomParts",
}  # fmt: skip
_OF_OTHER_ROWS = {  # rows are text, pictures, or points of a field whose sectors must be told
    "LocalBinaryPatterns", "ProteinComposition", "SectorMeans",
}  # fmt: skip
_OTHERS = {
    "LocalFeatureClassifier": lambda make: make(),
    "OutlierFilter": lambda make: make(_tree(), [_tree(1), public.NaiveBayesClassifier()], cv=2),
    "WrapperSelector": lambda make: make(GaussianNB(), cv=2, nested=None),
    "NormalLimits": lambda make: make(0),
    "TermWeights": lambda make: make(),
    "SelfOrganisingMap": lambda make: make(n_epochs=5),
    "ClusterEnsemble": lambda make: make(5, n_clusters=(2, 3)),
    "HedgerowRegressor": lambda make: make(6),
    # Linear models of scikit-learn multiply a batch as the library for linear algebra likes.
    "RelevanceSelector": lambda make: make(n_estimators=50),
    "ForestRelevance": lambda make: make(n_estimators=50),
    "LocalExpertsRegressor": lambda make: make(
        public.DecisionTreeRegressor(max_depth=3, random_state=0), n_parts=2
    ),
    "ProfileTreeClassifier": lambda make: make(_forest(3), min_samples_region=5),
}
# Those whose target is several labels, and those that need none.
MANY_LABELS = frozenset(_MANY_LABELS)
# As they come, because what their libraries hold is where numbers are scaled.
AS_THEY_COME = ("InstancePruningClassifier", "ForwardSelectionClassifier", "ForwardSelectionRegressor")


@cache
def list_names() -> tuple[str, ...]:
    """Names of the public estimators, and of those that are tried with their own settings, too."""
    found = [
        name
        for name in public_names()
        if inspect.isclass(getattr(public, name))
        and hasattr(getattr(public, name), "fit")
        and name not in _FITTED_BY_OTHERS | _OF_OTHER_ROWS
    ]
    return (*found, *(f"{name}()" for name in AS_THEY_COME))


def make_estimator(name: str) -> Any:
    """Make it, with a fixed seed and one thread."""
    if name.endswith("()"):
        made = getattr(public, name[:-2])()
    else:
        recipes = {
            each: choices[""]
            for each, choices in (_CLASSIFIERS | _REGRESSORS | _MANY_LABELS | _SELECTORS).items()
        } | _OTHERS
        made = recipes[name](getattr(public, name))
    known = made.get_params(deep=False)
    return made.set_params(
        **{key: value for key, value in (("random_state", 0), ("n_jobs", 1)) if key in known}
    )


def find_task(name: str) -> str:
    """What its target is: classes, values or labels; classes for selectors, which read either."""
    made = make_estimator(name)
    if name in MANY_LABELS:
        return "labels"
    if is_regressor(made) and not is_classifier(made):
        return "values"
    return "rows" if is_clusterer(made) or getattr(made, "task", "") == "none" else "classes"
