"""Generated data: the same seed gives the same rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.golden.public import public

_SIZES: dict[str, dict[str, Any]] = {
    "make_artificial_multi1": {}, "make_artificial_multi2": {}, "make_diagonal": {}, "make_four_centres": {},
    "make_friedman": {}, "make_label_sets": {}, "make_led": {}, "make_madelon": {"n_features": 30},
    "make_multiplexer": {}, "make_network": {}, "make_parity": {}, "make_pattern": {}, "make_ringnorm": {},
    "make_simple": {}, "make_square_frame": {}, "make_threenorm": {}, "make_twonorm": {}, "make_waveform": {},
}  # fmt: skip


def _bind(name: str, options: dict[str, Any]) -> Callable[[], Any]:
    return lambda: getattr(public, name)(n_samples=60, random_state=0, **options)


GENERATORS: dict[str, Callable[[], Any]] = {
    name: _bind(name, options) for name, options in _SIZES.items()
} | {
    "make_glaucoma": lambda: public.make_glaucoma(random_state=0),
    "make_readers": lambda: public.make_readers(2, n_searches=1, n_pages=3, random_state=0),
    "make_topic_texts": lambda: public.make_topic_texts(30, n_topics=3, random_state=0),
    "make_eye_regions": lambda: public.make_eye_regions({(): 3, (1, 2): 2, (4, 6, 7): 2}, random_state=0),
    "append_noise": lambda: public.append_noise(public.make_led(40, random_state=0), 3, random_state=1),
}
