"""The Python behind scripts/site: the documentation as pages that need no server.

    tree.py      the files of the repository, and where the site has them
    markdown.py  links, listings and placeholders of a page
    opening.py   the page "What is where", from the opening comments of files
    nav.py       the entries and what is below them, from the tables of index pages
    build.py     the pages as mkdocs reads them, mkdocs, and the index of the search
    links.py     every link of the finished site, with its anchor
    browser.py   pages in headless Chromium
    cli.py       the command

A module imports only those above it in this list.
"""
