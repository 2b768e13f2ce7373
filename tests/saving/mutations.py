"""What somebody who means harm, or a failing disk, may make of a model file.

`mutate` draws one of three: bytes that change anywhere, damage of the zip archive, and, most often, changes of what the
file says, by somebody who knows how it is said and makes its checksums true again.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from hedgerow.saving.history import list_old_names
from hedgerow.saving.kinds import KINDS, REQUIRED, find_class, list_fields, say_type

Entries = dict[str, bytes]
Draw = np.random.Generator
_MOST_TEXT = 200_000  # what is repeated makes a file longer by so much

NUMBERS = [
    0,
    1,
    -1,
    2,
    7,
    255,
    1000,
    10**5,
    10**6,
    10**7,
    10**8,
    10**9,
    2**31 - 1,
    2**31,
    10**12,
    2**62,
    2**63,
    -(2**63),
    10**40,
]
ODD = [
    None, True, False, 0.5, -0.0, 1e308, 5e-324, "", "x", "a0", "nan", "mdl", "auto", "\x1b[2J", "__class__",
    ["object", 0], ["object", 1], ["array", "a0"], ["array", "a1"], ["list", []], ["tuple", []], ["tuple", [1]],
    ["dict", []], ["set", [1]], ["float", "nan"], ["float", "inf"], ["float", "-inf"], ["scalar", "<f8", 1e300],
    ["scalar", "<i8", 2**40], ["scalar", "?", True], ["scalar", "<U3", "abc"], ["dtype", "<f8"], ["number_type", "<f4"],
    ["slice", 0, 1, 0], ["slice", None, None, -1], ["range", 0, 2**62, 1], ["range", 0, 10**15, 1],
    ["range", 0, 10**6, 1],
    ["range", 9, 0, -1], ["values", [1, "x", None], [3]], ["values", [], [0, 7]], ["frame", [], [], ["array", "a0"]],
    ["index", ["array", "a0"]], ["random_state", ["array", "a0"], 0, 0, 0.0], {}, {"x": 1}, [], [1], ["eval", "1"],
]  # fmt: skip
SHADOWS = [
    "predict", "predict_proba", "transform", "check_loaded", "_check", "_value", "__class__", "__dict__", "__init__",
    "__reduce__", "__getattr__", "__slots__", "fit", "forest", "n_features", "n_classes", "_rows", "_rough", "members",
    "outputs", "sum_outputs", "_sklearn_version", "tree_", "classes_", "estimators_", "n_jobs", "template",
]  # fmt: skip
DTYPES = [
    "<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "|b1", ">f8", ">i4", "<c16", "<U1",
    "|S4", "<M8[ns]", "|V8", [("left", "<i4"), ("gain", "<f8")],
]  # fmt: skip


def mutate(content: bytes, draw: Draw) -> bytes:
    """Make another file of one."""
    kind = draw.random()
    if kind < 0.1:
        return mutate_bytes(content, draw)
    return damage_archive(content, draw) if kind < 0.2 else change_content(content, draw)


def choose(values: Any, draw: Draw) -> Any:
    """One of some values; what is changed later is not shared."""
    chosen = values[int(draw.integers(len(values)))]
    return deepcopy(chosen) if values is ODD else chosen


def mutate_bytes(content: bytes, draw: Draw) -> bytes:
    """Flip, cut, repeat or overwrite some bytes."""
    array = bytearray(content)
    for _ in range(draw.integers(1, 6)):
        place = int(draw.integers(len(array)))
        match draw.integers(4):
            case 0:
                array[place] = int(draw.integers(256))
            case 1:
                del array[place : place + int(draw.integers(1, 100))]
            case 2:
                array[place:place] = array[place : place + int(draw.integers(1, 100))]
            case 3:
                array[place : place + 4] = draw.bytes(4)
        if not array:
            return b""
    return bytes(array)


def read_entries(content: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(entries: Entries, *, true_checksums: bool = True, way: int = zipfile.ZIP_STORED) -> bytes:
    """The archive of some entries, with checksums that are true."""
    if true_checksums and "manifest.json" in entries:
        manifest = json.loads(entries["manifest.json"])
        if isinstance(manifest, dict):
            manifest["checksums"] = {
                name: hashlib.sha256(each).hexdigest()
                for name, each in entries.items()
                if name != "manifest.json"
            }
            entries = entries | {"manifest.json": json.dumps(manifest).encode()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", way) as archive:
        for name, each in entries.items():
            archive.writestr(name, each)
    return buffer.getvalue()


def damage_archive(content: bytes, draw: Draw) -> bytes:  # noqa: PLR0911 - one line for each way
    """Bombs, entries that lie, that come twice, or are called what they should not be."""
    entries = read_entries(content)
    match draw.integers(7):
        case 0:  # a bomb
            entries["arrays/bomb.npy"] = bytes(int(choose([10**4, 10**6, 5 * 10**6], draw)))
            return pack(
                entries, way=choose([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED], draw)
            )
        case 1:  # what an entry is called
            name = choose(list(entries), draw)
            bad = choose(
                ["../x", "/etc/passwd", "a" * 60_000, "\x1b]52;c;eA==\x07", "arrays/", "manifest.json/"], draw
            )
            return pack({(bad if each == name else each): value for each, value in entries.items()})
        case 2:  # many entries
            return pack(
                entries | {f"arrays/m{number}.npy": b"" for number in range(int(draw.integers(1, 2000)))}
            )
        case 3:  # one that is missing, or the whole list
            del entries[choose(list(entries), draw)]
            return pack(entries, true_checksums=bool(draw.random() < 0.5))
        case 4:  # the manifest
            manifest = json.loads(entries["manifest.json"])
            manifest[choose([*manifest, "x"], draw)] = choose(choose([ODD, NUMBERS], draw), draw)
            if draw.random() < 0.3:
                manifest["checksums"] = choose([None, {}, [], {"objects.json": 5}], draw)
            return pack(entries | {"manifest.json": json.dumps(manifest).encode()}, true_checksums=False)
        case 5:  # a second archive behind the first, or text before it
            return content + content if draw.random() < 0.5 else draw.bytes(200) + content
    # Sizes, offsets, flags and ways of compression in the lists of the archive.
    array = bytearray(content)
    heads = [
        place for mark in (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06") for place in _find_all(content, mark)
    ]
    for _ in range(draw.integers(1, 4)):
        place = choose(heads, draw) + int(draw.integers(4, 46))
        value = choose([0, 1, 8, 99, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, int(draw.integers(len(content)))], draw)
        array[place : place + 4] = struct.pack("<I", value)
    return bytes(array)


def _find_all(content: bytes, mark: bytes) -> list[int]:
    places, place = [], content.find(mark)
    while place >= 0:
        places.append(place)
        place = content.find(mark, place + 1)
    return places


def change_content(content: bytes, draw: Draw) -> bytes:
    """Change what the file says, once to three times."""
    entries = read_entries(content)
    names = [name for name in entries if name.startswith("arrays/")]
    objects = json.loads(entries["objects.json"])
    for _ in range(draw.integers(1, 4)):
        if names and draw.random() < 0.4:
            name = choose(names, draw)
            entries[name] = change_array(entries[name], entries[choose(names, draw)], draw)
        else:
            choose(_CHANGES, draw)(objects, draw)
    text = json.dumps(objects)
    if draw.random() < 0.01:
        text = choose(
            ["[" * 10**5, text[:-5], text.replace("1", "9" * 5000, 1), text.replace("0.", "1e999", 1)], draw
        )
    entries["objects.json"] = text.encode()
    return pack(entries)


def change_array(content: bytes, other: bytes, draw: Draw) -> bytes:
    """Another type, shape, order or value; the content of another array; or a head that lies."""
    if draw.random() < 0.1:
        changed = bytearray(content)
        changed[int(draw.integers(min(128, len(changed))))] = int(draw.integers(256))
        return bytes(changed)
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
        with np.errstate(all="ignore"):
            array = _change_values(array, other, draw)
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, array, version=(1, 0), allow_pickle=False)
    except Exception:  # what cannot be told as another type stays as it is
        return other
    return buffer.getvalue()


def _change_values(array: Any, other: bytes, draw: Draw) -> Any:  # noqa: PLR0911 - one line for each way
    match draw.integers(8):
        case 0:
            return array.astype(choose(DTYPES, draw))
        case 1:  # numbers that are not whole, where places are told
            array = array.astype(choose(["<f8", "<f4"], draw))
            array.reshape(-1)[int(draw.integers(array.size))] = choose(
                [np.nan, np.inf, -np.inf, 0.5, 1e30], draw
            )
            return array
        case 2:
            return np.load(io.BytesIO(other), allow_pickle=False)
        case 3:
            shapes = [
                (-1,),
                (1, -1),
                (-1, 1),
                (1, 1, -1),
                (array.size, 0),
                (0,) * max(array.ndim, 1),
                array.shape[::-1],
            ]
            return np.resize(array, array.shape) if array.ndim == 0 else array.reshape(choose(shapes, draw))
        case 4:
            return choose([array[:-1], array[::-1], array[:0], np.concatenate([array, array])], draw)
        case 5:
            return np.asfortranarray(array) if array.ndim > 1 else np.repeat(array, int(draw.integers(1, 50)))
        case 6 if array.dtype.names:
            field = choose(array.dtype.names, draw)
            array[field] = _change_values(array[field].copy(), other, draw)
            return array
    flat = array.reshape(-1)
    for _ in range(draw.integers(1, 4)):
        flat[int(draw.integers(flat.size))] = _draw_value(array.dtype, draw)
    return array


def _draw_value(dtype: Any, draw: Draw) -> Any:
    if dtype.names:
        return tuple(_draw_value(dtype[name], draw) for name in dtype.names)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return choose(
            [limits.min, limits.max, limits.max // 2, 0, 1, limits.max - 1, int(draw.integers(100))], draw
        )
    if dtype.kind == "f":
        values = [
            np.nan,
            np.inf,
            -np.inf,
            0.0,
            -0.0,
            -1.0,
            np.finfo(dtype).max,
            np.finfo(dtype).tiny,
            draw.normal(),
        ]
        return dtype.type(choose(values, draw))
    return choose([True, False], draw) if dtype.kind == "b" else choose(["", "x", "\x1b"], draw)


def _places(value: Any, found: list[Any]) -> list[Any]:
    """All places in nested lists and mappings, as pairs of what holds it and where."""
    for place in list(value) if isinstance(value, dict) else range(len(value)):
        found.append((value, place))
        if isinstance(value[place], list | dict):
            _places(value[place], found)
    return found


def _pick(objects: Any, draw: Draw, wanted: Callable[[Any], bool] = lambda value: True) -> Any:
    places = [(holder, place) for holder, place in _places(objects, []) if wanted(holder[place])]
    return choose(places, draw) if places else (objects, 0)


def _pick_fields(objects: Any, draw: Draw) -> Any:
    """A kind and its fields, in either format."""
    entries = [
        each
        for each in objects
        if isinstance(each, list) and len(each) == 2 and isinstance(each[1], list | dict)
    ]
    return choose(entries, draw) if entries else ["x", {}]


def _put(fields: Any, name: str, value: Any) -> None:
    if isinstance(fields, dict):
        fields[name] = value
    else:
        fields.append([name, value])


def _replace(objects: Any, draw: Draw) -> None:
    holder, place = _pick(objects, draw)
    holder[place] = choose(ODD, draw)


def _replace_number(objects: Any, draw: Draw) -> None:
    holder, place = _pick(
        objects, draw, lambda value: isinstance(value, int | float) and not isinstance(value, bool)
    )
    holder[place] = choose(NUMBERS, draw)


def _remove(objects: Any, draw: Draw) -> None:
    holder, place = _pick(objects, draw)
    if len(holder) > 1:
        del holder[place]


def _repeat(objects: Any, draw: Draw) -> None:
    holder, place = _pick(objects, draw)
    if isinstance(holder, list):
        room = max(1, _MOST_TEXT // len(json.dumps(holder[place])))
        holder[place:place] = [
            deepcopy(holder[place]) for _ in range(min(int(choose([1, 2, 100, 10_000], draw)), room))
        ]


def _swap(objects: Any, draw: Draw) -> None:
    (one, here), (other, there) = _pick(objects, draw), _pick(objects, draw)
    if not (isinstance(one[here], list | dict) or isinstance(other[there], list | dict)):
        one[here], other[there] = other[there], one[here]


def _shadow(objects: Any, draw: Draw) -> None:
    """A field that is called like a method, or like a field of another class."""
    fields = _pick_fields(objects, draw)[1]
    name = choose(SHADOWS, draw)
    if draw.random() < 0.5:
        lent = list(list_fields(find_class(choose(list(KINDS), draw))))
        name = choose(lent, draw) if lent else name
    _put(fields, name, choose(choose([ODD, NUMBERS], draw), draw))


def _change_kind(objects: Any, draw: Draw) -> None:
    """Another class, with the fields of the first, and the fields of its own that it lacks."""
    entry = _pick_fields(objects, draw)
    if isinstance(entry[1], list):
        entry[0] = choose([*list_old_names(), "os:system", "hedgerow.cli.__main__:X"], draw)
        return
    entry[0] = kind = choose(list(KINDS), draw)
    if draw.random() < 0.7:
        declared = list_fields(find_class(kind))
        kept = {name: value for name, value in entry[1].items() if name in declared}
        entry[1] = kept | {
            name: draw_value(field.hint, len(objects), draw)
            for name, field in declared.items()
            if name not in kept and (field.default is REQUIRED or draw.random() < 0.3)
        }


def _link(objects: Any, draw: Draw) -> None:
    """An object that is another one, itself perhaps."""
    holder, place = _pick(objects, draw, lambda value: isinstance(value, list) and value[:1] == ["object"])
    holder[place] = ["object", int(draw.integers(len(objects)))] if len(objects) else None


def _make_new(objects: Any, draw: Draw) -> None:
    """An object of any class, where there was one."""
    if any(isinstance(each, list) and len(each) == 2 and isinstance(each[1], list) for each in objects):
        return
    kind = choose(list(KINDS), draw)
    declared = list_fields(find_class(kind))
    objects.append(
        [kind, {name: draw_value(field.hint, len(objects), draw) for name, field in declared.items()}]
    )
    holder, place = _pick(objects, draw, lambda value: isinstance(value, list) and value[:1] == ["object"])
    holder[place] = ["object", len(objects) - 1]


def _nest(objects: Any, draw: Draw) -> None:
    holder, place = _pick(objects, draw)
    said = holder[place]
    for _ in range(int(choose([1, 5, 58, 61, 400], draw))):
        said = [["list", [said]], ["tuple", [said]], [said]][int(draw.integers(3))]
    holder[place] = said


def _double(objects: Any, draw: Draw) -> None:
    """Objects that hold the next one twice each, so that a walk through them doubles at each step."""
    holder, place = _pick(objects, draw, lambda value: isinstance(value, list) and value[:1] == ["object"])
    kind, first = choose(["pipeline@1", "cascade@1", "viewed-members@1"], draw), len(objects)
    last = holder[place]
    for number in range(40):
        held = ["object", first + number + 1] if number < 39 else last
        twice = ["tuple", [held, deepcopy(held)]]
        objects.append(
            [
                kind,
                {
                    name: deepcopy(twice)
                    for name in (["steps"] if kind[0] == "p" else ["stages", "singles", "views"])
                },
            ]
        )
    holder[place] = ["object", first]


_CHANGES = [
    _replace, _replace, _replace_number, _replace_number, _remove, _repeat, _swap, _shadow, _change_kind, _link,
    _make_new, _nest, _double,
]  # fmt: skip


def draw_value(hint: Any, n_objects: int, draw: Draw) -> Any:  # noqa: PLR0911 - one line for each type
    """A value that may be of a declared type."""
    said = say_type(hint)
    if draw.random() < 0.1:
        return choose(ODD, draw)
    if "array" in said:
        return ["array", f"a{int(draw.integers(8))}"]
    if said.startswith(("int", "float")):
        return choose([0, 1, 2, 3, 0.5], draw) if draw.random() < 0.8 else choose(NUMBERS, draw)
    if "tuple" in said or "list" in said or "sequence" in said:
        inner = [
            ["array", f"a{int(draw.integers(8))}"],
            ["object", int(draw.integers(n_objects))],
            0,
            1,
            "x",
            None,
        ]
        way = "list" if said.startswith("list") else "tuple"
        return [way, [choose(inner, draw) for _ in range(int(draw.integers(4)))]]
    if said == "str" or said.startswith("'"):
        return said.split("'")[1] if "'" in said else "x"
    if "bool" in said:
        return True
    return ["object", int(draw.integers(n_objects))] if "@" in said or "object" in said else choose(ODD, draw)
