"""A saved model and its table, for the tests of verbs that need both."""

import numpy as np
import pandas as pd
import typer

from hedgerow import RandomForestClassifier, save_model
from hedgerow.tables import open_table
from hedgerow.tables.column_choice import describe_columns
from hedgerow.trials import inspect_table
from hedgerow.trials.inspection import take_fingerprint


def make_app(verb):
    """A command of one verb."""
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(verb)
    return app


def write_table(path):
    """Write a table with a gap, a category and a string target."""
    random = np.random.default_rng(0)
    y = np.arange(80) % 2
    frame = pd.DataFrame(
        {
            "size": random.normal(size=80) + 2 * y,
            "color": np.where(random.random(80) < 0.7, y, 1 - y),
            "noise": random.normal(size=80),
            "label": np.where(y, "yes", "no"),
        }
    )
    frame["color"] = frame["color"].map({0: "red", 1: "blue"})
    frame.loc[3, "size"] = np.nan
    frame.to_csv(path, index=False)
    return frame


def write_model(path, table, model=None):
    """Fit a model to a table on disk and save it as ``hedgerow fit`` does."""
    opened = open_table(str(table), "label").table
    inspection = inspect_table(opened)
    features = inspection.choice.take(opened).features
    model = RandomForestClassifier(30, random_state=0) if model is None else model
    model.fit(features, np.asarray(opened.target))
    summary = {
        "table": inspection.to_dict(),
        "columns": describe_columns(features),
        "fingerprint": take_fingerprint(features),
    }
    save_model(model, path, summary=summary)
    return model
