"""Sentences that say what the two numbers of a report mean."""

from __future__ import annotations

import math
from dataclasses import dataclass

_ALIKE = (
    (-0.1, "they contradict each other more than chance would make them"),
    (0.2, "they are nearly independent of each other"),
    (0.4, "they differ a great deal"),
    (0.6, "they differ moderately"),
    (0.8, "they are much alike"),
    (1.0, "they are nearly copies of each other"),
)


@dataclass(frozen=True)
class DiversityFacts:
    """What a sentence is made of.

    Parameters
    ----------
    n_members, n_rows : int
        How many members, and rows that some member predicts.
    out_of_bag : bool
        Whether members predict only rows they were not fitted on.
    identical : bool
        Whether all members always say the same.
    error, member_error : float
        Error of the ensemble, and of a member on average; NaN without the truth. Shares of wrong answers, or roots of
        mean squares.
    noise : float
        Standard error of the difference of the two errors; not used for values.
    likeness : float
        Mean pairwise kappa, or the members' root mean square distance from the ensemble.
    baseline : float
        Error of the best constant answer; NaN without the truth.
    constant : str
        That answer.
    """

    n_members: int
    n_rows: int
    out_of_bag: bool
    identical: bool
    error: float
    member_error: float
    noise: float
    likeness: float
    baseline: float
    constant: str

    @property
    def rows(self) -> str:
        """The rows, in words."""
        kind = "out-of-bag row" if self.out_of_bag else "row"
        return f"{self.n_rows:,} {kind}" if self.n_rows == 1 else f"{self.n_rows:,} {kind}s"

    @property
    def members(self) -> str:
        """The members, in words."""
        return "both" if self.n_members == 2 else f"all {self.n_members:,}"

    @property
    def removed(self) -> float:
        """Share of a member's error that the ensemble removes; 0 where there is none to remove."""
        return 1.0 - self.error / self.member_error if self.member_error > 0 else 0.0


def describe_classes(finding: DiversityFacts) -> str:
    """Say what members that answer with classes are worth together."""
    known = not math.isnan(finding.member_error)
    wrong = f"errs on {_percent(finding.error)} of the {finding.rows}"
    if finding.n_members == 1 or finding.identical:
        return _describe_one(finding, "answers", known and wrong, "does the vote")
    if finding.member_error == 0:
        return f"No member errs on any of the {finding.rows}, so there is nothing that diversity could mend."
    voted = f"the vote of {finding.members} on {_percent(finding.error)}: {_judge_vote(finding)}"
    return _join(
        known
        and f"On average a member errs on {_percent(finding.member_error)} of the {finding.rows}, {voted}.",
        _judge_likeness(finding.likeness),
        not known and "Without the truth, nothing tells whether their differences help.",
        _judge_members(finding),
    )


def describe_values(finding: DiversityFacts) -> str:
    """Say what members that answer with values are worth together."""
    known = not math.isnan(finding.member_error)
    off = f"is off by {finding.error:.3g} (root mean square, {finding.rows})"
    if finding.n_members == 1 or finding.identical:
        return _describe_one(finding, "values", known and off, "is their mean")
    spread = f"Members lie {finding.likeness:.3g} from their mean"
    if not known:
        return f"{spread} (root mean square, {finding.rows}). Without the truth, nothing tells whether that helps."
    return _join(
        f"A member is off by {finding.member_error:.3g} (root mean square, {finding.rows}), the mean of "
        f"{finding.members} by {finding.error:.3g}: {_percent(finding.removed)} less.",
        f"{spread}, and this spread is all that averaging removes: {finding.member_error:.3g}^2 - "
        f"{finding.likeness:.3g}^2 = {finding.error:.3g}^2.",
        _judge_members(finding),
    )


def _describe_one(finding: DiversityFacts, said: str, error: str | bool, together: str) -> str:
    """Say what one member is worth, or several that are the same."""
    if finding.n_members == 1:
        return _join("There is one member, so there is nothing to differ from.", error and f"It {error}.")
    same = f"{finding.members.capitalize()} members give the same {said}, so they are worth one."
    return _join(same, error and f"Each {error}, and so {together}.", _judge_members(finding))


def _join(*sentences: str | bool) -> str:
    return " ".join(sentence for sentence in sentences if isinstance(sentence, str) and sentence)


def _judge_vote(finding: DiversityFacts) -> str:
    gain = finding.member_error - finding.error
    if gain == 0 or abs(gain) <= 2.0 * finding.noise:
        return "no more of a difference than chance would make"
    return f"voting removes {100 * finding.removed:.0f} % of the errors" if gain > 0 else "voting does harm"


def _judge_likeness(kappa: float) -> str:
    if math.isnan(kappa):
        return "No two members predict the same row, so how alike they are is not known."
    scale = "1: always the same answer, 0: no more alike than chance"
    words = next(words for limit, words in _ALIKE if kappa <= limit + 1e-12)
    return f"The mean kappa of two members is {kappa:.2f} ({scale}): {words}."


def _judge_members(finding: DiversityFacts) -> str:
    """What is wrong with them, if anything is."""
    if not finding.member_error >= finding.baseline > 0:
        return ""
    also = "and neither is the ensemble" if finding.error >= finding.baseline else "though the ensemble is"
    return f"A member is no better than always answering {finding.constant}, {also}."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
