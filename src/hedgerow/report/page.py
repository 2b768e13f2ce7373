"""The page: a template filled from the dict of a report. Nothing is computed here but places in charts."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import partial
from importlib import resources
from typing import Any

from hedgerow.foundation.wording import count, shorten
from hedgerow.report.charts.axes import Axes, draw_histogram, draw_lines, draw_points
from hedgerow.report.charts.scale import draw_critical, draw_ruler, draw_strip, span
from hedgerow.report.values import (
    write_number,
    write_p_value,
    write_score,
    write_share,
    write_short,
    write_tick,
)

N_BARS = 12
N_FIRST = 20  # lines of a long table that are shown before the reader asks for all


def render_page(content: dict[str, Any]) -> str:
    """Make the page of a report.

    Style, script and charts stand in the page itself, and its security policy forbids any other: the browser loads
    nothing, and would run no script that came in with the data.

    Parameters
    ----------
    content : dict
        What `Report.to_dict` gives.

    Returns
    -------
    str
        An HTML document.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "number": write_number,
        "score": write_score,
        "share": write_share,
        "p_value": write_p_value,
        "shorten": shorten,
        # A number and its sign stay on one line.
        "tie": lambda sentence: sentence.replace(" %", "\N{NO-BREAK SPACE}%"),
    }
    environment.globals["count"] = count
    style, script, first = (_read(name) for name in ("page.css", "page.js", "first.js"))
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(first)}' '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.from_string(_read("page.html")).render(
        report=content,
        charts={name: Markup(drawn) for name, drawn in draw_charts(content).items()},
        strip=lambda *given, **options: Markup(draw_strip(*given, **options)),
        ruler=lambda domain, metric="": Markup(draw_ruler(domain, partial(write_tick, metric=metric))),
        domains=_find_domains(content),
        n_first=N_FIRST,
        row_data=(row_data := _describe_rows(content)),
        top_values=_list_top_values,
        rows_json=Markup(write_script_data(row_data)),
        style=Markup(style),
        script=Markup(script),
        first=Markup(first),
        policy=Markup(policy),
    )


def write_script_data(value: Any) -> str:
    r"""JSON that may stand within a script element: no text in it can end the element.

    Examples
    --------
    >>> write_script_data({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def draw_charts(content: dict[str, Any]) -> dict[str, str]:
    """The charts of a report by name."""
    charts = {}
    if content["margins"] is not None:
        charts["margins"] = _draw_margins(content["margins"])
    if len(content["groups"]["order"]) > 1:
        charts["critical"] = _draw_groups(content["groups"], content["scores"])
    if content["diversity"] is not None:
        charts["pairs"] = _draw_pairs(content["diversity"], content["data"]["task"])
        charts["error"], charts["diversity"] = _draw_curves(content["diversity"], content["data"]["task"])
    if "values" in content["data"]:
        values = content["data"]["values"]
        axes = Axes(
            (values["edges"][0], values["edges"][-1]), (0, max(values["counts"])), "value", "rows",
            "Distribution of the target",
            f"Values from {write_number(values['low'])} to {write_number(values['high'])}.",
        )  # fmt: skip
        charts["target"] = draw_histogram(axes, values["edges"], values["counts"])
    return charts


def _draw_groups(groups: dict[str, Any], scores: dict[str, Any]) -> str:
    order = groups["order"]
    return draw_critical(
        [each["name"] for each in order],
        [each["score"] for each in order],
        groups["bars"],
        metric=scores["metric"],
        title=f"Methods by {scores['title']}, with bars over those that are not shown to differ",
    )


def _draw_pairs(found: dict[str, Any], task: str) -> str:
    points = [(point["diversity"], point["error"]) for point in found["points"]]
    centre = found["centre"]
    known = centre["diversity"] is not None
    more = "← more diverse" if task == "classification" else "more diverse →"
    axes = Axes(
        span([across for across, _ in points]),
        span([up for _, up in points]),
        f"{found['measure']} of two members   ({more})",
        "mean error of the two",
        "Diversity and error of pairs of members",
        f"{len(points)} of {found['n_pairs']} pairs; their centre is at {found['measure']} "
        f"{write_number(centre['diversity'])} and error {write_number(centre['error'])}.",
        percent=task == "classification",
    )
    return draw_points(axes, points, (centre["diversity"], centre["error"]) if known else None)


def _draw_curves(found: dict[str, Any], task: str) -> tuple[str, str]:
    curve = found["curve"]
    sizes = (1.0, float(max(found["n_members"], 2)))
    errors = [point[name] for point in curve for name in ("error", "member_error") if point[name] is not None]
    last = curve[-1]
    error_axes = Axes(
        sizes, (0.0, 1.25 * max(errors, default=1.0) or 1.0), "members", "error", "Error and number of members",
        f"With all {found['n_members']} members the error is {write_number(last['error'])}, that of one member "
        f"{write_number(last['member_error'])} on average.",
        percent=task == "classification",
    )  # fmt: skip
    lines = {
        "one member": [(point["size"], point["member_error"]) for point in curve],
        "all together": [(point["size"], point["error"]) for point in curve],
    }
    second = [(point["size"], point["diversity"]) for point in curve]
    diversity_axes = Axes(
        sizes, span([up for _, up in second if up is not None], margin=0.2), "members", found["curve_measure"],
        "Diversity and number of members",
        f"With all members the {found['curve_measure']} is {write_number(last['diversity'])}.",
    )  # fmt: skip
    return draw_lines(error_axes, lines), draw_lines(diversity_axes, {found["curve_measure"]: second})


def _draw_margins(found: dict[str, Any]) -> str:
    is_margin = found["kind"] == "margin"
    words = "margin (below zero the answer is wrong)" if is_margin else "given value less predicted value"
    axes = Axes(
        (found["edges"][0], found["edges"][-1]), (0, max(found["counts"])), words, "rows",
        "Distribution of margins" if is_margin else "Distribution of residuals",
        f"The mean is {write_number(found['mean'])}."
        + (f" {write_share(found['share_negative'])} of the rows are below zero." if is_margin else ""),
    )  # fmt: skip
    return draw_histogram(axes, found["edges"], found["counts"], zero_parts=is_margin)


def _find_domains(content: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """The values at the edges of the strips of each table."""
    features = content["relevance"]["features"]
    gains = _collect(features, "low", "high", "weighted_gain", "expected")
    falls = _collect(content["uses"]["features"], "low", "high") if content["uses"] else []
    widest = max(map(abs, _collect(content["scores"]["pairs"], "low", "high")), default=0.0) or 1.0
    return {
        "relevance": (min([0.0, *gains]), max([0.0, *gains]) or 1.0),
        "uses": (min([0.0, *falls]), max([0.0, *falls]) or 1.0),
        "scores": span(_collect(content["scores"]["candidates"], "low", "high", "score")),
        "training": span(
            _collect((content["training"] or {"methods": []})["methods"], "low", "high", "score")
        ),
        "pairs": (-widest, widest),
    }


def _collect(records: list[dict[str, Any]], *names: str) -> list[float]:
    return [record[name] for record in records for name in names if record[name] is not None]


def _describe_rows(content: dict[str, Any]) -> dict[str, Any]:
    """The rows as the script shows them: all words are made here, so they are the same with and without it."""
    rows, judge = content["rows"], "model" if content["diversity"] is None else "members"
    return {
        "bars": N_BARS,
        "typical": rows["typical"],
        "features": rows["features"],
        "rows": [
            {
                "label": _label_row(row),
                "facts": _say_row(row, judge, content["model"]["asked"]),
                "values": row["values"],
                "contributions": row.get("contributions"),
                "cells": [_write_cell(cell) for cell in row["cells"]],
            }
            for row in rows["rows"]
        ],
    }


def _label_row(row: dict[str, Any]) -> str:
    mark = " (contradicted)" if row["suspicious"] else ""
    return f"row {shorten(row['row'], 40)}: {shorten(write_number(row['given']), 40)}{mark}"


def _say_row(row: dict[str, Any], judge: str, asked: str) -> str:
    """What is given for a row, and what is said about it."""
    unseen = asked != "all_rows"
    if judge == "members":
        who = "The members for which it is out of bag predict" if unseen else "The members predict"
    else:
        who = "The model, fitted without it, predicts" if unseen else "The model predicts"
    share = row["share"]
    sure = (
        "" if share is None else f" ({write_share(share, 0)}{' of the votes' if judge == 'members' else ''})"
    )
    doubt = " Is the given one right?" if row["suspicious"] else ""
    given, said = write_number(row["given"]), write_number(row["said"])
    return f"Row {shorten(row['row'], 40)}: the table says {given}. {who} {said}{sure}.{doubt}"


def _write_cell(value: Any) -> str:
    return (
        "missing" if value is None else write_short(value) if isinstance(value, float | int) else str(value)
    )


def _list_top_values(data: dict[str, Any], row: dict[str, Any]) -> list[tuple[str, str, float, float | None]]:
    """The features that matter most for a row, for or against it, with what stands there and what they contribute."""
    contributions = row["contributions"] or [None] * len(row["values"])
    told = list(zip(data["features"], row["cells"], row["values"], contributions, strict=True))
    return sorted(told, key=lambda each: -abs(each[2]))[:N_BARS]


def _read(name: str) -> str:
    return resources.files("hedgerow.report").joinpath("templates", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
