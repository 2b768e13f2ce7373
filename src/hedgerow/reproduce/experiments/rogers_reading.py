"""Rogers (2007), chapter 9: which words a reader finds relevant, from eye movements; here of generated readers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

_ROW = "Eye movement"
# The forests, and the ensembles under the names of chapter 5; which DivBoost is meant, the source does not say.
_FORESTS = ("RF", "RF LOCAL")
_METHODS = {
    "AdaBoost": "AdaBoost",
    "DivBoost": "DivBoost W2",
    "Bagging": "Bagging",
    "Random Rotation": "Random Rotation",
    "PCA Rotation": "PCA Rotation",
}
_QUANTITIES = ("error", "base_error", "q_statistic")


@lru_cache(maxsize=4)  # the methods of a trial come one after the other
def read_words(sample: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the features of looked-at words, and 1 where they are relevant, else 0.

    Where a word has no fixation before or after it, durations and distances are 0.
    """
    from hedgerow.datasets import make_readers
    from hedgerow.encoders import build_relevance_table, encode_gaze, encode_texts, top_words

    drawn = make_readers(random_state=sample)
    lists = top_words(encode_texts(drawn.texts.documents, column="text", topics="topic"))
    gaze = encode_gaze(drawn.fixations, drawn.words)
    table = build_relevance_table(gaze.frame().merge(drawn.searches), lists)
    assert table.target is not None
    return table.features.fillna(0.0).to_numpy(np.float64), (table.target > 0).to_numpy().astype(np.int64)


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Split the words, let one method learn, and measure it; all methods of a trial see the same split."""
    from hedgerow.reproduce.experiments.rogers_methods import METHODS, try_forest
    from hedgerow.reproduce.experiments.splits import Split
    from hedgerow.trees.estimators import DecisionTreeClassifier

    column = cell.partition(BETWEEN)[2]
    X, y = read_words(find_sample(cell, trial))
    rng = np.random.default_rng([seed, trial, len(y)])
    split, learner_seed = Split.draw(X, y, rng), int(rng.integers(2**31))
    if column in _FORESTS:
        return try_forest(column, split, learner_seed)
    described = DecisionTreeClassifier(pruning="mdl")
    return split.measure(METHODS[_METHODS[column]](described).set_params(random_state=learner_seed))


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a published value is found."""
    known = cell.row == _ROW and cell.column in (*_FORESTS, *_METHODS) and cell.quantity in _QUANTITIES
    return Reading((f"{cell.row}{BETWEEN}{cell.column}",), cell.quantity) if known else None


def find_sample(cell: str, trial: int) -> int:
    """Return the number of the sample of readers that a trial draws on: each has its own."""
    del cell
    return trial


PROTOCOLS = {
    "rogers-9.1": Protocol(
        Experiment("rogers reading 1", try_cell, find_sample),
        read_cell,
        n_published=100,
        most_trials=40,
        stand_in=True,
        remarks=(
            "The recorded eye movements are not public. Here readers are generated (make_readers), so errors are those "
            "of another problem and cannot be compared one by one; what can be compared is which method is better "
            "than which.",
            "Every trial has new readers and new documents. A table has about 3,700 rows, of which 41 % are positive.",
            "As published, rows are split at random, so words of one page are on both sides.",
            "Which of the two DivBoost methods the table shows is not said; here it is W2.",
        ),
    )
}
