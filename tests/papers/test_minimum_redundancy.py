"""What Schowe & Morik (SUEMA 2010) claim about ensembles of mRMR."""

import numpy as np
from scipy.stats import ttest_rel

from hedgerow import MRMRSelector
from hedgerow.selection.filters import expect_correlations
from hedgerow.selection.filters.mrmr_cost import count_correlations
from hedgerow.selection.stability import jaccard_stability


def make_wide(seed, n_samples=60, n_features=400):
    """Blocks of ten features that say nearly the same; the first three blocks tell about the class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n_samples)
    sources = rng.normal(size=(n_samples, n_features // 10))
    sources[:, :3] += 0.8 * y[:, None]
    return np.repeat(sources, 10, axis=1) + 0.7 * rng.normal(size=(n_samples, n_features)), y


def stability(table, y, runs, **parameters):
    """Jaccard stability over subsamples of nine tenths of the rows."""
    supports = []
    for seed in range(runs):
        rows = np.random.default_rng(seed).permutation(len(y))[: int(0.9 * len(y))]
        supports.append(MRMRSelector(10, **parameters).fit(table[rows], y[rows]).support_)
    return jaccard_stability(supports)


def test_the_fast_ensemble_is_more_stable_on_wide_data():
    tables = [make_wide(seed) for seed in range(12)]
    plain = [stability(*table, 10) for table in tables]
    fast = [stability(*table, 10, ensemble="fast", shuffle=True, random_state=0) for table in tables]
    assert np.mean(fast) > np.mean(plain)
    assert ttest_rel(fast, plain, alternative="greater").pvalue < 0.01


def test_the_cost_model_holds_for_features_that_are_as_likely_as_each_other():
    """Its assumption: what a run repeats of an earlier one is repeated by chance."""
    rng = np.random.default_rng(0)
    for pool, n_runs in ((15, 5), (15, 20), (40, 5), (40, 20)):
        ratios = []
        for _ in range(40):
            runs = np.array([rng.permutation(pool)[:10] for _ in range(n_runs)])
            supports = np.zeros((n_runs, 400), bool)
            np.put_along_axis(supports, runs, True, axis=1)
            expected = expect_correlations(400, 10, n_runs, jaccard_stability(supports))
            ratios.append(count_correlations(runs, 400) / expected)
        assert abs(np.mean(ratios) - 1.0) < 0.12


def test_passes_are_saved_and_the_cost_model_is_the_least_to_expect():
    """Real runs share a core and differ in the rest, which costs more than the same overlap by chance.

    Of a run's features, those that an earlier run misses with chance 1 - q are new to run i with chance (1 - q)^(i-1),
    whose mean is at least (1 - mean q)^(i-1), the chance of the model.
    """
    for n_parts, most in ((5, 0.75), (20, 0.3)):
        ratios, shares = [], []
        for seed in range(10):
            selector = MRMRSelector(10, ensemble="fast", n_parts=n_parts).fit(*make_wide(seed))
            expected = expect_correlations(400, 10, n_parts, selector.stability_.jaccard)
            ratios.append(selector.n_correlations_ / expected)
            shares.append(selector.n_correlations_ / selector.n_correlations_apart_)
        assert min(ratios) > 1.0
        assert max(ratios) < 3.5
        assert max(shares) < most
