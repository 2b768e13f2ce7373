"""Small networks, trained many at a time by Levenberg and Marquardt's method."""
