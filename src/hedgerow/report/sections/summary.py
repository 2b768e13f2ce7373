"""The report in a few sentences."""

from __future__ import annotations

from typing import Any

from hedgerow.report.wording import count, join_words, shorten, write_number, write_share

_N_NAMED = 5
_MANY = 0.25  # of the rows contradicted: the model is weak, and not the labels


def summarise(content: dict[str, Any]) -> list[str]:
    """Say what the sections of a report come to.

    Parameters
    ----------
    content : dict
        The sections ``data``, ``scores``, ``relevance``, ``margins`` and ``stability``.

    Returns
    -------
    list of str
        One sentence or two on each of: the score, the features, how sure the choice is, and suspicious rows.
    """
    return [
        _say_score(content["data"], content["scores"]),
        _say_features(content["relevance"]),
        _say_stability(content["stability"]),
        _say_rows(content["margins"], content["data"]["n_rows"]),
    ]


def _say_score(data: dict[str, Any], scores: dict[str, Any]) -> str:
    model, constant = scores["candidates"][0], scores["candidates"][-1]
    if scores["metric"] == "accuracy":
        said = (
            f"The {model['name']} predicts {data['target']} right for {write_share(model['score'])} of the rows that "
            f"it has not seen (95 % interval {write_share(model['low'])} to {write_share(model['high'])}). Always "
            f"giving the same answer would be right for {write_share(constant['score'])}."
        )
    else:
        said = (
            f"The {model['name']} explains {write_share(model['score'])} of the variance of {data['target']} in rows "
            f"that it has not seen (95 % interval {write_share(model['low'])} to {write_share(model['high'])})."
        )
    rivals = [
        pair["better"] for pair in scores["pairs"] if model["name"] in (pair["first"], pair["second"])
    ]  # fmt: skip
    ahead = [better for better in rivals if better and better != model["name"]]
    if ahead:
        said += f" It is beaten by the {join_words(ahead)}."
    elif not all(rivals):
        open_pairs = [
            pair["second"]
            for pair in scores["pairs"]
            if pair["first"] == model["name"] and not pair["better"]
        ]
        said += f" It is not shown to differ from the {join_words(open_pairs)}."
    return said


def _say_features(relevance: dict[str, Any]) -> str:
    chosen = [shorten(row["feature"], 40) for row in relevance["features"] if row["selected"]]
    total = relevance["n_features"]
    if not chosen:
        return (
            f"None of the {count(total, 'feature')} is shown to matter at the level {relevance['alpha']:g}."
        )
    what = "feature matters" if total == 1 else "features matter" if len(chosen) > 1 else "features matters"
    named = join_words(chosen[:_N_NAMED])
    lead = "They are" if 1 < len(chosen) <= _N_NAMED else "It is" if len(chosen) == 1 else "The strongest are"
    return (
        f"{relevance['n_selected']} of {total} {what} more than chance explains (level {relevance['alpha']:g} for all "
        f"features together). {lead} {named}."
    )


def _say_stability(stability: dict[str, Any]) -> str:
    value = stability["stability"]
    if value is None:
        what = "all of the features" if stability["features"][0]["frequency"] else "no feature"
        return f"Each of {stability['n_runs']} random parts of the table selects {what}."
    sure = "hardly depends" if value >= 0.75 else "depends somewhat" if value >= 0.4 else "depends strongly"
    return (
        f"Which features are selected {sure} on the rows: the stability over {stability['n_runs']} random parts of "
        f"the table is {write_number(value, 2)} (1 is always the same choice, 0 is chance)."
    )


def _say_rows(margins: dict[str, Any], n_rows: int) -> str:
    number = margins["n_suspicious"]
    if not number:
        return "No row is contradicted by 90 % of the members or more."
    verb, them = ("is", "it") if number == 1 else ("are", "them")
    said = (
        f"{count(number, 'row')} of {n_rows:,} {verb} contradicted by at least 90 % of the members that have not seen "
        f"{them}"
    )
    if number > _MANY * n_rows:
        return f"{said}: so many that they say more about the model than about their labels."
    return f"{said}: look at the labels there."
