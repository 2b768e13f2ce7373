from types import SimpleNamespace

import numpy as np
import pytest

from hedgerow import ForestRelevance, RandomForestClassifier
from hedgerow.findings import Case
from hedgerow.findings.ranking import find_biased_gain, find_unstable_ranking
from hedgerow.selection.stability import stability_of


@pytest.fixture(scope="module")
def known():
    """A binary feature that knows something, and one with many values that knows nothing."""
    random = np.random.default_rng(1)
    y = random.integers(0, 2, 300)
    flag = np.where(random.random(300) < 0.7, y, 1 - y)
    return y, flag, random.normal(size=300)


def look(make_table, y, **columns):
    table = make_table(y, **columns)
    forest = RandomForestClassifier(50, random_state=0).fit(table.features, table.target)
    study = ForestRelevance(random_state=0, local=None).fit(table.features, table.target)
    return Case(table, forest, relevance=study.relevance_)


def test_a_many_valued_feature_of_no_use_is_found(make_table, known):
    y, flag, noise = known
    (finding,) = find_biased_gain(look(make_table, y, flag=flag, noise=noise))
    assert finding.severity == "warning"
    assert finding.evidence["features"] == ["noise"]
    assert "'noise' with its 300 values" in finding.sentence
    assert "(rank 1 of 2)" in finding.sentence


def test_a_many_valued_feature_of_use_is_not(make_table, known):
    y, flag, noise = known
    assert not find_biased_gain(look(make_table, y, flag=flag, size=noise + 2 * y))


def test_relevance_of_other_columns_is_not_looked_at(make_table, known, plain):
    y, flag, noise = known
    case = look(make_table, y, flag=flag, noise=noise)
    assert not find_biased_gain(Case(plain, relevance=case.relevance))


def test_without_a_model_the_splits_of_the_forest_count(make_table, known):
    y, flag, noise = known
    case = look(make_table, y, flag=flag, noise=noise)
    (finding,) = find_biased_gain(Case(case.table, relevance=case.relevance))
    assert "of the splits" in finding.sentence


class Shares:
    """A model of which only the importances are known."""

    def __init__(self, *shares):
        self.feature_importances_ = np.array(shares)


@pytest.mark.parametrize(("share", "fires"), [(0.45, False), (0.5, True), (0.55, True)])
def test_a_fair_share_is_one_over_the_number_of_features(make_table, known, share, fires):
    y, flag, noise = known
    case = look(make_table, y, flag=flag, noise=noise)
    found = find_biased_gain(Case(case.table, Shares(1 - share, share), relevance=case.relevance))
    assert bool(found) is fires


def test_a_model_that_gains_nothing_is_not_judged(make_table, known):
    y, flag, noise = known
    case = look(make_table, y, flag=flag, noise=noise)
    assert not find_biased_gain(Case(case.table, Shares(0.0, 0.0), relevance=case.relevance))


class Known:
    """What is known about features that are called "a", "b" and so on."""

    def __init__(self, p_value, permutation=np.nan, spread=0.1, frequency=0.5):
        self.p_value = np.array(p_value)
        self.names = tuple("abcd"[: len(p_value)])
        self.permutation = np.broadcast_to(permutation, self.p_value.shape)
        self.permutation_spread = np.full(self.p_value.shape, spread)
        self.frequency = np.broadcast_to(frequency, self.p_value.shape)

    def __len__(self):
        return len(self.names)


def judge(make_table, shares, relevance, n_distinct=11):
    columns = {name: np.arange(60) % n_distinct for name in relevance.names}
    return find_biased_gain(
        Case(make_table(np.arange(60) % 2, **columns), Shares(*shares), relevance=relevance)
    )


@pytest.mark.parametrize(("n_distinct", "fires"), [(10, False), (11, True)])
def test_more_than_ten_values_are_many(make_table, n_distinct, fires):
    assert bool(judge(make_table, [0.4, 0.6], Known([0.5, 0.5]), n_distinct)) is fires


@pytest.mark.parametrize(("p_value", "fires"), [(0.2, False), (0.21, True)])
def test_a_p_value_above_two_tenths_finds_nothing(make_table, p_value, fires):
    assert bool(judge(make_table, [0.4, 0.6], Known([p_value, p_value]))) is fires


@pytest.mark.parametrize(
    ("permutation", "fires"), [(0.2, True), (0.21, False), (np.nan, True), ([np.nan, 0.21], True)]
)
def test_a_permutation_that_costs_more_than_two_spreads_speaks_for_a_feature(make_table, permutation, fires):
    """It is only asked where it is known of all features."""
    assert bool(judge(make_table, [0.4, 0.6], Known([0.01, 0.5], permutation))) is fires


def test_biased_features_come_by_their_gain_and_the_rank_counts_all(make_table):
    """A fair share is a quarter: "c" has most and is relevant, "d" and "a" are not."""
    found = judge(make_table, [1.0, 0.0, 1.5, 1.25], Known([0.3, 0.9, 0.01, 0.4]))
    assert found[0].evidence == {
        "features": ["d", "a"],
        "gain": [pytest.approx(1 / 3), pytest.approx(4 / 15)],
        "p_value": [0.4, 0.3],
        "n_distinct": [11, 11],
    }
    assert "'d' with its 11 values has 33.3 % of the gain (rank 2 of 4)" in found[0].sentence
    assert found[0].sentence.endswith("; the same holds for 'a'.")


def test_one_biased_feature_is_named_once(make_table):
    (finding,) = judge(make_table, [0.4, 0.6], Known([0.5, 0.5]))
    assert "(rank 1 of 2)" in finding.sentence
    assert "the same holds" not in finding.sentence


def test_negative_gains_count_as_none(make_table):
    (finding,) = judge(make_table, [-1.0, 0.2, 0.2], Known([0.5, 0.5, 0.5]))
    assert finding.evidence["gain"] == [0.5, 0.5]


def test_gains_of_other_columns_are_not_those_of_the_features(make_table):
    (finding,) = judge(make_table, [0.1, 0.1, 0.8], Known([0.5, 0.5], frequency=[0.2, 0.8]))
    assert finding.evidence["gain"] == [0.8]
    assert "80.0 % of the splits" in finding.sentence


def test_without_relevance_nothing_is_found(plain):
    assert not find_biased_gain(Case(plain, Shares(0.5, 0.5)))


def test_a_random_choice_is_found(plain, random):
    supports = np.array([random.permutation([1, 1, 1, 0, 0, 0, 0, 0]) for _ in range(10)])
    (finding,) = find_unstable_ranking(Case(plain, stability=stability_of(supports)))
    assert finding.severity == "warning"
    assert "over 10 runs its stability is" in finding.sentence


def test_a_steady_choice_is_not(plain):
    supports = np.tile([1, 1, 0, 0], (10, 1))
    supports[0] = [1, 0, 1, 0]
    assert not find_unstable_ranking(Case(plain, stability=stability_of(supports)))


def test_no_choice_has_no_stability(plain):
    for mark in (0, 1):
        assert not find_unstable_ranking(Case(plain, stability=stability_of(np.full((5, 4), mark))))


def test_nothing_known_is_nothing_found(plain):
    assert not find_unstable_ranking(Case(plain))


def stand_in(found, stability):
    """The same runs, as if their stability were another one."""
    names = ("supports", "names", "frequencies", "interval", "confidence", "runs")
    return SimpleNamespace(stability=stability, **{name: getattr(found, name) for name in names})


@pytest.mark.parametrize(("stability", "fires"), [(0.39, True), (0.4, False), (np.nan, False)])
def test_below_four_tenths_is_poor(plain, stability, fires):
    found = stand_in(stability_of(np.tile([1, 1, 0, 0], (10, 1))), stability)
    assert bool(find_unstable_ranking(Case(plain, stability=found))) is fires


def test_what_every_run_chooses_is_named(plain, random):
    supports = np.array([[1, *random.permutation([1, 1, 1, 0, 0, 0, 0, 0, 0])] for _ in range(10)])
    found = stability_of(supports)
    (finding,) = find_unstable_ranking(Case(plain, stability=stand_in(found, 0.1)))
    assert finding.evidence["always"] == [found.names[0]]


def test_all_that_is_known_is_told(plain):
    """Four runs: "x0" is always chosen, "x1" and "x2" are chosen twice each, "x3" never."""
    found = stability_of(np.array([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0]]))
    (finding,) = find_unstable_ranking(Case(plain, stability=stand_in(found, 0.25)))
    assert finding.evidence == {
        "stability": 0.25,
        "interval": list(found.interval),
        "always": [found.names[0]],
        "n_ever": 3,
    }
    assert "over 4 " in finding.sentence
    assert "95 % interval" in finding.sentence
    assert f"3 features were chosen at least once, 1 every time: '{found.names[0]}'." in finding.sentence
