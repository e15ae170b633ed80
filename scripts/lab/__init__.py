"""Measures our programs and other people's, and shows what was measured.

    records   result files, statistics, tables, values as text
    charts    charts of records
    bench     sweeps over applications, comparisons of records, random runs
    tune      a search for the parameters of a policy
    peers     the same questions to other graph packages

A package imports only packages above it in this list, and tune and peers nothing of each other. `records` and
`charts` need numpy and matplotlib only and know no command line. tests/test_rooms.py and
tests/test_one_of_each.py check this.
"""
