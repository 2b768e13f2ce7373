"""The obvious, slow way: list every order of the labels, try every cut."""

from collections import Counter
from itertools import combinations, permutations
from math import log2

import numpy as np


def entropy(labels):
    n = len(labels)
    return -sum(count / n * log2(count / n) for count in Counter(labels).values())


def variance(values):
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def gain(labels, left, impurity=entropy):
    """Impurity less that of the sides, which are told apart by `left`."""
    sides = [
        [label for label, side in zip(labels, left, strict=True) if side == wanted]
        for wanted in (True, False)
    ]
    return impurity(labels) - sum(len(side) / len(labels) * impurity(side) for side in sides if side)


def best_gain(labels, impurity=entropy):
    """Best cut of labels that stand in the order of a feature without ties."""
    n = len(labels)
    return max(gain(labels, [row < cut for row in range(n)], impurity) for cut in range(1, n))


def orders(labels):
    """Every different order of the labels, once."""
    return sorted(set(permutations(labels)))


def labels_of(counts):
    return [k for k, count in enumerate(counts) for _ in range(count)]


def best_gains(counts):
    """Best gain of each order of labels with these counts."""
    return np.array([best_gain(order) for order in orders(labels_of(counts))])


def numeric_sides(x):
    """Every way to part a column of numbers, None where missing."""
    values = sorted({value for value in x if value is not None})
    for threshold in values[:-1]:
        for missing_left in (False, True):
            yield [missing_left if value is None else value <= threshold for value in x]
    if values and None in x:
        yield [value is None for value in x]


def category_sides(x):
    """Every way to part categories in two groups that are not empty."""
    kinds = sorted(set(x), key=str)
    for size in range(1, len(kinds)):
        for group in combinations(kinds, size):
            yield [value in group for value in x]


def column_gain(x, y, sides, impurity=entropy):
    """Best gain of a column as it is."""
    return max((gain(y, left, impurity) for left in sides(x)), default=0.0)
