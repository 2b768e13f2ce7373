"""Buffers: the memory of arrays as kernels see it, an address that is indexed like a flat array.

Numba counts references: an array argument costs two atomic operations at every call of a piece, and seven machine
arguments, which is most of the compile time. A buffer is one address, and counts nothing. It comes into being in one
place only, where Python hands an array to a kernel: so an array outlives the kernel that works in it, because the
caller holds it, and nothing inside a kernel can make an address of something that is freed too early.

In the checked build (`HEDGEROW_CHECKED=1`) a buffer also knows its length, and every access outside it is an
IndexError, negative places included. When nothing is compiled, buffers are the arrays themselves.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.typeconv import Conversion
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    models,
    register_model,
    type_callable,
    unbox,
)

from hedgerow._kernels.compilation import CHECKED


class BufferType(types.Type):
    """Numba's type of a buffer of one kind of number."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        self.array = types.Array(dtype, 1, "C", readonly=True)
        super().__init__(name=f"{'checked ' if CHECKED else ''}buffer({dtype})")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """A contiguous vector of these numbers may be handed over where a buffer is expected."""
        return None if typingctx.can_convert(other, self.array) is None else Conversion.safe


@register_model(BufferType)
class _BufferModel(models.StructModel):
    def __init__(self, manager: Any, kind: BufferType) -> None:
        members = [("data", types.CPointer(kind.dtype))]
        super().__init__(manager, kind, [*members, ("size", types.intp)] if CHECKED else members)


def buffer(dtype: Any) -> BufferType:
    """Type of a buffer in the signature of a kernel."""
    return BufferType(dtype)


def make_buffer(context, builder, kind, view):
    """The buffer of an array, which somebody else keeps alive (both in LLVM's terms)."""
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.data = view.data
    if CHECKED:
        made.size = view.nitems
    return made._getvalue()


@unbox(BufferType)
def _unbox_buffer(kind, array, c):
    """Take the address of an array, by one function for all buffers of a kind: a record has dozens of them."""
    native = c.context.get_value_type(kind)
    outcome = ir.LiteralStructType([native, cgutils.bool_t])
    function = cgutils.get_or_insert_function(
        c.builder.module, ir.FunctionType(outcome, [array.type]), f"unbox {kind}"
    )
    if function.is_declaration:
        _define_unboxing(kind, function, c)
    taken = c.builder.call(function, [array])
    value, is_error = (c.builder.extract_value(taken, place) for place in (0, 1))
    return NativeValue(value, is_error=is_error)


def _define_unboxing(kind, function, c):
    function.linkage = "internal"
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    api = c.context.get_python_api(builder)
    native = api.to_native_value(kind.array, function.args[0])
    view = c.context.make_array(kind.array)(c.context, builder, native.value)
    value = make_buffer(c.context, builder, kind, view)
    # Numba has taken a reference, which it would give back to an array, not to a buffer. The caller holds one anyway.
    with builder.if_then(builder.not_(native.is_error)):
        c.context.nrt.decref(builder, kind.array, native.value)
    outcome = ir.Constant(function.return_value.type, ir.Undefined)
    outcome = builder.insert_value(outcome, value, 0)
    builder.ret(builder.insert_value(outcome, native.is_error, 1))


def find_place(context, builder, kind, value, index, length=1):
    """Address of a place in a buffer behind which there are `length` entries, checked in the checked build."""
    parts = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    if CHECKED:
        last = builder.add(index, ir.Constant(index.type, length))
        outside = builder.or_(
            builder.icmp_signed("<", index, ir.Constant(index.type, 0)),
            builder.icmp_signed(">", last, parts.size),
        )
        with builder.if_then(outside, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("a kernel left the bounds of a buffer",))
    return builder.gep(parts.data, [index])


@type_callable(operator.getitem)
def _type_getitem(context):
    def typer(array, index):
        if isinstance(array, BufferType) and isinstance(index, types.Integer):
            return array.dtype(array, types.intp)
        return None

    return typer


@lower_builtin(operator.getitem, BufferType, types.Integer)
def _lower_getitem(context, builder, signature, arguments):
    kind = signature.args[0]
    return context.unpack_value(builder, kind.dtype, find_place(context, builder, kind, *arguments))


@type_callable(operator.setitem)
def _type_setitem(context):
    def typer(array, index, value):
        if isinstance(array, BufferType) and isinstance(index, types.Integer):
            return types.none(array, types.intp, array.dtype)
        return None

    return typer


@lower_builtin(operator.setitem, BufferType, types.Integer, types.Any)
def _lower_setitem(context, builder, signature, arguments):
    kind, (array, index, value) = signature.args[0], arguments
    context.pack_value(builder, kind.dtype, value, find_place(context, builder, kind, array, index))
    return context.get_dummy_value()


@intrinsic
def _skip(typing_context, array, n):
    def emit(context, builder, signature, arguments):
        kind, (value, n) = signature.args[0], arguments
        made = cgutils.create_struct_proxy(kind)(context, builder)
        made.data = find_place(context, builder, kind, value, n, length=0)
        if CHECKED:
            whole = cgutils.create_struct_proxy(kind)(context, builder, value=value)
            made.size = builder.sub(whole.size, n)
        return made._getvalue()

    return array(array, types.intp), emit


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def skip(array: Any, n: int) -> Any:
        """What lies behind the first n entries of a buffer."""
        return array[n:]

else:
    skip = _skip
