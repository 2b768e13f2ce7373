"""Mutate model files, load them, and ask what loads: ``python -m tests.saving.fuzz 100000``.

A quarter of the mutations hit the bytes of the file. The others hit what stands in it, words of the description and
values of the arrays, and make the checksums true again, as somebody would who means harm. What may happen: the file is
refused, or it loads, and answers or raises. What may not: a crash, which ends this process; more memory; a wait.
"""

from __future__ import annotations

import hashlib
import io
import json
import resource
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from tests.saving.models import ask, read_files, save_to_bytes

from hedgerow import load_model
from hedgerow.saving import ModelFileError

ODD = [None, True, -1, 0, 1, 7, 2**31, 2**63, -(2**63), 1e308, "", "x", "a0", ["object", 0], ["array", "a0"],
       ["list", []], ["tuple", [1]], ["dict", []], ["float", "nan"], ["scalar", "<f8", 1e300], {}, {"x": 1},
       "tree-arrays@1", "__class__", ["slice", 0, 1, 0], ["range", 0, 2**62, 1]]  # fmt: skip


# What a kernel says in the checked build (`make checked`) where it would have read outside an array.
OUT_OF_BOUNDS = ("a kernel left the bounds of a buffer", "index is out of bounds")


def make_files() -> list[tuple[str, bytes]]:
    """Small files of all kinds of model, each in the first format and in today's, with the names of their models."""
    old = read_files(Path(__file__).parent / "files_of_format_1")
    files = list(old.items())
    with tempfile.TemporaryDirectory() as folder:
        for name, content in old.items():
            path = Path(folder) / "m.hdg"
            path.write_bytes(content)
            files.append((name, save_to_bytes(load_model(path))))
    return files


def mutate_bytes(content: bytes, rng: np.random.Generator) -> bytes:
    """Flip, cut, repeat or overwrite some bytes."""
    array = bytearray(content)
    for _ in range(rng.integers(1, 6)):
        place = int(rng.integers(len(array)))
        match rng.integers(4):
            case 0:
                array[place] = int(rng.integers(256))
            case 1:
                del array[place : place + int(rng.integers(1, 100))]
            case 2:
                array[place:place] = array[place : place + int(rng.integers(1, 100))]
            case 3:
                array[place : place + 4] = rng.bytes(4)
        if not array:
            return b""
    return bytes(array)


def mutate_content(content: bytes, rng: np.random.Generator) -> bytes:
    """Change words of the description or values of arrays, and make the checksums true again."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(rng.integers(1, 4)):
        arrays = [name for name in entries if name.startswith("arrays/")]
        if rng.random() < 0.5 and arrays:
            name = arrays[int(rng.integers(len(arrays)))]
            changed = bytearray(entries[name])
            first = 0 if rng.random() < 0.2 else 128
            if len(changed) > first:
                for _ in range(rng.integers(1, 4)):
                    changed[int(rng.integers(first, len(changed)))] = int(rng.integers(256))
            entries[name] = bytes(changed)
            if rng.random() < 0.5:
                entries[name] = _make_extreme(entries[name], rng)
        else:
            objects = json.loads(entries["objects.json"])
            _mutate_value(objects, rng)
            entries["objects.json"] = json.dumps(objects).encode()
    manifest = json.loads(entries["manifest.json"])
    manifest["checksums"] = {
        name: hashlib.sha256(each).hexdigest() for name, each in entries.items() if name != "manifest.json"
    }
    entries["manifest.json"] = json.dumps(manifest).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, each in entries.items():
            archive.writestr(name, each)
    return buffer.getvalue()


def _make_extreme(content: bytes, rng: np.random.Generator) -> bytes:
    """Put a number into an array at the end of its range, or leave its last lines out."""
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception:  # its header is damaged already
        return content
    if array.size and array.dtype.kind in "iuf":
        limits: Any = np.iinfo(array.dtype) if array.dtype.kind in "iu" else np.finfo(array.dtype)
        extremes = np.array([limits.min, limits.max, limits.max // 2, 0, 1], array.dtype)
        array.reshape(-1)[int(rng.integers(array.size))] = rng.choice(extremes)
    elif array.ndim:
        array = array[: len(array) - 1]
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _mutate_value(value: Any, rng: np.random.Generator) -> None:
    """Replace, remove or repeat something in nested lists and mappings."""
    while True:
        places = list(value) if isinstance(value, dict) else range(len(value))
        place = places[int(rng.integers(len(places)))]
        inside = value[place]
        if isinstance(inside, list | dict) and inside and rng.random() < 0.85:
            value = inside
            continue
        match rng.integers(4):
            case 0 | 1:
                value[place] = ODD[int(rng.integers(len(ODD)))]
            case 2 if len(value) > 1:
                del value[place]
            case _ if isinstance(value, dict):
                value[f"{place}_" if rng.random() < 0.5 else "__dict__"] = value.pop(place)
            case _:
                value.insert(place, inside)
        return


def try_file(path: Path, name: str) -> str:
    """Load a file and ask it what its model was asked: what happened?"""
    try:
        model = load_model(path)
    except ModelFileError:
        return "refused"
    try:
        ask(model, name)
    except Exception as error:  # whatever it is, it is no crash
        if str(error) in OUT_OF_BOUNDS:
            raise
        return "raised"
    return "answered"


def fuzz(n_files: int, seed: int = 0) -> tuple[Counter[str], float]:
    """Try mutated files: how often each thing happened, and the longest time."""
    files = make_files()
    rng = np.random.default_rng(seed)
    counts: Counter[str] = Counter()
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "m.hdg"
        for number in range(n_files):
            name, content = files[int(rng.integers(len(files)))]
            mutate = mutate_bytes if number % 4 == 0 else mutate_content
            path.write_bytes(mutate(content, rng))
            start = time.perf_counter()
            counts[try_file(path, name)] += 1
            longest = max(longest, time.perf_counter() - start)
    return counts, longest


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (3 * 2**30, 3 * 2**30))
    began = time.perf_counter()
    found, slowest = fuzz(
        int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 0
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{dict(found)}; longest {slowest:.3f} s; peak {peak:.2f} GiB; {time.perf_counter() - began:.0f} s in all"
    )
