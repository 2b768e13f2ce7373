"""A random part of a table to learn from, the rest to be tested on, and what a forest does on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow import DecisionTreeClassifier, Outputs, RelevanceForestClassifier
from hedgerow.combination import DynamicIntegration, combine
from hedgerow.diversity import pairwise
from hedgerow.relevance import SplitGains
from hedgerow.reproduce.experiments import splits
from hedgerow.reproduce.experiments.rogers_methods import N_TREES
from studies.one_draw import grow_and_ask
from studies.running import Record


@dataclass(frozen=True, eq=False)
class Split(splits.Split):
    """A split of `hedgerow reproduce`, and what the readings of these studies do with it."""

    def grow(self, seed: int, choices: dict[str, Any]) -> tuple[Record, RelevanceForestClassifier]:
        """What a forest does on the test rows, and the forest."""
        forest = RelevanceForestClassifier(N_TREES, random_state=seed, **choices).fit(self.X, self.y)
        measured = _measure(self.ask(forest))
        measured["n_features"] = int(forest.support_.sum())
        measured["n_nodes"] = forest.members_.forest.nodes.size / N_TREES
        return measured, forest

    def measure(self, ensemble: Any) -> Record:
        """What an ensemble of any kind does on the test rows; it answers as it combines."""
        ensemble.fit(self.X, self.y)
        outputs = Outputs.from_estimator(ensemble, self.X_test, self.y_test, probabilities=False)
        error = float((ensemble.predict(self.X_test) != self.y_test).mean())
        return {**_measure(outputs), "error": error}

    def grow_one_draw(self, seed: int) -> tuple[Record, Record]:
        """The same for a plain forest whose nodes draw a feature only once: voting, and integrated dynamically."""
        rows = np.vstack([self.X, self.X_test])
        forest = grow_and_ask(self.X, self.y, rows, N_TREES, seed)
        known, asked = slice(len(self.y)), slice(len(self.y), None)
        outputs = Outputs(
            forest.answers[:, asked].astype(np.uint8), np.arange(2), self.y_test.astype(np.uint8)
        )
        voted = {**_measure(outputs), "n_features": self.X.shape[1], "n_nodes": forest.n_nodes}
        seen = Outputs(
            forest.answers[:, known].astype(np.uint8),
            np.arange(2),
            self.y.astype(np.uint8),
            predicted=~forest.in_bag,
        )
        leaves = forest.leaves.T
        rule = DynamicIntegration().fit(seen, leaves[known])
        return voted, {"error": float(combine(outputs, rule, places=leaves[asked]).error())}

    def weigh_by_own_splits(self, tree: DecisionTreeClassifier) -> NDArray[np.float64]:
        """How much each feature gained where one tree split on it, weighted by node complexity."""
        splits = SplitGains.from_forest(tree.fit(self.X, self.y).flat_tree_.forest)
        gained = np.zeros(self.X.shape[1])
        np.add.at(gained, splits.feature, splits.gain * splits.complexity)
        return gained if gained.any() else np.ones_like(gained)


def _measure(outputs: Outputs) -> Record:
    """Error of the vote, mean error of the trees, and mean Q of pairs of trees that have one."""
    voted = combine(outputs, "vote").error()
    return {"error": voted, "base_error": outputs.errors().mean(), "q": pairwise(outputs, "q").mean}
