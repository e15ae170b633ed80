"""Records of runs, and what is computed from them.

    whole_file   writing a file completely or not at all
    values       numbers as text: 1/8, 30us, 1h30m
    bootstrap    samples drawn again, and their intervals
    stats        medians, spread, ratios of medians
    tables       text, Markdown and CSV
    machine      settings of this machine, and warnings about them
    results      the JSON-lines file: append, resume, read back
    answers      runs of one problem must give one answer
    groups       records by configuration
    summary      the table of all configurations
    node_values  answers that programs write, one value per node
    ways         answers that are ways on a map

A module imports only modules above it in this list.
"""


class UserError(Exception):
    """An error that the user can correct. Programs show it as one line and exit with status 1."""


class UsageError(UserError):
    """What was asked for is wrong, whatever the runs say. Programs exit with status 2."""
