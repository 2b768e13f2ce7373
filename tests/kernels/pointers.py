"""Buffers of arrays inside compiled test functions: kernels have them from Python alone."""

from numba import config
from numba.extending import intrinsic

from hedgerow._kernels.buffers import BufferType, make_buffer


@intrinsic
def _borrow(typing_context, array):
    kind = BufferType(array.dtype)

    def emit(context, builder, signature, arguments):
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        return make_buffer(context, builder, kind, view)

    return kind(array), emit


if config.DISABLE_JIT:

    def pointer(array):
        """A flat view of a contiguous array."""
        return array.reshape(-1)

else:
    pointer = _borrow
