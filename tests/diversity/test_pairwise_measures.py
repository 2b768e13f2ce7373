from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, repeat_rows, value_outputs

from hedgerow.diversity import PAIRWISE, count_pairs, pairwise
from hedgerow.diversity.pairwise_measures import CLASS_PAIRS, VALUE_PAIRS, find_measure, summarise_pairs
from hedgerow.outputs import Outputs

of_all = pytest.mark.parametrize("measure", PAIRWISE)
some_outputs = class_outputs(truth=True) | value_outputs()
weighted_outputs = class_outputs(truth=True, weights=True) | value_outputs(weights=True)


def measures_of(outputs):
    return CLASS_PAIRS if outputs.is_classification else VALUE_PAIRS


@settings(max_examples=80)
@given(some_outputs)
def test_every_pair_is_that_of_the_twin(outputs):
    for measure in measures_of(outputs):
        found = pairwise(outputs, measure)
        for i in range(outputs.n_members):
            for j in range(outputs.n_members):
                expected = naive.PAIRWISE[measure](outputs, i, j)
                assert found.matrix[i, j] == pytest.approx(expected, abs=1e-9, nan_ok=True), measure
        assert found.mean == pytest.approx(naive.mean_of_pairs(outputs, measure), abs=1e-9, nan_ok=True)
        assert found.n_undefined == np.isnan(found.pairs()).sum()
        assert found.n_pairs == found.pairs().size == outputs.n_members * (outputs.n_members - 1) // 2


@few
@given(some_outputs)
def test_the_rows_that_a_pair_was_judged_on_are_reported(outputs):
    for measure in measures_of(outputs):
        n = pairwise(outputs, measure).n
        for i in range(outputs.n_members):
            for j in range(outputs.n_members):
                assert n[i, j] == sum(weight for *_, weight in naive.rows_of(outputs, i, j))


@few
@given(some_outputs)
def test_values_are_symmetric_and_in_range(outputs):
    for name, measure in measures_of(outputs).items():
        matrix = pairwise(outputs, name).matrix
        np.testing.assert_allclose(matrix, matrix.T, atol=1e-12)
        known = matrix[~np.isnan(matrix)]
        assert (known >= measure.low - 1e-12).all()
        assert (known <= measure.high + 1e-12).all()


@few
@given(weighted_outputs)
def test_integer_weights_are_repeated_rows(outputs):
    for measure in measures_of(outputs):
        expected = pairwise(repeat_rows(outputs), measure).matrix
        np.testing.assert_allclose(pairwise(outputs, measure).matrix, expected, atol=1e-9)


@few
@given(some_outputs)
def test_the_order_of_members_and_rows_does_not_matter(outputs):
    turned = outputs.select(slice(None, None, -1)).select_rows(slice(None, None, -1))
    for measure in measures_of(outputs):
        np.testing.assert_allclose(
            pairwise(turned, measure).matrix[::-1, ::-1], pairwise(outputs, measure).matrix, atol=1e-9
        )


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_kappa_and_correlation_are_those_of_scikit_learn(n_classes):
    rng = np.random.default_rng(n_classes)
    truth = rng.integers(0, n_classes, 50)
    answers = np.where(rng.random((2, 50)) < 0.6, truth, rng.integers(0, n_classes, (2, 50)))
    weights = rng.random(50)
    outputs = Outputs.from_predictions(answers, truth=truth, sample_weight=weights)
    expected = cohen_kappa_score(*answers, sample_weight=weights)
    assert pairwise(outputs, "kappa").mean == pytest.approx(expected, abs=1e-12)
    phi = matthews_corrcoef(*outputs.correct(), sample_weight=weights)
    assert pairwise(outputs, "correlation").mean == pytest.approx(phi, abs=1e-12)


def test_three_members_and_three_classes():
    """Margineantu & Dietterich's kappa of labels, of three members on eight rows."""
    answers = [[0, 0, 1, 1, 2, 0, 2, 1], [0, 1, 1, 1, 2, 2, 0, 1], [0, 0, 2, 2, 2, 2, 2, 1]]
    outputs = Outputs.from_predictions(answers, truth=[0, 0, 1, 1, 2, 2, 2, 1])
    np.testing.assert_allclose(pairwise(outputs, "kappa").pairs(), [0.428571, 0.466667, 0.304348], atol=1e-6)
    np.testing.assert_allclose(pairwise(outputs, "agreement").pairs(), [0.625, 0.625, 0.5])
    errors = outputs.errors()
    np.testing.assert_allclose(
        [(errors[i] + errors[j]) / 2 for i, j in [(0, 1), (0, 2), (1, 2)]], [0.1875, 0.1875, 0.25]
    )


def test_three_regressors():
    values = [[1, 2, 3, 5], [2, 2, 2, 4], [1, 3, 3, 3]]
    outputs = Outputs.from_predictions(values, truth=[1, 2, 3, 4], regression=True)
    np.testing.assert_allclose(pairwise(outputs, "distance").pairs(), [0.866025, 1.118034, 1.0], atol=1e-6)
    np.testing.assert_allclose(outputs.errors(), [0.5, 0.707107, 0.707107], atol=1e-6)


def test_eight_rows():
    outputs = from_correctness(MATRIX)
    np.testing.assert_allclose(pairwise(outputs, "q").pairs(), [7 / 9, -1 / 7, -1 / 7])
    assert pairwise(outputs, "q").mean == pytest.approx(0.1640211640, abs=1e-10)
    kappas = pairwise(outputs, "correctness_kappa")
    np.testing.assert_allclose(kappas.pairs(), [0.4666666667, -0.0666666667, -0.0666666667], atol=1e-10)
    assert kappas.mean == pytest.approx(1 / 9)


def test_a_member_correlates_with_itself():
    """The square root that Rogers 2007, eq. 3.13 lacks: (1, 2, 3, 4) with itself is 1, not 0.2."""
    outputs = Outputs.from_predictions([[1, 2, 3, 4]] * 2, truth=[0, 0, 0, 0], regression=True)
    assert pairwise(outputs, "error_correlation").mean == pytest.approx(1.0)


@pytest.mark.parametrize("measure", CLASS_PAIRS)
def test_identical_members(measure):
    outputs = from_correctness(np.repeat(MATRIX[:, :1], 3, axis=1))
    expected = {
        "disagreement": 0.0, "correctness_disagreement": 0.0, "double_fault": 3 / 8,
    }.get(measure, 1.0)  # fmt: skip
    assert pairwise(outputs, measure).mean == pytest.approx(expected)


@pytest.mark.parametrize("measure", ["q", "correlation", "correctness_kappa"])
def test_members_that_err_independently(measure):
    """All sixteen ways of being right and wrong, each as often as independence has it."""
    patterns = np.array(np.meshgrid(*[[0, 1]] * 4)).reshape(4, -1).T
    accuracies = np.array([0.6, 0.7, 0.8, 0.9])
    weights = np.prod(np.where(patterns == 1, accuracies, 1 - accuracies), axis=1)
    found = pairwise(from_correctness(patterns, sample_weight=weights), measure)
    np.testing.assert_allclose(found.pairs(), 0.0, atol=1e-10)


def test_undefined_pairs_are_left_out_or_given_a_value():
    """Members 0 and 1 never err together with anyone but member 2: Q of (0, 1) has no value."""
    outputs = from_correctness([[1, 1, 1], [1, 1, 0], [1, 0, 0], [1, 1, 1]])
    found = pairwise(outputs, "q")
    assert (found.n_pairs, found.n_undefined, found.mean) == (3, 2, 1.0)
    assert pairwise(outputs, "q", undefined=0.0).mean == pytest.approx(1 / 3)
    assert pairwise(outputs, "q", undefined=1.0).mean == 1.0
    assert pairwise(outputs, "q", undefined=0.0).n_undefined == 2
    assert pairwise(outputs, "q", undefined=0.0).matrix[0, 1] == 0.0


def test_members_that_never_meet():
    outputs = Outputs.from_predictions(
        [[0, 1], [0, 1]], truth=[0, 1], predicted=[[True, False], [False, True]]
    )
    for measure in CLASS_PAIRS:
        found = pairwise(outputs, measure)
        assert (found.n_pairs, found.n_undefined) == (1, 1)
        assert np.isnan(found.mean)


@of_all
def test_a_lone_member_has_no_pairs(measure):
    outputs = (
        from_correctness([[1], [0]])
        if measure in CLASS_PAIRS
        else Outputs.from_predictions([[1, 2]], truth=[1, 3], regression=True)
    )
    found = pairwise(outputs, measure)
    assert (found.n_pairs, found.n_undefined) == (0, 0)
    assert np.isnan(found.mean)


@pytest.mark.parametrize("measure", CLASS_PAIRS)
def test_counts_serve_as_well_as_outputs(measure):
    outputs = from_correctness(MATRIX, names=("a", "b", "c"))
    found = pairwise(count_pairs(outputs), measure)
    np.testing.assert_array_equal(found.matrix, pairwise(outputs, measure).matrix)
    assert found.frame().index.tolist() == found.frame().columns.tolist() == ["a", "b", "c"]


def test_members_without_names_are_numbered():
    assert pairwise(from_correctness(MATRIX)).frame().columns.tolist() == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("measure", "classes", "message"),
    [
        ("distance", True, "is one for values; the outputs are classes, so use one of .*'kappa'"),
        ("kappa", False, "is one for classes; the outputs are values, so use one of .*'distance'"),
        ("coppa", True, "measure='coppa' is not known"),
    ],
)
def test_a_measure_that_does_not_fit_is_refused(measure, classes, message):
    with pytest.raises(ValueError, match=message):
        find_measure(measure, classes)


@pytest.mark.parametrize("measure", sorted(set(CLASS_PAIRS) - {"agreement", "disagreement", "kappa"}))
def test_correctness_needs_the_truth(measure):
    with pytest.raises(ValueError, match="the truth is needed"):
        pairwise(replace(from_correctness(MATRIX), truth=None), measure)


@pytest.mark.parametrize("measure", VALUE_PAIRS)
def test_distance_alone_needs_no_truth(measure):
    outputs = Outputs.from_predictions([[1, 2], [3, 5]], regression=True)
    if measure == "distance":
        assert pairwise(outputs, measure).mean == pytest.approx(np.sqrt(6.5))
    else:
        with pytest.raises(ValueError, match="the truth is needed"):
            pairwise(outputs, measure)


def test_the_mean_is_over_unordered_pairs():
    matrix = np.array([[9.0, 1.0, np.nan], [1.0, 9.0, 3.0], [np.nan, 3.0, 9.0]])
    found = summarise_pairs("made up", matrix)
    assert (found.mean, found.n_pairs, found.n_undefined) == (2.0, 3, 1)
    assert summarise_pairs("made up", matrix, undefined=5.0).mean == 3.0
