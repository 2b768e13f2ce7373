"""The choices that make an ensemble, which are the chapters of the methods."""

AXES = {
    "recipe": "Ensembles: several choices at once",
    "data": "Data: which examples does a member see?",
    "features": "Features: through which features?",
    "labels": "Labels: what is a member to tell apart?",
    "learner": "Learner: what learns?",
    "combination": "Combination: how do predictions become one?",
    "reading": "Evidence: what a fitted ensemble, or a table of scores, says",
}
