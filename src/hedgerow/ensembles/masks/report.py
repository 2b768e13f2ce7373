"""Quality and diversity of a mask ensemble, as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity import ensemble_curve
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.foundation.cached_property import cached_property
from hedgerow.outputs import Outputs

SIMILAR = 0.1  # masks that differ in less than a tenth of the features are all alike
_NEARLY = 0.95  # share of the last entropy at which more members hardly add any


@dataclass(frozen=True, eq=False)
class MaskReport:
    """How good and how different the masks of an ensemble are.

    Parameters
    ----------
    outputs : Outputs
        What each member said about rows that were left out of its table, with the truth. The same rows guided the
        search for the masks, so what is read from them is too good to be true for new rows; it is there to compare
        members and sizes.
    masks : ndarray of bool of shape (n_members, n_features)
        The features that each member sees.
    feature_names : ndarray of shape (n_features,)
        Their names.
    scores : ndarray of shape (n_members,)
        What the search said of each mask; NaN where nothing was searched.
    n_candidates : int
        Number of masks that were found, of which these were chosen.
    n_trials : int
        Number of masks that the search tried for them.
    n_cycles : float
        Mean number of times that a search went through all the features, or the generations it took.
    """

    outputs: Outputs = field(repr=False)
    masks: NDArray[np.bool_] = field(repr=False)
    feature_names: NDArray[np.str_] = field(repr=False)
    scores: NDArray[np.float64] = field(repr=False)
    n_candidates: int
    n_trials: int
    n_cycles: float

    @cached_property
    def _curve(self) -> pd.DataFrame:
        found = ensemble_curve(self.outputs, []).frame()
        frame = pd.DataFrame(
            {
                "accuracy": 1 - found["error"],
                "member_accuracy": 1 - found["member_error"],
                "gain": found["member_error"] - found["error"],
                "entropy": found["vote_entropy"],
            }
        )
        of_vote, of_members = _follow_unknown(self.outputs)
        return frame.assign(conditional_entropy=of_vote, member_conditional_entropy=of_members)

    def frame(self) -> pd.DataFrame:
        """One row per size: what the first members are like together.

        Returns
        -------
        DataFrame
            By `size`: ``accuracy`` of the vote, ``member_accuracy`` (the mean of the members alone), ``gain`` (the
            difference), ``entropy`` of the votes about a row, in bits, and ``conditional_entropy`` of the truth, given
            the vote, with ``member_conditional_entropy``, the mean of the members, in bits.
        """
        return self._curve.copy()

    def members(self) -> pd.DataFrame:
        """One row per member: its accuracy, its score in the search, and its features."""
        return pd.DataFrame(
            {
                "accuracy": 1 - self.outputs.errors(),
                "score": self.scores,
                "n_features": self.masks.sum(axis=1),
                "features": [", ".join(self.feature_names[mask]) for mask in self.masks],
            },
            index=pd.Index(range(len(self.masks)), name="member"),
        )

    def features(self) -> pd.DataFrame:
        """One row per feature, the most used first: the share of masks that use it."""
        frame = pd.DataFrame({"feature": self.feature_names, "share": self.masks.mean(axis=0)})
        return frame.sort_values("share", ascending=False, kind="stable", ignore_index=True)

    @property
    def mask_distance(self) -> float:
        """Share of the features in which two masks differ, on average; NaN for a lone mask."""
        return measure_distance(self.masks)

    @property
    def n_enough(self) -> int:
        """The number of members whose votes have 95 % of the entropy of all: more add little diversity."""
        entropy = self._curve["entropy"].to_numpy()
        return int(np.argmax(entropy >= _NEARLY * entropy[-1])) + 1

    @property
    def sentence(self) -> str:
        """The report in words."""
        last, n_members = self._curve.iloc[-1], len(self.masks)
        kept = "" if n_members == self.n_candidates else f" (of {self.n_candidates})"
        said = (
            f"{n_members} masks{kept} together are right about {100 * last['accuracy']:.1f} % of the rows that guided "
            f"the search, each left out; alone, about {100 * last['member_accuracy']:.1f} %. "
        )
        if last["entropy"] > 0:
            said += f"Votes have an entropy of {last['entropy']:.2f} bits, 95 % of it with {self.n_enough} members."
        else:
            said += "The members never disagree."
        if self.mask_distance < SIMILAR:
            said += f" The masks are nearly the same: two differ in {100 * self.mask_distance:.1f} % of the features."
        return said

    def __repr__(self) -> str:
        return f"<MaskReport: {self.sentence}>"


def measure_distance(masks: NDArray[np.bool_]) -> float:
    """Share of the features in which two masks differ, on average over the pairs; NaN for a lone mask.

    Examples
    --------
    >>> measure_distance(np.array([[True, True, False, False], [True, False, False, True]]))
    0.5
    """
    n_masks = len(masks)
    if n_masks < 2:
        return float("nan")
    share = masks.mean(axis=0)
    return float((2 * share * (1 - share)).mean() * n_masks / (n_masks - 1))


def _follow_unknown(outputs: Outputs) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Entropy of the truth in bits: given the vote of the first members, and given one of them, on average."""
    scoring = Scoring(
        outputs.known_truth().astype(np.intp),
        outputs.row_weights(),
        outputs.n_classes,
        "conditional_entropy",
    )
    votes, rows = np.zeros((outputs.n_samples, outputs.n_classes)), np.arange(outputs.n_samples)
    of_vote, of_members = np.empty(outputs.n_members), np.empty(outputs.n_members)
    for member, said in enumerate(outputs.answers):
        votes[rows, said] += 1
        of_vote[member] = scoring.score(votes.argmax(axis=1))
        of_members[member] = scoring.score(said)
    counts = np.arange(1, outputs.n_members + 1)
    return -of_vote / np.log(2) + 0.0, -of_members.cumsum() / counts / np.log(2) + 0.0
