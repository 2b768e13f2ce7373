"""What docstrings say about parameters, to be compared with what the code does."""

import ast
import inspect
import re


def read_entries(docstring):
    """The type and the whole entry of each parameter in a numpydoc docstring."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\w[^\n]*\n-{3,}\n|\Z)", docstring, re.M | re.S)
    entries = {}
    for entry in re.split(r"\n(?=\S)", section[1]) if section else []:
        names, _, type_text = entry.split("\n")[0].partition(" : ")
        if type_text:
            entries |= {name.strip(): (type_text, entry) for name in names.split(",")}
    return entries


def is_literal(text):
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def list_wrong_defaults(function):
    """The parameters whose default is not the one that the docstring gives."""
    given = inspect.signature(function).parameters
    entries = read_entries(inspect.getdoc(function))
    told = {
        name: ast.literal_eval(said[1])
        for name, (type_text, _) in entries.items()
        if (said := re.search(r"default=(.+)$", type_text)) and is_literal(said[1])
    }
    assert told, f"the docstring of {function.__qualname__} gives no default"
    return [name for name, default in told.items() if given[name].default != default]
