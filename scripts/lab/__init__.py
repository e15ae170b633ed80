"""Measures our programs and other people's, and shows what was measured.

    bench     sweeps over applications, comparisons of records, random runs
    tune      a search for the parameters of a policy
    peers     the same questions to other graph packages

Statistics, result files and charts are those of galois_cps.runs and galois_cps.charts, which need numpy and
matplotlib only and know no command line. tune and peers import bench, and nothing of each other.
tests/test_rooms.py and tests/test_one_of_each.py check this.
"""
