"""The report in a few sentences."""

from __future__ import annotations

from typing import Any

from hedgerow.foundation.wording import count, join_words, shorten
from hedgerow.report.values import write_number, write_score, write_share

_N_NAMED = 5
_MANY = 0.25  # of the rows contradicted: the model is weak, and not the labels


def summarise(content: dict[str, Any]) -> list[str]:
    """Say what the sections of a report come to.

    Parameters
    ----------
    content : dict
        The sections ``data``, ``scores``, ``relevance``, ``margins``, ``stability`` and ``findings``.

    Returns
    -------
    list of str
        A few sentences on each of: the score, the features, how sure the choice is, and contradicted rows.
    """
    said = [
        _say_score(content["data"], content["scores"]),
        _say_features(content["relevance"]),
        _say_stability(content["stability"]),
    ]
    if content["margins"] is not None:
        doubted = any(finding["code"] == "label-errors" for finding in content["findings"])
        said.append(_say_rows(content["margins"], content["data"]["n_rows"], doubted))
    return said


def _say_score(data: dict[str, Any], scores: dict[str, Any]) -> str:
    model, constant, metric = scores["candidates"][0], scores["candidates"][-1], scores["metric"]
    interval = "(too few folds for an interval)"
    if model["low"] is not None:
        ends = [write_score(model[end], metric) for end in ("low", "high")]
        interval = f"(95 % interval {' to '.join(ends)})"
    target, name = shorten(data["target"], 40), shorten(model["name"], 40)
    if metric == "accuracy":
        said = (
            f"The {name} predicts {target} right for {write_share(model['score'])} of the rows that it was not fitted "
            f"on {interval}. Always giving the same answer would be right for {write_share(constant['score'])}."
        )
    elif metric == "r2" and model["score"] <= 0:
        said = (
            f"The {name} explains nothing of {target} in rows that it was not fitted on: its R² is "
            f"{write_number(model['score'])}, and the mean of all rows as the answer has about 0."
        )
    elif metric == "r2":
        interval = f"(95 % interval {write_share(model['low'])} to {write_share(model['high'])})"
        said = (
            f"The {name} explains {write_share(model['score'])} of the variance of {target} in rows that it has not "
            f"seen {interval}."
        )
    else:
        better = "higher" if scores["higher_is_better"] else "lower"
        said = (
            f"On rows that it was not fitted on, the {name} predicts {target} with {scores['title']} "
            f"{write_score(model['score'], metric)} {interval}; {better} is better. Always giving the same answer has "
            f"{write_score(constant['score'], metric)}."
        )
    return said + _say_rivals(model["name"], scores["pairs"])


def _say_rivals(name: str, pairs: list[dict[str, Any]]) -> str:
    """Who is better than the model, and who is not shown to be worse."""
    # Pairs in which the model takes part, by the name of the other one.
    rivals = {
        pair["second"] if pair["first"] == name else pair["first"]: pair["better"]
        for pair in pairs
        if name in (pair["first"], pair["second"])
    }
    ahead = [rival for rival, better in rivals.items() if better == rival]
    undecided = [rival for rival, better in rivals.items() if not better]
    said = f" The {join_words(ahead)} {'is' if len(ahead) == 1 else 'are'} better." if ahead else ""
    if undecided:
        said += f" It is not shown to differ from the {join_words(undecided)}."
    return said


def _say_features(relevance: dict[str, Any]) -> str:
    chosen = [shorten(row["feature"], 40) for row in relevance["features"] if row["selected"]]
    total, level = relevance["n_features"], f"{relevance['alpha']:g}"
    if not chosen:
        return f"None of the {count(total, 'feature')} is shown to matter (level {level})."
    named = join_words(chosen[:_N_NAMED])
    lead = "They are" if 1 < len(chosen) <= _N_NAMED else "It is" if len(chosen) == 1 else "The strongest are"
    verb = "matters" if relevance["n_selected"] == 1 else "matter"
    features = "feature" if total == 1 else "features"
    return (
        f"{relevance['n_selected']} of {total} {features} {verb} more than chance explains (level {level} for all "
        f"features together). {lead} {named}."
    )


def _say_stability(stability: dict[str, Any]) -> str:
    value, n_runs = stability["stability"], stability["n_runs"]
    if value is None:
        what = "all of the features" if stability["features"][0]["frequency"] else "no feature"
        return f"Each of {n_runs} random parts of the table selects {what}."
    sure = "hardly depends" if value >= 0.75 else "depends somewhat" if value >= 0.4 else "depends strongly"
    always = sum(row["frequency"] == 1 for row in stability["features"])
    return (
        f"Which features are selected {sure} on the rows: {always or 'none'} of them "
        f"{'is' if always == 1 else 'are'} selected in each of {n_runs} random parts of the table. The stability is "
        f"{write_number(value, 2)} (1 is always the same choice, 0 is chance)."
    )


def _say_rows(margins: dict[str, Any], n_rows: int, doubted: bool) -> str:
    """How many rows are contradicted, or far off, and what to make of it."""
    if margins["kind"] == "residual":
        return _say_far_rows(margins, n_rows)
    number, share = margins["n_suspicious"], write_share(margins["least_share"], 0)
    by_votes = margins["judge"] == "members"
    if not number:
        if by_votes:
            return f"No row is contradicted by {share} of the members or more."
        return f"The model gives no row another class with {share} or more."
    verb, them = ("is", "it") if number == 1 else ("are", "them")
    who = f"at least {share} of the members that were not fitted on {them}" if by_votes else "the model"
    how = "" if by_votes else f", which gives another class {share} or more"
    said = f"{count(number, 'row')} of {n_rows:,} {verb} contradicted by {who}{how}"
    if number > _MANY * n_rows:
        return f"{said}: so many that they say more about the model than about their labels."
    if doubted:
        return f"{said}: look at the labels there."
    return f"{said}. Where classes overlap, that happens to rows with the right label, too."


def _say_far_rows(margins: dict[str, Any], n_rows: int) -> str:
    number, far = margins["n_suspicious"], f"{margins['cutoff']:g} standard deviations"
    share = write_share(margins["least_share"], 0)
    who = f"for {share} of the members" if margins["judge"] == "members" else "for the model"
    if not number:
        return f"No row is further than {far} from the answer {who}."
    rows = f"{count(number, 'row')} of {n_rows:,} {'is' if number == 1 else 'are'}"
    return f"{rows} further than {far} from the answer {who}: look at the values there."
