import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract
from tests.selection.filters.training_sets import make_set

from hedgerow.datasets import load, make_simple
from hedgerow.selection.filters import CFSSelector
from hedgerow.selection.filters.association import find_associations
from hedgerow.selection.filters.cfs_search import MeritScale

Y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
EIGHT = np.array([[0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 1, 2, 2, 2, 1, 0], [0, 1] * 4, [0, 0, 0, 1, 1, 1, 1, 0]]).T
SEARCHES = ["forward", "best-first", "sffs", "genetic"]


@pytest.mark.filterwarnings("ignore:CFSSelector found none")
@parametrize_with_contract([CFSSelector(), CFSSelector("sffs", measure="pearson"), CFSSelector("genetic")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("search", SEARCHES)
def test_eight_rows_by_pencil(search):
    """Rogers 2007, section 6.3: the best subset is A, or its copy D."""
    selector = CFSSelector(search, random_state=0).fit(EIGHT, Y)
    assert selector.merit_ == pytest.approx(0.1887218755, abs=5e-11)
    assert selector.get_support(indices=True).tolist() in ([0], [3])
    if search != "genetic":
        assert selector.support_[0]


def test_the_package_skfeature_agrees():
    """Recorded from skfeature-chappers 1.2.1: merits of columns of votes, a gap as a value of its own."""
    recorded = {
        ("V4",): 0.7088618755037458,
        ("V4", "V11"): 0.5489824393277465,
        ("V4", "V12", "V3"): 0.6480230843657392,
    }
    table = load("votes")
    for names, merit in recorded.items():
        codes = table.features[list(names)].apply(lambda column: column.astype("category").cat.codes + 1)
        training = make_set(codes, np.unique(table.target, return_inverse=True)[1])
        scale = MeritScale(find_associations(training, "symmetrical_uncertainty", "distinct", 5, None))
        assert scale.weigh(range(len(names))) == pytest.approx(merit, abs=1e-12)


@pytest.mark.parametrize("search", SEARCHES)
def test_searches_agree_on_an_easy_table(search):
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=(400, 2))
    X = np.column_stack([hidden, hidden + 0.5 * rng.normal(size=(400, 2)), rng.normal(size=(400, 6))])
    selector = CFSSelector(search, random_state=0).fit(X, hidden.sum(axis=1) > 0)
    assert selector.get_support(indices=True).tolist() == [0, 1, 2, 3]  # copies with noise add a little
    assert selector.merit_ > 0
    assert selector.n_merits_ > 10


def test_weak_features_are_lost_unless_added():
    """Rogers 2007 finds that CFS keeps one of the two features of Simple."""
    runs = [make_simple(n_samples=270, random_state=seed) for seed in range(20)]
    without = [CFSSelector(locally_predictive=False).fit(run.X, run.y).support_.sum() for run in runs]
    added = [CFSSelector().fit(run.X, run.y).support_.sum() for run in runs]
    assert np.mean(without) < 1.5
    assert np.mean(added) > 1.8


def test_values_are_measured_by_correlation():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 6))
    selector = CFSSelector().fit(X, X[:, 1] + X[:, 4] + 0.2 * rng.normal(size=300))
    assert set(selector.get_support(indices=True)) >= {1, 4}
    assert np.argsort(-selector.scores_)[:2].tolist() in ([1, 4], [4, 1])
    assert selector.trace_ == ()
    floating = CFSSelector("sffs", locally_predictive=False).fit(X, X[:, 1] + X[:, 4])
    assert floating.get_support(indices=True).tolist() == [1, 4]
    assert set(floating.trace_[:2]) == {"+1", "+4"}


def test_frames_with_gaps_and_labels():
    table = load("votes")
    selector = CFSSelector().fit(table.features, table.target)
    kept = selector.transform(table.features)
    assert "V4" in kept
    assert kept.shape[1] < 8
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 200)
    X = pd.DataFrame({"noise": rng.normal(size=200), "word": word, "same": ["x"] * 200})
    X.loc[::9, "noise"] = np.nan
    for measure in ("symmetrical_uncertainty", "pearson"):
        found = CFSSelector(measure=measure).fit(X, np.where(word == "a", 1.5, 0.25) + 0.01 * rng.random(200))
        assert "word" in list(found.transform(X))
        assert "same" not in list(found.transform(X))


@pytest.mark.parametrize("measure", ["symmetrical_uncertainty", "pearson"])
def test_weights_are_repeats_and_threads_change_nothing(measure):
    rng = np.random.default_rng(1)
    codes, counts = rng.integers(0, 3, (150, 10)), rng.integers(0, 3, 150)
    y = (codes[:, :3].sum(axis=1) > 3).astype(int)
    weighted = CFSSelector(measure=measure, n_jobs=2).fit(codes, y, sample_weight=counts)
    repeated = CFSSelector(measure=measure).fit(np.repeat(codes, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.scores_, repeated.scores_)
    np.testing.assert_array_equal(weighted.support_, repeated.support_)
    assert weighted.merit_ == pytest.approx(repeated.merit_)


def test_the_same_seed_gives_the_same_answer():
    table = load("sonar")
    one, other = (CFSSelector("genetic", random_state=3).fit(table.features, table.target) for _ in range(2))
    np.testing.assert_array_equal(one.support_, other.support_)


def test_fixed_features_are_kept():
    selector = CFSSelector(fixed_features=[2]).fit(EIGHT, Y)
    assert selector.get_support(indices=True).tolist() == [0, 2]
    assert not selector.found_[2]


@pytest.mark.parametrize("search", SEARCHES)
def test_nothing_found_is_said(search):
    with pytest.warns(UserWarning, match="CFSSelector found none of 2"):
        selector = CFSSelector(search, random_state=0).fit(np.zeros((6, 2)), [0, 1] * 3)
    assert not selector.found_.any()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"search": "best_first"}, "search='best_first' must be.*best-first"),
        ({"patience": 0}, "patience=0 must be an int of 1 or more"),
        ({"measure": "mi"}, "measure='mi' must be 'auto', 'symmetrical_uncertainty' or 'pearson'"),
        ({"discretise": None}, "discretise=None must be 'mdl'"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        CFSSelector(**parameters).fit(EIGHT, Y)
