"""The command: measure, print, store."""

from __future__ import annotations

import argparse
from importlib import import_module
from time import perf_counter

from rich.console import Console

from benchmarks.page import DOCS, write_pages
from benchmarks.screen import draw_table
from benchmarks.store import RESULTS, save

# In the order of the page; the longest last.
CLAIMS = (
    "fit_classification",
    "fit_regression",
    "fit_roads",
    "predict",
    "genes",
    "sparse",
    "oob_permutation",
    "diversity",
    "bias_variance",
    "relevance",
    "shap_values",
    "boosting",
    "rotations",
    "projections",
    "learners",
    "masks",
    "pruning",
    "mrmr",
    "fcbf",
    "causal",
    "bayes_nets",
    "cluster_ensembles",
    "wrappers",
    "output_codes",
    "minimal_codes",
    "pairwise",
    "mixtures",
    "networks",
    "many_labels",
    "coming_from",
    "several_targets",
    "start_up",
    "scaling",
    "floor",
    "accuracy_classification",
    "large_table",
)


def main() -> None:
    """Run the benchmarks that are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure hedgerow and its peers."
    )
    parser.add_argument("--quick", action="store_true", help="small versions, to see that everything runs")
    parser.add_argument(
        "--only", nargs="+", choices=CLAIMS, default=CLAIMS, metavar="NAME", help=", ".join(CLAIMS)
    )
    parser.add_argument(
        "--page", action="store_true", help="only write the stored results into the pages of docs"
    )
    arguments = parser.parse_args()
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 180  # a log has no edge to fold at
    if arguments.page:
        console.print("\n".join(f"docs/{page.relative_to(DOCS)}" for page in write_pages()))
        return
    rows = []
    for name in arguments.only:
        start = perf_counter()
        with console.status(f"measuring {name}"):
            measured = import_module(f"benchmarks.{name}").measure(arguments.quick)
        save(name, measured, RESULTS / "quick" if arguments.quick else RESULTS)
        console.print(draw_table(f"{name} ({perf_counter() - start:.0f} s)", measured))
        rows += measured
    demanded = [row for row in rows if row.reached is not None]
    reached = sum(bool(row.reached) for row in demanded)
    console.print(f"{reached} of {len(demanded)} floors reached")
    if arguments.quick:
        console.print("Quick numbers prove nothing; they are in benchmarks/results/quick, which git ignores.")


if __name__ == "__main__":
    main()
