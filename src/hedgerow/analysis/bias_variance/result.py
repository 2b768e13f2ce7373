"""The record that `bias_variance` returns: terms of every row, their means, and words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.bias_variance.decompositions import ClassShares, Ties, check_ties
from hedgerow.analysis.bias_variance.definitions import DEFINITIONS, Definition, resolve_definition
from hedgerow.analysis.bias_variance.evidence import ClassTally, Evidence, Setting, ValueTally
from hedgerow.analysis.bias_variance.noise import check_truth, take_as_seen
from hedgerow.foundation.wording import count
from hedgerow.outputs import Outputs

_VERBS = {
    "zero_one": "errs on {error} of {rows}",
    "squared": "has a mean squared error of {error} on {rows}",
    "absolute": "has a mean absolute error of {error} on {rows}",
}


@dataclass(frozen=True, eq=False)
class BiasVariance:
    """The expected error of a learner, parted into noise, bias and variance, row by row.

    Parameters
    ----------
    definition : Definition
        Whose terms these are, and what they mean.
    examples : mapping of str to ndarray of shape (n_rows,)
        Every term of every row.
    evidence : Evidence
        What they were computed from; other definitions can be computed from it without fitting again.
    """

    definition: Definition
    examples: Mapping[str, NDArray[np.float64]]
    evidence: Evidence

    @classmethod
    def from_evidence(cls, evidence: Evidence, definition: str = "james", ties: Ties = "lowest") -> Self:
        """Compute the terms of a definition.

        Parameters
        ----------
        evidence : Evidence
            What was predicted.
        definition : str, default="james"
            Whose terms.
        ties : {"lowest", "average"}, default="lowest"
            Which of several likeliest classes counts.
        """
        given = evidence.distributions
        is_classes = isinstance(given, ClassShares)
        found = resolve_definition(definition, "classes" if is_classes else "values")
        if isinstance(given, ClassShares):
            evidence = replace(evidence, distributions=replace(given, ties=check_ties(ties)))
        return cls(found, found.compute(evidence.distributions), evidence)

    @classmethod
    def from_outputs(
        cls,
        outputs: Outputs,
        *,
        definition: str = "james",
        noise: ArrayLike | None = None,
        ties: Ties = "lowest",
    ) -> Self:
        """Take the members of an ensemble, or predictions that were made elsewhere, for the models.

        Members should come from training sets like those a learner would be given. Those of a bagged ensemble
        come from bootstrap samples: test them out of bag, or on rows that the ensemble was not fitted on.

        Parameters
        ----------
        outputs : Outputs
            What the members predict, and the truth. Members that abstain are left out; weights of members do not count.
        definition : str, default="james"
            Whose terms.
        noise : array-like of shape (n_rows, n_classes) or (n_rows, n_values), default=None
            Probabilities of the classes, or equally likely values; None where what was seen is certain.
        ties : {"lowest", "average"}, default="lowest"
            Which of several likeliest classes counts.

        Examples
        --------
        >>> from hedgerow.outputs import Outputs
        >>> predicted = [[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0]]
        >>> BiasVariance.from_outputs(Outputs.from_predictions(predicted, truth=[0, 0, 1, 1]))
        <BiasVariance (James): error 0.4 = noise 0 + systematic_effect 0.5 + variance_effect -0.1>
        """
        y, weights, n_rows = outputs.known_truth(), outputs.row_weights(), outputs.n_samples
        n_classes = outputs.n_classes if outputs.is_classification else None
        truth = take_as_seen(y, n_classes) if noise is None else check_truth(noise, n_rows, n_classes)
        tally: ClassTally | ValueTally = (ValueTally if n_classes is None else ClassTally)(
            truth, weights, outputs.n_members, keep=n_classes is None
        )
        for member, answers in enumerate(outputs.answers):
            predicted_rows = np.flatnonzero(outputs.covered()[member])
            tally.add(predicted_rows, answers[predicted_rows], member)
        observed = y if outputs.classes is None else outputs.classes[y]
        words = Setting("A member", f"{outputs.n_members} members", "zero" if noise is None else "known")
        evidence = Evidence.from_tally(tally, observed, outputs.classes, np.arange(n_rows), words)
        return cls.from_evidence(evidence, definition, ties)

    @property
    def totals(self) -> dict[str, float]:
        """Weighted mean of every term over the rows."""
        return {term: self.evidence.mean(values) for term, values in self.examples.items()}

    @property
    def standard_errors(self) -> dict[str, float]:
        """Standard error of every mean, over the rows.

        It says how much the means would change with other test rows, and nothing about other training sets.
        """
        return {term: self.evidence.standard_error(values) for term, values in self.examples.items()}

    @property
    def error(self) -> float:
        """Expected error of one model."""
        return self.totals["error"]

    @property
    def bayes_error(self) -> float:
        """Least expected error of any answer; as good as what is known about the noise."""
        if self.definition.loss == "zero_one":
            return self.decompose("james").totals["noise"]
        return self.totals["noise"]

    @property
    def replicate_errors(self) -> NDArray[np.float64]:
        """Error of each replicate, or of each repetition where several models share the rows."""
        return self.evidence.replicate_errors[self.definition.loss]

    def frame(self) -> pd.DataFrame:
        """One line per term: its mean, its standard error over the rows, whether it adds up, and its meaning."""
        totals, errors, words = self.totals, self.standard_errors, self.definition.words
        return pd.DataFrame(
            {
                "value": totals,
                "standard_error": errors,
                "adds_up": {term: term in self.definition.addends for term in totals},
                "meaning": {term: words[term] for term in totals},
            }
        ).rename_axis("term")

    def rows(self) -> pd.DataFrame:
        """One line per row that was predicted: target, main prediction, number of answers, and the terms."""
        given = self.evidence.distributions
        if isinstance(given, ClassShares):
            main = np.asarray(self.evidence.classes)[given.main.argmax(axis=1)]
        else:
            main = given.mean
        about = {
            "target": self.evidence.observed,
            "main_prediction": main,
            "n_predictions": given.n_predictions,
        }
        return pd.DataFrame(about | dict(self.examples), index=pd.Index(self.evidence.index, name="row"))

    def decompose(self, definition: str, *, ties: Ties | None = None) -> Self:
        """Decompose the same error by another definition; nothing is fitted again.

        Parameters
        ----------
        definition : str
            Whose terms.
        ties : {"lowest", "average"} or None, default=None
            Which of several likeliest classes counts; None as before.
        """
        given = self.evidence.distributions
        before = given.ties if isinstance(given, ClassShares) else "lowest"
        return self.from_evidence(self.evidence, definition, before if ties is None else ties)

    def compare_definitions(self) -> pd.DataFrame:
        """One line per definition: its share of noise, bias and variance, which add up to the error.

        The noise is NaN where a definition leaves it in the bias. Definitions of another loss are left out, and
        so is the unbiased one where a row has a single answer.
        """
        rows, n_least = {}, self.evidence.distributions.n_predictions.min()
        for name, definition in DEFINITIONS.items():
            if definition.loss != self.definition.loss or (name == "kohavi_wolpert_unbiased" and n_least < 2):
                continue
            totals = self.decompose(name).totals
            rows[name] = {
                "error": totals["error"],
                "noise": np.nan if definition.noise is None else totals[definition.noise],
                "bias": totals[definition.bias],
                "variance": totals[definition.variance],
                "terms": " + ".join(definition.addends),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("definition")

    def sentence(self) -> str:
        """What was found, in words."""
        definition, totals, evidence = self.definition, self.totals, self.evidence
        errors, setting = self.replicate_errors, evidence.setting

        def amount(value: float) -> str:
            return f"{100 * value:.1f} %" if definition.loss == "zero_one" else f"{value:.4g}"

        finding = _VERBS[definition.loss].format(
            error=amount(totals["error"]), rows=count(len(evidence.observed), "row")
        )
        spread = f" (standard deviation {amount(float(errors.std(ddof=1)))})" if errors.size > 1 else ""
        parts = [f"{term.replace('_', ' ')} {amount(totals[term])}" for term in definition.addends]
        if definition.noise is not None:
            parts[0] += " (taken as zero)" if setting.noise == "zero" else f" ({setting.noise})"
        listed = f"{', '.join(parts[:-1])} and {parts[-1]}"
        untested = f"; {evidence.n_untested:,} more were never tested on" if evidence.n_untested else ""
        helps = "; straying from the main prediction helps" if totals[definition.variance] < 0 else ""
        return (
            f"{setting.learner} {finding}, the mean of {setting.protocol}{spread}: "
            f"{listed}{helps}{untested} ({definition.title})."
        )

    def __repr__(self) -> str:
        totals = self.totals
        parts = " + ".join(f"{term} {totals[term]:.4g}" for term in self.definition.addends)
        return f"<BiasVariance ({self.definition.title}): error {totals['error']:.4g} = {parts}>"
