import warnings

import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract
from tests.selection.filters.training_sets import make_set

from hedgerow.datasets import load
from hedgerow.selection.filters import KollerSahamiSelector
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet
from hedgerow.selection.filters.koller_sahami import weigh_addition
from hedgerow.selection.measures.contingency import conditional_mutual_information, mutual_information


@pytest.mark.filterwarnings("ignore:KollerSahamiSelector found none")
@parametrize_with_contract([KollerSahamiSelector(), KollerSahamiSelector(n_features=1, n_blanket=0)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def draw(seed=0, n=600):
    rng = np.random.default_rng(seed)
    a, b, *noise = rng.integers(0, 2, (6, n))
    return np.column_stack([noise[0], a, b, a, *noise[1:]]), a + b


def test_copies_and_noise_go():
    X, y = draw()
    selector = KollerSahamiSelector().fit(X, y)
    assert selector.get_support(indices=True).tolist() == [1, 2]
    assert selector.eliminated_[0] == 3  # the copy adds exactly nothing, noise a little
    assert set(selector.eliminated_) == {0, 3, 4, 5, 6}
    assert (selector.p_values_[[1, 2]] < 1e-10).all()
    assert selector.scores_[3] == 0.0


def test_what_a_feature_adds_is_conditional_information():
    X, y = draw()
    coded = CodedTrainingSet.read(make_set(X, y), "distinct", 3, None)
    for blanket in ([], [1], [1, 4]):
        bits, _ = weigh_addition(coded, 2, np.array(blanket, int))
        expected = conditional_mutual_information(X[:, 2], y, X[:, blanket] if blanket else None)
        assert bits == pytest.approx(expected)


def test_without_a_blanket_features_are_ranked_alone():
    X, y = draw(1)
    selector = KollerSahamiSelector(n_features=3, n_blanket=0).fit(X, y)
    alone = [mutual_information(column, y) for column in X.T]
    np.testing.assert_allclose(selector.scores_, alone, atol=1e-12)
    assert selector.get_support(indices=True).tolist() == [1, 2, 3]


def test_a_number_of_features_can_be_asked_for():
    table = load("sonar")
    selector = KollerSahamiSelector(n_features=10).fit(table.features, table.target)
    assert selector.support_.sum() == 10
    assert len(selector.eliminated_) == 50
    more = KollerSahamiSelector(n_features=11).fit(table.features, table.target)
    assert more.eliminated_.tolist() == selector.eliminated_[:49].tolist()


def test_pure_noise_is_rarely_kept():
    """The best of eight features of noise survives about as often as eight tests at the level say."""
    kept = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(0, 2, (300, 8)), rng.integers(0, 2, 300)
        selector = KollerSahamiSelector(when_empty="all", alpha=0.001)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            kept += selector.fit(X, y).found_.any()
    assert kept <= 3


def test_fixed_features_are_part_of_blankets():
    X, y = draw()
    selector = KollerSahamiSelector(fixed_features=[3, 0]).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [0, 2, 3]


def test_frames_gaps_weights_and_values():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 300)
    X = pd.DataFrame({"noise": rng.normal(size=300), "word": word, "gap": np.where(word == "a", np.nan, 1.0)})
    X["same"] = 1.0
    selector = KollerSahamiSelector().fit(X, np.where(word == "b", "yes", "no"))
    assert list(selector.transform(X)) == ["word"]
    assert selector.eliminated_[0] == 3
    counts = rng.integers(0, 3, 300)
    y = (word == "b") ^ (rng.random(300) < 0.2)
    weighted = KollerSahamiSelector(discretise="distinct").fit(X[["word", "gap"]], y, sample_weight=counts)
    again = X[["word", "gap"]].loc[np.repeat(np.arange(300), counts)].reset_index(drop=True)
    repeated = KollerSahamiSelector(discretise="distinct").fit(again, np.repeat(y, counts))
    np.testing.assert_allclose(weighted.p_values_, repeated.p_values_)
    numbers = rng.normal(size=(400, 4))
    values = KollerSahamiSelector(n_jobs=2).fit(numbers, numbers[:, 1] + 0.3 * rng.normal(size=400))
    assert values.get_support(indices=True).tolist() == [1]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_features": 0}, "n_features=0 must be an int of 1 or more"),
        ({"n_blanket": -1}, "n_blanket=-1 must be an int of 0 or more"),
        ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    X, y = draw()
    with pytest.raises(ValueError, match=message):
        KollerSahamiSelector(**parameters).fit(X, y)
