"""The study of what codes and bagging do to the bias and the variance of networks."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from studies import bias_variance_pages, coded_bias_variance
from studies.store import load

from hedgerow import BaggingClassifier, datasets


@pytest.fixture(scope="module")
def found():
    return coded_bias_variance.run(True)


def test_codes_have_no_constant_column_and_no_equal_rows():
    for seed in range(20):
        code = coded_bias_variance.draw_code(5, 8, np.random.default_rng(seed))
        assert set(np.unique(code)) == {0, 1}
        assert np.ptp(code, axis=0).all()
        assert len(np.unique(code, axis=0)) == 5
    with pytest.raises(RuntimeError, match="1 columns do not tell 9 classes apart"):
        coded_bias_variance.draw_code(9, 1, np.random.default_rng(0))


def test_the_nearest_row_of_the_code_is_the_answer_and_the_first_of_equal_ones():
    code = np.array([[0, 0, 0, 0, 0], [1, 1, 1, 0, 0], [0, 0, 1, 1, 1]])  # three bits apart: one is corrected
    for number, row in enumerate(code):
        for flipped in range(5):
            bits = row.astype(bool)
            bits[flipped] ^= True
            assert coded_bias_variance.decode(bits[None], code).tolist() == [number]
    assert coded_bias_variance.decode(np.array([[True, True]]), np.array([[0, 1], [1, 0]])).tolist() == [0]


def test_the_floor_of_half_the_distance_is_corrected():
    assert [(distance - 1) // 2 for distance in range(1, 8)] == [0, 0, 1, 1, 2, 2, 3]
    random = np.random.default_rng(0)
    code = coded_bias_variance.draw_code(4, 15, random)
    apart = min((code[i] != code[j]).sum() for i in range(4) for j in range(i))
    for _ in range(50):
        wrong = random.permutation(15)[: (apart - 1) // 2]
        bits = code.astype(bool)
        bits[:, wrong] ^= True
        assert_array_equal(coded_bias_variance.decode(bits, code), np.arange(4))


def test_predictors_are_what_the_public_classes_are():
    """Bagging in the study averages networks as the ensemble does: both err equally often on the mean."""
    sample, test = (datasets.make_artificial_multi1(size, random_state=size) for size in (300, 2000))
    code = coded_bias_variance.draw_code(5, 15, np.random.default_rng(0))
    answers = coded_bias_variance.ask_predictors(sample, test.X, 4, 15, code, np.random.default_rng(0))
    errors = {(method, epochs): np.mean(said != test.y) for method, epochs, said in answers}
    assert set(errors) == {(m, e) for m in ("single", "bagging", "ECOC") for e in coded_bias_variance.EPOCHS}
    network = coded_bias_variance.NetworkClassifier(4, epochs=15)
    public = BaggingClassifier(network, n_estimators=15, random_state=0).fit(sample.X, sample.y)
    assert abs(errors["bagging", 15] - np.mean(public.predict(test.X) != test.y)) < 0.02


def test_two_classes_have_no_code_and_effects_add_up(found):
    assert set(found[found["data"] == "twonorm"]["method"]) == {"single", "bagging"}
    assert set(found[found["data"] == "artificial_multi1"]["method"]) == {"single", "bagging", "ECOC"}
    total = found[["noise", "systematic_effect", "variance_effect"]].sum(axis=1)
    assert np.allclose(total, found["error"], atol=1e-4)


def test_the_tables_and_the_figure_of_the_page(found):
    makers = (
        "network_terms",
        "network_reductions",
        "network_order",
        "network_errors",
        "network_bayes_errors",
    )
    for maker in makers:
        table = getattr(bias_variance_pages, maker)(found)
        assert isinstance(table, pd.DataFrame)
        assert len(table) >= 2
    figure = bias_variance_pages.draw_curves(found)
    assert len(figure.axes) == 4


# What the stored numbers must say.


def test_ensembles_lower_the_variance_effect_most():
    means = (
        load("coded_bias_variance")
        .groupby(["data", "method"])[["systematic_effect", "variance_effect"]]
        .mean()
        .unstack("method")
    )
    for method in ("bagging", "ECOC"):
        fall = {
            term: (means[term]["single"] - means[term][method]).dropna()
            for term in ("systematic_effect", "variance_effect")
        }
        assert len(fall["variance_effect"]) == (5 if method == "bagging" else 2)
        assert (fall["variance_effect"] > 0.025).all()
        assert (fall["variance_effect"] > 4 * fall["systematic_effect"]).all()


def test_bagging_errs_less_than_a_network_at_every_size_and_codes_where_networks_are_small():
    errors = load("coded_bias_variance").pivot_table("error", ["data", "nodes", "epochs"], "method")
    assert len(errors) == 80
    assert (errors["bagging"] < errors["single"]).all()
    coded = errors.dropna().reset_index()
    small = coded[(coded["nodes"] <= 4) & (coded["epochs"] <= 5)]
    assert (small["ECOC"] < small["single"]).all()
    two_nodes = coded[(coded["nodes"] == 2) & (coded["epochs"] >= 5)]
    assert (two_nodes["ECOC"] < two_nodes["bagging"]).all()


def test_the_systematic_effect_of_two_classes_hardly_changes_where_networks_can_learn_them():
    found = load("coded_bias_variance").query("data in ('twonorm', 'threenorm')")
    means = found.pivot_table("systematic_effect", "data", "method")
    assert (np.abs(means["bagging"] - means["single"]) < 0.002).all()


def test_the_noise_is_the_bayes_error():
    noise = load("coded_bias_variance").groupby("data")["noise"].mean()
    expected = {
        "twonorm": 0.02275,
        "threenorm": 0.10463,
        "ringnorm": 0.0149,
        "artificial_multi1": 0.2176,
        "artificial_multi2": 0.1433,
    }
    for data, value in expected.items():
        assert abs(noise[data] - value) < 0.003
