import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, kstest
from scipy.stats import entropy as other_entropy
from sklearn.metrics import mutual_info_score

from hedgerow.selection.measures.contingency import (
    ContingencyTable,
    conditional_mutual_information,
    entropy,
    g2_test,
    join_codes,
    mutual_information,
    read_codes,
    symmetrical_uncertainties,
    symmetrical_uncertainty,
)

# Rogers 2007, the eight rows of the specification.
Y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
A = np.array([0, 0, 0, 1, 1, 1, 1, 0])
B = np.array([0, 0, 1, 2, 2, 2, 1, 0])
C = np.array([0, 1, 0, 1, 0, 1, 0, 1])
# Schowe & Morik's measures, as the specification checks them.
X_8, Y_8 = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1, 0, 1]

columns = st.integers(1, 40).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 3)
)


def test_eight_rows_by_pencil():
    assert entropy(B) == pytest.approx(1.5612781245, abs=5e-11)
    assert mutual_information(Y, A) == pytest.approx(0.1887218755, abs=5e-11)
    assert mutual_information(Y, B) == pytest.approx(0.0612781245, abs=5e-11)
    assert mutual_information(Y, C) == 0.0
    assert mutual_information(A, B) == pytest.approx(0.75)
    # The ratio divides by the entropy of the column that tells: GR(Y, B) of the thesis is x = B, y = Y.
    assert ContingencyTable.count(B, Y).gain_ratio() == pytest.approx(0.0392486921, abs=5e-11)
    assert ContingencyTable.count(Y, B).gain_ratio() == pytest.approx(0.0612781245, abs=5e-11)
    assert symmetrical_uncertainty(Y, A) == pytest.approx(0.1887218755, abs=5e-11)
    assert symmetrical_uncertainty(Y, B) == pytest.approx(0.0478496450, abs=5e-11)
    assert symmetrical_uncertainty(A, B) == pytest.approx(0.5856451065, abs=5e-11)
    assert symmetrical_uncertainty(A, A) == 1.0


def test_the_numbers_of_the_papers():
    assert mutual_information(X_8, Y_8) == pytest.approx(0.3600730651545314, abs=1e-12)
    assert symmetrical_uncertainty(X_8, Y_8) == pytest.approx(0.28625935474496844, abs=1e-12)
    features = np.array(
        [[0, 0, 0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 0], [0, 1] * 4, [0, 0, 1, 1, 1, 1, 1, 1]]
    ).T
    np.testing.assert_allclose(
        symmetrical_uncertainties(features, Y), [0.561590, 0.188722, 0.0, 0.343711], atol=5e-7
    )
    assert symmetrical_uncertainty(features[:, 0], features[:, 1]) == pytest.approx(0.561590, abs=5e-7)
    assert symmetrical_uncertainty(features[:, 0], features[:, 3]) == pytest.approx(0.528871, abs=5e-7)


def test_what_is_left_to_tell_by_pencil():
    """I(C; X_j | X_i) in nats: how far X_i is from being a Markov blanket for X_j."""
    counts = np.array([[[20, 5], [5, 10]], [[4, 16], [10, 30]]])
    known, feature, y = np.indices(counts.shape).reshape(3, -1)
    left = conditional_mutual_information(feature, y, known, counts.ravel()) * np.log(2)
    assert left == pytest.approx(0.0449967, abs=1e-7)


def test_exclusive_or_needs_both():
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert mutual_information(a, a ^ b) == mutual_information(b, a ^ b) == 0.0
    assert mutual_information(join_codes(a, b), a ^ b) == 1.0
    assert symmetrical_uncertainty(join_codes(a, b), a ^ b) == pytest.approx(2 / 3)
    assert conditional_mutual_information(a, a ^ b, b) == 1.0


def test_the_multiplexer_hides_its_controls():
    bits = (np.arange(64)[:, None] >> np.arange(6)) & 1
    chosen = 2 * bits[:, 0] + bits[:, 1]
    y = bits[np.arange(64), 2 + chosen]
    assert mutual_information(bits[:, 0], y) == 0.0
    assert mutual_information(bits[:, 2], y) == pytest.approx(0.0455659971, abs=5e-11)


def test_parts_left_out_one_at_a_time():
    """Schowe & Morik 2010: tables of four parts, every fourth row in each."""
    part = np.arange(8) % 4
    tables = [
        ContingencyTable.count(np.array(X_8)[part == b], np.array(Y_8)[part == b], n_x=3, n_y=2)
        for b in range(4)
    ]
    total = tables[0].merge(tables[1]).merge(tables[2]).merge(tables[3])
    np.testing.assert_array_equal(total.counts, ContingencyTable.count(X_8, Y_8).counts)
    found = [total.without(table).mutual_information() for table in tables]
    expected = [0.25162916738782287, 0.25162916738782287, 0.9182958340544893, 0.5408520829727551]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_a_likelihood_ratio_by_pencil():
    x = np.repeat([0, 0, 1, 1], [30, 10, 10, 30])
    y = np.repeat([0, 1, 0, 1], [30, 10, 10, 30])
    test = g2_test(x, y)
    assert test.statistic == pytest.approx(20.929926, abs=5e-7)
    assert test.degrees_of_freedom == 1
    assert test.p_value == pytest.approx(4.7639e-06, rel=1e-4)
    assert mutual_information(x, y) * np.log(2) == pytest.approx(0.130812, abs=5e-7)
    assert ContingencyTable.count(x, y).g2() == pytest.approx(test.statistic)


def test_what_a_blanket_leaves():
    """Deng et al. 2010: the expected divergence is a conditional mutual information."""
    cells = [(0, 0, 20, 5), (0, 1, 5, 10), (1, 0, 4, 16), (1, 1, 10, 30)]
    rows = np.array([(i, j, c, n) for i, j, *counts in cells for c, n in enumerate(counts)])
    nats = conditional_mutual_information(rows[:, 2], rows[:, 1], rows[:, 0], rows[:, 3]) * np.log(2)
    assert nats == pytest.approx(0.0449967, abs=5e-8)


@given(columns)
def test_measures_agree_with_others(drawn):
    x, y, _ = map(np.array, drawn)
    table = ContingencyTable.count(x, y)
    assert entropy(x) == pytest.approx(other_entropy(np.bincount(x), base=2), abs=1e-12)
    assert table.mutual_information() == pytest.approx(mutual_info_score(x, y) / np.log(2), abs=1e-9)
    assert mutual_information(x, y) == pytest.approx(table.mutual_information(), abs=1e-9)
    assert symmetrical_uncertainty(x, y) == pytest.approx(table.symmetrical_uncertainty(), abs=1e-9)
    assert 0.0 <= table.symmetrical_uncertainty() <= 1.0 + 1e-12
    assert symmetrical_uncertainty(x, y) == pytest.approx(symmetrical_uncertainty(y, x), abs=1e-12)
    assert (table.entropy_x(), table.entropy_y()) == pytest.approx((entropy(x), entropy(y)), abs=1e-12)


@given(columns)
def test_conditional_information_is_the_mean_over_what_is_known(drawn):
    x, y, z = map(np.array, drawn)
    expected = sum((z == v).mean() * mutual_information(x[z == v], y[z == v]) for v in np.unique(z))
    assert conditional_mutual_information(x, y, z) == pytest.approx(expected, abs=1e-9)
    chain = mutual_information(x, z) + conditional_mutual_information(x, y, z)
    assert mutual_information(x, join_codes(y, z)) == pytest.approx(chain, abs=1e-9)
    assert conditional_mutual_information(x, y, np.stack([z, z], axis=1)) == pytest.approx(expected, abs=1e-9)


@given(columns, st.integers(0, 2**31))
def test_whole_weights_are_repeats(drawn, seed):
    x, y, z = map(np.array, drawn)
    counts = np.random.default_rng(seed).integers(0, 3, x.size)
    counts[0] = 1
    again = [np.repeat(column, counts) for column in (x, y, z)]
    for degrees in ("full", "observed"):
        weighted = g2_test(x, y, z, counts, degrees=degrees)
        repeated = g2_test(*again, degrees=degrees)
        assert weighted == pytest.approx(repeated, abs=1e-9)
    assert symmetrical_uncertainty(x, y, counts) == pytest.approx(
        symmetrical_uncertainty(*again[:2]), abs=1e-9
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_test_agrees_with_another(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 4, 200), rng.integers(0, 3, 200)
    other = chi2_contingency(ContingencyTable.count(x, y).counts, correction=False, lambda_="log-likelihood")
    assert g2_test(x, y) == pytest.approx((other.statistic, other.dof, other.pvalue))


def test_degrees_of_freedom():
    x, y = np.array([0, 1, 0, 1, 2, 2]), np.array([0, 1, 1, 0, 0, 1])
    z = np.array([[0, 0], [0, 0], [0, 0], [0, 0], [1, 1], [1, 1]])
    assert g2_test(x, y, z).degrees_of_freedom == 2 * 1 * 2 * 2
    # Of four settings two occur; in the second one x has a single value.
    assert g2_test(x, y, z, degrees="observed").degrees_of_freedom == 1
    constant = g2_test(np.zeros(6, int), y)
    assert constant == (0.0, 0, 1.0)


def test_the_level_of_the_test_is_what_it_says():
    """P-values of independent columns are uniform."""
    rng = np.random.default_rng(0)
    z = rng.integers(0, 2, 400)
    p_values = [
        g2_test(
            (rng.random(400) < 0.3 + 0.3 * z).astype(int), (rng.random(400) < 0.4 + 0.2 * z).astype(int), z
        )[2]
        for _ in range(500)
    ]
    assert kstest(p_values, "uniform").pvalue > 0.01


def test_tables_of_different_sizes_merge():
    small, large = ContingencyTable.count([0], [0]), ContingencyTable.count([2], [1])
    both = small.merge(large)
    np.testing.assert_array_equal(both.counts, [[1, 0], [0, 0], [0, 1]])
    np.testing.assert_array_equal(both.without(large).counts, [[1, 0], [0, 0], [0, 0]])
    assert both.total == 2.0
    empty = ContingencyTable.count(np.empty(0, int), np.empty(0, int), n_x=2, n_y=2)
    assert (empty.mutual_information(), empty.symmetrical_uncertainty(), empty.gain_ratio()) == (
        0.0,
        0.0,
        0.0,
    )


def test_codes_far_apart_are_joined_too():
    wide = np.array([0, 10**9, 10**9, 5])
    np.testing.assert_array_equal(join_codes(wide, wide), [0, 2, 2, 1])
    assert mutual_information(wide, [0, 1, 1, 0]) == 1.0
    assert g2_test(wide, wide[::-1], degrees="observed").degrees_of_freedom == 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: entropy(["a"]), "codes are integers 0, 1, ..., not <U1"),
        (lambda: entropy([[1]]), r"shape \(1, 1\); pass one column"),
        (lambda: entropy([0, -1]), "codes hold -1"),
        (lambda: entropy([0, 1], [1.0]), "one for each of the 2 rows"),
        (lambda: entropy([0, 1], [1.0, -2.0]), "weights hold -2"),
        (lambda: mutual_information([0], [0, 1]), "there are 1 and 2 codes"),
        (lambda: ContingencyTable.count([0], [0, 1]), "there are 1 and 2 codes"),
        (lambda: ContingencyTable.count([0, 3], [0, 1], n_x=2), "n_x=2 is too small: the largest code is 3"),
        (lambda: g2_test([0, 1], [0, 1], [[0]]), r"z_codes has shape \(1, 1\)"),
        (lambda: g2_test([0, 1], [0, 1], degrees="few"), "degrees='few' must be 'full' or 'observed'"),
    ],
)
def test_what_cannot_be_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_booleans_are_codes():
    assert read_codes(np.array([True, False])).tolist() == [1, 0]
