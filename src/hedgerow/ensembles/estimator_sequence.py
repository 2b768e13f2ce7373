"""The fitted members of an ensemble as the list of estimators that users of scikit-learn expect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners import Members
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest, Tree


class EstimatorSequence(MutableSequence[Any]):
    """The fitted estimators of an ensemble, made when they are looked at.

    A change of the sequence is a change of the ensemble.

    Parameters
    ----------
    members : Members
        The members to show.
    take : callable, default=None
        What gives the ensemble other members; None where they cannot be changed.
    seeds : ndarray of shape (n_members,), default=None
        The seed that each has learned with, which becomes its `random_state` where it has none of its own.
    """

    def __init__(
        self,
        members: Members,
        take: Callable[[Members], None] | None = None,
        seeds: NDArray[np.uint64] | None = None,
    ) -> None:
        self._members, self._take, self._seeds = members, take, seeds

    def __len__(self) -> int:
        return len(self._members)

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self._show(position) for position in range(*index.indices(len(self)))]
        # The range maps negative positions and refuses wrong ones.
        return self._show(range(len(self))[index])

    def __setitem__(self, index: Any, estimator: Any) -> None:
        self._change(lambda estimators: estimators.__setitem__(index, estimator))

    def __delitem__(self, index: int | slice) -> None:
        self._change(lambda estimators: estimators.__delitem__(index))

    def insert(self, index: int, value: Any) -> None:
        """Put an estimator before another."""
        self._change(lambda estimators: estimators.insert(index, value))

    def extend(self, values: Iterable[Any]) -> None:
        """Append estimators."""
        self._change(lambda estimators: estimators.extend(values))

    def __iadd__(self, values: Iterable[Any]) -> Self:
        self.extend(values)
        return self

    def __add__(self, others: Sequence[Any]) -> list[Any]:
        return [*self, *others]

    def __radd__(self, others: Sequence[Any]) -> list[Any]:
        return [*others, *self]

    def __repr__(self) -> str:
        return f"<{len(self)} estimators>"

    def _show(self, position: int) -> Any:
        member = self._members[position]
        if self._seeds is not None and getattr(member, "random_state", 0) is None:
            member.random_state = int(self._seeds[position])
        return member

    def _change(self, change: Callable[[list[Any]], None]) -> None:
        if self._take is None:
            raise TypeError(
                "these estimators stand in an order that says what each is for; it cannot be changed"
            )
        estimators = [*self]
        change(estimators)
        members = gather_members(self._members, estimators)
        self._take(members)
        self._members, self._seeds = members, None


@singledispatch
def gather_members(members: Members, estimators: Iterable[Any]) -> Members:
    """Fitted estimators, put together as some members are.

    Raises
    ------
    ValueError
        If they do not fit together, or members are not estimators by themselves.
    """
    raise ValueError(
        "the members of this ensemble look at features or classes of their own, so estimators cannot be put among "
        "them; hedgerow.prune keeps some of them, and EnsembleClassifier with warm_start=True grows more"
    )


@gather_members.register
def _(members: TreeMembers, estimators: Iterable[Any]) -> TreeMembers:
    trees = [_read_tree(members.forest, estimator) for estimator in estimators]
    if not trees:
        raise ValueError("an ensemble needs at least one estimator; none is left")
    return replace(members, forest=Forest.join(trees))


def _read_tree(forest: Forest, estimator: Any) -> Forest:
    tree: Tree | None = getattr(estimator, "flat_tree_", None)
    if tree is None:
        raise ValueError(
            f"{type(estimator).__name__} cannot stand among the trees of a forest; pass fitted trees of hedgerow, "
            "such as those in estimators_ of another forest"
        )
    shapes = [(each.n_features, each.n_classes) for each in (forest, tree)]
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"a tree of (features, classes) {shapes[1]} cannot stand among trees of {shapes[0]}; fit both forests "
            "on the same features and classes"
        )
    return tree.forest


@gather_members.register
def _(members: AdaptedMembers, estimators: Iterable[Any]) -> AdaptedMembers:
    given = tuple(estimators)
    if not given:
        raise ValueError("an ensemble needs at least one estimator; none is left")
    if members.columns is not None:
        raise ValueError(
            "each member looks at columns of its own, which an estimator does not tell; use max_features=1.0, or "
            "warm_start=True to grow more members"
        )
    return replace(members, estimators=given)
