"""Behind the scripts in inputs/: what they draw and fetch.

    pictures   one way to write a picture
    plot_info  draws what graph-info found out

Modules further down import only modules further up. Nothing here knows C++: programs are run by
their flags and read back through what they write.
"""
