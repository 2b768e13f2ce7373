import numpy as np
import pytest

from hedgerow import Outputs, RandomForestClassifier
from hedgerow.analysis.outliers import find_outliers
from hedgerow.findings import Case
from hedgerow.findings.label_errors import find_label_errors


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
