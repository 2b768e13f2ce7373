import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.heavy_tails import find_heavy_tails


def test_a_skewed_target_gets_a_logarithm(make_table, random):
    values = np.exp(2 * random.normal(size=500))
    (finding,) = find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))
    assert finding.severity == "warning"
    assert "5 extreme rows hold" in finding.sentence
    assert "predict its logarithm" in finding.sentence
    assert finding.evidence["rows"][0] == int(values.argmax())


def test_wild_values_on_both_sides_are_to_be_looked_at(make_table, random):
    values = random.standard_t(1.5, size=500)
    assert (
        "look at these rows"
        in find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))[0].sentence
    )


def test_normal_values_seldom_fire(make_table, random):
    fired = [
        bool(find_heavy_tails(Case(make_table(random.normal(size=60), x=np.arange(60) / 7))))
        for _ in range(100)
    ]
    assert np.mean(fired) < 0.05


def test_classes_have_no_tails(plain):
    assert not find_heavy_tails(Case(plain))


def test_a_target_that_reaches_zero_has_no_logarithm(make_table, random):
    values = np.exp(2 * random.normal(size=500))
    values[values.argmin()] = 0.0
    (finding,) = find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))
    assert "logarithm" not in finding.sentence
