"""Mixtures of experts: learners that share out the rows between them, and gates that choose among them."""
