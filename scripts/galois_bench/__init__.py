"""Sweeps over our applications, and comparisons of what they measured.

    program   flags, complaints and exit statuses of every program
    spec      what to run: axes, configurations, the TOML file, the flags
    schedule  in which order: interleaved rounds, shuffled by a seed
    runner    one run: command, time limit, record
    policies  the worklists, algorithms and flags of a program
    machine   settings of this machine, and warnings about them
    lanes     runs one by one or side by side
    results   the JSON-lines file: append, resume, read back
    answers   runs of one problem must give one answer
    progress  what is done and how long the rest takes
    stats     medians, spread, bootstrap intervals
    tables    text, Markdown and CSV
    look      colours and style of charts
    plots     charts
    diagrams  the pictures of the scheduler pages
    bench_cli, compare_cli, soak_cli   the programs behind scripts/bench, compare and soak

A module imports only modules above it in this list; `galois_inputs` also uses program and look.
Nothing here parses C++: programs are run by their flags, and their JSON records are read.
"""


class UserError(Exception):
    """An error that the user can correct; shown as one line, exit status 1."""


class UsageError(UserError):
    """A wrong command line; exit status 2."""
