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

from llvmlite.binding import Linkage
from numba import float64, njit
from numba.core import ir
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import get_definition, guard
from numba.core.serialize import dumps
from numba.core.untyped_passes import IRProcessing

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


@register_pass(mutates_CFG=False, analysis_only=False)
class _KnownFields(FunctionPass):
    """Puts what is known of a record's fields in their place; then Numba drops the branches that this rules out."""

    _name = "known_fields"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        known = [dict(getattr(kind, "known", ())) for kind in state.args]
        definitions = state.func_ir._definitions
        for block in state.func_ir.blocks.values() if any(known) else ():
            for assignment in block.find_insts(ir.Assign):
                read = assignment.value
                if not isinstance(read, ir.Expr) or read.op != "getattr":
                    continue
                record = guard(get_definition, state.func_ir, read.value)
                if isinstance(record, ir.Arg) and read.attr in known[record.index]:
                    assignment.value = ir.Const(known[record.index][read.attr], read.loc)
                    definitions[assignment.target.name] = [assignment.value]
        return any(known)


class _KernelLibrary(JITCodeLibrary):
    """A kernel with its pieces: nobody else calls them, so LLVM inlines what is called once."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class _PieceCompiler(Compiler):
    """Numba's compiler, but for where the code goes, and for what is known of records."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = self.make_library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)  # type: ignore[no-untyped-call]

    def make_library(self, codegen: Any, name: str) -> Any:
        """Where the code goes."""
        return _PieceLibrary(codegen, name)

    def define_pipelines(self) -> Any:
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.add_pass_after(_KnownFields, IRProcessing)
        pipeline.finalize()
        return [pipeline]


class _KernelCompiler(_PieceCompiler):
    def make_library(self, codegen: Any, name: str) -> Any:
        library = _KernelLibrary(codegen, name)
        library.enable_object_caching()
        return library


def piece_compiler(*given: Any) -> Any:
    """Numba's compiler of a piece: ours, where it works with this version."""
    compiler: Any = _PieceCompiler if _compilers_work() else Compiler
    return compiler(*given)


def kernel_compiler(*given: Any) -> Any:
    """The same of a kernel."""
    compiler: Any = _KernelCompiler if _compilers_work() else Compiler
    return compiler(*given)


@cache
def _compilers_work() -> bool:
    """Compile a small kernel of one piece, to see whether this version of Numba still works as ours expects."""
    try:
        of_piece: Any = {
            "pipeline_class": _PieceCompiler,
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
        }
        of_kernel: Any = {"pipeline_class": _KernelCompiler, "no_cfunc_wrapper": True}
        double = njit(**of_piece)(_double)
        return bool(njit([float64(float64)], **of_kernel)(lambda x: double(x) + 1.0)(2.0) == 5.0)
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
