from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.analysis.bias_variance.decompositions import (
    ClassShares,
    ValueSpread,
    absolute,
    find_modes,
    squared,
)
from hedgerow.analysis.bias_variance.definitions import DEFINITIONS, decompose

NAMES = [name for name, definition in DEFINITIONS.items() if definition.reads == "classes"]

# One object each: P(Y), P(H), then the terms of James, Kohavi-Wolpert, Breiman and Domingos.
TABLE = [
    (
        [0.6, 0.3, 0.1],
        [0.45, 0.55, 0.0],
        (0.565, 0.4, 0.3, -0.135, 1, 0.45),
        (0.0475, 0.2475, 0.27),
        (0.165, 0),
        (0.0375, -1),
    ),
    ([0.8, 0.2], [0.7, 0.3], (0.38, 0.2, 0, 0.18, 0, 0.3), (0.01, 0.21, 0.16), (0, 0.18), (0.4, 1)),
    (
        [0.5, 0.3, 0.2],
        [0.2, 0.6, 0.2],
        (0.68, 0.5, 0.2, -0.02, 1, 0.4),
        (0.09, 0.28, 0.31),
        (0.18, 0),
        (-0.24, -0.5),
    ),
]


def first(terms, *names):
    return [float(terms[name][0]) for name in names]


@pytest.mark.parametrize(("truth", "predicted", "james", "kohavi", "breiman", "domingos"), TABLE)
def test_single_objects(truth, predicted, james, kohavi, breiman, domingos):
    found = {name: decompose([truth], [predicted], name, n_predictions=20) for name in NAMES}
    order = ("error", "noise", "systematic_effect", "variance_effect", "bias", "variance")
    assert_allclose(first(found["james"], *order), james, atol=1e-12)
    assert_allclose(first(found["kohavi_wolpert"], "squared_bias", "variance", "noise"), kohavi, atol=1e-12)
    assert_allclose(first(found["breiman"], "bias", "variance"), breiman, atol=1e-12)
    assert_allclose(first(found["domingos"], "noise_factor", "variance_factor"), domingos, atol=1e-12)
    same = first(found["tibshirani"], "noise", "bias", "aggregation_effect", "variance")
    assert_allclose(same, [james[1], james[2], james[3], james[5]], atol=1e-12)


def test_kohavi_wolpert_on_one_object():
    """Smith & Windeatt 2010: true class 0, ten predictions."""
    shares = np.bincount([0, 0, 1, 0, 2, 0, 0, 1, 0, 0], minlength=3) / 10
    terms = decompose([[1, 0, 0]], [shares], "kohavi_wolpert")
    assert_allclose(first(terms, "squared_bias", "variance", "error"), [0.07, 0.23, 0.30], atol=1e-12)


def test_bias_and_variance_sets():
    """Rogers 2007, eq. 2.4-2.7: the best class is always right, and 0.4, 0.5, 0.9 and 1 of the learners agree."""
    right = np.array([0.4, 0.5, 0.9, 1.0])
    terms = decompose(np.tile([1.0, 0.0], (4, 1)), np.column_stack([right, 1 - right]), "rogers")
    assert terms["bias"].mean() == pytest.approx(0.15)
    assert terms["variance"].mean() == pytest.approx(0.15)


def test_a_plurality_below_one_half_is_biased_for_rogers_and_not_for_breiman():
    truth, predicted = [[1.0, 0.0, 0.0]], [[0.4, 0.3, 0.3]]
    assert first(decompose(truth, predicted, "breiman"), "bias", "variance") == pytest.approx([0, 0.6])
    assert first(decompose(truth, predicted, "rogers"), "bias", "variance") == pytest.approx([0.6, 0])


def test_few_predictions_make_the_squared_bias_too_large():
    """The correction makes its expectation that of infinitely many predictions: 0.5 (1 - 0.7)^2 * 2 classes."""
    rng = np.random.default_rng(0)
    hits = rng.binomial(5, 0.7, size=200_000) / 5
    truth, predicted = np.tile([1.0, 0.0], (len(hits), 1)), np.column_stack([hits, 1 - hits])
    plain = decompose(truth, predicted, "kohavi_wolpert")["squared_bias"].mean()
    corrected = decompose(truth, predicted, "kohavi_wolpert_unbiased", n_predictions=5)["squared_bias"]
    deviation = corrected.std() / np.sqrt(len(hits))
    assert abs(corrected.mean() - 0.09) < 4 * deviation
    assert plain > 0.09 + 20 * deviation


def test_the_correction_needs_two_predictions():
    with pytest.raises(ValueError, match="two predictions or more of every row, but row 1"):
        decompose([[1, 0], [1, 0]], [[1, 0], [1, 0]], "kohavi_wolpert_unbiased", n_predictions=[2, 1])


def test_without_noise_or_variance_the_factors_are_limits():
    for truth, predicted, factors in [
        (
            [1.0, 0.0],
            [0.25, 0.75],
            (2 * 0.25 - 1, -1),
        ),  # Domingos' two-class factors, 2 P(H = S(Y)) - 1 and -1
        ([1.0, 0.0], [0.0, 1.0], (-1, -1)),
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], (-0.5, -0.5)),
        ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], (1, 1)),
        ([1.0], [1.0], (1, 1)),
    ]:
        terms = decompose([truth], [predicted], "domingos")
        assert first(terms, "noise_factor", "variance_factor") == pytest.approx(factors)


def test_shares_that_differ_by_rounding_tie():
    assert find_modes(np.array([[0.3, 0.1 + 0.2, 0.4 - 1e-9]]), "lowest").tolist() == [[0, 0, 1]]
    assert find_modes(np.array([[0.3, 0.1 + 0.2]]), "lowest").tolist() == [[1, 0]]
    assert find_modes(np.array([[0.3, 0.1 + 0.2]]), "average").tolist() == [[0.5, 0.5]]


def naive(name, truth, predicted, likeliest, main, n_predictions):
    """One object with given modes, straight from the words of each definition."""
    classes = range(len(truth))
    pairs = [(y, h, truth[y] * predicted[h]) for y in classes for h in classes]
    error = sum(p for y, h, p in pairs if y != h)
    noise = sum(truth[y] for y in classes if y != likeliest)
    of_main = sum(truth[y] for y in classes if y != main)
    stray = sum(predicted[h] for h in classes if h != main)
    if name in ("james", "tibshirani"):
        bias, effect = (
            ("systematic_effect", "variance_effect") if name == "james" else ("bias", "aggregation_effect")
        )
        further = {"bias": float(likeliest != main)} if name == "james" else {}
        return further | {"noise": noise, bias: of_main - noise, effect: error - of_main, "variance": stray}
    if name.startswith("kohavi"):
        variance = (1 - sum(p * p for p in predicted)) / 2
        shift = variance / (n_predictions - 1) if name.endswith("unbiased") else 0
        return {
            "noise": (1 - sum(p * p for p in truth)) / 2,
            "squared_bias": sum((a - b) ** 2 for a, b in zip(truth, predicted, strict=True)) / 2 - shift,
            "variance": variance + shift,
        }
    if name in ("breiman", "rogers"):
        unbiased = likeliest == main if name == "breiman" else predicted[likeliest] >= 0.5
        excess = error - noise
        return {"noise": noise, "bias": 0 if unbiased else excess, "variance": excess if unbiased else 0}
    if name == "kong_dietterich":
        return {"bias": of_main, "variance": error - of_main}
    if name == "webb":
        return {
            "bias": sum(p for y, h, p in pairs if y != h and h == main),
            "variance": sum(p for y, h, p in pairs if h not in (y, main)),
        }
    return naive_domingos(truth, predicted, likeliest, main, pairs)


def naive_domingos(truth, predicted, likeliest, main, pairs):
    noise = sum(share for y, share in enumerate(truth) if y != likeliest)
    stray = sum(share for h, share in enumerate(predicted) if h != main)
    both = sum(p for y, h, p in pairs if likeliest not in (y, h))
    equal = sum(p for y, h, p in pairs if likeliest not in (y, h) and y == h)
    chance = equal / both if both > 1e-12 else 1 / (len(truth) - 1)
    c1 = predicted[likeliest] - (1 - predicted[likeliest]) * chance
    bias = float(likeliest != main)
    c2 = 1.0 if bias == 0 else -predicted[likeliest] / stray if stray > 1e-12 else -1 / (len(truth) - 1)
    return {
        "noise": noise, "bias": bias, "variance": stray, "noise_factor": c1, "variance_factor": c2,
        "noise_effect": c1 * noise, "variance_effect": c2 * stray,
    }  # fmt: skip


def modes(shares, ties):
    tied = [k for k, share in enumerate(shares) if share >= max(shares) - 1e-12]
    return tied if ties == "average" else tied[:1]


@st.composite
def objects(draw):
    """Shares of small whole numbers, so ties are common."""
    n_classes = draw(st.integers(2, 4))
    counts = st.lists(st.integers(0, 4), min_size=n_classes, max_size=n_classes).filter(lambda c: sum(c) > 1)
    truth, predicted = draw(counts), draw(counts)
    return np.array(truth) / sum(truth), np.array(predicted) / sum(predicted), sum(predicted)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60)
@given(objects(), st.sampled_from(["lowest", "average"]))
def test_every_definition_equals_its_twin_and_adds_up(name, drawn, ties):
    truth, predicted, n_predictions = drawn
    terms = decompose([truth], [predicted], name, ties=ties, n_predictions=n_predictions)
    mains = modes(predicted, "average" if name == "webb" else ties)
    twins = [
        naive(name, truth, predicted, a, b, n_predictions) for a, b in product(modes(truth, ties), mains)
    ]
    expected = {term: np.mean([twin[term] for twin in twins]) for term in twins[0]}
    assert set(terms) == {"error", *expected}
    for term, value in expected.items():
        assert terms[term][0] == pytest.approx(value, abs=1e-11), term
    total = sum(terms[term][0] for term in DEFINITIONS[name].addends)
    assert total == pytest.approx(terms["error"][0], abs=1e-14)


@settings(max_examples=30)
@given(objects(), st.randoms(use_true_random=False))
def test_other_names_of_the_classes_change_nothing_where_ties_are_averaged(drawn, random):
    truth, predicted, n_predictions = drawn
    order = random.sample(range(len(truth)), len(truth))
    for name in NAMES:
        options = {"ties": "average", "n_predictions": n_predictions}
        before = decompose([truth], [predicted], name, **options)
        after = decompose([truth[order]], [predicted[order]], name, **options)
        for term, values in before.items():
            assert_allclose(after[term], values, atol=1e-12)


@settings(max_examples=50)
@given(objects())
def test_the_signs_that_the_papers_promise(drawn):
    truth, predicted, _ = drawn
    james = decompose([truth], [predicted])
    assert james["systematic_effect"][0] >= -1e-12
    assert 0 <= james["variance"][0] <= 1
    domingos = decompose([truth], [predicted], "domingos")
    assert domingos["bias"][0] == james["bias"][0]
    for name in ("breiman", "rogers"):
        terms = decompose([truth], [predicted], name)
        assert terms["bias"][0] * terms["variance"][0] == 0
        assert terms["bias"][0] >= -1e-12


def test_without_noise_kong_dietterich_and_james_agree():
    shares = ClassShares(np.eye(3), np.array([[0.5, 0.5, 0], [0.6, 0.2, 0.2], [0, 0, 1.0]]), np.full(3, 10))
    james, kong = (DEFINITIONS[name].compute(shares) for name in ("james", "kong_dietterich"))
    assert_allclose(kong["bias"], james["systematic_effect"])
    assert_allclose(kong["variance"], james["variance_effect"])
    assert_allclose(james["bias"], james["systematic_effect"])


numbers = st.integers(-5, 5).map(float)


def spread(truth, predictions):
    predicted = np.array(predictions, dtype=float)
    return ValueSpread(
        np.array(truth, dtype=float), np.nanmean(predicted, axis=0), np.nanvar(predicted, axis=0),
        (~np.isnan(predicted)).sum(axis=0), predicted,
    )  # fmt: skip


def expected_loss(loss, truth, answers):
    return np.mean([loss(y - h) for y in truth for h in answers])


@settings(max_examples=30)
@given(
    st.lists(numbers, min_size=1, max_size=4),
    st.lists(numbers, min_size=1, max_size=6),
)
def test_the_terms_are_those_of_every_pair_of_a_target_and_a_prediction(truth, predicted):
    given_ = spread([truth], np.array(predicted)[:, None])
    for name, compute, loss, centre in (
        ("squared", squared, np.square, np.mean),
        ("absolute", absolute, np.abs, np.median),
    ):
        terms = compute(given_)
        target, main = centre(truth), centre(predicted)
        error = expected_loss(loss, truth, predicted)
        noise, of_main = expected_loss(loss, truth, [target]), expected_loss(loss, truth, [main])
        definition = DEFINITIONS[name]
        expected = {
            "error": error,
            definition.noise: noise,
            definition.bias: of_main - noise,
            definition.variance: error - of_main,
        }
        for term, value in expected.items():
            assert terms[term][0] == pytest.approx(value, abs=1e-9), (name, term)
        assert terms[definition.bias][0] >= -1e-9
        assert sum(terms[term][0] for term in definition.addends) == pytest.approx(
            terms["error"][0], abs=1e-9
        )


def test_the_bias_of_squared_error_has_a_sign_and_its_variance_is_that_of_the_predictions():
    terms = squared(spread([[1.0], [4.0]], [[2, 2], [4, 4]]))
    assert_allclose(terms["bias"], [2, -1])
    assert_allclose(terms["variance"], [1, 1])
    assert_allclose(terms["error"], [5, 2])


def test_root_mean_squared_error():
    """Pardo et al. 2010: (1, 2, 3, 4) against (1, 2, 3, 5) is 0.5."""
    terms = squared(spread(np.array([[1.0], [2], [3], [4]]), [[1, 2, 3, 5]]))
    assert np.sqrt(terms["error"].mean()) == pytest.approx(0.5)


def test_rows_that_a_model_was_not_asked_about_are_skipped():
    holes = [[1.0, np.nan], [3.0, 5.0], [np.nan, 7.0]]
    full = spread([[2.0], [2.0]], [[1, 5], [3, 7]])
    for compute in (squared, absolute):
        assert_allclose(compute(spread([[2.0], [2.0]], holes))["error"], compute(full)["error"])


def test_absolute_error_needs_the_predictions():
    with pytest.raises(ValueError, match="keep_predictions=True"):
        absolute(ValueSpread(np.zeros((1, 1)), np.zeros(1), np.zeros(1), np.ones(1, int)))
