"""One file for each section of the report: what is known, as a plain dict."""
