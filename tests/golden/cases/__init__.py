"""The cases: what each public estimator, selector, axis value and measure is asked, by its public name.

A key is ``Name``, ``Name on table`` or ``Name with choice on table``; a value is a function that answers.
"""

from tests.golden.cases.axes import AXES
from tests.golden.cases.estimators import ESTIMATORS
from tests.golden.cases.generators import GENERATORS
from tests.golden.cases.images import IMAGES
from tests.golden.cases.measures import MEASURES
from tests.golden.cases.reading import READING
from tests.golden.cases.selectors import SELECTORS
from tests.golden.cases.sequences import SEQUENCES
from tests.golden.cases.statistics import STATISTICS

FAMILIES = {
    "estimators": ESTIMATORS,
    "selectors": SELECTORS,
    "axes": AXES,
    "measures": MEASURES,
    "generators": GENERATORS,
    "images": IMAGES,
    "statistics": STATISTICS,
    "sequences": SEQUENCES,
    "reading": READING,
}
CASES = {name: case for family in FAMILIES.values() for name, case in family.items()}

# Public, and no case of its own.
EXCEPTIONS = {
    "choose_model": "compares and fits what other cases fit",
    "compare_methods": "compares what other cases fit",
    "find_method": "finds a class by its name",
    "find_metric": "finds a function by its name",
    "find_status": "tells whether a published table can be run",
    "find_table": "reads a published table",
    "inspect_table": "writes words",
    "load": "reads the tables that every case uses",
    "load_glaucoma": "reads a file of another package",
    "load_model": "kept model files have tests of their own",
    "names": "lists the catalogue",
    "open_table": "reads a file",
    "plot_tree": "draws",
    "shap_values": "is compared with another package and with enumeration",
    "to_matrix": "reads a frame",
    "to_onnx": "writes what another package runs",
    "to_treelite": "writes what another package runs",
    "published_tables": "reads published tables",
    "read_bif": "reads what others write",
    "read_documents": "reads files and frames",
    "read_manifest": "kept model files have tests of their own",
    "read_results": "reads what another function wrote",
    "read_table": "reads a file",
    "render_page": "writes words",
    "reproduce": "runs whole studies",
    "resolve_decoding": "finds a class by its name",
    "runnable_tables": "lists the published tables that can be run",
    "save_model": "kept model files have tests of their own",
    "write_bif": "writes what others read",
    "write_results": "writes what another function made",
}


def names_of_cases() -> set[str]:
    """List the public names that have a case."""
    return {name.split()[0] for name in CASES}
