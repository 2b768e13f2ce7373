import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_diabetes, load_iris

from hedgerow.ensembles.forest import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

X, y = load_iris(return_X_y=True)
names = np.array(["setosa", "versicolor", "virginica"])[y]
R, z = (each[:150] for each in load_diabetes(return_X_y=True))

CLASSIFIERS = [RandomForestClassifier, ExtraTreesClassifier]
REGRESSORS = [RandomForestRegressor, ExtraTreesRegressor]
every_classifier = pytest.mark.parametrize("kind", CLASSIFIERS)
every_regressor = pytest.mark.parametrize("kind", REGRESSORS)
every_kind = pytest.mark.parametrize("kind", CLASSIFIERS + REGRESSORS)


def data_of(kind):
    return (X, names) if kind in CLASSIFIERS else (R, z)


def answers(forest, rows):
    return forest.predict_proba(rows) if hasattr(forest, "predict_proba") else forest.predict(rows)


class TestWeightsOfClasses:
    rare = np.arange(150) % 10 == 0
    noise = np.random.default_rng(0).normal(size=(150, 3)) + rare[:, None]
    label = np.where(rare, "rare", "usual")

    @every_classifier
    @pytest.mark.parametrize("weight", ["balanced", "balanced_subsample", {"rare": 9.0}])
    def test_a_rare_class_gains_weight(self, kind, weight):
        limits = {"max_depth": 2, "n_estimators": 50, "random_state": 0}
        plain = kind(**limits).fit(self.noise, self.label)
        heavy = kind(**limits, class_weight=weight).fit(self.noise, self.label)
        assert (
            heavy.predict_proba(self.noise)[:, 0].mean() > plain.predict_proba(self.noise)[:, 0].mean() + 0.1
        )

    def test_balanced_is_the_dictionary_it_stands_for(self):
        share = self.rare.mean()
        by_name = {"rare": 0.5 / share, "usual": 0.5 / (1 - share)}
        one, two = (
            RandomForestClassifier(10, class_weight=weight, random_state=0).fit(self.noise, self.label)
            for weight in ("balanced", by_name)
        )
        assert_allclose(one.predict_proba(self.noise), two.predict_proba(self.noise))

    def test_balanced_in_each_sample_is_balanced_at_every_root(self):
        forest = RandomForestClassifier(10, class_weight="balanced_subsample", random_state=0)
        roots = [tree.tree_.value[0] for tree in forest.fit(self.noise, self.label).estimators_]
        assert_allclose([root / root.sum() for root in roots], 0.5, rtol=1e-6)

    def test_a_weight_of_zero_leaves_the_class_out(self):
        forest = RandomForestClassifier(10, class_weight={"rare": 0.0}, random_state=0)
        assert set(forest.fit(self.noise, self.label).predict(self.noise)) == {"usual"}

    @pytest.mark.parametrize("weight", ["heavy", 3.0])
    def test_another_weight_is_refused(self, weight):
        with pytest.raises(ValueError, match=r"class_weight=.* must be .*, or a dict of label"):
            RandomForestClassifier(2, class_weight=weight).fit(X, y)
