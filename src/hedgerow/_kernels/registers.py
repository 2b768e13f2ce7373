"""Eight rows that are computed with as one, each in a register of its own.

    lane 0  | 0.5 -1.0  2.0  0.0 ... |      row 4
    lane 1  | 0.1  0.0 -3.0  0.0 ... |      row 0
      :

Where a key of each of eight columns names a row, `lanes` can hold one number of each row; registers hold eight, or
four counts of 16 bits in each of eight words. `sum_each` and `dot_each` make lanes of them again.

When nothing is compiled, registers are NumPy arrays of eight lines.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from hedgerow._kernels.buffers import find_place
from hedgerow._kernels.cut_walks import POSITION
from hedgerow._kernels.lanes import N_LANES, LanesType

N_COUNTS = 4 * N_LANES  # counts in a register of words
_WORD = ir.IntType(32)


class RegistersType(types.Type):
    """Numba's type of eight registers of one kind of number."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"registers({dtype})")


@register_model(RegistersType)
class _RegistersModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: RegistersType) -> None:
        part = ir.VectorType(manager.lookup(kind.dtype).get_value_type(), N_LANES)
        super().__init__(manager, kind, ir.LiteralStructType([part] * N_LANES))


def _take_apart(builder, value):
    return [builder.extract_value(value, place) for place in range(N_LANES)]


def _put_together(context, builder, kind, parts):
    value = ir.Constant(context.get_value_type(kind), ir.Undefined)
    for place, part in enumerate(parts):
        value = builder.insert_value(value, part, place)
    return value


def _choose(builder, a, b, places):
    """Entries of two vectors, the second's counted on from the first's."""
    mask = ir.Constant(ir.VectorType(_WORD, len(places)), list(places))
    return builder.shuffle_vector(a, b, mask)


def _define_operator(function, of_floats, of_integers):
    @type_callable(function)
    def type_operator(context):
        def typer(a, b):
            return a if isinstance(a, RegistersType) and a == b else None

        return typer

    @lower_builtin(function, RegistersType, RegistersType)
    def lower_operator(context, builder, signature, arguments):
        kind = signature.return_type
        emit = getattr(builder, of_floats if isinstance(kind.dtype, types.Float) else of_integers)
        pairs = zip(*(_take_apart(builder, value) for value in arguments), strict=True)
        return _put_together(context, builder, kind, [emit(a, b) for a, b in pairs])


_define_operator(operator.add, "fadd", "add")
_define_operator(operator.mul, "fmul", "mul")


@intrinsic
def _load_each(typing_context, array, keys, first, step, offset):
    kind = RegistersType(array.dtype)

    def emit(context, builder, signature, arguments):
        wide, (array, keys, first, step, offset) = context.get_value_type(kind).elements[0], arguments
        parts = []
        for lane in range(N_LANES):
            place = builder.add(first, ir.Constant(first.type, lane))
            key = builder.load(find_place(context, builder, signature.args[1], keys, place))
            position = builder.zext(builder.and_(key, ir.Constant(key.type, POSITION)), first.type)
            index = builder.add(builder.mul(position, step), offset)
            place = find_place(context, builder, signature.args[0], array, index, length=N_LANES)
            parts.append(
                builder.load(builder.bitcast(place, wide.as_pointer()), align=kind.dtype.bitwidth // 8)
            )
        return _put_together(context, builder, kind, parts)

    return kind(array, keys, types.intp, types.intp, types.intp), emit


@intrinsic
def _zero_each(typing_context, array):
    kind = RegistersType(array.dtype)

    def emit(context, builder, signature, arguments):
        return ir.Constant(context.get_value_type(kind), None)

    return kind(array), emit


@intrinsic
def _repeat_each(typing_context, array, index):
    kind = RegistersType(array.dtype)

    def emit(context, builder, signature, arguments):
        wide = context.get_value_type(kind).elements[0]
        place = find_place(context, builder, signature.args[0], *arguments, length=N_LANES)
        part = builder.load(builder.bitcast(place, wide.as_pointer()), align=kind.dtype.bitwidth // 8)
        return _put_together(context, builder, kind, [part] * N_LANES)

    return kind(array, types.intp), emit


def _add_halves(builder, parts, add):
    """Sums of vectors of eight, halves added to halves: pairs of vectors share one, until all share one."""
    width = N_LANES
    while width > 1:  # each vector holds, one behind the other, `width` numbers of each of those it sums up
        paired = []
        for a, b in zip(parts[0::2], parts[1::2], strict=True):
            places = [first + lane for first in range(0, 2 * N_LANES, width) for lane in range(width // 2)]
            low = _choose(builder, a, b, places)
            paired.append(add(low, _choose(builder, a, b, [place + width // 2 for place in places])))
        parts, width = paired, width // 2
    return parts[0]


@intrinsic
def _sum_each(typing_context, registers):
    def emit(context, builder, signature, arguments):
        return _add_halves(builder, _take_apart(builder, arguments[0]), builder.fadd)

    return LanesType(types.float64)(registers), emit


@intrinsic
def _dot_each(typing_context, a, b):
    def emit(context, builder, signature, arguments):
        counts = ir.VectorType(ir.IntType(16), N_COUNTS)
        wide = ir.VectorType(_WORD, N_COUNTS)
        even, odd = ([*range(first, N_COUNTS, 2)] for first in (0, 1))
        halves = ([*range(N_LANES)], [*range(N_LANES, 2 * N_LANES)])
        parts = []
        for pair in zip(*(_take_apart(builder, value) for value in arguments), strict=True):
            products = builder.mul(*(builder.sext(builder.bitcast(part, counts), wide) for part in pair))
            part = builder.add(*(_choose(builder, products, products, places) for places in (even, odd)))
            parts.append(builder.add(*(_choose(builder, part, part, places) for places in halves)))
        total = _add_halves(builder, parts, builder.add)
        return builder.sext(total, ir.VectorType(ir.IntType(64), N_LANES))

    return LanesType(types.int64)(a, b), emit


if config.DISABLE_JIT:

    def load_each(array: Any, keys: Any, first: int, step: int, offset: int) -> Any:
        """Eight registers: each begins `offset` behind the row that its key names, where a row has `step` entries."""
        places = [int(key & POSITION) * step + offset for key in keys[first : first + N_LANES]]
        return np.stack([array[place : place + N_LANES] for place in places])

    def repeat_each(array: Any, index: int) -> Any:
        """Eight registers, all from one place of a buffer."""
        return np.stack([array[index : index + N_LANES]] * N_LANES)

    def zero_each(array: Any) -> Any:
        """Eight registers of zeros, of the kind of a buffer."""
        return np.zeros((N_LANES, N_LANES), array.dtype)

    def sum_each(registers: Any) -> Any:
        """The sum of each register, halves added to halves."""
        while registers.shape[1] > 1:
            half = registers.shape[1] // 2
            registers = registers[:, :half] + registers[:, half:]
        return registers[:, 0]

    def dot_each(a: Any, b: Any) -> Any:
        """The sum of the products of the counts in each two registers; it must be below 2^31."""
        counts = (np.ascontiguousarray(part).view(np.int16).astype(np.int64) for part in (a, b))
        return np.multiply(*counts).sum(axis=1)

else:
    load_each, repeat_each, zero_each = _load_each, _repeat_each, _zero_each
    sum_each, dot_each = _sum_each, _dot_each
