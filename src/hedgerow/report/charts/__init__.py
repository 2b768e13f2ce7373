"""Charts as inline SVG: text in, text out; colours come from the style sheet of the page."""
