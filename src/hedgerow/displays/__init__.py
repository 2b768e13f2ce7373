"""Pictures: one plot per file, each computed once and drawn where asked."""
