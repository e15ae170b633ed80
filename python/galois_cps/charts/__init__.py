"""Charts of records as PNG and SVG, and their tables.

    chart_style    colours and style
    plots          times and ratios
    scaling_lines  lines over a quantity that doubles
    scaling        speed-up and wasted work by threads
    growth         time and memory by the size of the graph
    overview       a table of all configurations and their ratios to one of them

A module imports only modules above it in this list, and galois_cps.runs.
"""
