"""Proteins: what they are made of, which of them are near copies, and the tables that files of them become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.golden.public import public


def _draw() -> Any:
    return public.make_proteins(0.002, several=True, fewest=1, random_state=0)


def _encode(**options: Any) -> Callable[[], Any]:
    odd = ["MKBZJXUO*MK", "mkv-la", "M"]
    return lambda: public.ProteinComposition(**options).fit_transform([*_draw().sequences[:8], *odd])


def _find_copies() -> Any:
    sequences = _draw().sequences[:6]
    return public.find_near_copies([*sequences, *(each[5:50] for each in sequences), sequences[0][::-1]])


def _open() -> Any:
    opened = public.open_sequences(_draw().frame(), several="drop", min_length=150)
    return {
        "columns": opened.table.features,
        "label sets": opened.label_sets,
        "left out": len(opened.left_out),
    }


def _compare() -> Any:
    compared = public.compare_classes(
        {"forest": public.RandomForestClassifier(5, random_state=0), "tree": public.DecisionTreeClassifier()},
        public.load("iris").features,
        public.load("iris").target,
        n_folds=3,
        random_state=0,
    )
    return {"scores": compared.frame(), "summary": compared.summary(), "tests": compared.tests()}


SEQUENCES: dict[str, Callable[[], Any]] = {
    "ProteinComposition": _encode(),
    "ProteinComposition with one group": _encode(
        parts=["pseudo"], n_lags=4, weight=0.5, properties=[["hydrophobicity", "hydrophilicity", "mass"]]
    ),
    "compare_classes": _compare,
    "encode_sequences": lambda: public.encode_sequences(_draw().sequences).features,
    "find_near_copies": _find_copies,
    "make_proteins": lambda: _draw().log_likelihoods(),
    "open_sequences": _open,
    "score_classes": lambda: public.score_classes([0, 0, 1, 1, 2], [0, 1, 1, 1, 0]).frame(),
}
