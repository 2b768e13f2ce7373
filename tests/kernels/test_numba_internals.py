import numpy as np
import pytest
from numba import config, njit
from tests.kernels.small_package import SmallPackage

from hedgerow._kernels import numba_internals
from hedgerow._kernels.numba_internals import keep_in, piece_compiler

compiled = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
BROKEN = {
    "a class is gone": "import numba.core.codegen\ndel numba.core.codegen.JITCodeLibrary\n",
    "libraries of pieces do not work": (
        "from hedgerow._kernels import numba_internals\nnumba_internals._PieceLibrary = None\n"
    ),
    "the cache is elsewhere": (
        "from hedgerow._kernels import numba_internals\nnumba_internals.keep_in = lambda *given: False\n"
    ),
}


@compiled
def test_a_piece_waits_for_its_kernel():
    @njit(pipeline_class=piece_compiler, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def square(x):
        return x * x

    @njit
    def total(values):
        return square(values[0]) + square(values[1])

    assert total(np.array([3.0, 4.0])) == 25.0
    assert type(square.overloads[square.signatures[0]].library).__name__ == "_PieceLibrary"


@compiled
def test_a_dispatcher_asks_its_store():
    kept = {}

    class Store:
        def load(self, signature, unpack):
            return unpack(kept[signature]) if signature in kept else None

        def save(self, signature, content):
            kept[signature] = content

    def double(x):
        return 2.0 * x

    for _ in range(2):
        dispatcher = njit(double)
        assert keep_in(Store(), dispatcher)
        dispatcher.compile("float64(float64)")
        assert dispatcher(2.0) == 4.0
    assert sum(dispatcher.stats.cache_hits.values()) == len(kept) == 1


def test_a_dispatcher_without_a_place_for_a_cache_is_left_alone():
    assert not keep_in(None, object())


@pytest.mark.parametrize("before", BROKEN.values(), ids=BROKEN)
def test_kernels_do_without_what_another_version_does_not_have(tmp_path, before):
    package = SmallPackage.make(tmp_path)
    assert package.run(before)[:2] == (4.0, 0)


@compiled
def test_what_works_is_found_out_once(monkeypatch):
    assert numba_internals._compilers_work()
    monkeypatch.setattr(numba_internals, "_PieceLibrary", None)
    assert not numba_internals._compilers_work.__wrapped__()
