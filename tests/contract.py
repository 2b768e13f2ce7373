"""scikit-learn's estimator checks: in full for an engine, a handful for a recipe that only fills an engine's choices.

One test for each estimator runs its checks, one after the other, and tells of all that fail. A check that is expected
to fail has a reason, and must fail: one that passes after all is an error, too.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any
from unittest import SkipTest

import pytest

# Cloning, parameters, the shape of rows, refitting, pickling, weights; column names are asked for beside them.
BRIEF = frozenset({
    "check_dict_unchanged",
    "check_estimator_cloneable",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_fit2d_predict1d",
    "check_fit_idempotent",
    "check_get_params_invariance",
    "check_n_features_in",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_sample_weight_equivalence_on_dense_data",
})  # fmt: skip

# They fill the choices of an engine in, and have no fit of their own.
RECIPES = frozenset({
    "AdaBoostClassifier", "AdaBoostR2Regressor", "ArcX4Classifier", "BaggingClassifier", "BaggingRegressor",
    "BoostByMajorityClassifier", "DivBoostClassifier", "ExtraTreesClassifier", "ExtraTreesRegressor",
    "HedgerowClassifier", "HedgerowRegressor", "RandomForestClassifier", "RandomForestRegressor",
    "RandomRotationClassifier", "RandomRotationRegressor", "RandomSubspaceClassifier", "RandomSubspaceRegressor",
    "RotationForestClassifier", "RotationForestRegressor", "RpBoostClassifier", "RpBoostRegressor",
})  # fmt: skip

Reasons = Callable[[Any], dict[str, str]]


def parametrize_with_contract(
    estimators: Iterable[Any], *, expected_failed_checks: Reasons | None = None, full: bool | None = None
) -> pytest.MarkDecorator:
    """Parametrise a test of ``(estimator, check)``, where ``check(estimator)`` runs the checks of the contract.

    Parameters
    ----------
    estimators : iterable of estimators
        Configurations.
    expected_failed_checks : callable, default=None
        The checks that an estimator fails, with the reasons.
    full : bool, default=None
        Whether all checks run; None for the first configuration of each engine.
    """
    chosen = list(estimators)

    def make_check(is_full: bool) -> Callable[[Any], None]:
        return lambda estimator: assert_keeps_contract(
            estimator,
            {} if expected_failed_checks is None else expected_failed_checks(estimator),
            full=is_full,
        )

    seen: Counter[str] = Counter()
    parameters = []
    for estimator in chosen:
        name = type(estimator).__name__
        seen[name] += 1
        is_full = (name not in RECIPES and seen[name] == 1) if full is None else full
        parameters.append(pytest.param(estimator, make_check(is_full), id=f"{name}-{seen[name]}"))
    return pytest.mark.parametrize(("estimator", "check"), parameters)


def assert_keeps_contract(estimator: Any, reasons: dict[str, str], *, full: bool) -> None:
    """Run the checks of an estimator, and raise about all of them that do not end as they should."""
    wrong, first = [], None
    of_dense = {name: reason for name, reason in reasons.items() if name.endswith("_on_dense_data")}
    known = reasons | {name.replace("dense", "sparse"): reason for name, reason in of_dense.items()}
    for name, check in _list_checks(estimator, full):
        try:
            check(estimator)
        except SkipTest:
            continue
        except Exception as failure:
            if name in known:
                continue
            wrong.append(f"{name}: {type(failure).__name__}: {failure}")
            first = first or failure
        else:
            if name in reasons:
                wrong.append(f"{name} is expected to fail ({reasons[name]}) and passes")
    if wrong:
        raise AssertionError("\n".join(wrong)) from first


def _check_column_names(estimator: Any) -> None:
    from sklearn.utils.estimator_checks import check_dataframe_column_names_consistency

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the logarithm of a leaf's probability of 0
        check_dataframe_column_names_consistency(type(estimator).__name__, estimator)


def _list_checks(estimator: Any, full: bool) -> list[tuple[str, Callable[[Any], Any]]]:
    from sklearn.utils.estimator_checks import estimator_checks_generator

    checks = [(check.func.__name__, check) for _, check in estimator_checks_generator(estimator)]
    return [
        *((found, check) for found, check in checks if full or found in BRIEF),
        (_check_column_names.__name__, _check_column_names),
    ]
