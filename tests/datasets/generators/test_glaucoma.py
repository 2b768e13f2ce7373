import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from hedgerow.datasets import make_glaucoma
from hedgerow.datasets.generators.glaucoma import FIELDS, RIMS, SECTORS
from hedgerow.encoders import NormalLimits

DESIGNS = ("cross-sectional", "longitudinal")


@pytest.mark.parametrize(
    ("design", "people", "records"),
    [("cross-sectional", (102, 78), (102, 78)), ("longitudinal", (19, 43), (155, 474))],
)
def test_people_and_records_are_those_of_the_paper(design, people, records):
    sample = make_glaucoma(design, random_state=0)
    is_ill = sample.y == "glaucoma"
    assert ((~is_ill).sum(), is_ill.sum()) == records
    by_person = pd.Series(is_ill).groupby(sample.groups)
    assert (by_person.nunique() == 1).all()
    assert tuple(by_person.first().value_counts().sort_index()) == people
    assert list(sample.X) == [*FIELDS, *RIMS]
    assert len(sample.table()) == sum(records)


def test_the_graph_holds_in_large_samples():
    """Given the class, the field is all that a rim depends on, and fields do not depend on each other."""
    sample = make_glaucoma(n_subjects=20_000, random_state=1)
    for label in ("healthy", "glaucoma"):
        rows = sample.X[sample.y == label]
        fields = rows[list(FIELDS)]
        others = np.corrcoef(fields.T)[np.triu_indices(6, 1)]
        assert np.abs(others).max() < 0.04
        for field, rim in sample.arcs:
            slope = np.polyfit(rows[field], rows[rim], 1)[0]
            assert slope == pytest.approx(0.03, abs=0.003)
            left = rows[rim] - 0.03 * rows[field]
            assert max(abs(np.corrcoef(left, rows[other])[0, 1]) for other in set(RIMS) - {rim}) < 0.04
    assert len(sample.arcs) == len(SECTORS)


def test_true_chances_are_calibrated_and_beat_a_model():
    sample = make_glaucoma(n_subjects=10_000, random_state=2)
    is_ill = sample.y == "glaucoma"
    bins = np.digitize(sample.chances, [0.2, 0.4, 0.6, 0.8])
    for place in range(5):
        rows = bins == place
        spread = np.sqrt(0.25 / rows.sum())
        assert abs(is_ill[rows].mean() - sample.chances[rows].mean()) < 4 * spread
    known = np.arange(10_000) % 2 == 0
    model = LogisticRegression(max_iter=2000).fit(sample.X[known], is_ill[known])
    found = roc_auc_score(is_ill[~known], model.predict_proba(sample.X[~known])[:, 1])
    assert found == pytest.approx(roc_auc_score(is_ill[~known], sample.chances[~known]), abs=0.003)


@pytest.mark.parametrize(("design", "expected"), [("cross-sectional", 0.985), ("longitudinal", 0.867)])
def test_areas_are_those_that_the_docstring_promises(design, expected):
    areas = []
    for seed in range(20):
        sample = make_glaucoma(design, random_state=seed)
        areas.append(roc_auc_score(sample.y == "glaucoma", sample.chances))
    assert abs(np.mean(areas) - expected) < 0.02


def test_records_of_a_person_are_alike_and_damage_grows():
    sample = make_glaucoma("longitudinal", n_subjects=600, random_state=3)
    healthy = sample.y == "healthy"
    fields, groups = sample.X.loc[healthy, "field_t"], sample.groups[healthy]
    means = fields.groupby(groups).transform("mean")
    assert np.var(fields - means) < 0.65 * np.var(
        fields
    )  # half, and a little more of the mean of few records
    assert (sample.severity[healthy] == 0).all()
    growth = pd.Series(sample.severity).groupby(sample.groups).diff().dropna()
    assert (growth >= 0).all()
    assert sample.severity.max() > 2


def test_raw_values_are_what_the_preparation_undoes():
    sample = make_glaucoma(n_subjects=2000, random_state=4)
    rims = [f"{rim}_area" for rim in RIMS]
    raw = sample.raw[["age", "disc_area", *rims]]
    limits = NormalLimits(["age", "disc_area"], "healthy", log=True).set_output(transform="pandas")
    prepared = limits.fit(raw, sample.y).transform(raw)
    for rim, area in zip(RIMS, rims, strict=True):
        assert np.corrcoef(prepared[area], sample.X[rim])[0, 1] > 0.98
    healthy = sample.y == "healthy"
    assert (prepared[healthy] < 0).to_numpy().mean() == pytest.approx(0.025, abs=0.005)
    assert (prepared[~healthy] < 0).to_numpy().mean() > 0.1


def test_missing_values_are_as_many_as_asked_for():
    sample = make_glaucoma("longitudinal", missing=0.2, random_state=5)
    assert sample.X.isna().to_numpy().mean() == pytest.approx(0.2, abs=0.02)
    assert_array_equal(sample.raw.iloc[:, 2:].isna(), sample.X.isna())
    assert sample.raw[["age", "disc_area"]].notna().to_numpy().all()
    whole = make_glaucoma("longitudinal", random_state=5)
    assert_allclose(sample.chances, whole.chances)
    assert not whole.X.isna().to_numpy().any()


@pytest.mark.parametrize("design", DESIGNS)
def test_a_seed_gives_the_same_eyes(design):
    first, again = (make_glaucoma(design, random_state=6).X for _ in range(2))
    assert first.equals(again)
    assert not first.equals(make_glaucoma(design, random_state=7).X)


@pytest.mark.parametrize("n_subjects", [4, 7, 40])
@pytest.mark.parametrize("design", DESIGNS)
def test_any_number_of_people(design, n_subjects):
    sample = make_glaucoma(design, n_subjects=n_subjects, random_state=0)
    assert len(np.unique(sample.groups)) == n_subjects
    assert set(sample.y) == {"healthy", "glaucoma"}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"design": "A"}, "design='A' must be 'cross-sectional' or 'longitudinal'"),
        ({"n_subjects": 3}, "n_subjects=3 must be an int of 4 or more"),
        ({"missing": 1.0}, "missing=1.0"),
    ],
)
def test_wrong_arguments_are_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        make_glaucoma(**choices)
