"""Data to try things on: real sets by name, and generators with a known truth."""

from hedgerow.datasets.catalog import load, names
from hedgerow.datasets.errors import DatasetError
from hedgerow.datasets.generators import (
    append_noise,
    make_artificial_multi1,
    make_artificial_multi2,
    make_diagonal,
    make_four_centres,
    make_friedman,
    make_label_sets,
    make_led,
    make_madelon,
    make_multiplexer,
    make_network,
    make_parity,
    make_pattern,
    make_ringnorm,
    make_simple,
    make_square_frame,
    make_threenorm,
    make_twonorm,
    make_waveform,
)
from hedgerow.datasets.sample import Sample

__all__ = [
    "DatasetError",
    "Sample",
    "append_noise",
    "load",
    "make_artificial_multi1",
    "make_artificial_multi2",
    "make_diagonal",
    "make_four_centres",
    "make_friedman",
    "make_label_sets",
    "make_led",
    "make_madelon",
    "make_multiplexer",
    "make_network",
    "make_parity",
    "make_pattern",
    "make_ringnorm",
    "make_simple",
    "make_square_frame",
    "make_threenorm",
    "make_twonorm",
    "make_waveform",
    "names",
]
