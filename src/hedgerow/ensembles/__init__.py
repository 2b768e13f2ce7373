"""The engine of five choices, and the named recipes that fill them in."""
