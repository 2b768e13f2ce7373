import importlib
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import hedgerow
from hedgerow import (
    ForestRelevance,
    Outputs,
    RandomForestClassifier,
    RandomForestRegressor,
    datasets,
    read_table,
    selection_stability,
)
from hedgerow.findings import RULES, Case, find_all
from hedgerow.findings.finding import SEVERITIES
from hedgerow.findings.members import find_few_members
from hedgerow.selection.filters import CFSSelector


def test_a_plain_table_has_no_findings(plain):
    assert find_all(plain) == []


def test_the_worst_comes_first_and_all_of_it_is_json(make_table, random):
    y = np.array(["no"] * 95 + ["yes"] * 5)
    table = make_table(
        y,
        code=(y == "yes").astype(int),
        patient_id=range(100),
        unit=["m"] * 100,
        gaps=np.where(np.arange(100) % 2, np.nan, random.normal(size=100)),
    )
    findings = find_all(table)
    assert [finding.code for finding in findings] == [
        "target-copies",
        "small-classes",
        "identifiers",
        "class-imbalance",
        "missing-values",
        "repeated-rows",
        "constant-columns",
    ]
    ranks = [SEVERITIES.index(finding.severity) for finding in findings]
    assert ranks == sorted(ranks)
    json.dumps([finding.to_dict() for finding in findings], allow_nan=False)


@pytest.mark.parametrize("name", ["wbc", "iris"])
def test_everything_together_runs_and_is_json(name):
    table = datasets.load(name)
    forest = RandomForestClassifier(40, random_state=0).fit(table.features, table.target)
    outputs = Outputs.from_estimator(forest, table.features, table.target, out_of_bag=True)
    study = ForestRelevance(n_estimators=50, random_state=0).fit(table.features, table.target)
    findings = find_all(table, forest, outputs, study)
    assert all(finding.sentence.endswith(".") for finding in findings)
    assert not [finding for finding in findings if finding.severity == "serious"]
    json.dumps([finding.to_dict() for finding in findings], allow_nan=False)


def test_a_table_without_target_is_looked_at():
    frame = datasets.load("iris").features.assign(unit="cm")
    codes = [finding.code for finding in find_all(read_table(frame))]
    assert codes == ["constant-columns"]


def test_every_function_that_makes_findings_of_a_case_is_a_rule():
    modules = [
        importlib.import_module(f"hedgerow.findings.{path.stem}")
        for path in (Path(hedgerow.__file__).parent / "findings").glob("[a-z]*.py")
    ]
    made = {
        each
        for module in modules
        for name, each in vars(module).items()
        if not name.startswith("_")
        and getattr(each, "__annotations__", {}) == {"case": "Case", "return": "list[Finding]"}
    }
    assert made == set(RULES)
    assert len(made) == len(RULES)


def test_any_kind_of_column_and_hostile_names_are_looked_at(make_table, random):
    columns = {
        "<script>alert(1)</script>": random.normal(size=60),
        "x" * 500: random.choice(["red", "[bold]", "שלום"], 60),
        "gaps in truth": pd.array(random.choice([True, False, None], 60), dtype="boolean"),
        "free text": [f"a long note on row {row} that nobody reads twice" for row in range(60)],
    }
    for target in (random.normal(size=60), random.random(60) < 0.5, random.integers(0, 3, 60)):
        for finding in find_all(make_table(target, **columns)):
            assert len(finding.sentence) < 700
            json.dumps(finding.to_dict(), allow_nan=False)


def make_clean(seed):
    """A table with nothing wrong: classes or values that three of five features tell, with some noise."""
    random = np.random.default_rng(seed)
    X = random.normal(size=((120, 200, 300)[seed % 3], 5))
    X[:, 2] = random.integers(0, 5, len(X))
    signal = X[:, 0] + X[:, 1] + X[:, 2] + random.normal(scale=(0.5, 0.9)[seed % 2], size=len(X))
    target = (
        signal
        if seed % 4 == 0
        else np.array(list("abc"))[np.digitize(signal, np.quantile(signal, [0.3, 0.7]))]
    )
    return read_table(pd.DataFrame(X).add_prefix("x").assign(target=target), "target", name=f"clean {seed}")


def test_clean_tables_are_left_alone():
    alarms = []
    for seed in range(20):
        table = make_clean(seed)
        kind = RandomForestClassifier if table.task == "classification" else RandomForestRegressor
        X, y = table.features, np.asarray(table.target)
        model = kind(60, random_state=seed).fit(X, y)
        outputs = Outputs.from_estimator(model, X, y, out_of_bag=True, probabilities=False)
        study = ForestRelevance(n_estimators=100, local=None, task=table.task, random_state=seed).fit(X, y)
        selector = CFSSelector(task=table.task)
        stability = selection_stability(selector, X, y, n_repeats=4, random_state=seed)
        case = Case(table, model, outputs, study.relevance_, stability=stability)
        # Sixty members are few, and it is right to say so.
        rules = [rule for rule in RULES if rule is not find_few_members]
        alarms += [finding.code for rule in rules for finding in rule(case)]
    assert len(alarms) <= 1, alarms
