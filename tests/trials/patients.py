"""A table as people have them."""

import numpy as np
import pandas as pd


def make_patients(n_rows=120, seed=0):
    """A table as people have them: names of rows, gaps, categories, a constant, words to predict."""
    generator = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "patient_id": [f"p{row:04d}" for row in range(n_rows)],
            "age": generator.normal(50, 10, n_rows).round(1),
            "dose": generator.normal(size=n_rows).round(3),
            "colour": generator.choice(["red", "green", "blue"], n_rows),
            "smoker": generator.choice([True, False], n_rows),
            "site": "A",
        }
    )
    signal = (frame["age"] > 50).astype(int) + (frame["colour"] == "red")
    frame["outcome"] = np.where(signal + generator.normal(0, 0.3, n_rows) > 0.8, "ill", "well")
    frame["cost"] = (10 * signal + generator.normal(size=n_rows)).round(3)
    frame.loc[::11, "age"] = np.nan
    frame.loc[::7, "colour"] = None
    return frame
