"""A network with all its distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from hedgerow.learners.bayes_net.distributions import (
    Distribution,
    LinearGaussians,
    StateTable,
    learn_distribution,
    make_pseudo_rows,
)
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.inference import find_log_likelihood, find_posterior
from hedgerow.learners.bayes_net.variables import Rows, Variable

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class BayesNet:
    """A Bayesian network: variables, arcs between them, and the distribution of each given its parents.

    Attributes
    ----------
    variables : tuple of Variable
        The nodes.
    graph : ArcGraph
        The arcs.
    distributions : tuple of StateTable or LinearGaussians
        One for each variable.
    """

    variables: tuple[Variable, ...]
    graph: ArcGraph
    distributions: tuple[Distribution, ...]

    @classmethod
    def learn(
        cls,
        variables: Sequence[Variable],
        graph: ArcGraph,
        rows: Rows,
        weights: NDArray[np.float64],
        smoothing: float = 0.0,
    ) -> Self:
        """Learn the distributions of a graph, each from the rows in which its family is known."""
        families = list_families(variables, graph)
        learned = tuple(
            learn_distribution(
                family,
                family.sum_rows(rows, weights) + make_pseudo_rows(family, rows, weights, smoothing),
            )
            for family in families
        )
        return cls(tuple(variables), graph, learned)

    def check_loaded(self) -> None:
        """Refuse parts that do not fit each other."""
        names = tuple(each.name for each in self.variables)
        families = [each.family for each in self.distributions]
        if self.graph.names != names or families != list_families(self.variables, self.graph):
            raise ValueError("these are not the distributions of this network's graph")
        kinds = [StateTable if each.is_discrete else LinearGaussians for each in self.variables]
        if not all(map(isinstance, self.distributions, kinds)):
            raise ValueError("a table is there where a number is, or the other way round")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables."""
        return self.graph.names

    @property
    def n_parameters(self) -> int:
        """Free parameters of all distributions."""
        return sum(each.family.n_parameters for each in self.distributions)

    def read(self, X: pd.DataFrame | NDArray[Any]) -> Rows:
        """Rows of states and numbers as the network reads them; a state that it does not know is missing."""
        import pandas as pd

        frame = pd.DataFrame(X) if isinstance(X, pd.DataFrame) else pd.DataFrame(X, columns=list(self.names))
        cells = np.full((len(frame), len(self.variables)), np.nan)
        for place, each in enumerate(self.variables):
            if each.name not in frame.columns:
                continue
            column = frame[each.name]
            if each.states is None:
                cells[:, place] = column.to_numpy(np.float64, na_value=np.nan)
            else:
                codes = pd.Index(each.states, dtype=object).get_indexer(column.astype(object))
                cells[:, place] = np.where(codes < 0, np.nan, codes)
        return Rows.of(self.variables, cells)

    def log_likelihood(self, X: pd.DataFrame | NDArray[Any]) -> NDArray[np.float64]:
        """Log likelihood of each row; what is missing is summed over.

        Parameters
        ----------
        X : DataFrame, or array-like of shape (n_samples, n_variables)
            The rows; columns that a frame does not have are missing.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self.find_log_likelihood(self.read(X))

    def posterior(self, X: pd.DataFrame | NDArray[Any], variable: str) -> NDArray[np.float64]:
        """Probabilities of the states of a variable in each row, given all else that is known of the row.

        Parameters
        ----------
        X : DataFrame, or array-like of shape (n_samples, n_variables)
            The rows; what they say of the variable itself is not looked at.
        variable : str
            Which one.

        Returns
        -------
        ndarray of shape (n_samples, n_states)
        """
        if variable not in self.names:
            raise ValueError(
                f"there is no variable {variable!r}; there are {', '.join(map(repr, self.names))}"
            )
        place = self.names.index(variable)
        if not self.variables[place].is_discrete:
            raise ValueError(f"{variable!r} is a number; only states have probabilities")
        return np.exp(self.find_posterior(self.read(X), place))

    def find_log_likelihood(self, rows: Rows) -> NDArray[np.float64]:
        """Log likelihood of rows that are read already."""
        logs = find_log_likelihood(self.distributions, self.graph.arcs, rows)
        for place, each in enumerate(self.variables):
            if not each.is_discrete:
                logs = logs - np.where(rows.codes[place] >= 0, np.log(each.scale), 0.0)
        return logs

    def find_posterior(self, rows: Rows, variable: int) -> NDArray[np.float64]:
        """Log probabilities of the states of a variable in rows that are read already."""
        return find_posterior(self.distributions, self.graph.arcs, rows, variable)

    def sample(self, n_samples: int = 1, random_state: Any = None) -> pd.DataFrame:
        """Draw rows, parents before children.

        Parameters
        ----------
        n_samples : int, default=1
            How many.
        random_state : int, RandomState or None, default=None
            Where the randomness comes from.

        Returns
        -------
        DataFrame
            One column for each variable; states that are words are categories.
        """
        import pandas as pd

        rows = self.draw(n_samples, check_random_state(random_state))
        columns: dict[str, Any] = {}
        for place, each in enumerate(self.variables):
            if each.states is None:
                columns[each.name] = rows.values[place] * each.scale + each.centre
            elif np.array(each.states).dtype.kind in "biuf":
                columns[each.name] = np.array(each.states)[rows.codes[place]]
            else:
                columns[each.name] = pd.Categorical.from_codes(rows.codes[place], pd.Index(each.states))
        return pd.DataFrame(columns)

    def draw(self, n_rows: int, random: np.random.RandomState) -> Rows:
        """Draw rows as the network reads them."""
        rows = Rows(
            np.zeros((len(self.variables), n_rows), np.int32), np.zeros((len(self.variables), n_rows))
        )
        for place in self.graph.order:
            rows.codes[place], rows.values[place] = self.distributions[place].draw(rows, random)
        return rows

    def frame(self, variable: str) -> pd.DataFrame:
        """The distribution of a variable: one row for each configuration of its parents' states.

        Parameters
        ----------
        variable : str
            Which one.

        Returns
        -------
        DataFrame
            Probabilities of its states, or intercept, slopes and standard deviation, in the units of the data.
        """
        import pandas as pd

        place = self.names.index(variable)
        found = self.distributions[place]
        parents = [self.variables[each] for each in found.family.parents]
        states = [list(each.states or ()) for each in parents]
        index: Any = pd.RangeIndex(1)
        if len(parents) == 1:
            index = pd.Index(states[0], name=parents[0].name)
        elif parents:
            index = pd.MultiIndex.from_product(states, names=[each.name for each in parents])
        if isinstance(found, StateTable):
            return pd.DataFrame(found.probabilities, index, list(self.variables[place].states or ()))
        centre = np.array([each.centre for each in self.variables])
        scale = np.array([each.scale for each in self.variables])
        plain = found.in_units(centre, scale)
        names = ["intercept", *(self.names[each] for each in found.family.regressors)]
        table = pd.DataFrame(plain.coefficients, index, names)
        table["standard deviation"] = np.sqrt(plain.variances)
        return table


def list_families(variables: Sequence[Variable], graph: ArcGraph) -> list[Family]:
    """The family of each variable in a graph."""
    return [Family.of(variables, node, graph.parents(node)) for node in range(len(variables))]
