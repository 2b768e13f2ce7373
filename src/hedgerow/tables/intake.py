"""What a user passes to an ensemble becomes arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array, get_tags
from sklearn.utils.validation import validate_data

from hedgerow.tables import FeatureEncoding
from hedgerow.tables.frames import is_frame


def learn_encoding(X: Any) -> FeatureEncoding | None:
    """How a data frame with categories becomes numbers; None where X is numbers already."""
    if not is_frame(X):
        return None
    encoding = FeatureEncoding.learn(X)
    return encoding if encoding.is_categorical.any() else None


def read_features(
    ensemble: Any, X: Any, encoding: FeatureEncoding | None, *, y: Any = "no_validation", reset: bool
) -> Any:
    """Read the matrix of features: finite, and without missing values unless the learner's tags allow them.

    Missing categories are left to the learner, since an indicator column can express them.
    """
    tags = get_tags(ensemble).input_tags
    if encoding is not None:
        validate_data(ensemble, X, y, reset=reset, skip_check_array=True)
        return check_array(
            encoding.encode(X), ensure_all_finite="allow-nan", estimator=ensemble, input_name="X"
        )
    if y is None:
        validate_data(ensemble, X, y, reset=reset, skip_check_array=True)  # raises: a target is needed
    return validate_data(
        ensemble,
        X,
        reset=reset,
        dtype=[np.float64, np.float32],
        accept_sparse="csr" if tags.sparse else False,
        ensure_all_finite="allow-nan" if tags.allow_nan else True,
    )


def read_weights(sample_weight: Any, n_samples: int) -> NDArray[np.float64] | None:
    """Weights of the rows: one each, finite, not negative, not all zero.

    Examples
    --------
    >>> read_weights([1, 2], n_samples=2)
    array([1., 2.])
    """
    if sample_weight is None:
        return None
    weights: NDArray[np.float64] = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weights.shape != (n_samples,):
        raise ValueError(
            f"sample_weight has shape {weights.shape}; pass one weight for each of the {n_samples} rows"
        )
    if weights.min() < 0:
        raise ValueError(f"sample_weight holds {weights.min():g}; weights must not be negative")
    if not weights.any():
        raise ValueError("sample_weight is zero for every row; give at least one row a positive weight")
    return weights
