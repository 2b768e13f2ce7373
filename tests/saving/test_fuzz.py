"""A short run of the fuzzer; `tests/saving/fuzz.py` is the long one."""

from tests.saving.fuzz import fuzz


def test_mutated_files_are_refused_or_load_and_nothing_breaks():
    counts, longest = fuzz(240, seed=1)
    assert sum(counts.values()) == 240
    assert counts["refused"] > 150
    assert longest < 20.0
