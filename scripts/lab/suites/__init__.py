"""Public benchmarks by their own rules: the program behind `scripts/bench --suite`.

    cells         one cell of a table: times, and whether the answers are right
    gap           the GAP Benchmark Suite, with its reference implementation beside ours
    graphalytics  LDBC Graphalytics: graphs with parameters and reference outputs
    packages      other packages beside our programs
    cli           the flags and the tables

What a suite consists of is in NAME.toml.
"""
