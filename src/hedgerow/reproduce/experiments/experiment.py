"""What can be run to measure the cells of a published table again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hedgerow.reproduce.tables import PublishedCell

BETWEEN = " / "  # the parts of a name of a cell
Run = Callable[[str, int, int], Mapping[str, float]]


def in_one_sample(cell: str, trial: int) -> int:
    """Return the sample of a trial where all trials share one table."""
    del cell, trial
    return 0


class Reading(NamedTuple):
    """Where the value of a published cell is found: a quantity, or its mean over several cells of the experiment."""

    cells: tuple[str, ...]
    quantity: str


@dataclass(frozen=True)
class Experiment:
    """Something that is tried again and again.

    Parameters
    ----------
    name : str
        Its name in the store. It ends in a number, which grows when the experiment changes, so trials of
        different experiments are never averaged.
    run : callable
        Takes a cell, the number of a trial and a seed, and returns what the trial measured. The same arguments give
        the same answer.
    sample_of : callable, optional
        Takes a cell and a trial and returns the number of the sample it draws on, where samples are generated and
        several trials share one.
    """

    name: str
    run: Run
    sample_of: Callable[[str, int], int] = in_one_sample


@dataclass(frozen=True)
class Protocol:
    """How the cells of one table are read off an experiment.

    Parameters
    ----------
    experiment : Experiment
        What is run.
    read : callable
        Takes a published cell and returns where its value is found, or None where it cannot be measured.
    n_published : int or None, default=1
        Trials behind a printed value; None if the source does not say.
    most_trials : int or None, default=None
        Trials that are enough, where one takes long.
    exact : bool, default=False
        Whether nothing is drawn, so one trial says it all.
    stand_in : bool, default=False
        Whether generated data stand in for the published ones; then values stand side by side, and none is expected to
        agree.
    remarks : tuple of str
        What is done otherwise than in the source, or where it leaves a choice.
    """

    experiment: Experiment
    read: Callable[[PublishedCell], Reading | None]
    n_published: int | None = 1
    most_trials: int | None = None
    exact: bool = False
    stand_in: bool = False
    remarks: tuple[str, ...] = ()

    def limit_trials(self, n_trials: int) -> int:
        """Return how many of the trials that were asked for are run.

        Examples
        --------
        >>> Protocol(Experiment("coin 1", lambda *_: {}), lambda cell: None, exact=True).limit_trials(9)
        1
        """
        if self.exact:
            return 1
        return n_trials if self.most_trials is None else min(n_trials, self.most_trials)
