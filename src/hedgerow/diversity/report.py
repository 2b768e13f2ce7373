"""All measures of an ensemble, the two numbers to look at first, and what they mean in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity.ambiguity import AmbiguityDecomposition, ambiguity_decomposition
from hedgerow.diversity.correctness import CORRECTNESS, count_correct, expect_independent
from hedgerow.diversity.correlations import breiman_bound, tumer_ghosh_correlation
from hedgerow.diversity.measure import Measure
from hedgerow.diversity.moments import ROUNDING
from hedgerow.diversity.pairs import PairCounts, count_pairs
from hedgerow.diversity.pairwise_measures import CLASS_PAIRS, VALUE_PAIRS, summarise_pairs
from hedgerow.diversity.sharkey import sharkey_type
from hedgerow.diversity.votes import mean_over_rows, vote_ambiguity, vote_entropy
from hedgerow.diversity.wording import DiversityFacts, describe_classes, describe_values
from hedgerow.outputs import Outputs

_NEED_NO_TRUTH = ("agreement", "disagreement", "kappa", "distance")
Rows = list[dict[str, Any]]


@dataclass(frozen=True, eq=False)
class DiversityReport:
    """What the members of an ensemble have in common, and what that is worth.

    Parameters
    ----------
    sentence : str
        The finding in plain words.
    first : dict of str to float
        The two numbers to look at first; see `diversity_report`.
    error : float
        Error of the ensemble: share of wrong answers, or root mean square; NaN without the truth.
    gain : float
        Mean error of the members less that of the ensemble.
    sharkey : str
        Sharkey's type, "I" to "IV"; "" for values and without the truth.
    measures : DataFrame
        See `frame`.
    """

    sentence: str
    first: dict[str, float]
    error: float
    gain: float
    sharkey: str
    measures: pd.DataFrame = field(repr=False)

    def frame(self) -> pd.DataFrame:
        """Every measure, by name.

        Columns: ``title``; ``value``; ``low`` and ``high``, the range; ``independent``, the value to expect if members
        were as good as they are but erred independently (for agreement, disagreement and kappa, which compare
        answers and not errors: if their answers had nothing to do with each other), NaN where no formula says it;
        ``more_diverse``, which values stand for more diversity ("" for what is not a measure of diversity);
        ``n_undefined``, pairs without a value.
        """
        return self.measures

    def __str__(self) -> str:
        shown = self.measures.drop(columns="title").round(4)
        return f"{self.sentence}\n\n{shown.to_string(na_rep='-')}"


def diversity_report(
    outputs: Outputs, *, undefined: float = np.nan, n_jobs: int | None = None
) -> DiversityReport:
    """Measure the diversity of an ensemble in every way, and summarise it.

    Two numbers come first. For classes they are the **mean error of a member** and the **mean kappa of two members**:
    how good, and how alike; the centre of the kappa-error diagram. An ensemble gains from members that are good *and*
    differ, so neither number says anything alone, and what they bring together is the `gain` beside them. Kappa was
    chosen among the measures of pairs because it corrects for chance, exists for any number of classes and nearly
    always has a value. Q, which is quoted more often, has none for many pairs when errors are rare, and then depends
    on the number of rows.

    For values they are the **error of a member** (root of the mean square over members and rows) and the **spread** of
    the members around the ensemble (root of the ambiguity), because the error of the mean follows from these two:
    error^2 = member_error^2 - spread^2.

    Parameters
    ----------
    outputs : Outputs
        What the members predicted. Without the truth only agreement can be measured. Members that have seen the rows
        look more alike than they are: use a test set, or out-of-bag answers.
    undefined : float, default=nan
        The value of pairs that have none, for the means over pairs; NaN leaves them out.
    n_jobs : int or None, default=None
        Threads that count.

    Returns
    -------
    DiversityReport

    See Also
    --------
    pairwise, generalised_diversity, ambiguity_decomposition

    Notes
    -----
    Some measures depend on the number of rows and members. Compare ensembles on the same rows, at the same size. Every
    measure stands beside its range and the value to expect of independent members.

    Cost: That of the pairwise measures and O(T N K).

    References
    ----------
    L. I. Kuncheva and C. J. Whitaker, Measures of diversity in classifier ensembles and their relationship with the
    ensemble accuracy, Machine Learning 51, 2003, pp. 181-207.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.3.

    Examples
    --------
    >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
    >>> report = diversity_report(Outputs.from_predictions(said, truth=["a", "a", "b", "b"]))
    >>> report.sentence
    'On average a member errs on 25.0 % of the 4 rows, the vote of all 3 on 0.0 %: voting removes ...'
    >>> report.first
    {'member_error': 0.25, 'kappa': 0.0}
    >>> report.frame().loc[["q", "kappa"], ["value", "independent", "more_diverse", "n_undefined"]]
             value  independent more_diverse  n_undefined
    measure
    q         -1.0          0.0        lower            2
    kappa      0.0          0.0        lower            0
    """
    if outputs.predicted is not None and not outputs.predicted.any():
        raise ValueError("no member predicts any row, so there is nothing to measure")
    if outputs.is_classification:
        counts = count_pairs(outputs, n_jobs=n_jobs)
        rows, finding = _measure_classes(outputs, counts, undefined), _judge_classes(outputs, counts)
        sentence, second = describe_classes(finding), "kappa"
    else:
        parts = ambiguity_decomposition(outputs)
        rows, finding = _measure_values(outputs, parts, undefined), _judge_values(outputs, parts)
        sentence, second = describe_values(finding), "spread"
    known_classes = outputs.is_classification and outputs.truth is not None
    return DiversityReport(
        sentence,
        {"member_error": finding.member_error, second: finding.likeness},
        finding.error,
        finding.member_error - finding.error,
        sharkey_type(outputs).type if known_classes else "",
        pd.DataFrame(rows).set_index("measure"),
    )


def _measure_classes(outputs: Outputs, counts: PairCounts, undefined: float) -> Rows:
    rows = _measure_pairs(CLASS_PAIRS, counts, counts.if_independent(), undefined, outputs.truth is not None)
    most = float(np.log2(min(outputs.n_classes, outputs.n_members)))
    votes = {
        "vote_entropy": Measure("Entropy of the votes, in bits", vote_entropy, 0, most, "higher"),
        "vote_ambiguity": Measure("Distance of the votes from unanimity", vote_ambiguity, 0, 1, "higher"),
    }
    rows += [_row(name, measure, measure.formula(outputs)) for name, measure in votes.items()]
    if outputs.truth is None:
        return rows
    correct = count_correct(outputs)
    independent = None if outputs.predicted is not None else expect_independent(1.0 - outputs.errors())
    for name, measure in CORRECTNESS.items():
        expected = np.nan if independent is None else measure.formula(independent)
        rows.append(_row(name, measure, measure.formula(correct), expected))
    errors = Measure("Correlation of Tumer and Ghosh", tumer_ghosh_correlation, -1, 1, "lower")
    rows.append(_row("tumer_ghosh_correlation", errors, errors.formula(outputs)))
    bound = breiman_bound(outputs)
    for name, title, low, high, sense in (
        ("margin_correlation", "Breiman's correlation", 0, np.inf, "lower"),
        ("strength", "Breiman's strength", -1, 1, ""),
        ("bound", "Breiman's bound on the error", 0, np.inf, ""),
    ):
        value = getattr(bound, name.removeprefix("margin_"))
        rows.append(_row(name, Measure(title, breiman_bound, low, high, sense), value))  # type: ignore[arg-type]
    return rows


def _measure_values(outputs: Outputs, parts: AmbiguityDecomposition, undefined: float) -> Rows:
    rows = _measure_pairs(VALUE_PAIRS, outputs, outputs, undefined, outputs.truth is not None)
    ambiguity = Measure("Ambiguity", ambiguity_decomposition, 0, np.inf, "higher")
    return [*rows, _row("ambiguity", ambiguity, parts.ambiguity)]


def _measure_pairs(
    measures: dict[str, Measure], source: Any, independent: Any, undefined: float, known: bool
) -> Rows:
    """One row per measure of pairs: of the source itself, and of what stands for independent members."""
    rows = []
    for name, measure in measures.items():
        if not known and name not in _NEED_NO_TRUTH:
            continue
        found = summarise_pairs(name, measure.formula(source), undefined)
        formula = measure.independent or measure.formula
        computable = known or measure.independent is None
        expected = summarise_pairs(name, formula(independent)).mean if computable else np.nan
        rows.append(_row(name, measure, found.mean, expected, found.n_undefined))
    return rows


def _row(
    name: str, measure: Measure, value: float, independent: float = np.nan, n_undefined: int = 0
) -> dict[str, Any]:
    return {
        "measure": name,
        "title": measure.title,
        "value": value,
        "low": float(measure.low),
        "high": float(measure.high),
        "independent": round(independent, 12) + 0.0,  # and not -1e-17
        "more_diverse": measure.more_diverse,
        "n_undefined": n_undefined,
    }


def _judge_classes(outputs: Outputs, counts: PairCounts) -> DiversityFacts:
    said, truth = outputs.consensus(), outputs.truth
    error = member_error = noise = baseline = np.nan
    constant = ""
    if truth is not None:
        wrong = np.where(said < 0, np.nan, said != truth)
        error, noise = mean_over_rows(wrong, outputs), _find_noise(outputs, wrong)
        errors = outputs.errors()
        member_error = float(errors[~np.isnan(errors)].mean())
        shares = np.bincount(truth, outputs.row_weights(), outputs.n_classes)
        baseline = float(1.0 - shares.max() / shares.sum())
        constant = f'"{outputs.known_classes()[shares.argmax()]}"'
    return DiversityFacts(
        n_members=outputs.n_members,
        n_rows=int((said >= 0).sum()),
        out_of_bag=outputs.predicted is not None,
        identical=bool((counts.same == counts.n).all() and np.triu(counts.n, 1).any()),
        error=error,
        member_error=member_error,
        noise=noise,
        likeness=summarise_pairs("kappa", CLASS_PAIRS["kappa"].formula(counts)).mean,
        baseline=baseline,
        constant=constant,
    )


def _find_noise(outputs: Outputs, wrong: NDArray[np.float64]) -> float:
    """Standard error of the mean over rows of the share of wrong members less the error of the vote."""
    counts = count_correct(outputs)
    shares = np.full(outputs.n_samples, np.nan)
    shares[slice(None) if outputs.predicted is None else outputs.predicted.any(axis=0)] = (
        1.0 - counts.correct / counts.predicting
    )
    gains = shares - wrong
    weights = outputs.row_weights()[~np.isnan(gains)]
    variance = mean_over_rows((gains - mean_over_rows(gains, outputs)) ** 2, outputs)
    return float(np.sqrt(variance * (weights**2).sum()) / weights.sum())


def _judge_values(outputs: Outputs, parts: AmbiguityDecomposition) -> DiversityFacts:
    baseline = np.nan
    if outputs.truth is not None:
        centre = mean_over_rows(outputs.truth, outputs)
        baseline = float(np.sqrt(mean_over_rows((outputs.truth - centre) ** 2, outputs)))
    scale = float(np.abs(outputs.answers).max())
    return DiversityFacts(
        n_members=outputs.n_members,
        n_rows=int((~np.isnan(parts.row_ambiguity)).sum()),
        out_of_bag=outputs.predicted is not None,
        identical=bool(np.sqrt(parts.ambiguity) <= ROUNDING * scale),
        error=float(np.sqrt(parts.error)),
        member_error=float(np.sqrt(parts.member_error)),
        noise=np.nan,
        likeness=float(np.sqrt(parts.ambiguity)),
        baseline=baseline,
        constant="the mean of the truth",
    )
