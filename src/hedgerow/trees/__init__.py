"""The tree engine: a coded table, growth by rules, and flat records of what has grown."""
