"""Where the names of Galois 6 are here, and which tests use them (scripts/dev/galois-names).

    catalogue.py  reads names.toml
    sources.py    files, what they include, and what they define
    search.py     the header and the test of each name; problems
    page.py       the page of the documentation
    cli.py        the command

A module imports only those above it.
"""
