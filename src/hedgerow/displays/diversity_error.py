"""Every pair of members as a point: how alike the two are, and how often they err."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.displays.display import list_beside, open_axes, show_percent, style, write_title
from hedgerow.diversity import PAIRWISE, pairwise
from hedgerow.outputs import Outputs

_WORDS = {
    "kappa": "kappa of the answers of two members",
    "q": "Q statistic of two members",
    "distance": "root mean square distance of two members",
}


@dataclass
class DiversityErrorDisplay:
    """The kappa-error diagram of one or more ensembles; for values, distance against error.

    Each pair of members is a point: its diversity, and the mean of the two members' errors. The large marker is the
    centre of an ensemble's cloud. Good ensembles lie towards the corner of low errors and high diversity; usually one
    is bought with the other.

    Parameters
    ----------
    pairs : DataFrame
        One row per pair that has a value: ``ensemble``, ``first``, ``second``, ``diversity`` and ``error``.
    centres : DataFrame
        One row per ensemble: the means ``diversity`` and ``error``, ``n_pairs`` and ``n_undefined``, by name.
    measure : str
        The measure of pairs.
    of_classes : bool
        Whether errors are shares of wrong answers, and not root mean squares.

    See Also
    --------
    pairwise

    Notes
    -----
    At most 2,000 pairs of an ensemble are drawn, and the centre of all is marked.

    Formula::

        x = kappa of the answers, y = mean error of the two; for values x = root mean square distance.

    Cost: That of the pairwise measures.

    References
    ----------
    D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML 1997, pp. 211-218.

    C. Pardo et al., Random oracles for regression ensembles, SUEMA 2010.
    """

    pairs: pd.DataFrame = field(repr=False)
    centres: pd.DataFrame
    measure: str
    of_classes: bool
    ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    @classmethod
    def from_outputs(
        cls,
        outputs: Outputs | Mapping[str, Outputs],
        *,
        measure: str | None = None,
        n_jobs: int | None = None,
    ) -> Self:
        """Measure all pairs of one ensemble, or of several to compare.

        Parameters
        ----------
        outputs : Outputs or mapping of str to Outputs
            What the members predict, with the truth; several ensembles by name.
        measure : str or None, default=None
            One of `hedgerow.diversity.PAIRWISE`; None for kappa, or the distance of values.
        n_jobs : int or None, default=None
            Threads that count.

        Returns
        -------
        DiversityErrorDisplay

        Examples
        --------
        >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
        >>> outputs = Outputs.from_predictions(said, truth=["a", "a", "b", "b"])
        >>> DiversityErrorDisplay.from_outputs(outputs).frame()
           ensemble first second  diversity  error
        0  ensemble     0      1        0.5  0.125
        1  ensemble     0      2        0.0  0.250
        2  ensemble     1      2       -0.5  0.375
        """
        named, of_classes = name_ensembles(outputs)
        measure = measure or ("kappa" if of_classes else "distance")
        clouds = [_measure_cloud(name, each, measure, n_jobs) for name, each in named.items()]
        pairs = pd.concat([pairs for pairs, _ in clouds], ignore_index=True)
        centres = pd.DataFrame([centre for _, centre in clouds], index=pd.Index(named, name="ensemble"))
        return cls(pairs, centres, measure, of_classes)

    def frame(self) -> pd.DataFrame:
        """The pairs."""
        return self.pairs

    def plot(self, ax: Any = None, *, max_points: int = 2000) -> Self:
        """Draw the clouds and their centres.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure.
        max_points : int, default=2000
            Most pairs drawn of each ensemble; more would only darken the cloud. They are drawn at random, always
            the same ones.

        Returns
        -------
        self
        """
        ax = open_axes(ax, width=6.0 if len(self.centres) == 1 else 7.5, height=4.5)
        drawn = 0
        for position, name in enumerate(self.centres.index):
            cloud = self.pairs[self.pairs["ensemble"] == name]
            if len(cloud) > max_points:
                cloud = cloud.sample(max_points, random_state=0)
            drawn += len(cloud)
            self._draw_cloud(ax, cloud, position)
        for position, (name, centre) in enumerate(self.centres.iterrows()):
            colour, marker = style(position)
            label = f"{fill(str(name), 28)}\n{self._describe(centre)}"
            ax.scatter(centre["diversity"], centre["error"], s=170, color=colour, marker=marker, edgecolor="white",
                       linewidth=1.8, zorder=4, label=label)  # fmt: skip
        self._label(ax, drawn)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _draw_cloud(self, ax: Any, cloud: pd.DataFrame, position: int) -> None:
        colour, marker = style(position)
        # Large and solid where points are few, small and transparent where they are many.
        crowd = min(len(cloud) / 1500, 1.0)
        ax.scatter(cloud["diversity"], cloud["error"], s=28 - 20 * crowd, color=colour, marker=marker, linewidth=0,
                   alpha=0.7 - 0.45 * crowd, zorder=2, rasterized=len(cloud) > 200)  # fmt: skip

    def _label(self, ax: Any, drawn: int) -> None:
        words = _WORDS.get(self.measure, f"{PAIRWISE[self.measure].title.lower()}, of two members")
        higher = PAIRWISE[self.measure].more_diverse == "higher"
        notes = [f"{words}     more diverse →" if higher else f"← more diverse     {words}"]
        if drawn < len(self.pairs):
            notes.append(f"{drawn:,} of {len(self.pairs):,} pairs are drawn")
        if self.centres["n_undefined"].any():
            notes.append(f"{int(self.centres['n_undefined'].sum()):,} pairs have no value")
        ax.set_xlabel("\n".join(notes))
        ax.set_ylabel("mean error of the two   (lower is better)")
        ax.ticklabel_format(axis="both", useOffset=False)
        if self.of_classes:
            show_percent(ax.yaxis)
        ax.margins(0.08)
        write_title(ax, self._conclude(), 70)
        if len(self.centres) > 1:
            list_beside(ax, 1.01, title="centre of all pairs", alignment="left", labelspacing=1.0)

    def _describe(self, centre: Any) -> str:
        """The numbers of a centre."""
        if np.isnan(centre["diversity"]):
            return "no pair has a value"
        error = f"{100 * centre['error']:.1f} %" if self.of_classes else f"{centre['error']:.3g}"
        return f"{self.measure.replace('_', ' ')} {centre['diversity']:.2f}, error {error}"

    def _conclude(self) -> str:
        """What the picture shows, in one line."""
        known = self.centres.dropna()
        if known.empty:
            return "No pair has a value"
        if len(known) == 1:
            whose = "Centre of all pairs" if len(self.centres) == 1 else known.index[0]
            return f"{whose}: {self._describe(known.iloc[0])}"
        sign = 1.0 if PAIRWISE[self.measure].more_diverse == "higher" else -1.0
        diverse, accurate = (sign * known["diversity"]).idxmax(), known["error"].idxmin()
        if diverse == accurate:
            return f"{diverse}: most diverse and most accurate members"
        return f"{diverse}: most diverse; {accurate}: most accurate members"


def name_ensembles(outputs: Outputs | Mapping[str, Outputs]) -> tuple[dict[str, Outputs], bool]:
    """One ensemble or several as a dict by name, and whether they answer with classes."""
    named = {"ensemble": outputs} if isinstance(outputs, Outputs) else dict(outputs)
    kinds = {each.is_classification for each in named.values()}
    if len(kinds) != 1:
        raise ValueError(
            "pass at least one ensemble, and do not mix classes and values: their errors have no common scale"
        )
    return named, kinds.pop()


def _measure_cloud(
    name: str, outputs: Outputs, measure: str, n_jobs: int | None
) -> tuple[pd.DataFrame, dict[str, float]]:
    if outputs.n_members < 2:
        raise ValueError(f"{name!r} has one member, so there are no pairs to draw; pass at least two members")
    outputs.known_truth()
    found = pairwise(outputs, measure, n_jobs=n_jobs)
    first, second = np.triu_indices(outputs.n_members, 1)
    errors, names = outputs.errors(), np.array(outputs.member_names())
    pairs = pd.DataFrame(
        {
            "ensemble": name,
            "first": names[first],
            "second": names[second],
            "diversity": found.pairs(),
            "error": (errors[first] + errors[second]) / 2,
        }
    ).dropna(subset=["diversity", "error"])
    centre = {
        "diversity": pairs["diversity"].mean(),
        "error": pairs["error"].mean(),
        "n_pairs": found.n_pairs,
        "n_undefined": found.n_undefined,
    }
    return pairs, centre
