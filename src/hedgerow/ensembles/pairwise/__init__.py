"""One model for every pair of classes, and three ways to a decision."""
