"""Generators with a known truth: which columns matter, and how small the error can get."""

from hedgerow.datasets.generators.diagonal import make_diagonal
from hedgerow.datasets.generators.four_centres import make_four_centres
from hedgerow.datasets.generators.friedman import make_friedman
from hedgerow.datasets.generators.gaussians import make_artificial_multi1, make_artificial_multi2
from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.datasets.generators.led import make_led
from hedgerow.datasets.generators.madelon import make_madelon
from hedgerow.datasets.generators.multiplexer import make_multiplexer
from hedgerow.datasets.generators.networks import make_network
from hedgerow.datasets.generators.noise import append_noise
from hedgerow.datasets.generators.norms import make_ringnorm, make_threenorm, make_twonorm
from hedgerow.datasets.generators.parity import make_parity
from hedgerow.datasets.generators.patterns import make_pattern
from hedgerow.datasets.generators.simple import make_simple
from hedgerow.datasets.generators.square_frame import make_square_frame
from hedgerow.datasets.generators.waveform import make_waveform

__all__ = [
    "append_noise",
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
]
