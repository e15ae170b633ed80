"""The figures and tables of five papers on schedulers, made again, and verdicts on their claims.

    catalogue    which figures, series and cases there are (TOML files in catalogue/)
    graphs       the graphs of a scale: where they are, how they are made
    builds       which programs the figures need, what exists, how to build the rest
    plan         the runs that figures want, each once
    store        result files by program and build: cache and resume
    execute      runs a plan: interleaved rounds, simulated runs side by side
    process      runs of smq-process, pd-model and rank-bench, which need no graph
    process_records   what these programs write
    traces       priorities of the tasks of sequential runs
    search       runs that depend on other runs: the oracle of the share of sent tasks
    swarm, swarm_model, swarm_cli   runs of the model of Swarm, the model, and its program
    tidy         records to tables: one row per number
    session      one scale with its folder, graphs, programs and records
    pictures     draws charts, unless those that are there are of the same data
    facts        what the records say about machine, noise and time
    make         what `figures make` does: plan, build, run, tables, charts
    listing      what `figures list` prints
    cli          the program behind scripts/figures

    expressions, claims, exact, published, own_data, verdicts, findings   what papers claim, judged
    charts, page                                                          pictures, and the report

Runs, records and statistics are those of lab; nothing here measures anything itself.
"""
