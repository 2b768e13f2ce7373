"""Twelve rows whose masks were worked out by hand: six known ones and six to ask about, as tables on no scale."""

import numpy as np

from hedgerow.ensembles.masks.mask_evaluators import NeighbourEvaluator
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.learners.spaces import Space

KNOWN = np.array([[0, 0, 5, 1], [1, 0, 1, 0], [0, 1, 4, 3], [4, 4, 0, 2], [5, 4, 4, 0], [4, 5, 2, 3.0]])
KNOWN_CLASSES = np.array([0, 0, 0, 1, 1, 1])
ASKED = np.array([[1, 1, 4, 3], [0, 2, 0, 0], [4, 3, 5, 1], [5, 5, 1, 3], [2, 1, 0, 2], [3, 4, 5, 1.0]])
ASKED_CLASSES = np.array([0, 0, 1, 1, 0, 1])

ACCURACY = {"0011": 3 / 6, "0001": 2 / 6, "0010": 1 / 6, "1010": 1, "1011": 5 / 6, "0110": 5 / 6, "1100": 1}


def read_mask(bits):
    return np.array([bit == "1" for bit in bits])


def make_evaluator(scoring="accuracy"):
    space = Space.learn(KNOWN, KNOWN_CLASSES, n_classes=2, scaling="none")
    return NeighbourEvaluator(space.ask(ASKED), Scoring(ASKED_CLASSES, np.ones(6), 2, scoring))
