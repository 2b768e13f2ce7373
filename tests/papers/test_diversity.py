"""Worked examples and findings of the sources about diversity."""

import numpy as np
import pytest

from hedgerow import diversity_report
from hedgerow.diversity import (
    ensemble_curve,
    member_ambiguity,
    pairwise,
    row_confidence,
    row_vote_ambiguity,
    sharkey_type,
)
from hedgerow.outputs import Outputs

# Ten bagged stumps on x = 1..10, of a lecture on ensembles: what each round says, and the sample it was fitted on.
TRUTH = [1, 1, 1, -1, -1, -1, -1, 1, 1, 1]
LOW, ALL, HIGH = [1] * 3 + [-1] * 7, [1] * 10, [-1] * 7 + [1] * 3
ROUNDS = [LOW, ALL, LOW, LOW, LOW, HIGH, HIGH, HIGH, HIGH, ALL]
SAMPLES = [
    [1, 2, 2, 3, 4, 4, 5, 6, 9, 9],
    [1, 2, 3, 4, 5, 8, 9, 10, 10, 10],
    [1, 2, 3, 4, 4, 5, 7, 7, 8, 9],
    [1, 1, 2, 4, 4, 5, 5, 7, 8, 9],
    [1, 1, 2, 5, 6, 6, 6, 10, 10, 10],
    [2, 4, 5, 6, 7, 7, 7, 8, 9, 10],
    [1, 4, 4, 6, 7, 8, 9, 9, 9, 10],
    [1, 2, 5, 5, 5, 7, 7, 8, 9, 10],
    [1, 3, 4, 4, 6, 7, 7, 8, 10, 10],
    [1, 1, 1, 1, 3, 3, 8, 8, 9, 9],
]
STUMPS = Outputs.from_predictions(ROUNDS, truth=TRUTH)
UNSEEN = np.array([[x not in sample for x in range(1, 11)] for sample in SAMPLES])


def test_ten_stumps_vote_without_error():
    np.testing.assert_array_equal(np.sign(STUMPS.answers.astype(int).sum(axis=0) - 5), TRUTH)
    assert (STUMPS.consensus() == STUMPS.truth).all()
    np.testing.assert_array_equal(row_confidence(STUMPS), [2, 2, 2, 6, 6, 6, 6, 2, 2, 2])
    np.testing.assert_allclose(row_vote_ambiguity(STUMPS), [0.8] * 3 + [0.4] * 4 + [0.8] * 3)
    np.testing.assert_allclose(STUMPS.errors(), [0.3, 0.4, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.4])


def test_ten_stumps_in_pairs():
    """Three kinds of stumps: the 13 pairs of a kind have Q = 1; the 32 mixed pairs never err together: Q = -1."""
    q = pairwise(STUMPS, "q")
    assert (q.n_pairs, q.n_undefined) == (45, 0)
    assert q.mean == pytest.approx((13 - 32) / 45)
    # Two kinds differ on 4 + 3 rows (LOW, ALL), 6 (LOW, HIGH) and 7 (ALL, HIGH): 8, 16 and 8 pairs.
    assert pairwise(STUMPS, "disagreement").mean == pytest.approx((8 * 0.7 + 16 * 0.6 + 8 * 0.7) / 45)
    assert pairwise(STUMPS, "double_fault").mean == pytest.approx((12 * 0.3 + 0.4) / 45)
    np.testing.assert_allclose(member_ambiguity(STUMPS), STUMPS.errors())  # since the vote is the truth


def test_ten_stumps_one_after_the_other():
    curve = ensemble_curve(STUMPS).frame()
    # About the last three rows the votes are 1 : 1, 1 : 2, ..., 4 : 4, and equal ones go to the lower class, -1; the
    # ninth stump decides.
    assert curve["error"].tolist() == [0.3] * 8 + [0.0] * 2
    assert curve.loc[10, "q"] == pytest.approx(-19 / 45)
    assert curve.loc[1, "vote_entropy"] == 0.0


def test_ten_stumps_report():
    report = diversity_report(STUMPS)
    assert report.first["member_error"] == pytest.approx(0.32)
    assert report.gain == pytest.approx(0.32)
    assert report.sharkey == "II"
    assert "voting removes 100 % of the errors" in report.sentence
    assert sharkey_type(STUMPS).n_correct.tolist() == [6, 6, 6, 8, 8, 8, 8, 6, 6, 6]


def test_ten_stumps_are_too_few_out_of_bag():
    outputs = Outputs.from_predictions(ROUNDS, truth=TRUTH, predicted=UNSEEN)
    votes = outputs.votes()
    sums = votes[:, 1] - votes[:, 0]
    np.testing.assert_array_equal(sums, [-1, -1, -1, -1, -1, -1, 0, -2, 0, -2])
    assert (np.sign(sums) == TRUTH).sum() == 3
    assert (sums == 0).sum() == 2
    np.testing.assert_array_equal(row_confidence(outputs), np.abs(sums))
    # The two ties go to the lower class: one is right by luck, the other wrong.
    assert diversity_report(outputs).error == pytest.approx(0.6)
    assert "out-of-bag" in diversity_report(outputs).sentence


def draw_members(rng, n, easy, hard, share_of_hard=0.1, T=30):
    """Members that err with the same probability on a row, which is hard or easy."""
    chance = np.where(rng.random(n) < share_of_hard, hard, easy)
    return Outputs((rng.random((T, n)) >= chance).astype(np.uint8), np.arange(2), np.ones(n, np.uint8))


def mean_q(n, easy, hard, undefined=np.nan, trials=15):
    rng = np.random.default_rng(0)
    found = [pairwise(draw_members(rng, n, easy, hard), "q", undefined=undefined) for _ in range(trials)]
    share = np.mean([each.n_undefined / each.n_pairs for each in found])
    return np.mean([each.mean for each in found]), share


def test_q_of_few_rows_is_far_too_small_where_errors_are_rare():
    """Rogers 2007, chapter 5: 0.06 to 0.10 on 30 rows, 0.60 on 1,000, for one and the same kind of ensemble."""
    few, without = mean_q(30, easy=0.05, hard=0.5)
    many, _ = mean_q(1000, easy=0.05, hard=0.5)
    assert many == pytest.approx(0.665, abs=0.05)  # 0.665 by arithmetic
    assert few < 0.5 * many
    assert 0.05 < without < 0.5
    # What takes the place of the undefined pairs decides the rest.
    as_zero, as_one = (mean_q(30, 0.05, 0.5, undefined=value)[0] for value in (0.0, 1.0))
    assert as_one - as_zero == pytest.approx(without)


def test_q_of_few_rows_is_right_where_errors_are_frequent():
    few, without = mean_q(30, easy=0.4, hard=0.5)
    many, _ = mean_q(1000, easy=0.4, hard=0.5)
    assert abs(few - many) < 0.1
    assert without < 0.01
