"""A test that knows the graph, tables whose truth is known, and graphs that hypothesis draws."""

from itertools import combinations, product

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from hedgerow.selection.causal.independence.protocol import Dependence


class Oracle:
    """Answers by d-separation. `parents[i]` are the causes of variable i, with smaller numbers than i has."""

    def __init__(self, parents):
        self.parents = parents

    @property
    def n_variables(self):
        return len(self.parents)

    def measure(self, variables, other, given=()):
        is_dependent = np.array([not self.separates(int(one), other, set(given)) for one in variables], bool)
        # any positive strength will do, so long as it differs between variables
        strength = np.array([1.0 / (2 + (7 * int(one)) % 11) for one in variables]) * is_dependent
        p_values = np.where(is_dependent, 0.0, 1.0)
        return Dependence(strength, p_values, is_dependent, ~is_dependent)

    def separates(self, first, second, given):
        """Whether the moral graph of the ancestors falls apart when `given` is taken out."""
        ancestors, todo = set(), [first, second, *given]
        while todo:
            node = todo.pop()
            if node not in ancestors:
                ancestors.add(node)
                todo += self.parents[node]
        near = {node: set() for node in ancestors}
        for node in ancestors:
            for parent in self.parents[node]:
                near[node].add(parent)
                near[parent].add(node)
            for one, two in combinations(self.parents[node], 2):
                near[one].add(two)
                near[two].add(one)
        reached, todo = set(), [first]
        while todo:
            node = todo.pop()
            if node not in reached and node not in given:
                reached.add(node)
                todo += near[node]
        return second not in reached

    def children(self, node):
        return [other for other in range(self.n_variables) if node in self.parents[other]]

    def neighbours(self, node):
        return sorted([*self.parents[node], *self.children(node)])

    def blanket(self, node):
        spouses = {parent for child in self.children(node) for parent in self.parents[child]}
        return sorted((spouses | set(self.neighbours(node))) - {node})

    def arrows(self):
        arrows = np.zeros((self.n_variables, self.n_variables), bool)
        for node, parents in enumerate(self.parents):
            arrows[list(parents), node] = True
        return arrows


@st.composite
def graphs(draw, most=6, is_tree=False):
    n = draw(st.integers(2, most))
    parents = [[]]
    for node in range(1, n):
        if is_tree:
            parents.append([draw(st.integers(0, node - 1))])
        else:
            parents.append([other for other in range(node) if draw(st.integers(0, 2)) == 0])
    return Oracle(parents)


def factorial(with_z=True):
    """All settings of A, B, D and of what disturbs them: T = A and B, Y copies T and Z copies A, with errors."""
    rows = np.array(list(product([0, 1], [0, 1], [0, 1], range(4), range(4), range(4 if with_z else 1))))
    A, B, D, v, u, w = rows.T
    T = (A & B) ^ (v == 3)
    columns = {"A": A, "B": B, "D": D, "Y": T ^ (u == 3)} | ({"Z": A ^ (w == 3)} if with_z else {})
    return pd.DataFrame(columns).astype(float), T


def chain(n_rows, seed, n_noise=0):
    """A cause, its effect, the effect of that, all Gaussian, and noise."""
    rng = np.random.default_rng(seed)
    first = rng.normal(size=n_rows)
    second = first + rng.normal(size=n_rows)
    third = second + rng.normal(size=n_rows)
    return np.column_stack([first, second, rng.normal(size=(n_rows, n_noise)), third])
