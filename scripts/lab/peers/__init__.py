"""The same questions answered by other people's graph packages, in a table beside ours.

    catalogue        which packages there are, what each is asked, and with which versions
    grfile           binary .gr files as arrays
    install          the virtual environment and the compiled adapters
    questions        answers compared with ours
    adapter_process  one adapter process: events, time limit, memory limit
    reference        our own checked answers, which every other answer is compared with
    plan             which answers are wanted, in which order, and which are there
    execute          asks for the missing answers and writes records
    table            the table, as text, Markdown and JSON
    cli              the program behind scripts/peers

    adapters         one module or C++ file per package; they run as processes of their own

Records, result files and statistics are those of galois_cps.runs.
"""
