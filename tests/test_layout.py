"""The rules of the folder tree that no linter knows."""

import ast
import inspect
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hedgerow import RandomForestClassifier, datasets
from hedgerow.cli.application import app

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hedgerow"
TESTS = ROOT / "tests"

MODULES = sorted(
    path.relative_to(SOURCE)
    for path in SOURCE.rglob("*.py")
    if path.name not in {"__init__.py", "__main__.py"}
)
TEXTS = sorted(
    path
    for pattern in (
        "*.md",
        "*.toml",
        "Makefile",
        "requirements/*",
        "src/**/*.py",
        "docs/*.py",
        "docs/**/*.md",
    )
    for path in ROOT.glob(pattern)
    if path.is_file() and "_build" not in path.parts
)


def place_of_test(module: Path) -> Path:
    folders = [folder.lstrip("_") for folder in module.parts[:-1]]
    return TESTS.joinpath(*folders, f"test_{module.stem.lstrip('_')}.py")


def has_behaviour(module: Path) -> bool:
    """Tell whether a module holds more than data, protocols and exceptions."""
    tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
    concrete = [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not any("Protocol" in ast.unparse(base) for base in node.bases)
    ]
    return any(isinstance(node, ast.FunctionDef) for scope in (tree, *concrete) for node in scope.body)


def test_a_source_file_and_its_test_share_a_stem():
    expected = {module: place_of_test(module) for module in MODULES if has_behaviour(module)}
    missing = [
        f"{module} has no {test.relative_to(ROOT)}" for module, test in expected.items() if not test.exists()
    ]
    assert not missing, "\n".join(missing)


def test_no_file_is_named_after_nothing():
    vague = {"utils", "helpers", "common", "misc"}
    assert not [path for path in (*SOURCE.rglob("*"), *TESTS.rglob("*")) if path.stem.lstrip("_") in vague]


def test_importing_the_package_loads_nothing_heavy():
    assert modules_after("import hedgerow") & {"numba", "sklearn", "pandas", "matplotlib"} == set()


def test_importing_the_command_loads_nothing_heavy():
    assert modules_after("import hedgerow.cli") & {"numba", "sklearn", "pandas", "matplotlib"} == set()


def test_the_lock_holds_names_and_versions_only():
    lines = (ROOT / "requirements" / "lock.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert not [pin for pin in pins if not re.fullmatch(r"[a-z0-9-]+==[A-Za-z0-9.+]+", pin)]


def test_no_text_names_a_folder_of_one_machine():
    folder = re.compile(r"(?<![\w.])/(?:home|root|Users|work|tmp)/\w+")
    found = {path.relative_to(ROOT): folder.findall(path.read_text(encoding="utf-8")) for path in TEXTS}
    assert not {path: folders for path, folders in found.items() if folders}


def modules_after(statement: str) -> set[str]:
    code = f"{statement}; import sys; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(result.stdout.split())


WBC = datasets.load("wbc")


def fit_forest(folder):
    RandomForestClassifier(random_state=0, n_jobs=1).fit(WBC.features.to_numpy(float), WBC.target.to_numpy())


def fit_from_the_command_line(folder):
    path = SOURCE / "datasets" / "data" / "wbc.csv"
    arguments = ["fit", path, "--target", "Class", "--method", "forest", "--out", folder / "model.hdg"]
    result = CliRunner().invoke(app, [*map(str, arguments), "--repeats", "1", "--jobs", "1"])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("call", "most"), [(fit_forest, 20), (fit_from_the_command_line, 80)])
def test_who_follows_one_call_visits_few_modules(call, most, tmp_path):
    call(tmp_path)  # what is done once, such as imports and compilation, is no part of the way
    visited = set()

    def note(frame, event, _):
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        # The body of a module or of a class is no function.
        if event == "call" and module.startswith("hedgerow") and code.co_flags & inspect.CO_OPTIMIZED:
            visited.add(module)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        call(tmp_path)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert len(visited) <= most, sorted(visited)
