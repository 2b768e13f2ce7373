import inspect
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, value_outputs

from hedgerow import diversity, diversity_report
from hedgerow.diversity import CORRECTNESS, PAIRWISE, pairwise
from hedgerow.diversity.pairwise_measures import CLASS_PAIRS, VALUE_PAIRS
from hedgerow.outputs import Outputs


def independent(T=25, n=400, accuracy=0.7, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return Outputs.from_predictions(np.where(rng.random((T, n)) < accuracy, truth, 1 - truth), truth=truth)


def test_every_measure_has_its_row():
    report = diversity_report(from_correctness(MATRIX))
    frame = report.frame()
    assert set(CLASS_PAIRS) | set(CORRECTNESS) <= set(frame.index)
    assert frame.index.is_unique
    for name in CLASS_PAIRS:
        found = pairwise(from_correctness(MATRIX), name)
        assert frame.loc[name, "value"] == pytest.approx(found.mean)
        assert frame.loc[name, "n_undefined"] == found.n_undefined
    for name, measure in CORRECTNESS.items():
        assert frame.loc[name, "value"] == pytest.approx(measure.formula(from_correctness(MATRIX)))
    assert frame.loc["vote_entropy", "value"] == pytest.approx(0.5739348963)
    assert frame.loc["strength", "value"] == pytest.approx(0.25)
    assert frame.loc["bound", "value"] == pytest.approx(6.1111111)
    assert report.sharkey == "IV"


@few
@given(class_outputs() | value_outputs())
def test_values_lie_in_their_ranges_and_errors_add_up(outputs):
    report = diversity_report(outputs)
    frame = report.frame().dropna(subset="value")
    assert (frame["value"] >= frame["low"] - 1e-9).all()
    assert (frame["value"] <= frame["high"] + 1e-9).all()
    known = ~np.isnan(report.first["member_error"])
    assert known == (outputs.truth is not None)
    if known:
        assert report.gain == pytest.approx(report.first["member_error"] - report.error)
    assert "nan" not in report.sentence


def test_independent_members_have_the_values_of_independence():
    report = diversity_report(independent())
    frame = report.frame()
    of_answers = [
        "agreement",
        "disagreement",
        "kappa",
    ]  # good members agree more than answers drawn from a hat
    expected = frame.loc[[*CLASS_PAIRS, *CORRECTNESS], ["value", "independent"]].drop(index=of_answers)
    np.testing.assert_allclose(expected["value"], expected["independent"], atol=0.05)
    assert (frame.loc[of_answers, "value"] - frame.loc[of_answers, "independent"]).abs().min() > 0.05
    assert report.gain > 0.2
    assert "voting removes" in report.sentence


def test_the_two_numbers_and_the_gain():
    outputs = independent()
    report = diversity_report(outputs)
    assert list(report.first) == ["member_error", "kappa"]
    assert report.first["member_error"] == pytest.approx(outputs.errors().mean())
    assert report.first["kappa"] == pytest.approx(pairwise(outputs, "kappa").mean)
    assert report.error == pytest.approx((outputs.consensus() != outputs.truth).mean())


def test_a_forest_out_of_bag():
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(30, oob_score=True, random_state=0).fit(X, y)
    report = diversity_report(Outputs.from_estimator(forest, X, y, out_of_bag=True))
    assert "150 out-of-bag rows" in report.sentence
    assert report.error == pytest.approx(
        1 - forest.oob_score_, abs=0.03
    )  # scikit-learn averages probabilities
    # What the number of right members would be if they were independent depends on who predicted.
    assert report.frame().loc[list(CORRECTNESS), "independent"].isna().all()
    assert report.frame().loc[list(CLASS_PAIRS), "independent"].notna().all()


def test_a_forest_of_regressors():
    X, y = load_diabetes(return_X_y=True)
    forest = RandomForestRegressor(20, random_state=0).fit(X[::2], y[::2])
    outputs = Outputs.from_estimator(forest, X[1::2], y[1::2])
    report = diversity_report(outputs)
    assert set(report.frame().index) == {*VALUE_PAIRS, "ambiguity"}
    member, spread = report.first["member_error"], report.first["spread"]
    assert report.error**2 == pytest.approx(member**2 - spread**2)
    assert report.error == pytest.approx(np.sqrt(np.mean((forest.predict(X[1::2]) - y[1::2]) ** 2)))
    assert report.frame().loc["distance", "independent"] > report.frame().loc["distance", "value"]
    assert report.sharkey == ""


@pytest.mark.parametrize(
    ("outputs", "words"),
    [
        (independent(accuracy=0.5), "no better than always answering"),
        (from_correctness(np.repeat(MATRIX[:, :1], 4, axis=1)), "All 4 members give the same answers"),
        (from_correctness(MATRIX[:, :1]), "There is one member"),
        (from_correctness([[1, 1, 1]] * 4), "All 3 members give the same answers"),
        (from_correctness([[1, 0, 0]] * 30 + [[1, 1, 1]] * 10), "voting does harm"),
        (replace(independent(), truth=None), "Without the truth"),
        (Outputs.from_predictions([[1.0, 2.0]] * 3, truth=[1, 3], regression=True), "give the same values"),
        (
            Outputs.from_predictions([[0.1 + 0.2, 2.0]] * 3, truth=[1, 3], regression=True),
            "give the same values",
        ),
        (Outputs.from_predictions([[1.0, 2.0]], truth=[1, 3], regression=True), "There is one member"),
        (
            Outputs.from_predictions([[5.0, -2.0], [-5.0, 9.0]], truth=[1, 3], regression=True),
            "the mean of the truth",
        ),
        (
            Outputs.from_predictions(
                [[0, 1], [0, 1]], truth=[0, 0], predicted=[[True, False], [False, True]]
            ),
            "No two members predict the same row",
        ),
    ],
)
def test_what_is_wrong_is_said(outputs, words):
    report = diversity_report(outputs)
    assert words in report.sentence
    assert report.sentence in str(report)


def test_undefined_pairs_enter_the_mean_if_told_so():
    outputs = from_correctness([[1, 1, 1], [1, 1, 0], [1, 0, 0], [1, 1, 1]])
    assert diversity_report(outputs).frame().loc["q", "value"] == 1.0
    assert diversity_report(outputs, undefined=0.0).frame().loc["q", "value"] == pytest.approx(1 / 3)


def test_the_text_shows_every_measure_and_no_nan():
    text = str(diversity_report(from_correctness(MATRIX[:, :1])))
    assert "nan" not in text.lower().replace("na_rep", "")
    for name in CLASS_PAIRS:
        assert name in text


def test_a_report_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        diversity_report(from_correctness(MATRIX)).error = 0.0


def test_silence_is_refused():
    with pytest.raises(ValueError, match="no member predicts"):
        diversity_report(from_correctness([[1, 1]], predicted=np.zeros((2, 1), bool)))


@pytest.mark.parametrize("name", [name for name in diversity.__all__ if name[0].islower()])
def test_every_public_function_takes_outputs_first(name):
    parameters = list(inspect.signature(getattr(diversity, name)).parameters.values())
    assert parameters[0].name == "outputs"


def test_titles_are_unique():
    titles = [measure.title for measure in (PAIRWISE | CORRECTNESS).values()]
    assert len(set(titles)) == len(titles)
