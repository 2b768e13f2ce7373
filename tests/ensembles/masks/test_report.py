import numpy as np
import pytest

from hedgerow.diversity import vote_entropy
from hedgerow.ensembles.masks.report import MaskReport, measure_distance
from hedgerow.outputs import Outputs

# Five members about four rows: entropies 0, 0.673012, 0.500402 and 0.673012 nats.
SAID = [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 0, 2], [0, 0, 1, 1], [0, 1, 1, 1]]
TRUTH = [0, 0, 1, 2]
MASKS = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 0], [1, 0, 0]], bool)


def make_report(said=SAID, masks=MASKS, **changes):
    outputs = Outputs.from_predictions(said, TRUTH, classes=[0, 1, 2])
    given = {
        "scores": np.full(len(said), 0.5),
        "n_candidates": len(said),
        "n_trials": 9,
        "n_cycles": 2.0,
    } | changes
    return MaskReport(outputs, masks, np.array(["a", "b", "c"]), **given)


def test_the_published_check_values():
    frame = make_report().frame()
    assert frame.loc[5, "entropy"] == pytest.approx(0.665957, abs=1e-6)
    assert frame["accuracy"].iloc[-1] == 0.75
    assert make_report().members()["accuracy"].tolist() == [1, 0.75, 0.5, 0.75, 0.5]
    assert frame["member_accuracy"].tolist() == pytest.approx([1, 0.875, 0.75, 0.75, 0.7])
    np.testing.assert_allclose(frame["gain"], frame["accuracy"] - frame["member_accuracy"], atol=1e-12)


def test_every_size_is_that_of_the_first_members():
    report = make_report()
    for size, line in report.frame().iterrows():
        some = report.outputs.select(np.arange(size))
        assert line["entropy"] == pytest.approx(vote_entropy(some), abs=1e-12)
        assert line["accuracy"] == pytest.approx((some.consensus() == some.truth).mean())
    # Given what the first member says nothing is unknown; given that the last one says 1, everything.
    assert report.frame()["conditional_entropy"].iloc[0] == 0
    alone = [0, 0.5, 0.5, 0.5, 0.75 * np.log2(3)]
    np.testing.assert_allclose(
        report.frame()["member_conditional_entropy"], np.cumsum(alone) / np.arange(1, 6), atol=1e-12
    )


def test_features_and_masks():
    report = make_report()
    assert report.features().to_numpy().tolist() == [["a", 1.0], ["b", 0.4], ["c", 0.2]]
    assert report.members()["features"].tolist() == ["a", "a, b", "a, c", "a, b", "a"]
    assert report.members()["n_features"].tolist() == [1, 2, 2, 2, 1]
    assert report.frame() is not report.frame()


def test_distance_is_the_mean_over_pairs():
    rng = np.random.default_rng(0)
    masks = rng.random((7, 9)) < 0.4
    pairs = [(masks[a] != masks[b]).mean() for a in range(7) for b in range(a)]
    assert measure_distance(masks) == pytest.approx(np.mean(pairs))
    assert np.isnan(measure_distance(masks[:1]))
    assert measure_distance(np.repeat(masks[:1], 3, axis=0)) == pytest.approx(0.0)


def test_the_sentence_says_where_the_numbers_come_from():
    report = make_report(n_candidates=8)
    assert "5 masks (of 8)" in report.sentence
    assert "75.0 % of the rows that guided the search" in report.sentence
    assert "nearly the same" not in report.sentence
    assert repr(report).startswith("<MaskReport: 5 masks")
    assert "nearly the same" in make_report(masks=np.ones((5, 3), bool)).sentence
    assert "95 % of it with" in report.sentence
    assert "never disagree" in make_report(said=[TRUTH] * 5).sentence


def test_enough_members_have_nearly_all_the_entropy():
    report = make_report()
    entropy = report.frame()["entropy"]
    assert entropy[report.n_enough] >= 0.95 * entropy.iloc[-1]
    assert (entropy[: report.n_enough - 1] < 0.95 * entropy.iloc[-1]).all()
    assert make_report(said=SAID[:1], masks=MASKS[:1]).n_enough == 1
