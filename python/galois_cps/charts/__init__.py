"""Charts of records as PNG and SVG, and their tables.

    chart_style    colours, marks, lines and style
    scales         axes, and which numbers stand on them
    captions       what is written below charts and beside their axes
    plain_svg      times relative to a reference, where there is no matplotlib
    picture_file   pictures as files that are written completely or not at all
    parts          parts of a whole
    phases         the phases of runs, a bar per run
    distribution   how the values of an answer are spread
    way_map        ways on a map
    plots          times and ratios
    scaling_lines  lines over a quantity that doubles
    scaling        speed-up and wasted work by threads
    growth         time and memory by the size of the graph
    overview       a table of all configurations and their ratios to one of them
    run_page       a page about runs, as one HTML file

A module imports only modules above it in this list, and galois_cps.runs.
"""
