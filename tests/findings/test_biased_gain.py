import numpy as np
import pytest

from hedgerow import ForestRelevance, RandomForestClassifier
from hedgerow.findings import Case
from hedgerow.findings.biased_gain import find_biased_gain


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
