"""Nested dichotomies: many classes by questions that part them in two, and the models that answer such questions."""
