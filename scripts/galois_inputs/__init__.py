"""Behind the scripts in inputs/: what they draw and fetch.

    pictures   one way to write a picture
    plot_info  draws what graph-info found out
    catalogue  the public data sets, from inputs/catalogue.toml
    download   downloads that go on where they broke off
    fetch      the program behind inputs/fetch

Modules further down import only modules further up. Nothing here knows C++: programs are run by
their flags and read back through what they write.
"""
