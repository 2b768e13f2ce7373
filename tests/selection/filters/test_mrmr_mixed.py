import numpy as np
import pytest

from hedgerow.selection.filters.mrmr_mixed import MixedRelations
from hedgerow.selection.filters.mrmr_numbers import DenseColumns
from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.contingency import symmetrical_uncertainty
from hedgerow.selection.measures.moments import ClassSums, pearson

RNG = np.random.default_rng(0)
IS_CATEGORICAL = np.array([True, False, False, True, False])
NUMBERS, CODES = RNG.normal(size=(50, 3)), RNG.integers(0, [[2], [4]], (2, 50)).astype(np.uint16)
NUMBERS[:, 0] += CODES[0]
WEIGHTS = RNG.random(50) + 0.2
PLACE = {0: CODES[0], 1: NUMBERS[:, 0], 2: NUMBERS[:, 1], 3: CODES[1], 4: NUMBERS[:, 2]}


def ratio(number, codes, weights):
    return np.sqrt(ClassSums.of(number, codes.astype(int), None, weights).eta_squared())


def compare(one, other, one_is_code, other_is_code, rows):
    one, other, weights = one[rows], other[rows], WEIGHTS[rows]
    if one_is_code and other_is_code:
        return symmetrical_uncertainty(one, other, weights)
    if one_is_code:
        return ratio(other, one, weights)
    return ratio(one, other, weights) if other_is_code else abs(pearson(one, other, weights))


@pytest.mark.parametrize("n_classes", [3, None])
def test_relations_are_those_of_the_rows_that_stay(n_classes):
    y = RNG.integers(0, 3, 50) if n_classes else RNG.normal(size=50) + CODES[1]
    parts = Parts.deal(WEIGHTS, 4)
    columns = DenseColumns(NUMBERS, WEIGHTS, parts.order, in_blocks=False)
    relations = MixedRelations(columns, CODES, IS_CATEGORICAL, y, n_classes, parts, parts.order)
    for chosen in ([0, 1, 1, 3], [4, 3, 0, 0]):
        shared = np.abs(relations.relate(np.array(chosen)))
        for run, feature in enumerate(chosen):
            rows = np.arange(50) % 4 != run
            for other in range(5):
                kinds = IS_CATEGORICAL[feature], IS_CATEGORICAL[other]
                expected = compare(PLACE[feature], PLACE[other], *kinds, rows)
                assert shared[run, other] == pytest.approx(expected, abs=1e-9)
                told = compare(PLACE[other], y, IS_CATEGORICAL[other], n_classes is not None, rows)
                assert relations.relevance[run, other] == pytest.approx(told, abs=1e-9)


def test_a_category_of_two_values_is_as_good_as_a_number():
    parts = Parts.whole(np.ones(50))
    columns = DenseColumns(NUMBERS, parts.weights, parts.order, in_blocks=False)
    relations = MixedRelations(columns, CODES, IS_CATEGORICAL, NUMBERS[:, 1], None, parts, parts.order)
    shared = relations.relate(np.array([0]))[0]
    np.testing.assert_allclose(shared[~IS_CATEGORICAL], np.abs(pearson(NUMBERS, CODES[0])), atol=1e-12)
