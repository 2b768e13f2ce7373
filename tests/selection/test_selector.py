import pickle
import warnings
from dataclasses import FrozenInstanceError
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags
from tests.contract import parametrize_with_contract

from hedgerow.foundation.parameters import configurable
from hedgerow.selection.selector import SelectionResult, Selector


class Correlation(Selector):
    """Keep the features that are correlated with the target by more than a level."""

    _remedy = "lower level"

    def __init__(
        self, level=0.5, *, task="auto", fixed_features=None, groups=None, when_empty="best", with_p=True
    ):
        self.level = level
        self.task = task
        self.fixed_features = fixed_features
        self.groups = groups
        self.when_empty = when_empty
        self.with_p = with_p

    def _select(self, training):
        if self.level == "interrupted":
            self.scores_ = None
            raise KeyboardInterrupt
        weights = np.ones(training.n_samples) if training.weights is None else training.weights
        columns = np.column_stack([np.nan_to_num(training.X), training.y])
        centred = (columns - np.average(columns, axis=0, weights=weights)) * np.sqrt(weights)[:, None]
        lengths = np.linalg.norm(centred, axis=0)
        scores = np.abs(centred[:, :-1].T @ centred[:, -1]) / np.maximum(lengths[:-1] * lengths[-1], 1e-12)
        return SelectionResult(
            scores, scores > self.level, 1.0 - scores / 2 if self.with_p else None, {"twice": 2 * scores}
        )


@pytest.fixture
def table():
    rng = np.random.default_rng(0)
    y = np.array(["no", "yes"])[rng.integers(0, 2, 60)]
    X = pd.DataFrame(
        {
            "good": (y == "yes") + 0.1 * rng.normal(size=60),
            "noise": rng.normal(size=60).astype(np.float32),
            "word": np.where(y == "yes", "up", "down"),
            "kind": pd.Categorical(rng.choice(["p", "q"], 60)),
            "flag": rng.random(60) < 0.5,
        }
    )
    X.loc[3, "noise"] = np.nan
    X.loc[4, "word"] = None
    return X, y


@pytest.mark.filterwarnings("ignore:Correlation found none")
@parametrize_with_contract([Correlation()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_a_data_frame_keeps_its_columns_and_their_types(table):
    X, y = table
    before = X.copy()
    selector = Correlation().fit(X, y)
    kept = selector.transform(X)
    assert list(kept) == list(selector.get_feature_names_out()) == ["good", "word"]
    pd.testing.assert_frame_equal(kept, X[["good", "word"]])
    pd.testing.assert_frame_equal(X, before)
    assert selector.classes_.tolist() == ["no", "yes"]


def test_set_output_and_pipelines(table):
    X, y = table
    numbers = X[["good", "noise"]].to_numpy()
    selector = Correlation().set_output(transform="pandas").fit(X, y)
    assert list(selector.transform(X)) == ["good", "word"]
    out = Correlation().set_output(transform="pandas").fit(numbers, y).transform(numbers)
    assert list(out) == ["x0"]
    assert isinstance(Correlation().fit(numbers, y).transform(numbers), np.ndarray)
    assert make_pipeline(Correlation(), DecisionTreeClassifier()).fit(numbers, y).score(numbers, y) == 1.0


def test_another_table_is_refused(table):
    X, y = table
    selector = Correlation().fit(X, y)
    with pytest.raises(ValueError, match="feature names should match"):
        selector.transform(X.rename(columns={"good": "better"}))


def test_the_frame_has_the_best_first(table):
    X, y = table
    frame = Correlation(with_p=False).fit(X, y).frame()
    assert list(frame.columns) == ["feature", "score", "selected", "twice"]
    assert frame["score"].is_monotonic_decreasing
    assert set(frame["feature"][frame["selected"]]) == {"good", "word"}


def test_fixed_features_are_kept(table):
    X, y = table
    selector = Correlation(fixed_features=["kind"]).fit(X, y)
    assert list(selector.transform(X)) == ["good", "word", "kind"]
    assert not selector.found_[3]
    assert selector.frame().set_index("feature")["fixed"].to_dict()["kind"]


def test_fixed_features_are_enough(table):
    X, y = table
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        selector = Correlation(2.0, fixed_features=[1]).fit(X, y)
    assert list(selector.transform(X)) == ["noise"]


def test_a_group_is_kept_as_a_whole_and_its_evidence_is_stated(table):
    X, y = table
    selector = Correlation(groups={"pair": ["good", "flag"], "rest": ["noise", "kind"]}).fit(X, y)
    assert list(selector.transform(X)) == ["good", "word", "flag"]
    frame = selector.frame().set_index("feature")
    assert frame.loc["flag", "group"] == "pair"
    assert frame.loc["flag", "group_score"] == frame.loc["good", "score"]
    assert frame.loc["flag", "group_p_value"] == pytest.approx(min(1, 2 * frame.loc["good", "p_value"]))


@pytest.mark.parametrize(("when_empty", "kept"), [("best", ["word"]), ("all", None), ("none", [])])
def test_when_nothing_is_found(table, when_empty, kept):
    X, y = table
    with pytest.warns(
        UserWarning, match=r"found none of 5 features .* kept .*lower level, or set when_empty"
    ):
        selector = Correlation(2.0, when_empty=when_empty).fit(X, y)
    assert not selector.found_.any()
    assert list(selector.get_feature_names_out()) == (list(X) if kept is None else kept)


def test_the_best_group_is_the_one_with_the_smallest_p_value(table):
    X, y = table
    with pytest.warns(UserWarning, match="kept the best one"):
        selector = Correlation(2.0, groups=[["word", "noise", "kind"]]).fit(X, y)
    assert list(selector.get_feature_names_out()) == [
        "good"
    ]  # a third of the best p-value would not be enough


def test_an_interrupted_fit_changes_nothing(table):
    X, y = table
    selector = Correlation().fit(X, y)
    before = dict(vars(selector))
    with pytest.raises(KeyboardInterrupt):
        selector.set_params(level="interrupted").fit(X, y)
    assert vars(selector) == before | {"level": "interrupted"}


def test_values_have_no_classes(table):
    X, _ = table
    assert Correlation(0.0).fit(X[["good", "noise"]], X["good"]).classes_ is None


def test_a_wrong_rule_is_refused(table):
    with pytest.raises(ValueError, match="when_empty='nothing' must be 'best', 'all' or 'none'"):
        Correlation(when_empty="nothing").fit(*table)


def test_weights_reach_the_method(table):
    X, y = table
    ones = Correlation().fit(X, y, sample_weight=np.full(60, 2.0)).scores_
    np.testing.assert_allclose(ones, Correlation().fit(X, y).scores_)
    with pytest.raises(ValueError, match=r"(?i)negative"):
        Correlation().fit(X, y, sample_weight=-np.ones(60))


def test_clone_and_pickle(table):
    X, y = table
    selector = Correlation(fixed_features=["kind"]).fit(X, y)
    assert clone(selector).fixed_features == ["kind"]
    pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(selector)).frame(), selector.frame())


def test_a_p_value_that_is_not_known_is_one(table):
    """The second and third feature tie at one, so the larger score decides."""

    class Given(Correlation):
        def _select(self, training):
            p_values = np.array([1.0, np.nan, 1.0, 1.0, 1.0])
            return SelectionResult(np.array([0.1, 0.9, 0.2, 0.3, 0.4]), np.zeros(5, bool), p_values, {})

    with pytest.warns(UserWarning, match="found none of 5"):
        assert Given().fit(*table).get_support(indices=True).tolist() == [1]


def test_a_selector_needs_a_target_and_takes_gaps():
    tags = get_tags(Correlation())
    assert tags.target_tags.required
    assert tags.input_tags.allow_nan


@configurable
class Spread(Selector):
    """Keep the feature that varies most, without a target."""

    _remedy = "add rows"
    task: ClassVar[str] = "none"

    def _select(self, training):
        assert not training.y.any()
        spread = training.X.std(axis=0)
        return SelectionResult(spread, spread == spread.max())


def test_without_a_target_two_rows_are_the_fewest():
    X = np.array([[1.0, 2.0], [1.5, 4.0]])
    selector = Spread().fit(X)
    assert selector.get_support().tolist() == [False, True]
    assert selector.classes_ is None
    assert not get_tags(selector).target_tags.required
    with pytest.raises(ValueError, match="groups of rows need two rows or more, but X has n_samples=1"):
        Spread().fit(X[:1])


def test_a_target_that_does_not_vary_is_refused(table):
    X, y = table
    with pytest.raises(ValueError, match="y has one class only"):
        Correlation().fit(X, np.repeat(y[:1], len(y)))


def test_the_warning_points_to_the_line_that_fits(table):
    with pytest.warns(UserWarning, match="found none of 5 features") as caught:
        Correlation(2.0).fit(*table)
    assert [warning.filename for warning in caught] == [__file__]


def test_the_rows_of_the_frame_are_numbered(table):
    assert Correlation().fit(*table).frame().index.tolist() == [0, 1, 2, 3, 4]


def test_a_result_does_not_change_and_is_only_equal_to_itself():
    scores, selected = np.zeros(2), np.zeros(2, bool)
    result = SelectionResult(scores, selected)
    with pytest.raises(FrozenInstanceError):
        result.selected = ~selected
    assert len({result, SelectionResult(scores, selected)}) == 2
