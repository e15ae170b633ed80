"""Searches for the parameters of worklist policies that suit one graph, one program, one machine.

    apps      the applications, and the flags that select a query of each
    space     parameters and their ranges, as --wl=json lists them; random configurations
    halving   how many configurations are measured in how many rounds, for a budget
    journal   the file of all runs: what a killed search has measured is read back
    survey    queries that are worth measuring, and what one run takes
    search    successive halving, and the comparison with the default on other queries
    output    the file that --wl-config reads, and the report
    cli       the program behind scripts/tune

Runs and progress are those of lab.bench, records and statistics those of galois_cps.runs.
"""
