"""Eight numbers that are computed with as one: the vector registers of the processor, by name.

Numba turns a loop into vector instructions when it can prove that no two of its arrays overlap, which behind the
addresses of buffers it cannot. So the few loops that must be vectors say so. Lanes are values like any other: operators
work lane by lane between lanes of one kind, `spread` makes lanes of one number, `pick` chooses lane by lane.

When nothing is compiled, lanes are NumPy arrays of length eight.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from hedgerow._kernels.buffers import find_place

N_LANES = 8
LINE = 32  # codes in a line of the cache


class LanesType(types.Type):
    """Numba's type of lanes of one kind of number."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"lanes({dtype})")


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LanesType) -> None:
        part = ir.IntType(1) if kind.dtype == types.boolean else manager.lookup(kind.dtype).get_value_type()
        super().__init__(manager, kind, ir.VectorType(part, N_LANES))


_BOOLEANS = LanesType(types.boolean)


def _define_operator(function, emit_float, emit_signed, emit_unsigned, compares):
    @type_callable(function)
    def type_operator(context):
        def typer(a, b):
            if isinstance(a, LanesType) and a == b:
                return _BOOLEANS if compares else a
            return None

        return typer

    @lower_builtin(function, LanesType, LanesType)
    def lower_operator(context, builder, signature, arguments):
        kind = signature.args[0].dtype
        if isinstance(kind, types.Float):
            emit = emit_float
        else:
            emit = emit_signed if getattr(kind, "signed", False) else emit_unsigned
        return emit(builder, *arguments)


def _method(name: str, *first: Any) -> Any:
    return lambda builder, a, b: getattr(builder, name)(*first, a, b)


for _function, _float, _integer in (
    (operator.add, "fadd", "add"),
    (operator.sub, "fsub", "sub"),
    (operator.mul, "fmul", "mul"),
    (operator.truediv, "fdiv", None),
    (operator.and_, None, "and_"),
    (operator.or_, None, "or_"),
    (operator.rshift, None, "lshr"),
):
    _whole = _method(_integer) if _integer else None
    _define_operator(_function, _method(_float) if _float else None, _whole, _whole, compares=False)
for _function, _sign in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.eq, "==")):
    _define_operator(
        _function,
        _method("fcmp_ordered", _sign),
        _method("icmp_signed", _sign),
        _method("icmp_unsigned", _sign),
        compares=True,
    )


def _find_lanes(context, builder, signature, arguments):
    """Where the lanes begin that start at an index of a buffer."""
    kind = signature.args[0]
    part = context.get_value_type(kind.dtype)
    place = find_place(context, builder, kind, *arguments, length=N_LANES)
    return builder.bitcast(place, ir.VectorType(part, N_LANES).as_pointer())


@intrinsic
def _load(typing_context, array, index):
    def emit(context, builder, signature, arguments):
        place = _find_lanes(context, builder, signature, arguments)
        return builder.load(place, align=signature.args[0].dtype.bitwidth // 8)

    return LanesType(array.dtype)(array, types.intp), emit


@intrinsic
def _store(typing_context, array, index, value):
    def emit(context, builder, signature, arguments):
        place = _find_lanes(context, builder, signature, arguments[:2])
        builder.store(arguments[2], place, align=signature.args[0].dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), emit


@intrinsic
def _spread(typing_context, number):
    def emit(context, builder, signature, arguments):
        kind = ir.VectorType(arguments[0].type, N_LANES)
        single = builder.insert_element(
            ir.Constant(kind, ir.Undefined), arguments[0], ir.Constant(ir.IntType(32), 0)
        )
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), N_LANES), [0] * N_LANES)
        return builder.shuffle_vector(single, ir.Constant(kind, ir.Undefined), everywhere)

    return LanesType(number)(number), emit


@intrinsic
def _pick(typing_context, where, then, otherwise):
    def emit(context, builder, signature, arguments):
        return builder.select(*arguments)

    return then(where, then, otherwise), emit


@intrinsic
def _real(typing_context, value):
    def emit(context, builder, signature, arguments):
        wide = ir.VectorType(ir.DoubleType(), N_LANES)
        convert = builder.sitofp if signature.args[0].dtype.signed else builder.uitofp
        return convert(arguments[0], wide)

    return LanesType(types.float64)(value), emit


@intrinsic
def _look_up(typing_context, table, index):
    def emit(context, builder, signature, arguments):
        kind, (table, index) = signature.args[0], arguments
        found = ir.Constant(ir.VectorType(context.get_value_type(kind.dtype), N_LANES), ir.Undefined)
        for lane in range(N_LANES):
            at = ir.Constant(ir.IntType(32), lane)
            place = find_place(context, builder, kind, table, builder.extract_element(index, at))
            found = builder.insert_element(found, builder.load(place), at)
        return found

    return LanesType(table.dtype)(table, index), emit


@intrinsic
def _put(typing_context, table, index, value):
    def emit(context, builder, signature, arguments):
        kind, (table, index, value) = signature.args[0], arguments
        for lane in range(N_LANES):
            at = ir.Constant(ir.IntType(32), lane)
            place = find_place(context, builder, kind, table, builder.extract_element(index, at))
            builder.store(builder.extract_element(value, at), place)
        return context.get_dummy_value()

    return types.void(table, index, value), emit


@intrinsic
def _any_lane(typing_context, where):
    def emit(context, builder, signature, arguments):
        bits = builder.bitcast(arguments[0], ir.IntType(N_LANES))
        return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(N_LANES), 0))

    return types.boolean(where), emit


@intrinsic
def _multiply_add(typing_context, a, b, c):
    def emit(context, builder, signature, arguments):
        wide = arguments[0].type
        kind = ir.FunctionType(wide, [wide] * 3)
        name = f"llvm.fmuladd.v{N_LANES}f64"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)

    return a(a, b, c), emit


@intrinsic
def _sum_lanes(typing_context, value):
    def emit(context, builder, signature, arguments):
        total, width = arguments[0], N_LANES
        while width > 1:
            width //= 2
            halves = [
                builder.shuffle_vector(
                    total,
                    ir.Constant(total.type, ir.Undefined),
                    ir.Constant(
                        ir.VectorType(ir.IntType(32), width), [first + lane for lane in range(width)]
                    ),
                )
                for first in (0, width)
            ]
            total = builder.fadd(*halves)
        return builder.extract_element(total, ir.Constant(ir.IntType(32), 0))

    return types.float64(value), emit


@intrinsic
def _lengthen(typing_context, value):
    def emit(context, builder, signature, arguments):
        return builder.zext(arguments[0], ir.VectorType(ir.IntType(64), N_LANES))

    return LanesType(types.int64)(value), emit


@intrinsic
def _widen(typing_context, value):
    def emit(context, builder, signature, arguments):
        return builder.zext(arguments[0], ir.VectorType(ir.IntType(32), N_LANES))

    return LanesType(types.uint32)(value), emit


def _define_order(n_rows):
    @intrinsic
    def order(typing_context, array, here, there):
        def emit(context, builder, signature, arguments):
            kind, width = signature.args[0], N_LANES * n_rows
            wide = ir.VectorType(context.get_value_type(kind.dtype), width).as_pointer()
            places = [
                builder.bitcast(find_place(context, builder, kind, arguments[0], index, length=width), wide)
                for index in arguments[1:]
            ]
            a, b = (builder.load(place, align=kind.dtype.bitwidth // 8) for place in places)
            swapped = builder.icmp_unsigned("<", b, a)
            ordered = builder.select(swapped, b, a), builder.select(swapped, a, b)
            for place, value in zip(places, ordered, strict=True):
                builder.store(value, place, align=kind.dtype.bitwidth // 8)
            return context.get_dummy_value()

        return types.void(array, types.intp, types.intp), emit

    return order


@intrinsic
def _fetch(typing_context, array, index):
    def emit(context, builder, signature, arguments):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        buffer = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        place = builder.bitcast(
            builder.gep(buffer.data, [arguments[1]]), byte
        )  # never read, so never checked
        builder.call(function, [place, number(0), number(3), number(1)])  # to read, into all caches, data
        return context.get_dummy_value()

    return types.void(array, types.intp), emit


if config.DISABLE_JIT:

    def load_lanes(array: Any, index: int) -> Any:
        """Lanes that begin at an index of a buffer."""
        return array[index : index + N_LANES].copy()

    def store_lanes(array: Any, index: int, value: Any) -> None:
        """Write lanes to a buffer, beginning at an index."""
        array[index : index + N_LANES] = value

    def spread(number: Any) -> Any:
        """Lanes that all hold one number."""
        return np.full(N_LANES, number)

    def pick(where: Any, then: Any, otherwise: Any) -> Any:
        """Lane by lane, one or the other."""
        return np.where(where, then, otherwise)

    def real(value: Any) -> Any:
        """Lanes of integers as floats."""
        return value.astype(np.float64)

    def look_up(table: Any, index: Any) -> Any:
        """Entries of a table, one for each lane."""
        return table[index]

    def put(table: Any, index: Any, value: Any) -> None:
        """Write entries of a table, one for each lane; no two lanes may write the same."""
        table[index] = value

    def any_lane(where: Any) -> bool:
        """Whether it is true in any lane."""
        return bool(where.any())

    def multiply_add(a: Any, b: Any, c: Any) -> Any:
        """Lanes of a b + c, rounded once where the processor can do that."""
        return a * b + c

    def sum_lanes(value: Any) -> Any:
        """Sum of all lanes, halves added to halves."""
        while value.size > 1:
            value = value[: value.size // 2] + value[value.size // 2 :]
        return value[0]

    def whole(value: Any) -> Any:
        """Lanes of short integers as long ones."""
        return value.astype(np.int64)

    def widen(value: Any) -> Any:
        """Lanes of codes as lanes of keys."""
        return value.astype(np.uint32)

    def _order(array: Any, here: int, there: int, width: int) -> None:
        a, b = array[here : here + width].copy(), array[there : there + width].copy()
        array[here : here + width], array[there : there + width] = np.minimum(a, b), np.maximum(a, b)

    def order_lanes(array: Any, here: int, there: int) -> None:
        """Exchange lanes so that the lesser are here and the greater there."""
        _order(array, here, there, N_LANES)

    def order_two_rows(array: Any, here: int, there: int) -> None:
        """The same for lanes and the lanes behind them at once."""
        _order(array, here, there, 2 * N_LANES)

    def fetch(array: Any, index: int) -> None:
        """Bring the cache line of an entry of a buffer, which will be needed soon."""

else:
    load_lanes, store_lanes, spread, pick = _load, _store, _spread, _pick
    real, whole, widen, look_up, put, fetch = _real, _lengthen, _widen, _look_up, _put, _fetch
    multiply_add, sum_lanes = _multiply_add, _sum_lanes
    any_lane, order_lanes, order_two_rows = _any_lane, _define_order(1), _define_order(2)
