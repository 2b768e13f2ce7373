"""``python -m tests.parity``: scikit-learn's test files with our classes, or those whose names hold a given word."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.parity.files import FILES, FileResult, run_file
from tests.parity.page import PAGE, write_page


def main() -> int:
    """Run the files, say what fails, and write the page when all of them were run."""
    reader = argparse.ArgumentParser(prog="make parity", description=__doc__)
    reader.add_argument("words", nargs="*", help="words in the names of files; all files by default")
    reader.add_argument("--workers", type=int, default=2, help="files at a time")
    reader.add_argument("--brief", action="store_true", help="leave out the tests that fail")
    chosen = reader.parse_args()
    files = [file for file in FILES if not chosen.words or any(word in file for word in chosen.words)]
    results = []
    with ThreadPoolExecutor(chosen.workers) as workers:
        for result in workers.map(run_file, files):
            results.append(result)
            say(result, brief=chosen.brief)
    if len(files) == len(FILES):
        write_page(results)
        print(f"written: {PAGE}")
    return int(not all(result.is_good for result in results))


def say(result: FileResult, *, brief: bool) -> None:
    """Print what a file came to."""
    print(
        f"{result.file}: {result.n_passed} pass, {len(result.failures)} fail, {result.n_set_aside} set aside, "
        f"{result.share:.1%} of {FILES[result.file]:.0%}; {result.n_others} have nothing to do with us",
        flush=True,
    )
    if result.complaint:
        print(f"  did not come to its end: {result.complaint}")
    for name in result.needless:
        print(f"  set aside, though it passes or is not there: {name}")
    for each in [] if brief else result.failures:
        print(f"  {each.test}: {each.error[:160]}")


if __name__ == "__main__":
    sys.exit(main())
