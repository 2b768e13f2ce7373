"""What is known of rows: which variables matter then, and what each distribution says of the others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import Factor
from hedgerow.learners.bayes_net.distributions import Distribution, LinearGaussians, StateTable
from hedgerow.learners.bayes_net.variables import Rows


def group_patterns(is_missing: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.intp]]]:
    """Rows in which the same variables, (n_variables, n_rows), are missing: which these are, and the rows' numbers.

    Examples
    --------
    >>> for mask, rows in group_patterns(np.array([[False, True, False], [False, False, False]])):
    ...     print(mask, rows)
    [False False] [0 2]
    [ True False] [1]
    """
    if not is_missing.any():
        yield np.zeros(len(is_missing), np.bool_), np.arange(is_missing.shape[1])
        return
    packed = np.packbits(is_missing, axis=0)
    _, first, number = np.unique(packed, axis=1, return_index=True, return_inverse=True)
    number = number.ravel()
    order = np.argsort(number, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(number[order])) + 1):
        yield is_missing[:, first[number[rows[0]]]], rows


def drop_barren(
    arcs: NDArray[np.bool_], missing: NDArray[np.bool_], query: int | None = None
) -> NDArray[np.bool_]:
    """Which variables matter: all but missing ones of which nothing below is known or asked for.

    Summed over all its states, such a variable says nothing about the others.
    """
    matters = np.ones(len(arcs), np.bool_)
    while True:
        is_barren = matters & missing & ~(arcs & matters).any(axis=1)
        if query is not None:
            is_barren[query] = False
        if not is_barren.any():
            return matters
        matters &= ~is_barren


def find_factor(
    distribution: Distribution, rows: Rows, missing: NDArray[np.bool_]
) -> Factor:
    """What a distribution says of its missing discrete variables; numbers of the family are known."""
    family = distribution.family
    axes = (*family.parents, family.node) if isinstance(distribution, StateTable) else family.parents
    is_open = [bool(missing[each]) for each in axes]
    scope = tuple(each for each, is_missing in zip(axes, is_open, strict=True) if is_missing)
    if isinstance(distribution, StateTable):
        table = distribution.log_table()
        found, cards = _take(table, axes, is_open, rows.codes), table.shape
    else:
        found, cards = _find_densities(distribution, axes, is_open, rows), family.cards
    shape = [card for card, is_missing in zip(cards, is_open, strict=True) if is_missing]
    order = np.argsort(scope)
    logs = found.reshape(len(found), *shape).transpose(0, *(order + 1))
    return Factor(tuple(sorted(scope)), logs)


def _take(
    table: NDArray[np.float64], axes: tuple[int, ...], is_open: list[bool], codes: NDArray[np.int32]
) -> NDArray[np.float64]:
    """Pick the known states of each row, (n_rows, *open axes, *axes behind those of variables)."""
    known = [place for place, each in enumerate(is_open) if not each]
    free = [place for place in range(table.ndim) if place not in known]
    ordered = table.transpose(*known, *free)
    if not known:
        return ordered[None]
    return np.asarray(ordered[tuple(codes[axes[place]] for place in known)])


def _find_densities(
    distribution: LinearGaussians, axes: tuple[int, ...], is_open: list[bool], rows: Rows
) -> NDArray[np.float64]:
    family = distribution.family
    columns = family.stack_columns(rows.values)
    lines = distribution.coefficients.reshape(*family.cards, -1)
    coefficients = _take(lines, axes, is_open, rows.codes)
    variances = _take(distribution.variances.reshape(family.cards), axes, is_open, rows.codes)
    n_open = sum(is_open)
    seen = columns.T.reshape(len(rows), *(1,) * n_open, -1)
    residual = seen[..., -1] - (seen[..., :-1] * coefficients).sum(axis=-1)
    return np.asarray(-0.5 * (residual**2 / variances + np.log(2 * np.pi * variances)))
