from dataclasses import replace

import numpy as np
import pytest

from hedgerow import Outputs, RandomForestClassifier
from hedgerow.analysis.outliers import find_outliers
from hedgerow.findings import Case
from hedgerow.findings.rows import find_label_errors, find_repeated_rows


def test_repeated_measurements_are_found(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 50 + ["b"] * 47 + ["a"] * 3, x=x)))
    assert finding.severity == "warning"
    assert "3 rows repeat an earlier row in every column (3.0 % of 100)" in finding.sentence
    assert finding.evidence["n_same_features_other_target"] == 0


def test_another_target_is_counted_and_is_no_copy(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    assert not find_repeated_rows(Case(make_table(["a"] * 97 + ["b"] * 3, x=x)))


def test_coarse_columns_are_told_with_a_reservation(make_table):
    (finding,) = find_repeated_rows(Case(make_table(["a", "b"] * 20, x=np.arange(40) % 4)))
    assert finding.severity == "info"
    assert "coincidence" in finding.sentence


def test_identifiers_hide_no_copies(make_table, random):
    x = np.tile(random.normal(size=20), 2)
    assert find_repeated_rows(Case(make_table(["a", "b"] * 20, row_id=range(40), x=x)))


def test_different_rows_are_no_finding(plain):
    assert not find_repeated_rows(Case(plain))


def test_a_feature_may_be_called_target(make_table, random):
    table = make_table(["a", "b"] * 20, x=random.normal(size=40))
    table.features.columns = ["target"]
    table.kinds.clear()
    table.kinds["target"] = "number"
    assert not find_repeated_rows(Case(table))


@pytest.mark.parametrize(("n_repeated", "fires"), [(1, False), (2, True)])
def test_one_in_a_hundred_repeats_of_fine_measurements(make_table, random, n_repeated, fires):
    x = random.normal(size=200)
    x[200 - n_repeated :] = x[:n_repeated]
    found = find_repeated_rows(Case(make_table(["a"] * 190 + ["b"] * 5 + ["a"] * 5, x=x)))
    assert bool(found) is fires


@pytest.mark.parametrize(("n_repeated", "fires"), [(4, False), (5, True)])
def test_one_in_twenty_repeats_of_coarse_answers(make_table, n_repeated, fires):
    """A hundred different pairs of ten values each, of which the last repeat the first."""
    place = np.where(np.arange(100) < 100 - n_repeated, np.arange(100), np.arange(100) - 100 + n_repeated)
    found = find_repeated_rows(Case(make_table(place % 2, x=place % 10, y=place // 10)))
    assert [finding.severity for finding in found] == ["info"] * fires
    assert not found or "5 rows repeat an earlier row" in found[0].sentence


@pytest.mark.parametrize(("n_distinct", "severity"), [(50, "info"), (51, "warning")])
def test_a_column_is_fine_when_more_than_half_of_its_values_differ(make_table, n_distinct, severity):
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 99 + ["b"], x=np.arange(100) % n_distinct)))
    assert finding.severity == severity
    assert ("coincidence" in finding.sentence) is (severity == "info")


def test_rows_of_the_same_features_and_other_targets_are_counted(make_table, random):
    """Three rows repeat the first three, two have the features of the next two and another target."""
    x = random.normal(size=100)
    x[95:] = x[:5]
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 98 + ["b"] * 2, x=x)))
    assert finding.evidence == {
        "n_repeated": 3,
        "n_rows": 100,
        "share": 0.03,
        "n_same_features_other_target": 4,
    }


def test_without_a_target_the_features_repeat(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    table = make_table(["a"] * 97 + ["b"] * 3, x=x)
    assert find_repeated_rows(Case(replace(table, target=None)))[0].evidence["n_repeated"] == 3


def test_identifiers_alone_do_not_repeat(make_table):
    assert not find_repeated_rows(Case(make_table(["a", "b"] * 20, row_id=range(40))))


def test_planted_errors_are_found_out_of_bag(make_table, random):
    y = np.arange(200) % 2
    X = random.normal(size=(200, 2)) + 6 * y[:, None]
    y[[4, 41]] = 1 - y[[4, 41]]
    labels = np.where(y, "yes", "no")
    table = make_table(labels, a=X[:, 0], b=X[:, 1])
    forest = RandomForestClassifier(60, random_state=0).fit(table.features, labels)
    outputs = Outputs.from_estimator(forest, table.features, labels, out_of_bag=True)
    (finding,) = find_label_errors(Case(table, outputs=outputs))
    assert sorted(finding.evidence["rows"]) == [4, 41]
    assert finding.severity == "warning"
    assert "2 rows are contradicted by 90 % of the members or more (1.0 % of the table)" in finding.sentence


def test_right_labels_are_no_finding(plain):
    truth = plain.target.to_numpy()
    assert not find_label_errors(Case(plain, outputs=Outputs.from_predictions(np.tile(truth, (9, 1)), truth)))


def test_few_votes_contradict_nothing(plain):
    truth = plain.target.to_numpy()
    others = np.where(truth == "yes", "no", "yes")
    said = np.tile(np.where(np.arange(200) < 10, others, truth), (4, 1))
    assert not find_label_errors(Case(plain, outputs=Outputs.from_predictions(said, truth)))
    said = np.tile(said[0], (5, 1))
    assert find_label_errors(Case(plain, outputs=Outputs.from_predictions(said, truth)))


def contradict(make_table, n_rows, against, n_members=10, **given):
    """Half of the rows are "no", half "yes"; so many of the members contradict the first rows."""
    truth = np.repeat(["no", "yes"], n_rows // 2)
    said = np.tile(truth, (n_members, 1))
    for row, number in enumerate(against):
        said[:number, row] = "yes"
    table = make_table(truth, x=np.arange(n_rows) % 7)
    return find_label_errors(Case(table, outputs=Outputs.from_predictions(said, truth, **given)))


@pytest.mark.parametrize(
    ("against", "fires"),
    [
        ([9] * 4, True),  # nine tenths of the votes
        ([8] * 4, False),
        ([9] * 20, True),  # errors on a tenth of the rows
        ([9] * 21, False),
        ([9] * 4 + [6] * 16, True),  # a fifth of the errors is contradicted by nearly all
        ([9] * 3 + [6] * 16, False),
    ],
)
def test_a_vote_is_believed_where_it_is_good_and_errs_unanimously(make_table, against, fires):
    assert bool(contradict(make_table, 200, against)) is fires


@pytest.mark.parametrize(("n_against", "fires"), [(10, True), (11, False)])
def test_a_vote_is_good_on_the_rows_that_it_is_about(make_table, n_against, fires):
    predicted = np.tile(np.arange(200) % 100 < 50, (10, 1))
    found = contradict(make_table, 200, [9] * n_against, predicted=predicted)
    assert bool(found) is fires


def test_few_members_do_not_become_many_by_their_weights(make_table):
    assert not contradict(make_table, 200, [4] * 4, n_members=4, weights=[10.0] * 4)
    assert contradict(make_table, 200, [5] * 4, n_members=5, weights=[10.0] * 5)


@pytest.mark.parametrize(("n_against", "severity"), [(1, "info"), (2, "warning")])
def test_one_row_in_a_hundred_is_notable(make_table, n_against, severity):
    (finding,) = contradict(make_table, 200, [10] * n_against)
    assert finding.severity == severity


def test_the_most_contradicted_row_comes_first_and_fifty_are_kept(make_table):
    (finding,) = contradict(make_table, 600, [9] * 30 + [10] + [9] * 20)
    assert finding.evidence["n_rows"] == 51
    assert finding.evidence["rows"] == [30, *range(30), *range(31, 50)]
    assert finding.evidence["given"] == ["no"] * 50
    assert finding.evidence["suggested"] == ["yes"] * 50
    assert "of row 30: given 'no', voted 'yes'" in finding.sentence


@pytest.mark.parametrize(("residual", "fires"), [(8.8, False), (9.0, True)])
def test_a_value_is_wrong_from_six_standard_deviations_on(make_table, residual, fires):
    """Residuals are -1, 0 and 1, so a robust standard deviation is 1.4826, and six are 8.9."""
    y = np.arange(101) % 3 - 1.0
    y[50] = residual
    outputs = Outputs.from_predictions(np.zeros((10, 101)), y, regression=True)
    found = find_label_errors(Case(make_table(y, task="regression", x=np.arange(101) % 7), outputs=outputs))
    assert bool(found) is fires
    assert not found or "of row 50: given 9, answered 0" in found[0].sentence


def test_without_answers_or_truth_nothing_is_found(plain):
    assert not find_label_errors(Case(plain))
    said = np.tile(plain.target.to_numpy(), (9, 1))
    assert not find_label_errors(Case(plain, outputs=Outputs.from_predictions(said)))


def test_a_value_far_from_all_answers_is_found(make_table, random):
    y = random.normal(size=100)
    said = y + 0.1 * random.normal(size=(10, 100))
    y[7] += 20
    table = make_table(y, x=random.normal(size=100))
    (finding,) = find_label_errors(Case(table, outputs=Outputs.from_predictions(said, y, regression=True)))
    assert finding.evidence["rows"] == [7]


def test_answers_about_other_rows_are_not_judged(plain):
    assert not find_label_errors(
        Case(plain, outputs=Outputs.from_predictions([["yes", "no"]], ["no", "yes"]))
    )


def test_rows_where_classes_overlap_are_no_finding(make_table, random):
    X = random.normal(size=(300, 2))
    labels = np.where(X.sum(axis=1) + random.normal(size=300) > 0, "yes", "no")
    table = make_table(labels, a=X[:, 0], b=X[:, 1])
    forest = RandomForestClassifier(60, random_state=0).fit(table.features, labels)
    outputs = Outputs.from_estimator(forest, table.features, labels, out_of_bag=True)
    assert find_outliers(outputs, threshold=0.9).mask.any()
    assert not find_label_errors(Case(table, outputs=outputs))
