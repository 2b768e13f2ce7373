"""Tables with clusters in some of their features."""

import numpy as np
import pandas as pd


def make_clustered(n_samples=120, n_features=8, seed=0):
    """Three clusters in the first three features; the others are noise."""
    rng = np.random.default_rng(seed)
    kinds = np.arange(n_samples) % 3
    X = rng.normal(size=(n_samples, n_features))
    X[:, :3] += 9 * np.eye(3)[kinds]
    return X, kinds


def make_mixed(n_samples=90, seed=0):
    """Two kinds of rows that a number and a word tell apart, with gaps, and noise of both sorts."""
    rng = np.random.default_rng(seed)
    kinds = np.arange(n_samples) % 2
    size = 8.0 * kinds + rng.normal(size=n_samples)
    size[::11] = np.nan
    word = pd.Series(np.where(kinds == 1, "a", "b"), dtype="str")
    word[5::13] = None
    frame = pd.DataFrame(
        {
            "noise": rng.normal(size=n_samples),
            "size": size,
            "word": word.astype("category"),
            "other": pd.Categorical(rng.choice(["x", "y", "z"], n_samples)),
            "more": rng.normal(size=n_samples),
        }
    )
    return frame, kinds
