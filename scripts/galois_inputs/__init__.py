"""Behind the scripts in inputs/: what they draw and fetch.

    pictures   one way to write a picture
    plot_info  draws what graph-info found out
    catalogue  the public data sets, from inputs/catalogue.toml
    download   downloads that go on where they broke off
    fetch      the program behind inputs/fetch
    roads      compares generated road networks with real ones
    places     where the nodes of a graph are, and how they are joined
    find_node  finds the node that is nearest to a place
    draw_path  draws paths on a map

Modules further down import only modules further up. Nothing here knows C++: programs are run by
their flags and read back through what they write.
"""
