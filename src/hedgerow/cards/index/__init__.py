"""The index of methods, one table for each axis: the choices that make an ensemble, and what reads one."""

AXES = {
    "recipe": "Ensembles: several choices at once",
    "data": "Data: which examples does a member see?",
    "features": "Features: through which features?",
    "labels": "Labels: what is a member to tell apart?",
    "learner": "Learner: what learns?",
    "combination": "Combination: how do predictions become one?",
    "reading": "Evidence: what a fitted ensemble, or a table of scores, says",
}
