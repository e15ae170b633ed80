"""Sweeps over our applications, and comparisons of what they measured.

    program          flags, complaints and exit statuses of every program
    applications     the applications of this repository
    ranks            the command of a run on several ranks
    commands         programs of others
    counters         hardware counters
    spec             what to run: axes, configurations, the TOML file, the flags
    options          the flags that describe a sweep
    schedule         in which order: interleaved rounds, shuffled by a seed
    runner           one run: command, time limit, record
    policies         the worklists, algorithms and flags of a program
    progress         what is done and how long the rest takes
    concurrent_runs  runs one by one or side by side
    sweep            a whole sweep
    diagrams         the pictures of the scheduler pages
    bench_cli, compare_cli, overview_cli, report_cli, soak_cli   the programs behind scripts/bench
                     and compare, the quickstart's table, scripts/report and scripts/soak

A module imports only modules above it in this list. Nothing here parses C++: programs are run by
their flags, and their JSON records are read.
"""
