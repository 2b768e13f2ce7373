import json
import warnings

import numpy as np
import pandas as pd
import pytest

from hedgerow import datasets, read_table
from hedgerow.findings.feature_selection import SELECTORS, make_selector, select_features
from hedgerow.tables import TableError


@pytest.fixture(scope="module")
def known():
    """Two features that know the class, two that do not, an identifier and a category."""
    random = np.random.default_rng(0)
    y = np.arange(120) % 2
    frame = pd.DataFrame(
        {
            "case_id": [f"case {number}" for number in range(120)],
            "noise": random.normal(size=120),
            "good": random.normal(size=120) + 3 * y,
            "kind": np.where(random.random(120) < 0.8, y, 1 - y).astype(str),
            "other": random.normal(size=120),
            "label": np.where(y, "yes", "no"),
        }
    )
    frame.loc[3, "noise"] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read_table(frame, "label", categories=["kind"], name="known")


@pytest.mark.parametrize("name", SELECTORS)
def test_every_selector_is_made_and_keeps_the_best_feature(known, name):
    found = select_features(known, name, keep=2, n_repeats=0)
    assert len(found.kept) == 2
    assert "good" in found.kept
    assert "case_id" not in found.features["feature"].tolist()


@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("task", ["classification", "regression"])
def test_every_name_makes_a_selector(name, task):
    assert make_selector(name, task, keep=2, n_jobs=1, seed=3).get_params()["task"] == task


def test_p_values_and_stability_are_told(known):
    found = select_features(known, n_repeats=4)
    assert found.features.columns.tolist() == ["feature", "kept", "score", "p_value", "frequency"]
    assert found.features["kept"].is_monotonic_decreasing
    assert len(found.stability.supports) == 4
    json.dumps(found.to_dict(), default=lambda value: value.item())


def test_the_same_seed_gives_the_same_answer_for_any_number_of_jobs(known):
    one, two = (select_features(known, "mrmr", keep=2, n_repeats=3, n_jobs=jobs) for jobs in (1, 2))
    assert one.features.equals(two.features)


def test_bad_requests_are_refused_with_a_way_out(known):
    with pytest.raises(ValueError, match=r"There is no selector 'relevence'.*relevance"):
        select_features(known, "relevence")
    with pytest.raises(ValueError, match="keep=9 is not between 1 and the 4 features of known"):
        select_features(known, keep=9)
    with pytest.raises(ValueError, match="n_repeats=1 must be an int of 2 or more"):
        select_features(known, n_repeats=1)
    with pytest.raises(TableError, match="has no target"):
        select_features(read_table(datasets.load("iris").features))


def test_a_choice_of_nothing_is_said_to_be_none():
    random = np.random.default_rng(1)
    frame = pd.DataFrame(random.normal(size=(60, 3)), columns=list("abc")).assign(
        label=np.tile(["no", "yes"], 30)
    )
    found = select_features(read_table(frame, "label"), "fcbf", n_repeats=0)
    (finding,) = found.findings
    assert finding.code == "nothing-selected"
    assert len(found.kept) == 1
    assert f"'{found.kept[0]}' is kept only because something has to be" in finding.sentence
    assert found.notes == ()
