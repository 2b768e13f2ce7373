import numpy as np

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
