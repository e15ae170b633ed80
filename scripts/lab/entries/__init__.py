"""Queues and programs of anyone, measured by one set of rules.

    entry       an entry's folder: entry.toml
    build       compiles queues and adapters; what was built, and with which flags
    adapter     asks a program that reads a graph and writes an answer, one process per source
    inputs      graphs with weights drawn from a seed, under names that say nothing
    mixes       pushes and pops without a graph: counts, throughput, histories
    check       whether an entry is complete and right
    divisions   the settings of the closed division, and the search of the open one
    run         runs everything in interleaved rounds, by the runner and the verifier of lab.peers
    table       medians with intervals, and which entries are on the frontier
    picture     time against wasted work, throughput against rank error
    page        a static page of all that
    cli         the program behind scripts/enter

A module imports only modules above it in this list.
"""
