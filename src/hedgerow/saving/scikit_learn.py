"""The fitted attributes of the few classes of scikit-learn that a model file may hold.

Their state is numbers and arrays, and what they do with it is NumPy: at worst an exception. They have no annotations,
so their fields stand here. Parameters are those of the installed version; what only other versions have stands in
`history.RENAMED_FIELDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.floating[Any]]
_Number = int | float
_LINEAR = {"coef_": _Floats, "intercept_": _Floats | float}

FITTED: dict[str, dict[str, Any]] = {
    "column-transformer@1": {
        "transformers_": list[Any],
        "sparse_output_": bool,
        "output_indices_": dict[str, slice],
        "_columns": list[Any],
        "_transformer_to_input_indices": dict[str, Any],
        "_remainder": tuple[Any, ...],
        "_n_features": int,
        "_name_to_fitted_passthrough": dict[str, Any],
    },
    "dummy-classifier@1": {
        "classes_": NDArray[Any] | list[Any],
        "n_classes_": int | list[Any],
        "n_outputs_": int,
        "class_prior_": _Floats | list[Any],
        "sparse_output_": bool,
        "_strategy": str,
    },
    "dummy-regressor@1": {"constant_": NDArray[Any], "n_outputs_": int},
    "simple-imputer@1": {
        "statistics_": NDArray[Any],
        "indicator_": None,
        "_fit_dtype": np.dtype[Any],
        "_fill_dtype": np.dtype[Any],
    },
    "linear-regression@1": _LINEAR | {"rank_": int, "singular_": _Floats},
    "logistic-regression@1": _LINEAR | {"classes_": NDArray[Any], "n_iter_": NDArray[Any] | int},
    "ridge-regression@1": _LINEAR | {"n_iter_": NDArray[Any] | int | None, "solver_": str},
    "gaussian-naive-bayes@1": {
        "classes_": NDArray[Any],
        "class_count_": _Floats,
        "class_prior_": _Floats,
        "theta_": _Floats,
        "var_": _Floats,
        "epsilon_": _Number,
    },
    "pipeline@1": {},
    "standard-scaler@1": {
        "mean_": _Floats | None,
        "var_": _Floats | None,
        "scale_": _Floats | None,
        "n_samples_seen_": _Number | NDArray[Any],
    },
    "one-hot-encoder@1": {
        "categories_": list[NDArray[Any]],
        "drop_idx_": NDArray[Any] | None,
        "_infrequent_enabled": bool,
        "_infrequent_indices": list[Any],
        "_default_to_infrequent_mappings": list[Any],
        "_drop_idx_after_grouping": NDArray[Any] | None,
        "_n_features_outs": list[int],
    },
}


def _check_encoder(encoder: Any) -> None:
    """Refuse categories and numbers of columns that do not fit, since the columns are written to without looking."""
    if not (hasattr(encoder, "categories_") and hasattr(encoder, "_n_features_outs")):
        return  # it is not fitted, and says so
    n_features, drops = len(encoder.categories_), encoder._drop_idx_after_grouping
    groups = encoder._default_to_infrequent_mappings if encoder._infrequent_enabled else [None] * n_features
    parts = (encoder.categories_, groups, [None] * n_features if drops is None else drops.tolist())
    for categories, group, drop, told in zip(*parts, encoder._n_features_outs, strict=True):
        n_columns = len(categories)
        fits = categories.ndim == 1
        if categories.dtype.kind not in "OUS":  # places are found by bisection; a missing value comes last
            fits &= bool(
                (categories[1:-1] > categories[:-2]).all()
                and not (categories[-1:] <= categories[-2:-1]).any()
            )
        if group is not None:
            fits &= group.shape == (n_columns,) and group.dtype.kind in "iu" and bool((group >= 0).all())
            n_columns = int(group.max(initial=-1)) + 1
        fits &= drop is None or (isinstance(drop, int) and 0 <= drop < n_columns)
        if not fits or told != n_columns - (drop is not None):
            raise ValueError("the columns of an encoder do not fit its categories")


def _check_steps(steps: Any, n_words: int) -> None:
    """Refuse steps that are no names with estimators: a pipeline would unpack whatever else stands there."""
    if not isinstance(steps, list | tuple) or not all(
        isinstance(step, list | tuple) and len(step) == n_words and isinstance(step[0], str) for step in steps
    ):
        raise ValueError("the steps of a pipeline are no names with estimators")


def _check_transformers(transformer: Any) -> None:
    for said in ("transformers", "transformers_"):
        _check_steps(getattr(transformer, said, []), 3)


CHECKS: dict[str, Callable[[Any], None]] = {
    "column-transformer@1": _check_transformers,
    "one-hot-encoder@1": _check_encoder,
    "pipeline@1": lambda pipeline: _check_steps(pipeline.steps, 2),
}
