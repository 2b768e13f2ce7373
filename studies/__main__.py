"""The command: run, show, store."""

from __future__ import annotations

import argparse
from importlib import import_module
from time import perf_counter

import pandas as pd
from rich.console import Console

from studies.page import write_pages
from studies.store import save

# In the order of the pages.
STUDIES = (
    "false_positives",
    "fresh_tables",
    "wide_noise",
    "importance_bias",
    "power",
    "local",
    "local_sampling",
    "thesis_tables",
    "mixtures",
    "first_choice",
    "ensemble_tables",
    "label_noise",
    "small_samples",
    "oracles",
    "pruning",
    "selectors",
    "cluster_selection",
    "minimal_codes",
    "local_experts",
    "prototype_mixtures",
    "coded_bias_variance",
    "exact_cuts",
)


def main() -> None:
    """Run the studies that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m studies", description="Check what the methods promise.")
    parser.add_argument("--quick", action="store_true", help="small versions that are not stored")
    parser.add_argument(
        "--only", nargs="+", choices=STUDIES, default=STUDIES, metavar="NAME", help=", ".join(STUDIES)
    )
    parser.add_argument(
        "--page", action="store_true", help="only write the stored results into the pages of docs/studies"
    )
    arguments = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    if arguments.page:
        for page in write_pages():
            console.print(f"docs/studies/{page.name}")
        return
    for name in arguments.only:
        start = perf_counter()
        with console.status(f"running {name}"):
            found = import_module(f"studies.{name}").run(arguments.quick)
        console.print(f"[bold]{name}[/bold] ({perf_counter() - start:.0f} s)")
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.width", 180):
            console.print(str(found), markup=False)
        if not arguments.quick:
            save(name, found)


if __name__ == "__main__":
    main()
