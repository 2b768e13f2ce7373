import numpy as np

from hedgerow import Outputs
from hedgerow.findings import Case
from hedgerow.findings.dominating_feature import find_dominating_feature, measure_alone


def test_a_feature_that_knows_the_answer_is_serious(make_table, random):
    y = np.arange(200) % 2
    table = make_table(
        np.where(y, "yes", "no"), leak=y + 0.1 * random.normal(size=200), x=random.normal(size=200)
    )
    (finding,) = find_dominating_feature(Case(table))
    assert finding.severity == "serious"
    assert finding.evidence["feature"] == "leak"
    assert "is often a leak" in finding.sentence


def test_a_feature_as_good_as_the_model_is_a_warning(make_table, random):
    y = np.arange(400) % 2
    table = make_table(y, strong=y + 0.3 * random.normal(size=400), x=random.normal(size=400))
    said = np.tile(np.where(random.random(400) < 0.95, y, 1 - y), (3, 1))
    assert not find_dominating_feature(Case(table))
    (finding,) = find_dominating_feature(Case(table, outputs=Outputs.from_predictions(said, y)))
    assert finding.severity == "warning"


def test_useful_features_are_no_leaks(plain):
    assert not find_dominating_feature(Case(plain))


def test_values_are_looked_at_too(make_table, random):
    values = random.normal(size=500)
    table = make_table(values, leak=np.exp(values), x=random.normal(size=500))
    assert find_dominating_feature(Case(table))[0].evidence["feature"] == "leak"


def test_a_lonely_feature_dominates_nothing(make_table, random):
    y = np.arange(100) % 2
    assert not find_dominating_feature(Case(make_table(y, x=y + 0.1 * random.normal(size=100))))


def test_skill_is_measured_on_rows_that_the_tree_has_not_seen(make_table, random):
    y = random.integers(0, 2, 1000)
    table = make_table(y, noise=random.normal(size=1000), half=np.where(random.random(1000) < 0.5, y, 2))
    noise, half = measure_alone(table, ["noise", "half"])
    assert noise < 0.1
    assert 0.4 < half < 0.6
