from dataclasses import replace

import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.small_classes import find_small_classes


def find(make_table, *counts):
    labels = [f"class {place}" for place, number in enumerate(counts) for _ in range(number)]
    return find_small_classes(Case(make_table(labels, x=np.arange(len(labels)) / 7)))


def test_a_small_class_is_found(make_table):
    (finding,) = find(make_table, 30, 9)
    assert finding.severity == "warning"
    assert "1 class has fewer than 10 rows: 'class 1'; the smallest has 9." in finding.sentence


def test_a_class_without_a_row_in_every_fold_is_serious(make_table):
    (finding,) = find(make_table, 30, 4, 9)
    assert finding.severity == "serious"
    assert (
        "2 classes have fewer than 10 rows: 'class 1' and 'class 2'; the smallest has 4." in finding.sentence
    )
    assert "some folds of a cross-validation hold none of it" in finding.sentence
    assert finding.evidence["counts"] == {"class 2": 9, "class 1": 4}


def test_ten_rows_are_enough_to_be_silent(make_table):
    assert not find(make_table, 30, 10)


def test_few_values_are_found(make_table, random):
    table = make_table(random.normal(size=29), x=random.normal(size=29))
    assert "The table has 29 rows" in find_small_classes(Case(table))[0].sentence
    assert not find_small_classes(Case(make_table(random.normal(size=30), x=random.normal(size=30))))


def test_five_rows_are_one_for_each_fold(make_table):
    (finding,) = find(make_table, 30, 5)
    assert finding.severity == "warning"
    assert "folds" not in finding.sentence


def test_without_a_target_nothing_is_small(make_table, random):
    table = make_table(random.normal(size=29), x=random.normal(size=29))
    assert not find_small_classes(Case(replace(table, target=None)))
