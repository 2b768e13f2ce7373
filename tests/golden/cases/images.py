"""Pictures of drawn faces: windows around the eyes, and the patterns in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from tests.golden.public import public


@cache
def _draw() -> Any:
    return public.make_eye_regions({(): 2, (1, 2): 2, (4, 7): 2}, random_state=0)


def _encode(**options: Any) -> Any:
    sample = _draw()
    table = public.encode_images(sample.images, sample.eyes, sample.labels(), tiles=[(3, 6)], **options).table
    return {"values": table.features.drop(columns="file").to_numpy(), "units": table.target.tolist()}


def _count_patterns() -> Any:
    pictures = np.random.default_rng(0).integers(0, 256, (4, 20, 30))
    return public.LocalBinaryPatterns([1, 2.5], tiles=[(2, 3), (1, 1)]).fit_transform(pictures)


IMAGES: dict[str, Callable[[], Any]] = {
    "LocalBinaryPatterns on pictures": _count_patterns,
    "align_eyes": lambda: public.align_eyes(_draw().images[0], _draw().eyes[0]),
    "encode_images": lambda: _encode(radii=[1, 4]),
    "encode_images with pixels": lambda: _encode(features="pixels", shape=(15, 30)),
    "read_windows": lambda: public.read_windows(_draw().images, _draw().eyes, shape=(30, 60)).pixels,
}
