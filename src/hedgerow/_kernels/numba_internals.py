"""All that leans on parts of Numba that are not public: it saves compile time, and nothing hangs on it.

Numba would optimise every piece by itself, with all that the piece calls, and turn it into machine code that nobody
runs: a third of the time to compile a kernel. And its own cache knows neither whether a piece in another file has
changed nor whether a file is damaged. `compilation` does without this module where it does not work.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import float64, njit
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.serialize import dumps

from hedgerow._kernels.kernel_cache import KernelStore


class _NoEnvironment:
    """Numba's code generator for something that has no address, and so no place for an environment."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Kernels read no environment, neither their own nor those of their pieces."""


class _PieceLibrary(JITCodeLibrary):
    """Code that is only ever linked into kernels, so it is neither optimised nor turned into machine code by itself."""

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


class _ProbeCompiler(Compiler):
    """Numba's compiler, but for where the code goes."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = _PieceLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class PieceCompiler(_ProbeCompiler):
    """The same where it works; otherwise Numba's compiler."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        return super().compile_extra(func) if _pieces_can_wait() else Compiler.compile_extra(self, func)


@cache
def _pieces_can_wait() -> bool:
    """Compile a small kernel of one piece, to see whether this version of Numba still works as ours expects."""
    try:
        options: Any = {
            "pipeline_class": _ProbeCompiler,
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
        }
        double = njit(**options)(_double)
        return bool(njit([float64(float64)])(lambda x: double(x) + 1.0)(2.0) == 5.0)
    except Exception:  # whatever another version makes of it
        return False


def _double(x: float) -> float:
    return 2.0 * x


class _StoreCache(NullCache):
    """What Numba asks before it compiles, and tells afterwards."""

    def __init__(self, store: KernelStore) -> None:
        self._store = store

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        def unpack(content: bytes) -> Any:
            return CompileResult._rebuild(target_context, *pickle.loads(content))

        target_context.refresh()
        return self._store.load(sig, unpack)

    def save_overload(self, sig: Any, cres: Any) -> None:
        if not cres.library.has_dynamic_globals:  # addresses of this process
            self._store.save(sig, dumps(cres._reduce()))


def keep_in(store: KernelStore, dispatcher: Any) -> bool:
    """Let a dispatcher keep its machine code in a store; return whether it does."""
    if not isinstance(getattr(dispatcher, "_cache", None), NullCache):
        return False
    dispatcher._cache = _StoreCache(store)
    return True
