"""The mutation gate: damages concurrent parts in one place at a time, and expects a test to notice.

    mutation_sites  where a file can be damaged, and how
    schemata        a copy of a file in which each mutant can be switched on when the program runs
    build           how each test is compiled and linked, and which tests are nearest to a file
    trials          compiles, runs and judges
    verdicts        what is remembered, the lists of survivors, the report
    cli             the program behind scripts/dev/mutate

A module imports only modules above it in this list.
"""


class UserError(Exception):
    """An error that the user can correct; shown as one line."""
