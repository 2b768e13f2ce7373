import numpy as np
import pytest
from scipy import stats
from tests.selection.causal.oracle import factorial

from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.measures.contingency import conditional_mutual_information, g2_test


def of_factorial(with_z=True, **parameters):
    X, T = factorial(with_z)
    codes = np.vstack([X.to_numpy(int).T, T[None]])
    names = [*X, "T"]
    return DiscreteTest.of(codes, **parameters), {name: place for place, name in enumerate(names)}


def information(test, at, first, second, given=""):
    return test.measure([at[first]], at[second], [at[name] for name in given]).strength[0]


def test_the_factorial_table():
    test, at = of_factorial()
    assert information(test, at, "Z", "T", "A") == 0.0
    dependence = test.measure([at["A"], at["Z"]], at["T"])
    g2 = 2 * 512 * np.log(2) * dependence.strength
    np.testing.assert_allclose(g2, [34.6338053823, 8.5636579759], rtol=1e-9)
    np.testing.assert_allclose(dependence.p_values, [3.98e-09, 0.00343], rtol=2e-3)


def test_the_small_factorial_table():
    test, at = of_factorial(with_z=False)
    assert information(test, at, "A", "T") == pytest.approx(0.0487949407, abs=1e-10)
    assert information(test, at, "Y", "T") == pytest.approx(0.1774212838, abs=1e-10)
    assert information(test, at, "A", "B", "T") == pytest.approx(0.0455659971, abs=1e-10)
    assert information(test, at, "A", "T", "B") == pytest.approx(0.0943609378, abs=1e-10)
    assert information(test, at, "T", "Y", "AB") == pytest.approx(0.1431558785, abs=1e-10)


def test_a_table_of_four():
    """Counts 30, 10, 10, 30."""
    x, y = np.repeat([0, 0, 1, 1], [30, 10, 10, 30]), np.repeat([0, 1, 0, 1], [30, 10, 10, 30])
    dependence = DiscreteTest.of(np.array([x, y])).measure([0], 1)
    assert dependence.strength[0] * np.log(2) == pytest.approx(0.130812, abs=1e-6)
    assert dependence.p_values[0] == pytest.approx(4.7639e-06, rel=1e-4)


def test_the_score_of_an_approximate_blanket_is_conditional_information():
    """Counts n(i, j, c); Deng et al. 2010: 0.0449967 nats."""
    counts = {(0, 0): (20, 5), (0, 1): (5, 10), (1, 0): (4, 16), (1, 1): (10, 30)}
    rows = [(i, j, c) for (i, j), of in counts.items() for c, n in enumerate(of) for _ in range(n)]
    dependence = DiscreteTest.of(np.array(rows).T).measure([1], 2, [0])
    assert dependence.strength[0] * np.log(2) == pytest.approx(0.0449967, abs=1e-7)


def test_it_agrees_with_the_measures_of_one_pair():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (5, 300))
    dependence = DiscreteTest.of(codes).measure([0, 1], 4, [2, 3])
    for one in (0, 1):
        expected = conditional_mutual_information(codes[one], codes[4], codes[2:4].T)
        assert dependence.strength[one] == pytest.approx(expected, abs=1e-10)
        assert dependence.p_values[one] == pytest.approx(g2_test(codes[one], codes[4], codes[2:4].T).p_value)


@pytest.mark.parametrize("n_known", [0, 2])
def test_false_alarms_are_as_many_as_promised(n_known):
    """Of 2,000 independent columns, alpha are called dependent: within four standard errors."""
    rng = np.random.default_rng(n_known)
    known = rng.integers(0, 2, (2, 2000))
    y = np.where(rng.random(2000) < 0.5, known.sum(axis=0), rng.integers(0, 3, 2000))
    codes = np.vstack([rng.integers(0, 3, (2000, 2000)), known, y[None]])
    test = DiscreteTest.of(codes, alpha=0.05)
    dependence = test.measure(range(2000), 2002, [2000, 2001][:n_known])
    assert abs(dependence.is_dependent.mean() - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 2000)
    assert stats.kstest(dependence.p_values, "uniform").pvalue > 1e-3


def test_values_that_a_stratum_lacks_make_it_cautious():
    """Degrees of freedom are those of full tables, as in the papers."""
    rng = np.random.default_rng(0)
    known = rng.integers(0, 2, 2000)
    y = known + rng.integers(0, 2, 2000)  # two of three values in each stratum
    codes = np.vstack([rng.integers(0, 3, (1000, 2000)), known[None], y[None]])
    dependence = DiscreteTest.of(codes, alpha=0.05).measure(range(1000), 1001, [1000])
    assert dependence.is_dependent.mean() < 0.02


def test_too_few_rows_say_nothing():
    codes = np.random.default_rng(0).integers(0, 4, (5, 100))
    test = DiscreteTest.of(codes)
    assert test.measure([0], 4).is_tested.all()  # 9 degrees of freedom
    dependence = test.measure([0], 4, [1])  # 36
    assert not dependence.is_tested.any()
    assert np.isnan(dependence.p_values).all()
    assert not dependence.strength.any()
    many = test.measure([0], 4, [1, 2, 3] * 20)  # 4 ** 60 strata are not counted
    assert not many.is_tested.any()


def test_a_constant_depends_on_nothing():
    codes = np.array([[5, 5, 5, 5], [0, 1, 0, 1]])
    dependence = DiscreteTest.of(codes).measure([0], 1)
    assert dependence.is_independent.all()
    assert dependence.p_values[0] == 1.0


def test_a_threshold_is_no_test():
    test, at = of_factorial(threshold=0.01)
    dependence = test.measure([at["D"], at["A"]], at["T"])
    assert dependence.is_dependent.tolist() == [False, True]
    assert np.isnan(dependence.p_values).all()


def test_whole_weights_are_repeats():
    rng = np.random.default_rng(0)
    codes, counts = rng.integers(0, 3, (4, 200)), rng.integers(0, 4, 200)
    weighted = DiscreteTest.of(codes, counts.astype(float)).measure([0, 1], 3, [2])
    repeated = DiscreteTest.of(np.repeat(codes, counts, axis=1)).measure([0, 1], 3, [2])
    np.testing.assert_allclose(weighted.p_values, repeated.p_values)


def test_threads_change_nothing():
    codes = np.random.default_rng(0).integers(0, 3, (200, 300))
    one, two = (DiscreteTest.of(codes, n_jobs=n).measure(range(198), 199, [198]) for n in (1, 2))
    np.testing.assert_array_equal(one.strength, two.strength)


def test_codes_are_small_whole_numbers():
    with pytest.raises(ValueError, match="variable 1 has codes from -1 to 1"):
        DiscreteTest.of(np.array([[0, 1], [-1, 1]]))
