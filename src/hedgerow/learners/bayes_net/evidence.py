"""What is known of rows: which of them are treated together, which variables matter, what distributions then say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import CliqueTree, Factor
from hedgerow.learners.bayes_net.distributions import Distribution, LinearGaussians, StateTable
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.gaussian_blocks import GaussianBlock, Integral, find_blocks
from hedgerow.learners.bayes_net.variables import Rows

_FEW_PATTERNS = 8  # of missing states, which are treated one by one
_ROWS_OF_PATTERN = 64  # with which one is worth it
_MOST_STATES = 2**13  # of all cliques together, of a row
_MOST_CELLS = 2**21  # rows times states that are worked on at a time
_MOST_ROWS = 4096


@dataclass(frozen=True, eq=False)
class Group:
    """Rows that are treated together.

    Attributes
    ----------
    missing : ndarray of bool of shape (n_variables,)
        What is missing in any of the rows.
    hidden : ndarray of bool of shape (n_variables,)
        What is missing in all of them. The others that are missing somewhere have states, of which the rows' own
        evidence says more.
    matters : ndarray of bool of shape (n_variables,)
        Variables whose distributions say something.
    touched : ndarray of bool of shape (n_variables,)
        Those among them in whose family something is missing.
    rows : ndarray of int
        Numbers of the rows.
    tree : CliqueTree
        How the missing states are summed over.
    """

    missing: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    matters: NDArray[np.bool_]
    touched: NDArray[np.bool_]
    rows: NDArray[np.intp]
    tree: CliqueTree

    def split(self) -> list[NDArray[np.intp]]:
        """The rows in blocks that memory should hold."""
        size = max(1, min(_MOST_ROWS, _MOST_CELLS // max(self.tree.n_largest, 1)))
        return [self.rows[start : start + size] for start in range(0, len(self.rows), size)]


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


def plan_groups(
    families: Sequence[Family],
    arcs: NDArray[np.bool_],
    is_missing: NDArray[np.bool_],
    query: int | None = None,
) -> list[Group]:
    """Put rows together: those with the same gaps; and, where these are many, all whose missing numbers are the same.

    Parameters
    ----------
    families : list of Family
        Of all variables.
    arcs : ndarray of bool of shape (n_variables, n_variables)
        The graph.
    is_missing : ndarray of bool of shape (n_variables, n_rows)
        The gaps.
    query : int or None, default=None
        The variable that is asked for, which is missing in all rows; what does not bear on it is left out.

    Returns
    -------
    list of Group
    """
    is_discrete = np.array([family.n_states > 0 for family in families])
    groups = []
    for _, rows in group_patterns(is_missing & ~is_discrete[:, None]):
        inside = is_missing[:, rows]
        patterns = list(group_patterns(inside))
        together = None
        if len(patterns) > _FEW_PATTERNS and len(rows) < _ROWS_OF_PATTERN * len(patterns):
            together = _try_together(families, arcs, inside, rows, query)
        if together is not None:
            groups.append(together)
            continue
        for mask, places in patterns:
            groups.append(_make_group(families, arcs, mask, mask, rows[places], query))
    return groups


def _try_together(
    families: Sequence[Family],
    arcs: NDArray[np.bool_],
    inside: NDArray[np.bool_],
    rows: NDArray[np.intp],
    query: int | None,
) -> Group | None:
    """All rows as one group, unless their cliques are too large then."""
    try:
        group = _make_group(
            families, arcs, np.asarray(inside.any(axis=1)), np.asarray(inside.all(axis=1)), rows, query
        )
    except ValueError:
        return None
    return group if group.tree.n_states <= _MOST_STATES else None


def _make_group(
    families: Sequence[Family],
    arcs: NDArray[np.bool_],
    missing: NDArray[np.bool_],
    hidden: NDArray[np.bool_],
    rows: NDArray[np.intp],
    query: int | None,
) -> Group:
    matters = drop_barren(arcs, hidden, query)
    if query is not None:
        matters = find_connected(families, missing, matters, query)
    wanted = [family for family, is_wanted in zip(families, matters, strict=True) if is_wanted]
    scopes, cards = list_scopes(families, wanted, missing)
    touched = matters & [bool(missing[list(family.members)].any()) for family in families]
    return Group(missing, hidden, matters, touched, rows, CliqueTree.plan(scopes, cards, query))


def list_scopes(
    families: Sequence[Family], wanted: Sequence[Family], missing: NDArray[np.bool_]
) -> tuple[list[tuple[int, ...]], dict[int, int]]:
    """Missing states that families, or blocks of missing numbers, tie together; and how many states these have."""
    scopes: list[tuple[int, ...]] = []
    blocks: list[tuple[set[int], set[int]]] = []  # missing numbers, and missing states that they ask for
    for family in wanted:
        states = {each for each in family.parents if missing[each]}
        if family.n_states:
            scopes.append(tuple(sorted(states | ({family.node} if missing[family.node] else set()))))
            continue
        numbers = {each for each in (*family.regressors, family.node) if missing[each]}
        for block in [each for each in blocks if each[0] & numbers]:
            numbers, states = numbers | block[0], states | block[1]
            blocks.remove(block)
        if numbers:
            blocks.append((numbers, states))
        else:
            scopes.append(tuple(sorted(states)))
    scopes += [tuple(sorted(states)) for _, states in blocks]
    cards = {each: families[each].n_states for scope in scopes for each in scope}
    return scopes, cards


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


def find_connected(
    families: Sequence[Family], missing: NDArray[np.bool_], matters: NDArray[np.bool_], query: int
) -> NDArray[np.bool_]:
    """Families that bear on a variable: those that missing variables join to it."""
    reached = np.zeros(len(missing), np.bool_)
    reached[query] = True
    wanted = np.zeros(len(missing), np.bool_)
    while True:
        before = int(wanted.sum())
        for node in np.flatnonzero(matters & ~wanted).tolist():
            members = list(families[node].members)
            if reached[members].any():
                wanted[node] = True
                reached[[each for each in members if missing[each]]] = True
        if wanted.sum() == before:
            return wanted


@dataclass(frozen=True, eq=False)
class EvidenceFactors:
    """What is said of the missing states of some rows.

    Attributes
    ----------
    of_families : list of (int, Factor)
        By distributions whose numbers are known, with their nodes.
    of_blocks : list of (GaussianBlock, Integral)
        By missing numbers, which are integrated out.
    of_rows : list of Factor
        By rows that know a state which others of their group do not.
    """

    of_families: list[tuple[int, Factor]]
    of_blocks: list[tuple[GaussianBlock, Integral]]
    of_rows: list[Factor]

    @property
    def factors(self) -> list[Factor]:
        """All that mention a state."""
        return [each for each in self._all if each.scope]

    def sum_constants(self, n_rows: int) -> NDArray[np.float64]:
        """Sum of what mentions none, (n_rows,)."""
        return sum((each.logs for each in self._all if not each.scope), np.zeros(n_rows))

    @property
    def _all(self) -> list[Factor]:
        families = [factor for _, factor in self.of_families]
        return families + [integral.factor for _, integral in self.of_blocks] + self.of_rows


def list_factors(
    distributions: Sequence[Distribution], group: Group, nodes: NDArray[np.bool_], rows: Rows
) -> EvidenceFactors:
    """What some nodes' distributions say of the missing states, in some rows of a group."""
    of_families, apart = [], []
    for node in np.flatnonzero(nodes).tolist():
        distribution = distributions[node]
        family = distribution.family
        if isinstance(distribution, LinearGaussians) and group.missing[[*family.regressors, node]].any():
            apart.append(distribution)
        else:
            of_families.append((node, find_factor(distribution, rows, group.missing)))
    of_blocks = [(block, block.integrate(rows)) for block in find_blocks(apart, group.missing)]
    in_tree = set(group.tree.order)
    of_rows = [
        _find_evidence(variable, distributions[variable].family.n_states, rows.codes[variable])
        for variable in np.flatnonzero(group.missing & ~group.hidden).tolist()
        if variable in in_tree
    ]
    return EvidenceFactors(of_families, of_blocks, of_rows)


def _find_evidence(variable: int, n_states: int, codes: NDArray[np.int32]) -> Factor:
    """0 for the state that a row has, -inf for the others; 0 for all where it is missing."""
    is_possible = (codes[:, None] < 0) | (codes[:, None] == np.arange(n_states))
    return Factor((variable,), np.where(is_possible, 0.0, -np.inf))


def find_factor(distribution: Distribution, rows: Rows, missing: NDArray[np.bool_]) -> Factor:
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
    order = np.argsort(scope).astype(np.intp)
    logs = found.reshape(len(found), *shape).transpose(0, *(order + 1).tolist())
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
    seen = columns.T.reshape(len(rows), *(1,) * sum(is_open), -1)
    residual = seen[..., -1] - (seen[..., :-1] * coefficients).sum(axis=-1)
    return np.asarray(-0.5 * (residual**2 / variances + np.log(2 * np.pi * variances)))
