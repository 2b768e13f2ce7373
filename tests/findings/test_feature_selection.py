import json
import warnings
from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from tests.docstrings import list_wrong_defaults

from hedgerow import datasets, read_table
from hedgerow.findings import feature_selection
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


def make_found(scores, support, p_values=None):
    """A selector that has found something."""
    found = {} if p_values is None else {"p_values_": np.array(p_values)}
    return SimpleNamespace(scores_=np.array(scores), get_support=lambda: np.array(support, bool), **found)


@pytest.mark.parametrize(
    ("p_values", "keep", "order", "kept"),
    [
        (None, None, "cbad", "cb"),
        (None, 1, "cbad", "c"),
        (None, 3, "cbad", "cba"),
        ([0.5, 0.1, 0.1, 0.2], None, "cbda", "cb"),  # a smaller p-value is before a larger score
        ([0.99, 0.1, np.nan, 0.2], 3, "bcda", "bcd"),  # one that is not known is one
        ([0.99, 0.1, 0.2, np.nan], 3, "bcad", "bca"),
    ],
)
def test_what_is_selected_comes_first_then_p_values_then_scores(p_values, keep, order, kept):
    found = make_found([0.6, 0.2, 0.4, np.nan], [0, 1, 1, 0], p_values)
    ranked = feature_selection._rank(found, list("abcd"), keep, None)
    assert "".join(ranked["feature"]) == order
    assert "".join(ranked["feature"][ranked["kept"]]) == kept
    assert ("p_value" in ranked) is (p_values is not None)
    assert ranked.index.tolist() == [0, 1, 2, 3]


def test_a_score_that_is_not_known_is_the_least():
    found = make_found([-2.0, np.nan, -1.0], [0, 0, 0])
    assert "".join(feature_selection._rank(found, list("abc"), None, None)["feature"]) == "cab"


def test_as_many_features_are_kept_as_there_are(known):
    assert len(select_features(known, "fcbf", keep=4, n_repeats=0).kept) == 4
    for keep in (0, 5):
        with pytest.raises(ValueError, match=f"keep={keep} is not between 1 and the 4 features"):
            select_features(known, "fcbf", keep=keep, n_repeats=0)


@pytest.mark.parametrize("keep", [None, 1])
def test_two_repeats_are_the_fewest_and_none_is_no_stability(known, keep):
    assert len(select_features(known, "fcbf", keep=keep, n_repeats=2).stability.supports) == 2
    with pytest.raises(ValueError, match="n_repeats=-1 must be an int of 2 or more"):
        select_features(known, "fcbf", n_repeats=-1)
    found = select_features(known, "fcbf", keep=keep, n_repeats=0)
    assert found.stability is None
    assert found.to_dict()["stability"] is None
    assert "frequency" not in found.features


def test_as_many_features_are_kept_on_every_part(known):
    found = select_features(known, "fcbf", keep=3, n_repeats=4)
    assert found.stability.supports.sum(axis=1).tolist() == [3, 3, 3, 3]
    assert found.to_dict()["stability"]["n_runs"] == 4


def test_ten_parts_are_looked_at_by_default(known):
    assert len(select_features(known, "fcbf").stability.supports) == 10


@pytest.mark.parametrize(("task", "kind"), [("classification", "Classifier"), ("regression", "Regressor")])
def test_wrappers_search_with_a_small_tree(task, kind):
    selector = make_selector("forward", task, keep=2, n_jobs=3, seed=7)
    assert type(selector.estimator).__name__ == f"DecisionTree{kind}"
    given = selector.get_params()
    assert (given["estimator__min_samples_leaf"], given["estimator__random_state"]) == (5, 7)
    assert (given["n_jobs"], given["random_state"]) == (3, 7)
    assert make_selector("forward", task).get_params()["random_state"] == 0


@pytest.mark.parametrize(
    ("kept", "told"), [([], "nothing is kept"), (["a"], "'a' is kept"), (["a", "b"], "'a' and 'b' are kept")]
)
def test_what_is_kept_though_nothing_was_found_is_named(kept, told):
    nothing = SimpleNamespace(found_=np.zeros(3, bool))
    (finding,) = feature_selection._find_nothing(nothing, kept)
    assert f"{told} only because something has to be" in finding.sentence
    assert feature_selection._find_nothing(SimpleNamespace(found_=np.arange(3) > 1), kept) == []


@pytest.mark.parametrize("is_empty", [True, False])
def test_warnings_are_told_but_for_what_a_finding_says(monkeypatch, known, is_empty):
    class Warned:
        scores_ = np.arange(4.0)
        found_ = np.arange(4) > (3 if is_empty else 2)

        def fit(self, X, y):
            for said in ("odd", "Warned found none of 4 features", "odd"):
                warnings.warn(said, stacklevel=1)

        def get_support(self):
            return np.arange(4) > 2

    monkeypatch.setattr(feature_selection, "make_selector", lambda *_, **__: Warned())
    found = select_features(known, n_repeats=0)
    assert found.notes == (("odd",) if is_empty else ("odd", "Warned found none of 4 features"))
    assert len(found.findings) == is_empty
    assert found.kept == ("other",)


def test_a_table_of_names_has_no_column_to_select(known):
    frame = known.features[["case_id"]].assign(label=known.target)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = read_table(frame, "label")
    with pytest.raises(TableError, match="has no column to select"):
        select_features(table)


def test_a_selection_does_not_change_and_is_only_equal_to_itself(known):
    found, again = (select_features(known, "fcbf", n_repeats=0) for _ in range(2))
    with pytest.raises(FrozenInstanceError):
        found.kept = ()
    assert len({found, again}) == 2


@pytest.mark.parametrize("function", [make_selector, select_features])
def test_defaults_are_those_of_the_docstring(function):
    assert list_wrong_defaults(function) == []
