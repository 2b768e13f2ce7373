import numpy as np
import pytest
from scipy import sparse

from hedgerow.selection.filters.mrmr_codes import CodeRelations, MixedRelations, make_codes
from hedgerow.selection.filters.mrmr_numbers import DenseColumns
from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.contingency import mutual_information, symmetrical_uncertainty
from hedgerow.selection.measures.moments import ClassSums

ONE, OTHER = np.array([0, 0, 0, 1, 1, 1, 2, 2]), np.array([0, 0, 1, 1, 1, 1, 0, 1])


def test_information_by_hand():
    codes = ONE.astype(np.uint16)[None]
    whole = Parts.whole(np.ones(8))
    assert CodeRelations(codes, OTHER, whole, as_share=False).relevance[0, 0] == pytest.approx(
        0.3600730651545314
    )
    assert CodeRelations(codes, OTHER, whole, as_share=True).relevance[0, 0] == pytest.approx(
        0.28625935474496844
    )
    parts = CodeRelations(codes, OTHER, Parts.deal(np.ones(8), 4), as_share=False)
    np.testing.assert_allclose(
        parts.relevance[:, 0],
        [0.25162916738782287, 0.25162916738782287, 0.9182958340544893, 0.5408520829727551],
        rtol=1e-12,
    )


@pytest.mark.parametrize(
    "weights", [np.ones(60), np.random.default_rng(1).random(60)], ids=["ones", "weights"]
)
@pytest.mark.parametrize("as_share", [False, True])
def test_relations_are_those_of_the_rows_that_stay(weights, as_share):
    measure = symmetrical_uncertainty if as_share else mutual_information
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, [[4], [2], [3], [1]], (4, 60)).astype(np.uint16), rng.integers(0, 3, 60)
    relations = CodeRelations(codes, y, Parts.deal(weights, 5), as_share=as_share)
    chosen = np.array([0, 2, 0, 1, 3])
    shared = relations.relate(chosen)
    assert relations.constant.tolist() == [[False, False, False, True]] * 5
    for run, feature in enumerate(chosen):
        stay = np.arange(60) % 5 != run
        for other in range(4):
            args = codes[other, stay], codes[feature, stay], weights[stay]
            assert shared[run, other] == pytest.approx(measure(*args), abs=1e-12)
            told = measure(codes[other, stay], y[stay], weights[stay])
            assert relations.relevance[run, other] == pytest.approx(told, abs=1e-12)


def test_values_become_codes():
    table = np.array([[0.0, 7.5], [2.0, np.nan], [0.0, -1.0], [5.0, np.nan]])
    expected = [[0, 1, 0, 2], [1, 2, 0, 2]]
    assert make_codes(table, ("a", "b")).tolist() == expected
    assert make_codes(sparse.csr_array(table), ("a", "b")).tolist() == expected


def test_numbers_that_are_not_codes_are_refused():
    with pytest.raises(
        ValueError, match="column 'b' has 5000 distinct values, more than 4096; information counts"
    ):
        make_codes(np.column_stack([np.zeros(5000), np.arange(5000)]), ("a", "b"))


RNG = np.random.default_rng(0)
IS_CATEGORICAL = np.array([True, False, False, True, False])
NUMBERS, CODES = RNG.normal(size=(50, 3)), RNG.integers(0, [[2], [4]], (2, 50)).astype(np.uint16)
NUMBERS[:, 0] += CODES[0]
WEIGHTS = RNG.random(50) + 0.2
PLACE = {0: CODES[0], 1: NUMBERS[:, 0], 2: NUMBERS[:, 1], 3: CODES[1], 4: NUMBERS[:, 2]}


def correlation(one, other, weights=None):
    covariances = np.cov(one, other, aweights=weights)
    return abs(covariances[0, 1]) / np.sqrt(covariances[0, 0] * covariances[1, 1])


def ratio(number, codes, weights):
    return np.sqrt(ClassSums.of(number, codes.astype(int), None, weights).eta_squared())


def compare(one, other, one_is_code, other_is_code, rows):
    one, other, weights = one[rows], other[rows], WEIGHTS[rows]
    if one_is_code and other_is_code:
        return symmetrical_uncertainty(one, other, weights)
    if one_is_code:
        return ratio(other, one, weights)
    return ratio(one, other, weights) if other_is_code else correlation(one, other, weights)


@pytest.mark.parametrize("n_classes", [3, None])
def test_mixed_relations_are_those_of_the_rows_that_stay(n_classes):
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
    expected = [correlation(column, CODES[0]) for column in NUMBERS.T]
    np.testing.assert_allclose(shared[~IS_CATEGORICAL], expected, atol=1e-12)
