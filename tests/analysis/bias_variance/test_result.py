import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.analysis.bias_variance import DEFINITIONS, BiasVariance, decompose
from hedgerow.outputs import Outputs

SAID = [[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0]]
RESULT = BiasVariance.from_outputs(Outputs.from_predictions(SAID, truth=[0, 0, 1, 1]))


def test_a_sentence_about_classes():
    assert RESULT.sentence() == (
        "A member errs on 40.0 % of 4 rows, the mean of 5 members (standard deviation 22.4 %): noise 0.0 % "
        "(taken as zero), systematic effect 50.0 % and variance effect -10.0 %; straying from the main prediction "
        "helps (James)."
    )
    assert RESULT.decompose("webb").sentence().endswith("): bias 35.0 % and variance 5.0 % (Webb).")


def test_a_sentence_about_values_and_a_single_model():
    noise = np.array([[0.0, 2.0]])
    outputs = Outputs.from_predictions([[1.5]], truth=[1], regression=True)
    assert BiasVariance.from_outputs(outputs, noise=noise).sentence() == (
        "A member has a mean squared error of 1.25 on 1 row, the mean of 1 members: noise 1 (known), squared bias "
        "0.25 and variance 0 (Squared error)."
    )


def test_rows_that_were_never_asked_about_are_counted():
    outputs = Outputs.from_predictions([[0, 1, 1]], truth=[0, 1, 1], predicted=[[True, False, True]])
    sentence = BiasVariance.from_outputs(outputs).sentence()
    assert "errs on 0.0 % of 2 rows" in sentence
    assert sentence.endswith("; 1 more were never tested on (James).")


def test_four_rows_and_five_runs_by_hand():
    """Zor et al. 2010, with zero noise."""
    totals = RESULT.totals
    expected = {
        "error": 0.4,
        "noise": 0,
        "systematic_effect": 0.5,
        "variance_effect": -0.1,
        "bias": 0.5,
        "variance": 0.2,
    }
    assert totals == pytest.approx(expected)
    kohavi = RESULT.decompose("kohavi_wolpert").totals
    assert (kohavi["squared_bias"], kohavi["variance"]) == pytest.approx((0.26, 0.14))
    unbiased = RESULT.decompose("kohavi_wolpert_unbiased").totals
    assert (unbiased["squared_bias"], unbiased["variance"]) == pytest.approx((0.225, 0.175))
    breiman = RESULT.decompose("breiman").totals
    assert (breiman["bias"], breiman["variance"]) == pytest.approx((0.35, 0.05))
    assert RESULT.error == pytest.approx(0.4)
    assert RESULT.bayes_error == 0
    assert_allclose(RESULT.replicate_errors, [0.25, 0.5, 0.25, 0.75, 0.25])


def test_the_frame_says_what_adds_up_and_what_it_means():
    frame = RESULT.frame()
    assert frame.index.tolist() == [
        "error",
        "noise",
        "systematic_effect",
        "variance_effect",
        "bias",
        "variance",
    ]
    assert frame.loc[frame["adds_up"], "value"].sum() == pytest.approx(frame.loc["error", "value"])
    assert frame["meaning"].str.len().min() > 10
    assert frame.loc["bias", "standard_error"] == pytest.approx(np.sqrt(0.25 / 4))


def test_rows_have_names_targets_and_main_predictions():
    rows = RESULT.rows()
    assert rows["target"].tolist() == [0, 0, 1, 1]
    assert rows["main_prediction"].tolist() == [0, 1, 1, 0]
    assert rows["n_predictions"].tolist() == [5] * 4
    assert rows[["error", "variance_effect"]].mean().tolist() == pytest.approx([0.4, -0.1])


def test_all_definitions_side_by_side():
    table = RESULT.compare_definitions()
    classes = [name for name, each in DEFINITIONS.items() if each.reads == "classes"]
    assert table.index.tolist() == classes
    assert_allclose(table[["noise", "bias", "variance"]].sum(axis=1), table["error"])
    assert_array_equal(table["noise"].isna(), table.index.isin(["kong_dietterich", "webb"]))
    assert table.loc["domingos", "terms"] == "noise_effect + bias + variance_effect"


def test_one_answer_each_leaves_the_unbiased_definition_out():
    single = BiasVariance.from_outputs(Outputs.from_predictions([[0, 1]], truth=[0, 0]))
    assert "kohavi_wolpert_unbiased" not in single.compare_definitions().index


def test_ties_are_kept_until_they_are_changed():
    tied = Outputs.from_predictions([["b"], ["a"]], truth=["b"])
    lowest, average = (BiasVariance.from_outputs(tied, ties=ties) for ties in ("lowest", "average"))
    assert (lowest.totals["bias"], average.totals["bias"]) == (1, 0.5)
    assert average.decompose("domingos").totals["bias"] == 0.5
    assert average.decompose("domingos", ties="lowest").totals["bias"] == 1


def test_silent_members_are_not_heard_and_whole_weights_are_repeated_rows():
    rng = np.random.default_rng(0)
    predicted, truth, predicts = (
        rng.integers(3, size=(6, 5)),
        rng.integers(3, size=5),
        rng.random((6, 5)) < 0.6,
    )
    predicts[0], weights = True, np.array([1, 3, 2, 1, 2])
    once = BiasVariance.from_outputs(
        Outputs.from_predictions(
            predicted, truth, classes=[0, 1, 2], predicted=predicts, sample_weight=weights
        )
    )
    many = np.repeat(np.arange(5), weights)
    repeated = BiasVariance.from_outputs(
        Outputs.from_predictions(
            predicted[:, many], truth[many], classes=[0, 1, 2], predicted=predicts[:, many]
        )
    )
    for name in ("james", "kohavi_wolpert", "domingos", "webb"):
        assert once.decompose(name).totals == pytest.approx(repeated.decompose(name).totals)
    shares = [
        np.bincount(predicted[predicts[:, row], row], minlength=3) / predicts[:, row].sum()
        for row in range(5)
    ]
    assert_allclose(once.examples["error"], decompose(np.eye(3)[truth], shares)["error"])


def test_the_order_of_members_and_rows_does_not_matter():
    outputs = Outputs.from_predictions(SAID, truth=[0, 0, 1, 1])
    turned = BiasVariance.from_outputs(outputs.select([4, 2, 0, 1, 3]).select_rows([3, 1, 0, 2]))
    assert turned.totals == pytest.approx(RESULT.totals)


def test_known_noise_changes_what_is_expected():
    noise = np.array([[0.6, 0.4], [0.6, 0.4], [0.2, 0.8], [0.4, 0.6]])
    known = BiasVariance.from_outputs(Outputs.from_predictions(SAID, truth=[0, 0, 1, 1]), noise=noise)
    assert known.bayes_error == pytest.approx(np.mean(1 - noise.max(axis=1)))
    assert known.decompose("kong_dietterich").bayes_error == pytest.approx(known.bayes_error)
    answers = np.array(SAID)
    expected = np.mean([1 - noise[row, answers[run, row]] for run in range(5) for row in range(4)])
    assert known.error == pytest.approx(expected)
    assert known.replicate_errors.mean() == pytest.approx(expected)


def test_values():
    predicted = np.array([[1.0, 4.0], [3.0, 8.0], [5.0, 6.0]])
    result = BiasVariance.from_outputs(Outputs.from_predictions(predicted, truth=[1, 6], regression=True))
    assert result.definition.name == "squared"
    assert result.totals["squared_bias"] == pytest.approx((4 + 0) / 2)
    assert result.totals["variance"] == pytest.approx(predicted.var(axis=0).mean())
    assert result.error == pytest.approx(((predicted - [1, 6]) ** 2).mean())
    absolute = result.decompose("absolute")
    assert absolute.error == pytest.approx(np.abs(predicted - [1, 6]).mean())
    assert_allclose(absolute.replicate_errors, np.abs(predicted - [1, 6]).mean(axis=1))
    assert absolute.bayes_error == 0
    assert result.compare_definitions().index.tolist() == ["squared"]
    assert result.rows()["main_prediction"].tolist() == [3, 6]


def test_members_without_a_truth_are_refused():
    with pytest.raises(ValueError, match="the truth is needed"):
        BiasVariance.from_outputs(Outputs.from_predictions(SAID))


def test_it_can_be_stored():
    again = pickle.loads(pickle.dumps(RESULT))
    assert again.totals == RESULT.totals
    assert again.decompose("webb").totals == RESULT.decompose("webb").totals


def test_it_prints_its_sum():
    assert repr(RESULT) == (
        "<BiasVariance (James): error 0.4 = noise 0 + systematic_effect 0.5 + variance_effect -0.1>"
    )
    assert isinstance(RESULT.frame(), pd.DataFrame)
