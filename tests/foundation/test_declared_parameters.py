"""Every class that users make says once what its parameters may be; here all classes are gone through."""

import ast
import importlib
import inspect
import pkgutil
import re
from functools import cache

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from tests.docstrings import is_literal, read_entries

import hedgerow
from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import (
    Count,
    Either,
    Instance,
    Number,
    Share,
    Word,
    check_parameters,
    describe_parameters,
    list_constraints,
)

# Parameters that no table declares, with the reason.
FREE = {
    "estimator": "anything that fits; scikit-learn says what is missing",
    "estimators": "as `estimator`",
    "random_state": "scikit-learn's check_random_state says what it may be",
    "n_jobs": "joblib says what it may be",
    "verbose": "any number and any truth value will do",
    "groups": "a mapping or an array, which must fit the columns",
    "fixed_features": "names, places or a mask, which must fit the columns",
    "class_weight": "scikit-learn's compute_class_weight says what it may be",
    "clusterer": "as `estimator`",
    "surrogate": "as `estimator`",
    "ensemble": "an ensemble of clusters, which is checked when it is fitted",
    "learn_on": "a class label of any kind, which must be one of y",
    "controls": "as `learn_on`",
    "forest": "a forest, which is checked when it is fitted",
    "shares": "weights, which must fit the number of experts",
    "positive": "any label of the target",
    "monotonic_cst": "one of -1, 0 and 1 for each feature, which must fit the columns",
    "order": "all class labels, each once, which must fit the target",
    "meta_learner": "as `estimator`",
    "cv": "scikit-learn's check_cv says what it may be",
    "scoring": "scikit-learn's check_scoring says what it may be",
}
REQUIRED = {
    "estimator": LogisticRegression(),
    "selector": SelectKBest(),
    "estimators": [LogisticRegression()],
}
STRANGE = ["no such word", -(10**9), float("nan"), np.zeros(2), object()]
X, Y = np.arange(24.0).reshape(8, 3) % 5, np.array([0, 1] * 4)


@cache
def find_classes():
    """The estimators and values of axes that users make."""
    found = {}
    for module in pkgutil.walk_packages(hedgerow.__path__, "hedgerow."):
        if ".cli" in module.name or ".experiments" in module.name:
            continue
        for each in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(each) and each.__module__ == module.name and is_made_by_users(each):
                found[each] = None
    return list(found)


def is_made_by_users(kind):
    is_public = not kind.__name__.startswith("_") and not inspect.isabstract(kind)
    if kind.__init__ is object.__init__ and list_constraints(kind):
        return False  # a base, whose table is for its subclasses
    return is_public and (issubclass(kind, BaseEstimator) or len(list_constraints(kind)) > 0)


def name_of(kind):
    return kind.__name__


def find_strange(constraint):
    return [value for value in STRANGE if not constraint.accepts(value)][:2]


def find_parts(constraint):
    return constraint.parts if isinstance(constraint, Either) else (constraint,)


def make(kind, **given):
    """Make an object; what has no default gets something that will do."""
    taken = inspect.signature(kind).parameters
    required = {
        name: REQUIRED.get(name)
        for name, each in taken.items()
        if each.default is inspect.Parameter.empty and name not in given
    }
    return kind(**required, **given)


@pytest.mark.parametrize("kind", find_classes(), ids=name_of)
def test_every_parameter_is_declared_or_free_for_a_reason(kind):
    undeclared = inspect.signature(kind).parameters.keys() - list_constraints(kind).keys() - FREE.keys()
    assert not undeclared, f"{kind.__name__} does not say what {sorted(undeclared)} may be"


@pytest.mark.parametrize("kind", find_classes(), ids=name_of)
def test_defaults_are_accepted_and_strange_values_refused(kind):
    for name, constraint in list_constraints(kind).items():
        default = inspect.signature(kind).parameters[name].default
        if default is not inspect.Parameter.empty:
            assert constraint.accepts(default), f"{kind.__name__}({name}={default!r})"
        strange = find_strange(constraint)
        assert strange or any(isinstance(part, Instance) for part in find_parts(constraint))
        for value in strange:
            refuse_at_first_use(kind, name, value)


def refuse_at_first_use(kind, name, value):
    made = make(kind, **{name: value})
    with pytest.raises(ValueError, match=f"^{name}=") as caught:
        made.fit(X, Y) if "y" in inspect.signature(
            getattr(made, "fit", make)
        ).parameters else check_parameters(made)
    assert f" must be {list_constraints(kind)[name].describe()}" in str(caught.value)


def test_a_table_names_parameters():
    for kind in find_classes():
        for above in kind.__mro__:
            for name in vars(above).get("_parameters", {}):
                takers = [each for each in find_classes() if issubclass(each, above)]
                assert any(name in inspect.signature(each).parameters for each in takers), (above, name)


def test_documentation_says_what_tables_say():
    for kind in find_classes():
        lines = describe_parameters(kind)
        assert [line.split(" : ")[0] for line in lines] == list(list_constraints(kind))


@pytest.mark.parametrize("kind", find_classes(), ids=name_of)
def test_types_in_the_docstring_do_not_contradict_the_table(kind):
    entries = read_entries(inspect.getdoc(kind) or "")
    for name, constraint in list_constraints(kind).items():
        if name not in entries:
            continue
        type_text, entry = entries[name]
        if "As for `" in entry:
            continue
        where = f"{kind.__name__}.{name} : {type_text}"
        for part in find_parts(constraint):
            if isinstance(part, Word):
                missing = [word for word in part.words if isinstance(word, str) and f'"{word}"' not in entry]
                assert not missing, f"{where}: the docstring does not name {missing}"
                assert None not in part.words or "None" in entry, f"{where}: may be None"
                assert True not in part.words or "bool" in type_text or "True" in type_text, (
                    f"{where}: a bool"
                )
            if isinstance(part, Count):
                assert "int" in type_text, f"{where}: may be an int"
            if isinstance(part, Number | Share):
                assert "float" in type_text, f"{where}: may be a float"
        if re.fullmatch(r"(int|float|bool)( or None)?(, default=.*)?", type_text):
            allowed = {"int": Count, "float": Number | Share, "bool": Word}[re.match(r"\w+", type_text)[0]]
            kinds = [part for part in find_parts(constraint) if part.accepts(None) is False]
            assert all(isinstance(part, allowed | Instance | Axis) for part in kinds), where
        default = inspect.signature(kind).parameters[name].default
        if (said := re.search(r"default=(.+)$", type_text)) and is_literal(said[1]):
            assert ast.literal_eval(said[1]) == default, f"{where}: the default is {default!r}"


@pytest.mark.parametrize(
    "kind", [each for each in find_classes() if issubclass(each, BaseEstimator)], ids=name_of
)
def test_few_classes_stand_above_an_estimator(kind):
    """One estimator of ours, or two where a recipe specialises a public one; what else is there are mixins."""
    above = [
        each
        for each in kind.__mro__[1:]
        if each.__module__.startswith("hedgerow.") and issubclass(each, BaseEstimator)
    ]
    assert len(above) <= 1 or (len(above) == 2 and above[0] in find_classes()), above
