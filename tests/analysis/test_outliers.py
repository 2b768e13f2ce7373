import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.analysis.drawn import few, outputs

from hedgerow.analysis.outliers import find_outliers
from hedgerow.outputs import Outputs


def contradicted(n_members, n_wrong, **options):
    """Rows of label 1, each contradicted by a number of members; a last row that nobody contradicts."""
    wrong = np.append(n_wrong, 0)
    said = (np.arange(n_members)[:, None] >= wrong).astype(int)
    return Outputs.from_predictions(said, np.ones(wrong.size, dtype=int), classes=[0, 1], **options)


@pytest.mark.parametrize(
    ("n_members", "options", "least"),
    [
        (5, {}, 3),
        (4, {}, 3),
        (4, {"ties": "include"}, 2),
        (5, {"ties": "include"}, 3),
        (5, {"threshold": "consensus"}, 5),
        (4, {"threshold": "consensus"}, 4),
        (5, {"threshold": 2}, 2),
        (5, {"threshold": 0.8}, 4),
        (1, {}, 1),
    ],
)
def test_how_many_wrong_votes_make_an_outlier(n_members, options, least):
    n_wrong = np.arange(n_members + 1)
    found = find_outliers(contradicted(n_members, n_wrong), **options)
    assert_array_equal(found.mask[:-1], n_wrong >= least)
    assert_array_equal(found.n_wrong[:-1], n_wrong)
    assert_array_equal(found.n_votes, n_members)


@few
@given(outputs(), st.sampled_from(["majority", "consensus", 1, 2, 0.3, 1.0]), st.booleans())
def test_the_naive_twin_agrees(outputs, threshold, include):
    if threshold == 2 and outputs.n_members < 2:
        return
    found = find_outliers(outputs, threshold=threshold, ties="include" if include else "exclude")
    flagged = []
    for row in range(outputs.n_samples):
        right = wrong = 0.0
        for member, weight in enumerate(outputs.member_weights()):
            if outputs.predicted is None or outputs.predicted[member, row]:
                if outputs.answers[member, row] == outputs.truth[row]:
                    right += weight
                else:
                    wrong += weight
        total = right + wrong
        assert (found.n_wrong[row], found.n_votes[row]) == (wrong, total)
        if threshold == "majority":
            reached = wrong >= total / 2 if include else wrong > total / 2
        elif threshold == "consensus":
            reached = wrong == total
        else:
            reached = wrong >= (threshold if isinstance(threshold, int) else threshold * total - 1e-9)
        flagged.append(total > 0 and reached)
    weights = outputs.row_weights()
    spared = set()
    for code in set(outputs.truth.tolist()):
        rows = [row for row in range(outputs.n_samples) if outputs.truth[row] == code]
        rows = [row for row in rows if weights[row] > 0] or rows
        if all(flagged[row] for row in rows):
            spared.add(min(rows, key=lambda row: found.n_wrong[row] / found.n_votes[row]))
    assert set(found.spared.tolist()) == spared
    assert found.mask.tolist() == [flag and row not in spared for row, flag in enumerate(flagged)]


@few
@given(outputs())
def test_no_class_vanishes(outputs):
    found = find_outliers(outputs, threshold=1)
    assert set(outputs.truth[~found.mask]) == set(outputs.truth)


def test_of_a_class_that_would_vanish_the_least_contradicted_row_is_kept():
    said = [["b", "b", "b", "a"], ["b", "a", "b", "a"], ["b", "b", "b", "b"]]
    found = find_outliers(Outputs.from_predictions(said, ["a", "a", "a", "b"]))
    assert found.mask.tolist() == [True, False, True, False]
    assert found.spared.tolist() == [1, 3]


def test_rows_without_weight_do_not_keep_a_class_alive():
    said = [["b", "a", "b"]] * 3
    found = find_outliers(Outputs.from_predictions(said, ["a", "a", "b"], sample_weight=[1.0, 0.0, 1.0]))
    assert found.spared.tolist() == [0]
    weightless = find_outliers(Outputs.from_predictions([["b", "b"]], ["a", "b"], sample_weight=[0.0, 1.0]))
    assert weightless.spared.tolist() == [0]


def test_out_of_bag_a_row_is_compared_with_its_own_votes():
    predicted = np.array([[1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1]], dtype=bool)
    said = [["b", "b", "b", "a"]] * 2 + [["a", "a", "b", "a"]] * 2
    found = find_outliers(
        Outputs.from_predictions(said, ["a", "a", "a", "a"], classes=["a", "b"], predicted=predicted)
    )
    assert found.n_votes.tolist() == [4, 2, 0, 3]
    assert found.n_wrong.tolist() == [2, 2, 0, 0]
    assert found.mask.tolist() == [False, True, False, False]
    assert found.n_unjudged == 1
    assert found.share.tolist() == [0.5, 1.0, 0.0, 0.0]


def test_members_vote_with_their_weights():
    heavy = Outputs.from_predictions(
        [["b", "a"], ["a", "a"], ["a", "a"]], ["a", "a"], weights=[3.0, 1.0, 1.0]
    )
    assert find_outliers(heavy).mask.tolist() == [True, False]
    tied = Outputs.from_predictions([["b", "a"], ["b", "a"], ["a", "a"]], ["a", "a"], weights=[0.1, 0.2, 0.3])
    assert find_outliers(tied).mask.tolist() == [False, False]
    assert find_outliers(tied, ties="include").mask.tolist() == [True, False]


@few
@given(outputs())
def test_weights_of_members_are_repeats(outputs):
    members = np.repeat(np.arange(outputs.n_members), outputs.member_weights().astype(int))
    chosen = outputs.select(members)
    repeated = Outputs(
        chosen.answers,
        chosen.classes,
        chosen.truth,
        sample_weight=chosen.sample_weight,
        predicted=chosen.predicted,
    )
    assert_array_equal(find_outliers(repeated).mask, find_outliers(outputs).mask)


def test_the_frame_lists_the_most_contradicted_first():
    said = [["b", "c", "a", "b"], ["b", "c", "a", "c"], ["c", "b", "a", "a"]]
    outputs = Outputs.from_predictions(
        said, ["a", "a", "a", "a"], predicted=[[1, 1, 1, 1], [1, 1, 1, 1], [1, 0, 1, 1]]
    )
    found = find_outliers(outputs, index=["w", "x", "y", "z"])
    expected = pd.DataFrame(
        {
            "row": ["w", "x", "z"],
            "given": ["a", "a", "a"],
            "suggested": ["b", "c", "b"],  # never the given label itself
            "votes_against": [3.0, 2.0, 2.0],
            "votes": [3.0, 2.0, 3.0],
            "share": [1.0, 1.0, 2 / 3],
        }
    )
    pd.testing.assert_frame_equal(found.frame(), expected, check_dtype=False)
    every = found.frame(all_rows=True)
    assert every["row"].tolist() == ["w", "x", "z", "y"]
    assert every["outlier"].tolist() == [True, True, True, False]
    assert every["suggested"].isna().tolist() == [False, False, False, True]


def test_integer_labels_stay_integers_in_the_frame():
    found = find_outliers(Outputs.from_predictions([[5, 1], [5, 1]], [1, 1], classes=[1, 5]))
    assert found.frame()["suggested"].tolist() == [5]
    assert found.frame()["suggested"].dtype.kind == "i"
    assert find_outliers(Outputs.from_predictions([[1, 1]], [1, 1])).frame().empty


@pytest.mark.parametrize(
    ("threshold", "least"), [("majority", 0.5), ("consensus", 1.0), (0.7, 0.7), (2, None)]
)
def test_the_share_that_makes_an_outlier_is_kept_for_pictures(threshold, least):
    assert find_outliers(contradicted(3, [0, 3]), threshold=threshold).least_share == least


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": "all"}, "threshold='all' must be an int from 1 to 3, or a share"),
        ({"threshold": 0}, "threshold=0 must be an int from 1 to 3"),
        ({"threshold": 4}, "threshold=4 must be an int from 1 to 3"),
        ({"threshold": 1.5}, "threshold=1.5 must be an int from 1 to 3"),
        ({"threshold": 0.0}, "threshold=0.0 must be an int from 1 to 3"),
        ({"threshold": True}, "threshold=True must be an int from 1 to 3"),
        ({"ties": "maybe"}, "ties='maybe' must be 'exclude' or 'include'"),
    ],
)
def test_what_is_not_known_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        find_outliers(contradicted(3, [0, 3]), **options)


def test_values_far_from_what_most_members_say():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=200)
    said = truth + rng.normal(scale=0.1, size=(3, 200))
    said[2] += 5.0  # a biased member is no reason to distrust every row
    truth[[3, 7]] += [2.0, -2.0]
    said[0, 11] += 2.0  # one member in three
    found = find_outliers(Outputs.from_predictions(said, truth, regression=True), cutoff=5.0)
    assert np.flatnonzero(found.mask).tolist() == [3, 7]
    assert found.n_wrong[[3, 7, 11]].tolist() == [3, 3, 1]
    frame = found.frame()
    assert frame["row"].tolist() == [3, 7]
    assert_allclose(frame["given"], truth[[3, 7]])
    assert_allclose(frame["suggested"], said[:, [3, 7]].mean(axis=0))


def naive_residual_votes(outputs, cutoff):
    against = np.zeros(outputs.n_samples)
    for member in range(outputs.n_members):
        rows = [
            row
            for row in range(outputs.n_samples)
            if outputs.predicted is None or outputs.predicted[member, row]
        ]
        repeats = [row for row in rows for _ in range(int(outputs.row_weights()[row]))]
        if not repeats:
            continue

        def lower_median(values):
            return sorted(values)[(len(values) - 1) // 2]

        residual = {row: outputs.truth[row] - outputs.answers[member, row] for row in rows}
        centre = lower_median([residual[row] for row in repeats])
        distances = [abs(residual[row] - centre) for row in repeats]
        scale = 1.4826 * lower_median(distances) or 1.2533 * sum(distances) / len(distances)
        for row in rows:
            against[row] += abs(residual[row] - centre) > cutoff * scale and scale > 0
    return against


@few
@given(st.data(), st.sampled_from([0.5, 1.0, 3.0]))
def test_values_agree_with_the_naive_twin(data, cutoff):
    n_members, n_rows = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 8))

    def rows(of):
        return data.draw(st.lists(of, min_size=n_rows, max_size=n_rows))

    values = st.integers(-3, 3).map(float)
    outputs = Outputs.from_predictions(
        [rows(values) for _ in range(n_members)], rows(values), regression=True,
        sample_weight=np.array(rows(st.integers(0, 2)), dtype=float) + np.eye(n_rows)[0],
        predicted=[rows(st.booleans()) for _ in range(n_members)],
    )  # fmt: skip
    assert_array_equal(find_outliers(outputs, cutoff=cutoff).n_wrong, naive_residual_votes(outputs, cutoff))


def test_exact_members_are_not_upset_by_one_small_residual():
    truth = np.arange(20.0)
    truth[4] += 1e-3
    outputs = Outputs.from_predictions([np.arange(20.0)], truth, regression=True)
    # most residuals are zero, so the mean absolute deviation stands in for the median one
    assert np.flatnonzero(find_outliers(outputs, cutoff=3.0).mask).tolist() == [4]
    same = Outputs.from_predictions([[1.0, 2.0]], [1.0, 2.0], regression=True)
    assert not find_outliers(same).mask.any()
    with pytest.raises(ValueError, match="cutoff=0 must be a number above 0"):
        find_outliers(same, cutoff=0)


def test_some_value_is_always_kept():
    outputs = Outputs.from_predictions([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0], regression=True)
    assert not find_outliers(outputs, threshold=1, cutoff=1e-6).mask.all()


def test_clean_tables_have_no_outliers():
    found = find_outliers(contradicted(3, [3, 0, 2]))
    X = pd.DataFrame({"x": [10, 20, 30, 40]}, index=list("abcd"))
    cleaned, labels = found.clean(X, [1, 1, 1, 1])
    assert cleaned.index.tolist() == ["b", "d"]
    assert labels == [1, 1]
    assert found.clean(np.arange(4)).tolist() == [1, 3]
