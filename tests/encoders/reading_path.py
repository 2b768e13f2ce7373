"""A reading path that one can draw, and its 22 features counted by hand.

::

    y 10    A 0..40     B 50..90    C 100..140      line 1
    y 40    D 0..40     E 50..90    F 100..140      line 2

Ten fixations: A, B, B, beside B, D (C is skipped), F (E is skipped), back to C, back to B, on to E, F. So the visits
are A, B, D, F, C, B, E, F; the passes of lines are 1 (A B), 2 (D F), 1 (C B), 2 (E F); and two regressions lead from
F to C and from C to B.
"""

import numpy as np
import pandas as pd

WORDS = pd.DataFrame(
    {
        "word": list("ABCDEF"),
        "line": [1, 1, 1, 2, 2, 2],
        "x0": [0, 50, 100] * 2,
        "y0": [0] * 3 + [30] * 3,
        "x1": [40, 90, 140] * 2,
        "y1": [20] * 3 + [50] * 3,
    }
)
FIXATIONS = pd.DataFrame(
    [
        (10, 10, 200, 3.0),  # A
        (60, 10, 150, 3.2),  # B
        (80, 10, 100, 3.4),  # B
        (95, 10, 50, np.nan),  # between B and C
        (20, 40, 180, 3.0),  # D
        (110, 40, 220, 4.0),  # F
        (110, 10, 120, 3.5),  # C
        (60, 10, 90, 3.1),  # B
        (55, 40, 130, 3.3),  # E
        (130, 40, 70, 3.8),  # F
    ],
    columns=["x", "y", "duration", "pupil"],
).assign(time=lambda frame: frame["duration"].cumsum() - frame["duration"])

_NONE = np.nan
_BACK = np.hypot(10, 30)
# Number of the feature -> its values for A, B, C, D, E and F.
BY_HAND = {
    1: [1, 3, 1, 1, 1, 2],
    2: [1, 2, 1, 1, 1, 1],
    3: [1, 1, 0, 1, 0, 1],
    4: [0, 1, 1, 0, 1, 1],
    5: [_NONE, 200, 220, 50, 90, 180],
    6: [200, 150, 120, 180, 130, 220],
    7: [200, 250, 120, 180, 130, 220],
    8: [150, 100, 90, 220, 70, 120],
    9: [_NONE, 50, 30, np.hypot(75, 30), np.hypot(5, 30), 90],
    10: [50, np.hypot(5, 30), 50, 90, 75, _NONE],
    11: [_NONE, 40, _BACK, np.hypot(95, 30), _BACK, 80],
    12: [10, 10, 10, 20, 5, 10],
    13: [10, 10, 10, 20, 5, 30],
    14: [200, 340, 120, 180, 130, 290],
    15: [200, 340 / 3, 120, 180, 130, 145],
    16: [0, 0, 1, 0, 0, 1],
    17: [0, 0, 90, 0, 0, 120],
    18: [0, 1, 0, 0, 1, 0],
    19: [0, 90, 120, 0, 0, 0],
    20: [3.0, (3.2 + 3.4 + 3.1) / 3, 3.5, 3.0, 3.3, 3.9],
    21: [1, 150 / 340, 1, 1, 1, 220 / 290],
    22: [0, 0, 0, 1, 0, 1],
}
