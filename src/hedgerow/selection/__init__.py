"""Choosing features: scikit-learn selectors, and how stable their choices are."""
