"""How kernels are compiled: the flags, the array types at the door, and the cache on disk.

A *kernel* is called from Python. It has one explicit signature, so it is compiled once, for every memory layout
and for read-only (memory-mapped) input alike. A *piece* is a function that kernels are made of; it is compiled into
its callers.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

logger = logging.getLogger("hedgerow")

_FLAGS = {"nogil": True, "error_model": "numpy"}


class _NoEnvironment:
    """Numba's code generator for something that has no address, and so no place for an environment."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Kernels read no environment, neither their own nor those of their pieces."""


class _PieceLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is only ever linked into kernels, so it is neither optimised nor turned into machine code by itself.

    Numba would do both for every piece, with all that the piece calls: a third of the time to compile a kernel.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return _NoEnvironment(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """Link what the piece calls; there is no machine code to point to."""
        self._ensure_finalized()
        return 0


class _PieceCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, but for where the code goes."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = _PieceLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


_PIECE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _PieceCompiler, **_FLAGS}


def piece(function: Callable[..., Any]) -> Any:
    """Compile `function` into the kernels that call it."""
    return njit(**_PIECE)(function)


def hot_piece(function: Callable[..., Any]) -> Any:
    """Compile `function` into the body of its caller: for inner loops with one caller."""
    return njit(forceinline=True, **_PIECE)(function)


def kernel(*signatures: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile for the given signatures, once per machine: the machine code is kept on disk."""

    def compile_function(function: Callable[..., Any]) -> Any:
        _say_once_that_this_takes_a_while()
        return njit(list(signatures), cache=True, no_cfunc_wrapper=True, **_FLAGS)(function)

    return compile_function


@intrinsic
def _data_pointer(typing_context, array):  # type: ignore[no-untyped-def]
    def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), emit


@intrinsic
def _use(typing_context, arrays):  # type: ignore[no-untyped-def]
    def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return context.get_dummy_value()

    return types.void(arrays), emit


if config.DISABLE_JIT:

    def pointer(array: Any) -> Any:
        """View a contiguous array as a flat one: what a pointer is when nothing is compiled."""
        return array.reshape(-1)

    def keep(arrays: Any) -> None:
        """Do nothing: without compilation a view keeps its array."""

else:

    @piece
    def pointer(array):  # type: ignore[no-untyped-def]
        """Address of a contiguous array, to be indexed like a flat one.

        Pieces pass pointers, not arrays: an array costs two atomic operations at every call, for its reference count,
        and seven arguments, which is most of the compile time. Whoever makes the array must outlive the pointer: an
        array that is only known by pointers is freed at once, unless `keep` stands behind their last use.
        """
        return _data_pointer(array)

    @piece
    def keep(arrays):  # type: ignore[no-untyped-def]
        """Let the arrays of a tuple live until here."""
        _use(arrays)


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


def _cached_files() -> list[Path]:
    home = Path(__file__).parent
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    return sorted(Path(elsewhere).rglob("*.nbi") if elsewhere else (home / "__pycache__").glob("*.nbi"))


def _drop_stale_kernels() -> None:
    """Numba notices a change of a kernel's own file only; a kernel is also its pieces, wherever they live."""
    home = Path(__file__).parent
    newest = max(path.stat().st_mtime for path in home.glob("*.py"))
    for path in (home / "__pycache__").glob("*.nbi"):
        with suppress(FileNotFoundError):  # another process may clear away, too
            if path.stat().st_mtime < newest:
                path.unlink()


def _say_once_that_this_takes_a_while() -> None:
    global _said  # noqa: PLW0603
    if not _said and not _cached_files():
        logger.warning("compiling the kernels, once on this machine (about twenty seconds)")
    _said = True


_said = bool(os.environ.get("NUMBA_DISABLE_JIT"))
_drop_stale_kernels()
