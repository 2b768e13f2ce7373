from itertools import chain, combinations

import numpy as np
import pytest
from tests.selection.filters.given_associations import GivenAssociations

from hedgerow.selection.filters.cfs_search import (
    SEARCHES,
    MeritScale,
    add_locally_predictive,
    search_best_first,
    search_floating,
    search_forward,
    search_genetic,
)


def scale(relevance, pairs):
    mutual = np.eye(len(relevance))
    for (i, j), value in pairs.items():
        mutual[i, j] = mutual[j, i] = value
    return MeritScale(GivenAssociations(np.array(relevance), mutual))


def nested():
    """Feature 0 is the best alone, and superfluous beside 1 and 2."""
    return scale([0.50, 0.48, 0.47, 0.05], {(0, 1): 0.45, (0, 2): 0.45, (1, 2): 0.02})


def draw(seed, n_features=7):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, n_features)) + rng.normal(size=(30, 1)) * rng.random(n_features)
    both = np.abs(np.corrcoef(np.column_stack([X, X.sum(axis=1) + rng.normal(size=30)]).T))
    return MeritScale(GivenAssociations(both[-1, :-1], both[:-1, :-1]))


def find_best(of):
    subsets = chain.from_iterable(combinations(range(of.n_features), k) for k in range(1, of.n_features + 1))
    return max(of.weigh(subset) for subset in subsets)


def test_merits_by_pencil():
    merits = scale([0.6, 0.5, 0.4], {(0, 1): 0.3, (0, 2): 0.1, (1, 2): 0.2})
    expected = {(0,): 0.6, (0, 1): 0.682191, (0, 2): 0.674200, (1, 2): 0.580948, (0, 1, 2): 0.731925}
    for subset, merit in expected.items():
        assert merits.weigh(subset) == pytest.approx(merit, abs=5e-7)
    expected = {
        (0,): 0.5,
        (0, 1): 0.5754758151244095,
        (0, 1, 2): 0.6590909090909091,
        (1, 2): 0.6651330399133046,
        (0, 1, 2, 3): 0.6207044164517759,
    }
    for subset, merit in expected.items():
        assert nested().weigh(subset) == pytest.approx(merit, abs=1e-12)
    assert nested().weigh(()) == 0.0


def test_a_redundant_pair_is_worse_than_one():
    """The factor k that is missing in print (Duangsoithong & Windeatt 2010, eq. 5) would prefer the pair."""
    pair = scale([0.6, 0.55], {(0, 1): 0.9})
    assert pair.weigh((0, 1)) == pytest.approx(0.5899375524, abs=5e-11)
    assert pair.weigh((0,)) == pytest.approx(0.6)


@pytest.mark.parametrize("seed", range(5))
def test_merits_of_neighbours_are_merits(seed):
    of = draw(seed)
    subset = (1, 3, 4)
    additions, removals = of.weigh_additions(subset), of.weigh_removals(subset)
    for feature in range(of.n_features):
        if feature in subset:
            assert additions[feature] == -np.inf
            rest = tuple(f for f in subset if f != feature)
            assert removals[subset.index(feature)] == pytest.approx(of.weigh(rest))
        else:
            assert additions[feature] == pytest.approx(of.weigh((*subset, feature)))
    masks = np.array([[f in subset for f in range(of.n_features)], [False] * of.n_features])
    assert of.weigh_masks(masks) == pytest.approx([of.weigh(subset), 0.0])


def test_the_floating_search_takes_back_what_it_took():
    found = search_floating(nested())
    assert found.trace == ("+0", "+1", "+2", "-0", "+0", "+3")
    assert found.subset == (1, 2)
    assert search_forward(nested()).subset == (0, 1, 2)
    assert search_forward(nested()).trace == ("+0", "+1", "+2")
    assert search_best_first(nested()).subset == (0, 1, 2)
    assert search_best_first(nested(), patience=10).subset == (1, 2)  # it had to go back to feature 1 alone


@pytest.mark.parametrize("seed", range(10))
def test_no_search_beats_all_subsets_and_the_better_ones_come_close(seed):
    best = find_best(draw(seed))
    rng = np.random.default_rng(0)
    for search in SEARCHES.values():
        of = draw(seed)
        found = search(of, 5, rng)
        assert found.merit == pytest.approx(of.weigh(found.subset))
        assert found.merit <= best + 1e-12
        assert found.merit >= 0.9 * best
        assert found.n_merits > 0
    assert search_best_first(draw(seed), patience=200).merit == pytest.approx(best)
    forward = search_forward(draw(seed)).merit
    assert search_best_first(draw(seed)).merit >= forward - 1e-12
    assert search_floating(draw(seed)).merit >= forward - 1e-12


def test_the_smaller_of_equal_subsets_is_taken():
    """A copy leaves the merit as it is (Rogers 2007: the copy D of A)."""
    copies = {(0, 1): 1.0, (0, 2): 0.0, (1, 2): 0.0}
    for search in (search_forward, search_best_first, search_floating):
        assert search(scale([0.1887, 0.1887, 0.0], copies)).subset == (0,)
    found = search_genetic(scale([0.1887, 0.1887, 0.0], copies), np.random.default_rng(0))
    assert len(found.subset) == 1


def test_a_second_feature_helps_only_above_a_share_of_the_first():
    """Of uncorrelated features the second needs more than sqrt(2) - 1 of the first."""
    limit = np.sqrt(2) - 1
    assert search_forward(scale([1.0, limit - 1e-6], {})).subset == (0,)
    assert search_forward(scale([1.0, limit + 1e-6], {})).subset == (0, 1)


def test_genetic_search_is_reproducible_and_keeps_its_best():
    one, other = (search_genetic(draw(3, 30), np.random.default_rng(4)) for _ in range(2))
    assert one == other
    more = search_genetic(draw(3, 30), np.random.default_rng(4), n_generations=60)
    assert more.merit >= one.merit
    alone = search_genetic(scale([0.5], {}), np.random.default_rng(0))
    assert alone.subset == (0,)


def test_locally_predictive_features_are_added():
    of = scale([0.9, 0.1, 0.2, 0.05], {(0, 1): 0.3, (0, 2): 0.1, (2, 3): 0.06})
    subset = search_forward(of).subset
    assert subset == (0,)
    assert add_locally_predictive(of, of._associations, subset) == (0, 2)


def test_features_without_merit_are_not_searched():
    for search in SEARCHES.values():
        assert search(scale([0.0, 0.0], {}), 5, np.random.default_rng(0)).merit == 0.0
