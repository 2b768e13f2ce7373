import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from tests.contract import parametrize_with_contract

from hedgerow import load_model, save_model
from hedgerow.encoders import NormalLimits

EYES = pd.DataFrame(
    {
        "age": [41.0, 52, 63, 74, 45, 56, 67, 48],
        "disc": [1.8, 2.1, 2.4, 1.9, 2.2, 2.0, 1.7, 2.6],
        "rim": [1.42, 1.45, 1.40, 1.18, 1.50, 1.38, 1.20, 1.61],
    }
)
NEW = pd.DataFrame({"age": [50.0, 80.0], "disc": [2.0, 2.5], "rim": [1.3, 1.3]})


@parametrize_with_contract([NormalLimits(), NormalLimits([0], coverage=0.9, limit="upper")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_limits_are_those_of_statsmodels():
    """Prediction intervals of log(rim) on age and disc area by statsmodels 0.15.0."""
    limits = NormalLimits(["age", "disc"], log=True).fit(EYES)
    assert_allclose(limits.coefficients_, [[0.261815672250337, -0.006237096078395303, 0.19745694126787156]])
    assert_allclose(limits.residual_sd_, 0.01383148799295991)
    lower = np.array([0.3061168652543214, 0.20219710972552174])
    upper = np.array([0.3836326364783084, 0.31078356857126144])
    assert_allclose(limits.transform(NEW)[:, 0], np.log(1.3) - lower)
    assert_allclose(limits.limits(NEW)[:, 0], np.exp(lower))
    above = NormalLimits(["age", "disc"], log=True, limit="upper").fit(EYES)
    assert_allclose(above.transform(NEW)[:, 0], upper - np.log(1.3))
    narrower = NormalLimits(["age", "disc"], log=True, coverage=0.9).fit(EYES)
    assert_allclose(np.log(narrower.limits(NEW)[:, 0]), [0.3144929076300569, 0.21393052560156123])


@pytest.mark.parametrize("coverage", [0.95, 0.8])
def test_as_many_new_controls_lie_below_as_the_limit_says(coverage):
    """Theory: half of one minus the coverage, for any number of controls."""
    generator = np.random.default_rng(0)
    below = []
    for _ in range(400):
        covariate = generator.normal(60, 10, 41)
        rim = 2 - 0.01 * covariate + 0.2 * generator.standard_normal(41)
        table = np.column_stack([covariate, rim])
        limits = NormalLimits([0], coverage=coverage).fit(table[:11])
        below.append(np.mean(limits.transform(table[11:]) < 0))
    expected = (1 - coverage) / 2
    assert abs(np.mean(below) - expected) < 4 * np.std(below) / 20


def test_only_controls_are_learned_from():
    more = pd.concat([EYES, EYES.assign(rim=0.1)], ignore_index=True)
    seen = ["well"] * 8 + ["ill"] * 8
    limits = NormalLimits(["age", "disc"], "well", log=True).fit(more, seen)
    alone = NormalLimits(["age", "disc"], log=True).fit(EYES)
    assert_allclose(limits.transform(NEW), alone.transform(NEW))
    assert_array_equal(limits.n_controls_, [8])
    assert (limits.transform(more)[8:] < 0).all()


def test_missing_values_are_left_out_and_stay_missing():
    gaps = EYES.copy()
    gaps.loc[2, "rim"] = gaps.loc[5, "age"] = np.nan
    limits = NormalLimits(["age", "disc"]).fit(gaps)
    whole = NormalLimits(["age", "disc"]).fit(EYES.drop(index=[2, 5]))
    assert_allclose(limits.transform(NEW), whole.transform(NEW))
    assert_array_equal(np.isnan(limits.transform(gaps)[:, 0]), gaps.isna().any(axis=1))


def test_covariates_that_follow_from_others_add_nothing():
    doubled = EYES.assign(months=12 * EYES["age"])
    once = NormalLimits(["age", "disc"]).fit(EYES)
    twice = NormalLimits(["age", "disc", "months"]).fit(doubled)
    assert_allclose(twice.transform(NEW.assign(months=12 * NEW["age"])), once.transform(NEW))


def test_each_measurement_has_its_own_regression_and_keeps_its_name():
    two = EYES.assign(depth=[0.2, 0.3, 0.25, 0.4, 0.1, 0.35, 0.3, 0.2])
    limits = NormalLimits(["age"]).set_output(transform="pandas").fit(two.drop(columns="disc"))
    said = limits.transform(two.drop(columns="disc"))
    assert said.columns.tolist() == ["rim", "depth"]
    alone = NormalLimits(["age"]).fit(two[["age", "depth"]])
    assert_allclose(said["depth"], alone.transform(two[["age", "depth"]])[:, 0])
    assert limits.frame()["measurement"].tolist() == ["rim", "depth"]
    assert_allclose(limits.frame()["age"], limits.coefficients_[:, 1])


def test_in_a_pipeline_limits_are_learned_from_the_training_rows():
    y = np.array(["ill", "well"] * 4)
    model = make_pipeline(NormalLimits(["age"], "well"), LogisticRegression()).fit(EYES, y)
    assert model[0].n_controls_.max() == 4
    assert model.predict(NEW).shape == (2,)


def test_files_bring_it_back(tmp_path):
    limits = NormalLimits(["age", "disc"], log=True).fit(EYES)
    save_model(limits, tmp_path / "limits.hdg")
    assert_allclose(load_model(tmp_path / "limits.hdg").transform(NEW), limits.transform(NEW))


@pytest.mark.parametrize(
    ("choices", "y", "message"),
    [
        ({"covariates": ["age", "disc", "rim"]}, None, "are all of the columns"),
        ({"covariates": ["iop"]}, None, "covariates names the column 'iop', which is not there"),
        ({"covariates": "age"}, None, "covariates='age' must be a list of columns"),
        ({"controls": "well"}, None, "controls='well' is a label of y, but the target y is None"),
        ({"controls": "well"}, ["ill"] * 8, r"controls='well' is not a label of y. There is 'ill'"),
        ({"controls": 1, "covariates": ["age"]}, [1, 1] + [0] * 6, "known of 2 controls .* at least 3"),
        ({"coverage": 95}, None, "coverage=95"),
        ({"limit": "middle"}, None, "limit='middle' must be 'lower' or 'upper'"),
    ],
)
def test_what_cannot_be_fitted_is_refused(choices, y, message):
    with pytest.raises(ValueError, match=message):
        NormalLimits(**choices).fit(EYES, y)


def test_logarithms_need_values_above_zero():
    with pytest.raises(ValueError, match="log=True needs measurements above 0, but column 'rim' holds 0"):
        NormalLimits(["age"], log=True).fit(EYES.assign(rim=[0.0, *EYES["rim"][1:]]))


def test_frames_and_limits_come_after_fit():
    for ask in (NormalLimits().frame, lambda: NormalLimits().limits(EYES)):
        with pytest.raises(NotFittedError):
            ask()
