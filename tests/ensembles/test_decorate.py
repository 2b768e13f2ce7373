import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from tests.ensembles.made_up import InterruptedTree

from hedgerow import BaggingClassifier, DecisionTreeClassifier, Outputs, datasets
from hedgerow.ensembles.artificial import RowDistribution, draw_opposed_labels
from hedgerow.ensembles.decorate import DecorateClassifier
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds

X, y = load_iris(return_X_y=True)


def decorate_slowly(X, y, make, n_members, n_trials, seed):
    """Members and kept trials, by the published loop, with the seeds of the fast one."""
    seeds = draw_seeds(draw_entropy(seed), n_trials)
    rows = RowDistribution.learn(X)
    classes, prior = np.unique(y), np.bincount(y) / len(y)

    def mean(members, Z):
        return sum(member.predict_proba(Z) for member in members) / len(members)

    def error(members):
        wrong = 0
        for shares, truth in zip(mean(members, X), y, strict=True):
            best = [k for k in classes if shares[k] >= shares.max() - 1e-12]
            wrong += max(best, key=lambda k: (prior[k], -k)) != truth
        return wrong

    members, kept, trials = [make().fit(X, y)], [True], 1
    lowest = error(members)
    while len(members) < n_members and trials < n_trials:
        made_up = rows.draw(len(X), int(seeds[trials, Stream.ROWS]))
        labels = draw_opposed_labels(mean(members, made_up), int(seeds[trials, Stream.LABELS]))
        candidate = make().fit(np.vstack([X, made_up]), np.concatenate([y, labels]))
        kept.append(error([*members, candidate]) <= lowest)
        if kept[-1]:
            members = [*members, candidate]
            lowest = error(members)
        trials += 1
    return members, kept


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10_000), n_classes=st.integers(2, 4), kind=st.sampled_from(["tree", "mdl", "bayes"])
)
def test_it_is_the_published_loop(seed, n_classes, kind):
    generator = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), np.arange(n_classes), generator.integers(0, n_classes, 24)])
    X = generator.normal(size=(len(y), 3)).round(1) + 0.8 * y[:, None]
    learner = {
        "tree": DecisionTreeClassifier(max_depth=2),
        "mdl": DecisionTreeClassifier(pruning="mdl"),
        "bayes": GaussianNB(),
    }[kind]
    fast = DecorateClassifier(learner, 5, max_trials=8, random_state=seed).fit(X, y)
    slow, kept = decorate_slowly(X, y, lambda: clone(learner), 5, 8, seed)
    assert fast.trials_["kept"].tolist() == kept
    assert len(fast.estimators_) == len(slow) == sum(kept)
    assert_allclose(fast.predict_proba(X), sum(m.predict_proba(X) for m in slow) / len(slow), atol=1e-9)


def test_the_error_on_real_rows_never_rises_and_rejected_candidates_leave_no_trace():
    decorate = DecorateClassifier(DecisionTreeClassifier(max_depth=1), 30, max_trials=30, random_state=0)
    decorate.fit(X, y)
    trials = decorate.trials_
    assert 0 < trials["kept"].sum() < len(trials) == 30
    assert (np.diff(trials.loc[trials["kept"], "ensemble_error"]) <= 1e-12).all()
    assert len(decorate.estimators_) == trials["kept"].sum()
    errors = [np.mean(said != y) for said in decorate.staged_predict(X)]
    assert_allclose(errors, trials.loc[trials["kept"], "ensemble_error"])
    own = Outputs.from_estimator(decorate, X, y).errors()
    assert_allclose(own, trials.loc[trials["kept"], "member_error"])


def test_a_member_that_can_afford_it_differs_where_there_are_no_rows():
    made_up = RowDistribution.learn(X).draw(500, seed=0)
    decorate = DecorateClassifier(random_state=0).fit(X, y)
    first, *others = Outputs.from_estimator(decorate, made_up).answers
    assert np.mean([np.mean(first != other) for other in others]) > 0.2
    assert decorate.score(X, y) > 0.95


def test_frames_with_categories_gaps_and_labels_just_work():
    table = datasets.load("votes")
    few = table.features[::4]
    assert few.isna().any().any()
    decorate = DecorateClassifier(n_estimators=5, random_state=0).fit(few, table.target[::4])
    assert set(decorate.predict(table.features)) == {"democrat", "republican"}
    assert decorate.score(table.features, table.target) > 0.85


@pytest.mark.parametrize("learner", [LogisticRegression(), GaussianNB(), KNeighborsClassifier(3)])
def test_any_learner_joins_and_reads_categories_as_indicators(learner):
    colour = pd.Categorical(np.where(y == 0, "red", "blue"), categories=["blue", "green", "red"])
    frame = pd.DataFrame({"colour": colour, "width": X[:, 1]})
    decorate = DecorateClassifier(learner, 4, random_state=0).fit(frame, y)
    assert_allclose(decorate.predict_proba(frame).sum(axis=1), 1)
    assert (decorate.predict(frame)[y == 0] == 0).mean() > 0.9


def test_weights_of_any_scale_give_the_same_and_rows_of_weight_zero_are_not_there():
    weights = np.random.default_rng(0).integers(1, 4, len(y)).astype(float)
    some, same = (
        DecorateClassifier(n_estimators=4, random_state=0).fit(X, y, scale * weights) for scale in (1.0, 0.5)
    )
    assert_allclose(some.predict_proba(X), same.predict_proba(X))
    half = np.arange(len(y)) % 2 == 0
    masked = DecorateClassifier(n_estimators=4, random_state=0).fit(X, y, half.astype(float))
    alone = DecorateClassifier(n_estimators=4, random_state=0).fit(X[half], y[half])
    assert_allclose(masked.predict_proba(X), alone.predict_proba(X))


def test_the_same_seed_gives_the_same_bits_for_any_number_of_workers():
    one, two = (DecorateClassifier(n_estimators=5, n_jobs=n, random_state=3).fit(X, y) for n in (1, 2))
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(one.predict_proba(X), pickle.loads(pickle.dumps(one)).predict_proba(X))
    other = DecorateClassifier(n_estimators=5, random_state=4).fit(X, y)
    assert (one.predict_proba(X) != other.predict_proba(X)).any()


def test_a_warm_start_goes_on_as_if_it_had_not_stopped():
    stump = DecisionTreeClassifier(max_depth=1)
    cold = DecorateClassifier(stump, 8, random_state=1).fit(X, y)
    warm = DecorateClassifier(stump, 3, warm_start=True, random_state=1).fit(X, y)
    warm.set_params(n_estimators=8).fit(X, y)
    pd.testing.assert_frame_equal(warm.trials_, cold.trials_)
    assert_array_equal(warm.predict_proba(X), cold.predict_proba(X))


def test_renamed_labels_are_renamed_predictions():
    names = np.array(["setosa", "versicolor", "virginica"])
    coded, named = (DecorateClassifier(n_estimators=4, random_state=0).fit(X, t) for t in (y, names[y]))
    assert_array_equal(names[coded.predict(X)], named.predict(X))


def test_an_interruption_leaves_it_as_it_was():
    InterruptedTree.fits = 0
    decorate = DecorateClassifier(InterruptedTree(), random_state=0)
    with pytest.raises(KeyboardInterrupt) as caught:
        decorate.fit(X, y)
    assert "4 of 15 members" in caught.value.__notes__[0]
    assert not [name for name in vars(decorate) if name.endswith("_")]


class Picky(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        if len(X) > 150:
            raise ValueError("too many rows")
        return super().fit(X, y, sample_weight)


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match="max_trials=0 must be an int of 1 or more"):
        DecorateClassifier(max_trials=0).fit(X, y)
    with pytest.raises(ValueError, match="artificial_ratio=-1 must be a finite number above 0"):
        DecorateClassifier(artificial_ratio=-1).fit(X, y)
    with pytest.raises(ValueError, match="too many rows") as caught:
        DecorateClassifier(Picky()).fit(X, y)
    assert caught.value.__notes__ == ["raised while candidate 1 of the ensemble was fitted"]


def test_one_trial_is_the_learner_alone_and_more_made_up_rows_make_larger_trees():
    alone = DecorateClassifier(DecisionTreeClassifier(), max_trials=1).fit(X, y)
    assert_array_equal(alone.predict_proba(X), DecisionTreeClassifier().fit(X, y).predict_proba(X))
    few, many = (
        DecorateClassifier(DecisionTreeClassifier(), 5, artificial_ratio=ratio, random_state=0).fit(X, y)
        for ratio in (0.1, 3.0)
    )
    leaves = [np.mean([tree.get_n_leaves() for tree in each.estimators_[1:]]) for each in (few, many)]
    assert 3 * leaves[0] < leaves[1]


def test_it_helps_where_rows_are_few():
    """Melville & Mooney 2003: on small samples better than the learner alone, and than bagging."""
    errors = {"decorate": [], "bagging": [], "tree": []}
    for load in (load_wine, load_breast_cancer, load_iris):
        Z, t = load(return_X_y=True)
        for seed in range(6):
            order = np.random.default_rng(seed).permutation(len(t))
            train, test = order[: max(12, len(t) // 20)], order[len(t) // 3 :]
            tree = DecisionTreeClassifier(min_samples_leaf=2)
            models = {
                "decorate": DecorateClassifier(tree, random_state=seed),
                "bagging": BaggingClassifier(tree, 15, random_state=seed),
                "tree": tree,
            }
            for name, model in models.items():
                errors[name].append(1 - model.fit(Z[train], t[train]).score(Z[test], t[test]))
    decorate, bagging, tree = (np.array(errors[name]) for name in ("decorate", "bagging", "tree"))
    for other in (bagging, tree):
        gain = other - decorate
        assert gain.mean() > 2 * gain.std() / np.sqrt(gain.size)
