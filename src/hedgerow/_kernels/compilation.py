"""How kernels are compiled: the flags, the array types at the door, and the cache on disk.

A *kernel* is called from Python. It has one explicit signature, so it is compiled once, for every memory layout
and for read-only (memory-mapped) input alike. A *piece* is a function that kernels are made of; it is compiled into
its callers.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from numba import config, njit, types

from hedgerow._kernels import kernel_cache

PLAIN_PIECES = os.environ.get("HEDGEROW_PLAIN_PIECES", "0") != "0"
CHECKED = os.environ.get("HEDGEROW_CHECKED", "0") != "0"

_internals: Any = None
if not PLAIN_PIECES:
    try:
        from hedgerow._kernels import numba_internals as _internals
    except (ImportError, AttributeError):  # another version of Numba: the same kernels take longer to compile
        _internals = None
DROPS_BRANCHES = _internals is not None  # those that are ruled out by what is known when a kernel is compiled

_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED or None}
_KERNEL = {"no_cfunc_wrapper": True, **_FLAGS}
# Numba would hand "forceinline" on from a piece to all pieces that it calls, and they to theirs.
_PIECE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": False, **_FLAGS}
if _internals is not None:
    _PIECE["pipeline_class"] = _internals.piece_compiler
    _KERNEL["pipeline_class"] = _internals.kernel_compiler


def piece(function: Callable[..., Any]) -> Any:
    """Compile `function` into the kernels that call it."""
    return njit(**_PIECE)(function)


def inlined_piece(function: Callable[..., Any]) -> Any:
    """Compile `function` into the body of its caller: for inner loops with one caller."""
    return njit(**{**_PIECE, "forceinline": True})(function)


def kernel(*signatures: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile for the given signatures, once per machine: the machine code is kept on disk."""

    def compile_function(function: Callable[..., Any]) -> Any:
        if config.DISABLE_JIT:
            return function
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        state = kernel_cache.describe_state(f"{CHECKED=}", f"{_internals is None=}")
        dispatcher = njit(**_KERNEL)(function)
        if _internals is None or not _internals.keep_in(kernel_cache.KernelStore(name, state), dispatcher):
            return _compile_with_public_cache(function, signatures, Path(state) / name)
        for signature in signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return dispatcher

    return compile_function


class kernels(dict[Any, Any]):  # noqa: N801 - decorates functions, as `kernel` does
    """Kernels of one function, each compiled for its own kind of call when it is first asked for.

    What a kind never does is left out. A kernel is found by what is known of its kind: `grow[split, regression]`.

    Parameters
    ----------
    describe : callable
        Makes the signature from what is known, of records whose types know it (`RecordType.knowing`).
    """

    def __init__(self, describe: Callable[..., Any]) -> None:
        super().__init__()
        self._describe = describe
        self._by_signature: dict[Any, Any] = {}
        self._compiling = Lock()

    def __call__(self, function: Callable[..., Any]) -> kernels:
        """Decorate the function."""
        self._function = function
        return self

    def __missing__(self, known: Any) -> Any:
        signature = self._describe(*known) if isinstance(known, tuple) else self._describe(known)
        with self._compiling:  # threads that grow trees ask at once
            if signature not in self._by_signature:
                self._by_signature[signature] = kernel(signature)(self._function)
            self[known] = self._by_signature[signature]
        return self[known]


def _compile_with_public_cache(function: Callable[..., Any], signatures: Any, folder: Path) -> Any:
    """Compile with Numba's own cache, in a folder of the kernel's own."""
    kernel_cache.announce_compilation(folder.parts[0])
    usual = config.CACHE_DIR
    place = kernel_cache.find_writable(folder)
    try:
        config.CACHE_DIR = str(place or "")
        return njit(list(signatures), cache=place is not None, **_KERNEL)(function)
    except Exception:  # a damaged file may be damaged in any way; what is wrong with the kernel shows below
        shutil.rmtree(place or "", ignore_errors=True)
        kernel_cache.tell_of_damage(folder)
        return njit(list(signatures), **_KERNEL)(function)
    finally:
        config.CACHE_DIR = usual


def vector(dtype: Any) -> Any:
    """Type of a read-only vector of any layout."""
    return types.Array(dtype, 1, "A", readonly=True)


def flat(dtype: Any) -> Any:
    """Type of a read-only contiguous vector."""
    return types.Array(dtype, 1, "C", readonly=True)


def rows(dtype: Any) -> Any:
    """Type of a read-only matrix whose rows are contiguous."""
    return types.Array(dtype, 2, "C", readonly=True)


def matrix(dtype: Any) -> Any:
    """Type of a read-only matrix of any layout."""
    return types.Array(dtype, 2, "A", readonly=True)
