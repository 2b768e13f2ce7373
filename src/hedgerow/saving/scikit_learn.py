"""The fitted attributes of the few classes of scikit-learn that a model file may hold.

Their state is numbers and arrays, and what they do with it is NumPy: at worst an exception. They have no annotations,
so their fields stand here. Parameters are those of the installed version; what only other versions have stands in
`history.RENAMED_FIELDS`.
"""

from __future__ import annotations

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
