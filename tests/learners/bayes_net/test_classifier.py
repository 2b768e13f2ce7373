import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from tests.contract import parametrize_with_contract
from tests.learners.bayes_net.networks import ASIA, make_alarm, make_asia

from hedgerow import BaggingClassifier, load_model, save_model
from hedgerow.learners import BayesNetClassifier

X, y = load_iris(return_X_y=True)
QUICK = {"n_bootstrap": 3, "n_operations": 300, "random_state": 0}


def make_mixed_table(n=300, seed=0):
    """Words, truth values, numbers and three classes, of which all depend on each other."""
    random = np.random.default_rng(seed)
    label = random.choice(["ill", "well", "unsure"], n)
    colour = np.where(random.random(n) < 0.7, np.where(label == "ill", "red", "blue"), "grey")
    smoker = random.random(n) < np.where(label == "well", 0.2, 0.7)
    age = 50 + 10 * (label == "ill") - 5 * smoker + 5 * random.normal(size=n)
    pressure = 1.5 * age + 10 * (colour == "red") + 5 * random.normal(size=n)
    frame = pd.DataFrame({"colour": colour, "smoker": smoker, "age": age, "pressure": pressure})
    return frame, label


def drop_cells(frame, share=0.15, seed=0):
    return frame.astype(object).where(np.random.default_rng(seed).random(frame.shape) > share)


@parametrize_with_contract([
    BayesNetClassifier(n_bootstrap=3, n_operations=200),
    BayesNetClassifier("naive"),
    BayesNetClassifier("tan"),
    BayesNetClassifier("naive", hidden_class=True, n_init=2),
    BayesNetClassifier(search="climbing", n_bootstrap=0, n_operations=50),
])  # fmt: skip
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_naive_bayes_agrees_with_scikit_learns(load):
    data, target = load(return_X_y=True)
    ours = BayesNetClassifier("naive", smoothing=0).fit(data, target)
    theirs = GaussianNB(var_smoothing=0).fit(data, target)
    assert_allclose(ours.predict_proba(data), theirs.predict_proba(data), atol=1e-8)
    assert_allclose(
        ours.log_likelihood(data, target), theirs.predict_joint_log_proba(data)[np.arange(len(data)), target]
    )


def test_tables_agree_with_scikit_learns():
    random = np.random.default_rng(0)
    codes, target = random.integers(0, 4, (200, 5)), np.repeat([0, 1], 100)
    ours = BayesNetClassifier("naive", discrete_features=range(5)).fit(codes, target)
    theirs = CategoricalNB().fit(codes, target)
    assert_allclose(ours.predict_proba(codes), theirs.predict_proba(codes), atol=1e-12)


def test_the_answer_is_that_of_the_true_network():
    """Learned from 5,000 rows of asia with its own arcs: who has bronchitis?"""
    asia = make_asia()
    drawn = asia.sample(6000, 0)
    features, label = drawn.drop(columns="bronc"), drawn["bronc"]
    net = BayesNetClassifier(
        [*zip(*asia.graph.frame()[["from", "to"]].T.to_numpy(), strict=True)], class_name="bronc"
    )
    net.fit(features[:5000], label[:5000])
    assert list(net.classes_) == ["no", "yes"]
    expected = asia.posterior(features[5000:], "bronc")[:, ::-1]
    assert_allclose(net.predict_proba(features[5000:]), expected, atol=0.05)
    gaps = drop_cells(features[5000:], 0.3)
    assert_allclose(net.predict_proba(gaps), asia.posterior(gaps, "bronc")[:, ::-1], atol=0.07)


def test_a_learned_network_beats_naive_bayes_where_features_depend():
    """Of alarm: 2,000 rows, and the state of the heart rate from all the rest."""
    drawn = make_alarm().sample(3000, 1)
    features, label = drawn.drop(columns="CATECHOL"), drawn["CATECHOL"]
    scores = {
        name: BayesNetClassifier(**how, random_state=0)
        .fit(features[:2000], label[:2000])
        .score(features[2000:], label[2000:])
        for name, how in {
            "naive": {"structure": "naive"},
            "learned": {"search": "climbing", "n_bootstrap": 0},
        }.items()
    }
    best = (
        make_alarm().posterior(features[2000:], "CATECHOL").argmax(axis=1) == (label[2000:] == "s1")
    ).mean()
    assert scores["naive"] < scores["learned"] <= best + 0.02


def test_all_kinds_of_columns_and_gaps():
    frame, label = make_mixed_table()
    for structure in ("naive", "tan", "learn", [("colour", "pressure"), ("age", "pressure")]):
        net = BayesNetClassifier(structure, **QUICK).fit(frame, label)
        assert net.score(frame, label) > 0.6
        gaps = drop_cells(frame)
        learned = BayesNetClassifier(structure, **QUICK).fit(gaps, label)
        assert [each.is_discrete for each in learned.network_.variables] == [True, True, False, False, True]
        assert (np.diff(learned.loglikelihood_) >= -1e-9 * abs(learned.loglikelihood_[0])).all()
        assert len(learned.loglikelihood_) > 1
        assert learned.score(gaps, label) > 0.6
        assert_allclose(learned.predict_proba(gaps).sum(axis=1), 1)
    states = [each.states for each in net.network_.variables]
    assert states == [("blue", "grey", "red"), (False, True), None, None, ("ill", "unsure", "well")]


def test_nothing_known_is_the_prior():
    frame, label = make_mixed_table()
    net = BayesNetClassifier("naive", smoothing=0).fit(frame, label)
    nothing = pd.DataFrame([[None] * 4], columns=frame.columns)
    assert_allclose(net.predict_proba(nothing)[0], net.class_prior_)


def test_structures_are_learned_on_one_class():
    """Two features that are equal in the healthy, and independent in the ill."""
    random = np.random.default_rng(0)
    label = np.repeat(["healthy", "ill"], 200)
    a, b = random.integers(0, 2, 400), random.integers(0, 2, 400)
    frame = pd.DataFrame({"a": a, "b": np.where(label == "healthy", a, b)}).astype(str)

    def count(learn_on):
        net = BayesNetClassifier(learn_on=learn_on, **QUICK).fit(frame, label)
        assert set(net.graph_.children(2)) == {0, 1}
        return int(net.graph_.arcs[:2, :2].sum())

    assert count("healthy") == 1
    assert count("ill") == 0


def test_a_hidden_class_is_named_by_the_labels():
    net = BayesNetClassifier("naive", hidden_class=True, random_state=0).fit(X, y)
    assert net.score(X, y) > 0.85
    # labels are not looked at, but for the names
    swapped = BayesNetClassifier("naive", hidden_class=True, random_state=0).fit(
        X, np.array(["c", "b", "a"])[y]
    )
    assert_allclose(swapped.predict_proba(X)[:, ::-1], net.predict_proba(X), atol=1e-6)
    assert (np.diff(net.loglikelihood_) >= -1e-9 * abs(net.loglikelihood_[0])).all()
    learned = BayesNetClassifier(hidden_class=True, n_init=1, **QUICK).fit(X, y)
    assert learned.graph_.children(4) == (0, 1, 2, 3)


def test_networks_of_iris_classify():
    for how, least in (({"structure": "tan"}, 0.95), ({"learn_on": 0, **QUICK}, 0.93), (QUICK, 0.93)):
        assert cross_val_score(BayesNetClassifier(**how), X, y, cv=5).mean() > least


def test_the_seed_says_what_is_learned_and_threads_do_not():
    frame, label = make_mixed_table()
    first, again, threads = (
        BayesNetClassifier(
            n_bootstrap=6, n_operations=200, averaging="uniform", random_state=3, n_jobs=n_jobs
        ).fit(frame, label)
        for n_jobs in (None, None, 2)
    )
    assert_array_equal(first.graph_.probabilities, again.graph_.probabilities)
    assert_array_equal(first.predict_proba(frame), threads.predict_proba(frame))
    order = np.random.default_rng(0).permutation(len(frame))
    turned = BayesNetClassifier(n_bootstrap=6, n_operations=200, averaging="uniform", random_state=3).fit(
        frame.iloc[order], label[order]
    )
    assert_allclose(turned.predict_proba(frame), first.predict_proba(frame), atol=1e-9)


def test_samples_look_like_the_table():
    frame, label = make_mixed_table()
    net = BayesNetClassifier("tan").fit(frame, label)
    drawn, classes = net.sample(5000, random_state=0)
    assert list(drawn.columns) == list(frame.columns)
    assert drawn["smoker"].dtype == bool
    assert drawn["smoker"].mean() == pytest.approx(frame["smoker"].mean(), abs=0.04)
    assert drawn["age"].mean() == pytest.approx(frame["age"].mean(), abs=0.5)
    assert (classes == "ill").mean() == pytest.approx((label == "ill").mean(), abs=0.03)
    assert net.score(drawn, classes) == pytest.approx(net.score(frame, label), abs=0.06)
    plain, codes = BayesNetClassifier("naive").fit(X, y).sample(4, 0)
    assert plain.shape == (4, 4)
    assert codes.dtype == y.dtype


def test_likelihoods_with_and_without_the_class():
    frame, label = make_mixed_table()
    net = BayesNetClassifier("tan").fit(frame, label)
    each = np.stack([net.log_likelihood(frame, [name] * len(frame)) for name in net.classes_], axis=1)
    assert_allclose(np.logaddexp.reduce(each, axis=1), net.log_likelihood(frame))
    assert_allclose(net.log_likelihood(frame, label).sum(), net.loglikelihood_[-1])
    assert_allclose(net.log_likelihood(frame, ["who"] * len(frame)), net.log_likelihood(frame))
    with pytest.raises(ValueError, match=r"y has shape \(2,\); 300 rows ask for \(300,\)"):
        net.log_likelihood(frame, ["ill", "ill"])


def test_units_do_not_matter():
    wide = X * np.array([1e-90, 1e80, 1.0, 1e3]) + np.array([0, 0, 1e6, 0])
    ours = BayesNetClassifier("tan").fit(wide, y)
    assert_allclose(ours.predict_proba(wide), BayesNetClassifier("tan").fit(X, y).predict_proba(X), atol=1e-5)


@pytest.mark.parametrize("how", [{}, {"structure": "tan"}, {"structure": "naive", "hidden_class": True}])
def test_a_model_file_holds_it(tmp_path, how):
    frame, label = make_mixed_table()
    net = BayesNetClassifier(**QUICK | how).fit(drop_cells(frame), label)
    path = tmp_path / "net.hdg"
    save_model(net, path)
    again = load_model(path)
    assert_array_equal(again.predict_proba(frame), net.predict_proba(frame))
    assert_array_equal(again.log_likelihood(frame), net.log_likelihood(frame))
    pd.testing.assert_frame_equal(again.graph_.frame(), net.graph_.frame())
    pd.testing.assert_frame_equal(again.sample(5, 0)[0], net.sample(5, 0)[0])


def test_a_file_with_a_network_of_something_else_is_refused():
    net = BayesNetClassifier("naive").fit(X, y)
    net.check_loaded()
    net.network_ = make_asia()
    with pytest.raises(ValueError, match="does not have the features and classes"):
        net.check_loaded()


def test_ensembles_are_made_of_it():
    frame, label = make_mixed_table()
    bagging = BaggingClassifier(BayesNetClassifier("tan"), n_estimators=4, random_state=0).fit(frame, label)
    assert bagging.score(frame, label) > 0.6


def test_arcs_come_from_a_file(tmp_path):
    path = tmp_path / "asia.bif"
    path.write_text(ASIA)
    drawn = make_asia().sample(500, 0)
    net = BayesNetClassifier(str(path), class_name="lung").fit(drawn.drop(columns="lung"), drawn["lung"])
    assert net.graph_.arcs.sum() == 8


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"structure": "tan", "hidden_class": True},
            "structure='tan' reads the classes, which hidden_class=True hides",
        ),
        ({"learn_on": 1, "hidden_class": True}, "learn_on=1 reads the classes"),
        ({"learn_on": 1, "structure": "naive"}, "learn_on=1 needs structure='learn'; it is 'naive'"),
        ({"learn_on": 7}, "learn_on=7 is not a class; there are 0, 1, 2"),
        ({"class_name": "x1"}, "a feature is called 'x1', as the class is; pass another class_name"),
        ({"structure": 3}, "structure=3 must be 'learn', 'naive', 'tan', a list of arcs, or the path"),
        (
            {"structure": [("x0", "class")]},
            "'class' has states and cannot depend on the number 'x0'; turn the arc",
        ),
        ({"structure": [("x0", "x9")]}, "there is no variable 'x9'"),
        ({"discrete_features": ["x9"]}, "discrete_features names 'x9'"),
        ({"max_parents": 9}, "max_parents=9 must be an int from 1 to 8"),
        ({"smoothing": -1}, "smoothing=-1 must be"),
        ({"threshold": 0}, "threshold=0 must be"),
    ],
)
def test_errors_say_what_is_wrong(how, message):
    with pytest.raises(ValueError, match=message):
        BayesNetClassifier(**QUICK | how).fit(X, y)


def test_nobody_asks_before_it_is_fitted():
    for ask in (BayesNetClassifier().sample, lambda: BayesNetClassifier().explain(X)):
        with pytest.raises(NotFittedError):
            ask()
