"""Bayesian networks: who depends on whom, how strongly, and what follows from what is known of a row."""
