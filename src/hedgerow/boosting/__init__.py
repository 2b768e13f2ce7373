"""Boosting: members that make up for the errors of those before them."""
