"""How well a node is explained by its parents: the penalised log likelihood of a family, from weighted rows.

A row in which a cell of the family is missing is left out, and the likelihood of the others is scaled up to the weight
of all rows, so scores of families with different gaps can be compared.
"""

from __future__ import annotations

import math

import numpy as np
from numba import float64, int32, int64, types

from hedgerow._kernels.compilation import flat, kernel, piece, rows

LEAST_VARIANCE = 1e-9  # of a residual; numbers are standardised
_LEAST_PIVOT = 1e-10
_LEAST_TABLE = 4096
_MOST_CELLS = 2.0**62
_MOST_NUMBERS = 128  # variables whose products are summed beforehand


@piece
def count_cells(n_rows):
    """Cells that a table is counted in directly; larger ones are mostly empty, and their configurations are sorted."""
    return max(_LEAST_TABLE, 4 * n_rows)


@piece
def find_gaps(codes):
    """Which variables have missing cells."""
    has_missing = np.zeros(codes.shape[0], np.bool_)
    for variable in range(codes.shape[0]):
        for row in range(codes.shape[1]):
            if codes[variable, row] < 0:
                has_missing[variable] = True
                break
    return has_missing


@piece
def _number_configurations(codes, n_states, has_missing, node, parents, n_parents, numbers):
    """Number of each row's configuration of the discrete parents; -1 where a cell of the family is missing."""
    numbers[:] = 0
    for i in range(n_parents):
        parent = parents[i]
        card = n_states[parent]
        if card > 0:
            for row in range(numbers.size):
                numbers[row] = numbers[row] * card + codes[parent, row]
    for i in range(-1, n_parents):
        member = node if i < 0 else parents[i]
        if has_missing[member]:
            for row in range(numbers.size):
                if codes[member, row] < 0:
                    numbers[row] = -1


@piece
def _renumber(numbers):
    """Number the configurations that occur 0, 1, ...; how many there are."""
    order = np.argsort(numbers)
    last, n_found = np.int64(-1), 0
    for place in range(order.size):
        row = order[place]
        found = numbers[row]
        if found >= 0:
            if found != last:
                last = found
                n_found += 1
            numbers[row] = n_found - 1
    return n_found


@piece
def _score_states(codes, weights, node, n_node_states, numbers, n_configurations, table):
    """Sum of n log n over cells, less that over configurations, and the weight of the rows."""
    table[: n_configurations * n_node_states] = 0.0
    for row in range(numbers.size):
        if numbers[row] >= 0:
            table[numbers[row] * n_node_states + codes[node, row]] += weights[row]
    likelihood, seen = 0.0, 0.0
    for configuration in range(n_configurations):
        total = 0.0
        for state in range(n_node_states):
            n = table[configuration * n_node_states + state]
            if n > 0.0:
                total += n
                likelihood += n * math.log(n)
        if total > 0.0:
            likelihood -= total * math.log(total)
            seen += total
    return likelihood, seen


@piece
def _sweep(matrix, width):
    """Regress the last column of sums of products on the others: its slopes, and the squares left in the corner.

    Row `width` keeps the diagonal, by which it is known that a column is told by those before it.
    """
    for i in range(width):
        matrix[width, i] = matrix[i, i]
    for pivot in range(width - 1):
        diagonal = matrix[pivot, pivot]
        if diagonal <= _LEAST_PIVOT * matrix[width, pivot]:
            matrix[pivot, :] = 0.0
            continue
        for j in range(width):
            matrix[pivot, j] /= diagonal
        for i in range(width):
            factor = matrix[i, pivot]
            if i != pivot and factor != 0.0:
                for j in range(width):
                    matrix[i, j] -= factor * matrix[pivot, j]


@piece
def score_family(
    codes, values, n_states, weights, has_missing, products, total, penalty, smoothing,
    node, parents, n_parents, numbers, table,
):  # fmt: skip
    """Log likelihood of a node given its parents (in ascending order) less the penalty for each parameter.

    `products` are what `multiply_numbers` makes of the rows.
    """
    configurations, width, is_whole = 1.0, 2, not has_missing[node]
    for i in range(n_parents):
        is_whole = is_whole and not has_missing[parents[i]]
        if n_states[parents[i]] > 0:
            configurations *= n_states[parents[i]]
        else:
            width += 1
    is_number = n_states[node] == 0
    size = width * width if is_number else n_states[node]
    parameters = configurations * (width if is_number else n_states[node] - 1)
    if configurations * size > _MOST_CELLS:
        return -np.inf
    if is_number and is_whole and configurations == 1.0 and products.shape[0] > 1:
        columns = _list_columns(n_states, node, parents, n_parents, width)
        for i in range(width):
            for j in range(width):
                table[i * width + j] = products[columns[i], columns[j]]
        return _score_lines(1, width, smoothing, table)[0] - penalty * parameters
    _number_configurations(codes, n_states, has_missing, node, parents, n_parents, numbers)
    n_configurations = np.int64(configurations)
    if configurations * size > count_cells(weights.size):
        n_configurations = _renumber(numbers)
    work = table if n_configurations * size <= table.size else np.empty(n_configurations * size)
    if is_number:
        columns = _list_columns(n_states, node, parents, n_parents, width)
        _sum_products(values, weights, columns, numbers, work[: n_configurations * size])
        likelihood, seen = _score_lines(n_configurations, width, smoothing, work)
    else:
        likelihood, seen = _score_states(
            codes, weights, node, n_states[node], numbers, n_configurations, work
        )
    return (likelihood * total / seen if seen > 0.0 else 0.0) - penalty * parameters


@piece
def multiply_numbers(values, n_states, weights, has_missing):
    """Weighted sums of products of (1, all variables), where variables are numbers without gaps.

    A table of few of them only; of others it would cost more than it saves, and a single cell is returned.
    """
    n_numbers = 0
    for variable in range(n_states.size):
        n_numbers += n_states[variable] == 0 and not has_missing[variable]
    if n_numbers == 0 or n_numbers > _MOST_NUMBERS:
        return np.zeros((1, 1))
    products = np.zeros((n_states.size + 1, n_states.size + 1))
    products[0, 0] = weights.sum()
    for i in range(n_states.size):
        if n_states[i] == 0 and not has_missing[i]:
            products[i + 1, 0] = products[0, i + 1] = (weights * values[i]).sum()
            for j in range(i + 1):
                if n_states[j] == 0 and not has_missing[j]:
                    found = 0.0
                    for row in range(weights.size):
                        found += weights[row] * values[i, row] * values[j, row]
                    products[i + 1, j + 1] = products[j + 1, i + 1] = found
    return products


@piece
def _list_columns(n_states, node, parents, n_parents, width):
    """What products are taken of: 0 for the intercept, and the places of regressors and node from 1."""
    columns = np.zeros(width, np.int64)
    place = 1
    for i in range(n_parents):
        if n_states[parents[i]] == 0:
            columns[place] = parents[i] + 1
            place += 1
    columns[place] = node + 1
    return columns


@piece
def _sum_products(values, weights, columns, numbers, table):
    """Sum the products of (1, regressors, node) in each configuration; those above the diagonal mirror the others."""
    width = columns.size
    size = width * width
    table[:] = 0.0
    cell = np.ones(width)
    for row in range(numbers.size):
        if numbers[row] >= 0 and weights[row] > 0.0:
            for i in range(1, width):
                cell[i] = values[columns[i] - 1, row]
            start = numbers[row] * size
            for i in range(width):
                weighted = weights[row] * cell[i]
                for j in range(i + 1):
                    table[start + i * width + j] += weighted * cell[j]
    for start in range(0, table.size, size):
        for i in range(width):
            for j in range(i):
                table[start + j * width + i] = table[start + i * width + j]


@piece
def _score_lines(n_configurations, width, smoothing, table):
    """Log likelihood of linear Gaussians, one for each configuration's sums of products, and the weight of the rows."""
    size = width * width
    pooled = np.zeros((width, width))
    for configuration in range(n_configurations):
        for i in range(width):
            for j in range(width):
                pooled[i, j] += table[configuration * size + i * width + j]
    seen = pooled[0, 0]
    extra = smoothing / seen if n_configurations > 1 and seen > 0.0 else 0.0
    matrix = np.empty((width + 1, width))
    likelihood = 0.0
    for configuration in range(n_configurations):
        n = table[configuration * size]
        if n <= 0.0:
            continue
        for i in range(width):
            for j in range(width):
                matrix[i, j] = table[configuration * size + i * width + j] + extra * pooled[i, j]
        together = matrix[0, 0]
        _sweep(matrix, width)
        squares = max(matrix[width - 1, width - 1], 0.0)
        variance = max(squares / together, LEAST_VARIANCE)
        if extra > 0.0:  # what the added rows deviate by is no part of the likelihood
            squares = max(squares - extra * _find_deviation(matrix, pooled, width), 0.0)
        likelihood -= 0.5 * (n * math.log(2.0 * math.pi * variance) + squares / variance)
    return likelihood, seen


@piece
def _find_deviation(matrix, pooled, width):
    """Squares by which all rows deviate from the line whose slopes are in the last column of a swept matrix."""
    squares = 0.0
    for i in range(width):
        left = 1.0 if i == width - 1 else -matrix[i, width - 1]
        for j in range(width):
            right = 1.0 if j == width - 1 else -matrix[j, width - 1]
            squares += left * right * pooled[i, j]
    return squares


@kernel(
    types.void(
        rows(int32),
        rows(float64),
        flat(int64),
        flat(float64),
        float64,
        float64,
        flat(int64),
        rows(int32),
        float64[::1],
    )
)
def score_families(codes, values, n_states, weights, penalty, smoothing, nodes, parents, scores):
    """Set `scores[i]` to the score of `nodes[i]` with the parents in row i, ascending; -1 stands for none.

    Row v of `codes` has the states of variable v (0 for a known number, -1 for a missing cell), row v of `values` its
    standardised numbers. `penalty` is subtracted for each parameter.
    """
    has_missing = find_gaps(codes)
    total = weights.sum()
    products = multiply_numbers(values, n_states, weights, has_missing)
    numbers = np.empty(weights.size, np.int64)
    table = np.empty(count_cells(weights.size))
    for i in range(nodes.size):
        n_parents = 0
        while n_parents < parents.shape[1] and parents[i, n_parents] >= 0:
            n_parents += 1
        scores[i] = score_family(
            codes, values, n_states, weights, has_missing, products, total, penalty, smoothing,
            nodes[i], parents[i], n_parents, numbers, table,
        )  # fmt: skip
