"""How the columns of a table become variables of a network: which have states, and what their cells are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, to_units
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.learners.bayes_net.variables import Variable


def find_truth_columns(X: Any) -> NDArray[np.bool_] | None:
    """Which columns hold True and False; None where none does, or that is not known.

    Examples
    --------
    >>> find_truth_columns(np.array([[True, False]])), find_truth_columns([[1.0]])
    (array([ True,  True]), None)
    """
    if is_frame(X):
        from pandas.api.types import infer_dtype, is_bool_dtype

        frame = to_pandas(X)
        columns = (frame.iloc[:, place] for place in range(frame.shape[1]))
        found = np.array(
            [
                is_bool_dtype(column.dtype) or (column.dtype == object and infer_dtype(column) == "boolean")
                for column in columns
            ],
            np.bool_,
        )
    elif getattr(X, "dtype", None) == np.bool_ and X.ndim == 2:
        found = np.ones(X.shape[1], np.bool_)
    else:
        return None
    return found if found.any() else None


def find_chosen(chosen: Sequence[Any] | None, names: Sequence[str], has_names: bool) -> NDArray[np.bool_]:
    """Mask of features that are chosen by name, by position or by a mask.

    Raises
    ------
    ValueError
        If one of them is not there.
    """
    mask = np.zeros(len(names), np.bool_)
    if chosen is None:
        return mask
    listed = list(chosen)
    if len(listed) == len(names) and all(isinstance(each, bool | np.bool_) for each in listed):
        return np.array(listed, np.bool_)
    for each in listed:
        is_place = isinstance(each, int | np.integer) and not isinstance(each, bool)
        if is_place and 0 <= each < len(names):
            mask[each] = True
        elif not is_place and str(each) in names:
            mask[list(names).index(str(each))] = True
        else:
            said = ", ".join(map(repr, names[:6])) + (", ..." if len(names) > 6 else "")
            raise ValueError(
                f"discrete_features names {each!r}, which is not a feature; there are {said}"
                + ("" if has_names else f", or positions from 0 to {len(names) - 1}")
            )
    return mask


def make_variables(
    X: NDArray[np.floating[Any]],
    weights: NDArray[np.float64],
    names: Sequence[str],
    encoding: FeatureEncoding | None,
    is_discrete: NDArray[np.bool_],
    is_truth: NDArray[np.bool_] | None,
) -> tuple[Variable, ...]:
    """One variable for each column: with states where it is discrete, and with its centre and scale else."""
    variables = []
    for place, name in enumerate(names):
        labels = None if encoding is None else encoding.categories[place]
        if labels is not None:
            variables.append(Variable(name, tuple(labels)))
        elif is_truth is not None and is_truth[place]:
            variables.append(Variable(name, (False, True)))
        elif is_discrete[place]:
            known = X[~np.isnan(X[:, place]), place]
            variables.append(Variable(name, tuple(np.unique(known).tolist())))
        else:
            variables.append(_scale(Variable(name), X[:, place], weights))
    return tuple(variables)


def code_cells(
    X: NDArray[np.floating[Any]], variables: Sequence[Variable], encoding: FeatureEncoding | None
) -> NDArray[np.float64]:
    """The cells of a table, with the code of its state for each that is discrete; NaN for a state not known."""
    cells = np.array(X, np.float64)
    for place, each in enumerate(variables):
        is_coded = encoding is not None and encoding.categories[place] is not None
        if each.states is None or is_coded:
            continue
        states = np.array(each.states, np.float64)
        if not states.size:
            cells[:, place] = np.nan
            continue
        codes = np.minimum(np.searchsorted(states, cells[:, place]), states.size - 1)
        cells[:, place] = np.where(states[codes] == cells[:, place], codes, np.nan)
    return cells


def _scale(variable: Variable, column: NDArray[np.floating[Any]], weights: NDArray[np.float64]) -> Variable:
    """Mean and standard deviation of what is known of a column; 0 and 1 where they say nothing."""
    is_known = ~np.isnan(column) & (weights > 0)
    values = np.asarray(column[is_known], np.float64)[:, None]
    if not values.size:
        return variable
    units = find_units(values)
    small = to_units(values, units)[:, 0]
    centre = np.average(small, weights=weights[is_known])
    spread = np.sqrt(np.average((small - centre) ** 2, weights=weights[is_known]))
    is_wide = spread > 1e-12 * max(abs(centre), float(np.abs(small).max()))
    scale = spread_from_units(np.array([spread]), units)[0] if is_wide else 1.0
    return replace(variable, centre=float(from_units(np.array([centre]), units)[0]), scale=float(scale))
