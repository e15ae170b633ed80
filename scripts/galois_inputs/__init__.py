"""The Python behind the scripts in inputs/, which draw and download.

    plot_info    draws the distributions and components that graph-info found
    catalogue    the public data sets, from inputs/catalogue.toml
    download     downloads that resume after an interruption
    fetch        the program behind inputs/fetch
    roads        compares generated road networks with real ones
    coordinates  coordinates and arcs of a graph
    make_city    writes the map of a city that does not exist
    find_node    finds the node that is nearest to a place
    draw_path    draws paths on a map

A module imports only modules above it in this list. Nothing here parses C++: programs are run by
their flags, and their output is read.
"""
