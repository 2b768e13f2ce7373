"""A node as the search for cuts finds it: its rows, features and working arrays; and all its cuts, the slow way."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import make_rules

from hedgerow._kernels.growth_workspace import allocate_search
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.records import CODED_COLUMNS, REACH, ROUNDING, CodedColumns
from hedgerow.trees.grower import tabulate
from hedgerow.trees.rules import CRITERIA

MISSING = 65_535
START = 3  # the node lies behind rows of another


@dataclass
class Node:
    """Codes of up to eight features in the rows of a node, with targets and weights."""

    codes: np.ndarray
    y: np.ndarray
    w: np.ndarray
    n_classes: int
    criterion: str

    def set_up(self, **limits) -> tuple[Any, Any, Any]:
        """The coded table, the working arrays with the node loaded, and the rules."""
        n_lanes, n = self.codes.shape
        rules = make_rules(n_classes=self.n_classes, criterion=CRITERIA[self.criterion], **limits)
        columns = CODED_COLUMNS.allocate(
            **dict.fromkeys(CodedColumns._fields, 1)
            | {"is_sparse": 0}
            | {
                "codes": np.ascontiguousarray(self.codes.T, np.uint16).reshape(-1),
                "traits": np.zeros(24, np.int32),
            }
            | {"n_features": n_lanes, "feature_step": 1, "row_step": n_lanes, "value_step": 0}
        )
        work = allocate_search(n + START, 0, np.zeros(1), tabulate(int(self.w.sum()), self.n_classes), rules)
        inside = slice(START, START + n)
        work.rows[inside], work.lane_features[:n_lanes] = np.arange(n), np.arange(n_lanes)
        squares = 0.0
        if self.n_classes:
            work.payload[inside] = self.w << 16 | self.y
            work.weights[: self.n_classes] = np.bincount(self.y, self.w, self.n_classes)
        else:
            away = self.y - np.average(self.y, weights=self.w)
            work.payload[inside], work.moments[inside], work.weights[0] = self.w, self.w * away, self.w.sum()
            work.scale[REACH], squares = np.abs(away).max(), (self.w * away**2).sum()
        sizes = {"squared_error": squares, "gain_ratio": 1e3}
        work.scale[ROUNDING] = 1e-12 * sizes.get(self.criterion, self.w.sum())
        return columns, work, rules

    def gains(self, lane):
        """Gains of all cuts of a lane: missing values right, then left; and the codes below them."""
        column = np.where(self.codes[lane] == MISSING, np.nan, self.codes[lane])
        return naive.gains_of_cuts(column, self.y, self.w.astype(float), self.criterion, self.n_classes)

    def best_gain(self, lane):
        """Best gain of all cuts of a lane; NaN where it is constant."""
        if len(np.unique(self.codes[lane])) == 1:
            return np.nan
        right, left, _ = self.gains(lane)
        return max(right.max(initial=-np.inf), left.max(initial=-np.inf))

    def best_allowed(self, lane, rows, weight):
        """Best gain of the cuts that leave enough rows and weight on both sides; -inf where there is none."""
        codes, best = self.codes[lane], -np.inf
        for edge in [*np.unique(codes)[1:], MISSING]:
            for side in (False, True):
                left = (codes < edge) | ((codes == MISSING) & side)
                sides = (left, ~left)
                if all(part.sum() >= max(rows, 1) and self.w[part].sum() >= weight for part in sides):
                    best = max(best, self.gain_of_cut(lane, edge, side))
        return best

    def gain_of_cut(self, lane, edge, side):
        """Gain of the cut below a code, with missing values right or left."""
        codes = self.codes[lane]
        left = (codes < edge) | ((codes == MISSING) & bool(side))
        return naive.gain(self.y, self.w.astype(float), left, self.criterion, self.n_classes)


@st.composite
def nodes(draw, rows, criteria=naive.CRITERIA, classes=(2, 9), missing=(0.0, 0.2)):
    """Nodes with few and many codes, ties, small and large weights, weak and strong features."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, criterion = draw(st.integers(*rows)), draw(st.sampled_from(criteria))
    spans = [draw(st.sampled_from([1, 2, 9, 300, 60_000])) for _ in range(draw(st.integers(1, N_LANES)))]
    codes = np.stack([rng.integers(0, span, n) + rng.integers(0, 65_000 - span) for span in spans])
    codes[rng.random(codes.shape) < draw(st.sampled_from(missing))] = MISSING
    signal = codes[0] / (np.ptp(codes[0]) + 1) + draw(st.sampled_from([0.1, 10.0])) * rng.normal(size=n)
    n_classes, y = 0, signal
    if criterion != "squared_error":
        n_classes = draw(st.integers(*classes))
        y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
    w = {"ones": np.ones(n, int), "draws": rng.poisson(1.0, n) + 1, "units": rng.integers(1, 2**40, n)}
    return Node(codes, y, w[draw(st.sampled_from(list(w)))], n_classes, criterion)
