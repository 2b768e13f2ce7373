import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks as checks

from hedgerow import RandomForestClassifier, load_model, save_model
from hedgerow.encoders import ProteinComposition
from hedgerow.encoders.sequences.amino_acids import PAIRS_OF_PROPERTIES, PROPERTIES

PROTEIN = "MKVLAAGIVGLCAKTWERDNSQFHYPMSTEEELKRVVGHI"
CHOU = [["hydrophobicity", "hydrophilicity", "mass"]]
AMINO = "ACDEFGHIKLMNPQRSTVWY"


def encode(sequence, *parts, **options):
    names = ProteinComposition(parts, **options).get_feature_names_out()
    return pd.Series(ProteinComposition(parts, **options).fit_transform([sequence])[0], names)


@pytest.mark.parametrize(
    "check",
    [
        checks.check_estimator_cloneable,
        checks.check_estimator_repr,
        checks.check_estimator_tags_renamed,
        checks.check_get_params_invariance,
        checks.check_mixin_order,
        checks.check_no_attributes_set_in_init,
        checks.check_parameters_default_constructible,
        checks.check_set_params,
        checks.check_valid_tag_types,
    ],
    ids=lambda check: check.__name__,
)
def test_contract(check):
    """scikit-learn has no more checks for what takes text, and runs none of these by itself."""
    check("ProteinComposition", ProteinComposition())


def test_the_columns_are_those_of_the_paper():
    encoded = ProteinComposition().fit_transform([PROTEIN])
    names = ProteinComposition().get_feature_names_out()
    assert encoded.shape == (1, 20 + 400 + 3 * 25)
    assert len(set(names)) == 495


def test_shares_by_pencil():
    shares = encode("AAAK", "composition")
    assert shares[shares > 0].to_dict() == {"Ala": 0.75, "Lys": 0.25}
    pairs = encode("AAAK", "dipeptides")
    assert pairs[pairs > 0].round(9).to_dict() == {"Ala-Ala": 0.666666667, "Ala-Lys": 0.333333333}


def test_order_by_pencil():
    """At lag 1 of AAAK one of three pairs differs, at lag 2 one of two, at lag 3 the only one."""
    scale = np.array(PROPERTIES["mass"].values)
    square = ((scale[0] - scale[8]) / scale.std()) ** 2
    theta = square * np.array([1 / 3, 1 / 2, 1])
    found = encode("AAAK", "pseudo", n_lags=3, weight=0.1, properties=["mass"])
    assert_allclose(found, 0.1 * theta / (1 + 0.1 * theta.sum()))
    assert list(found.index) == ["mass, lag 1", "mass, lag 2", "mass, lag 3"]


def test_a_group_of_properties_is_their_mean():
    """theta is what is left of x / (1 - sum x) = w theta."""

    def theta(properties):
        found = encode(PROTEIN, "pseudo", n_lags=4, properties=properties).to_numpy()
        return found / (1 - found.sum())

    singles = [theta([name]) for name in CHOU[0]]
    assert_allclose(theta(CHOU), np.mean(singles, axis=0))


def test_the_numbers_are_those_of_propy():
    """propy3 2.0.1, which rounds to three digits on the way: PAAC21 to PAAC25 (lambda 5, w 0.05), and shares, in %."""
    order = encode(PROTEIN, "pseudo", n_lags=5, properties=CHOU)
    assert_allclose(100 * order, [5.784, 6.403, 6.468, 5.682, 7.578], atol=2e-3)
    shares = encode(PROTEIN, "composition")
    assert_allclose(
        100 * shares,
        [
            7.5,
            2.5,
            2.5,
            10.0,
            2.5,
            7.5,
            5.0,
            5.0,
            7.5,
            7.5,
            5.0,
            2.5,
            2.5,
            2.5,
            5.0,
            5.0,
            5.0,
            10.0,
            2.5,
            2.5,
        ],
    )
    pairs = encode(PROTEIN, "dipeptides")
    assert (pairs > 0).sum() == 37
    assert_allclose(
        100 * pairs[["Val-Gly", "Ala-Ala", "Trp-Glu", "Ala-Cys"]], [5.13, 2.56, 2.56, 0], atol=5e-3
    )


def test_a_letter_for_two_counts_as_half_of_both():
    for part in "composition", "dipeptides":
        both = (encode("MKDV", part) + encode("MKNV", part)) / 2
        assert_allclose(encode("MKBV", part), both)


def test_an_unknown_residue_counts_nowhere():
    assert_allclose(encode("MKXV", "composition"), encode("MKV", "composition"))
    pairs = encode("MKXV", "dipeptides")
    assert pairs[pairs > 0].to_dict() == {"Met-Lys": 1.0}
    assert_allclose(
        encode("AXK", "pseudo", n_lags=2, properties=["mass"]).to_numpy(),
        [
            np.nan,
            encode("AAK", "pseudo", n_lags=2, properties=["mass"]).pipe(
                lambda x: x.iloc[1] / (1 - x.iloc[0])
            ),
        ],
    )


def test_a_short_sequence_lacks_the_lags_that_it_is_too_short_for():
    order = encode("MKV", "pseudo", n_lags=4, properties=["pI"])
    assert order.isna().tolist() == [False, False, True, True]
    assert_allclose(order[:2], encode("MKV", "pseudo", n_lags=2, properties=["pI"]).to_numpy())
    assert encode("M", "composition", "dipeptides").isna().sum() == 400
    assert encode("", "composition", "dipeptides", "pseudo").isna().all()


@given(
    sequence=st.text(AMINO, min_size=4, max_size=40),
    weight=st.floats(0.01, 2),
)
def test_shares_are_shares(sequence, weight):
    encoder = ProteinComposition(n_lags=3, weight=weight)
    row = encoder.transform([sequence])[0]
    assert row[:20].sum() == pytest.approx(1) == row[20:420].sum()
    assert (row >= 0).all()
    assert (row[420:].reshape(3, 3).sum(axis=1) < 1).all()


@given(sequence=st.text(AMINO, min_size=4, max_size=30))
def test_a_sequence_backwards_has_the_same_composition_and_order(sequence):
    encoder = ProteinComposition(["composition", "pseudo"], n_lags=3)
    assert_allclose(*encoder.transform([sequence, sequence[::-1]]), atol=1e-12)


def test_random_sequences_differ_at_every_lag_as_two_drawn_residues_do():
    """E (p(a) - p(b))^2 = 2 for a standardised property and uniform residues."""
    letters = np.random.default_rng(0).choice(list(AMINO), 200_000)
    x = encode("".join(letters), "pseudo", n_lags=4, weight=1.0).to_numpy().reshape(3, 4)
    assert_allclose(x / (1 - x.sum(axis=1, keepdims=True)), 2.0, rtol=0.02)


def test_threads_change_nothing():
    rng = np.random.default_rng(0)
    sequences = ["".join(rng.choice(list(AMINO), size)) for size in rng.integers(30, 60, 1100)]
    assert_array_equal(
        ProteinComposition(n_jobs=1).transform(sequences), ProteinComposition(n_jobs=3).transform(sequences)
    )
    assert_array_equal(
        ProteinComposition().transform(sequences)[700], ProteinComposition().transform(sequences[700:701])[0]
    )


@pytest.mark.parametrize(
    "given",
    [
        [PROTEIN, "ALA"],
        np.array([PROTEIN, "ALA"]),
        pd.Series([PROTEIN, "ALA"]),
        pd.DataFrame({"s": [PROTEIN, "ALA"]}),
    ],
)
def test_sequences_come_as_they_like(given):
    assert_array_equal(
        ProteinComposition(["composition"]).transform(given),
        ProteinComposition(["composition"]).transform([PROTEIN, "ALA"]),
    )


def test_columns_have_names_in_a_frame():
    frame = ProteinComposition(["composition"]).set_output(transform="pandas").fit_transform([PROTEIN])
    assert list(frame.columns[:2]) == ["Ala", "Cys"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"parts": ["tripeptides"]}, "parts"),
        ({"n_lags": 0}, "n_lags"),
        ({"weight": -1}, "weight"),
        ({"properties": ["charm"]}, "properties"),
    ],
)
def test_a_parameter_that_cannot_be_is_named(wrong, words):
    with pytest.raises(ValueError, match=words):
        ProteinComposition(**wrong).fit([PROTEIN])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("MKV", "one string"),
        ([], "at least 1"),
        ([["MKV", "A"]] * 2, "not text"),
        (np.ones((2, 2)), "one column"),
    ],
)
def test_what_holds_no_sequences_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        ProteinComposition().fit(given).transform(given)


def test_a_model_file_holds_the_encoder(tmp_path):
    sequences, places = [PROTEIN, PROTEIN[::-1], "ALAKAL" * 6, "GWGWGYY" * 5], ["a", "a", "b", "b"]
    model = make_pipeline(ProteinComposition(), RandomForestClassifier(10, random_state=0)).fit(
        sequences, places
    )
    save_model(model, tmp_path / "model.hdg")
    again = load_model(tmp_path / "model.hdg")
    assert_array_equal(again.predict_proba(sequences), model.predict_proba(sequences))


def test_the_default_groups_are_those_of_the_paper():
    assert PAIRS_OF_PROPERTIES == (("hydrophobicity", "hydrophilicity"), ("pK1", "pK2"), ("mass", "pI"))
