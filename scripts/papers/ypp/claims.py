"""Claims of the thesis on performance-driven work stealing in YewPar (YPP):
H. Xie, "Towards Faster Combinatorial Search: Performance-Driven Workstealing Policy in YewPar",
University of Glasgow, 2023.

Its machine is a cluster of 5 to 20 nodes with 15 workers each. Its old policy, random-sticky here,
steals from a random node, and from the same node again until that fails. Its new policy, perf here,
steals from the node with the highest score: (rate of work) x (remaining tasks) - (delay).

A gain is 1 - (new time) / (old time), as in the percentages that it prints (x-49). Its appendix
lists all runs, so its own data judge nine claims now. Ours are on simulated ranks of one worker and
on nodes of 15 workers in virtual time. `ranks` is the number of nodes, `load` says whether two
programs share the nodes.
"""

from ..engine.judge.language import (Claim, Need, all, any, argmin, at, count, gm, labels, max,
                                     mean, median, min, spearman, sum)
from . import published_claims

_STANDS_ON = ("Nodes of 15 workers are simulated. Semigroups have genus 47, as in the paper; MaxClique "
              "searches brock200_1 with a millisecond per node, and the paper brock800_2.")

CLAIMS = [
    Claim("ypp-01",
          source="YPP, section 4.3.2, figure 4.3, appendix A.2; 5 to 20 nodes",
          says="Counting numerical semigroups (genus 47, budget of a million backtracks) on an "
               "idle cluster takes 7.30, 8.50, 9.58 and 10.06 % less time on 5, 10, 15 and 20 "
               "nodes.",
          figures=["ypp-fig4.3"], kinds=["D", "S"], decides=True,
          where=lambda case: case.app == "semigroups",
          stands_on=_STANDS_ON,
          value=lambda runs: 1
              - max(runs.time("perf", load="alone", over="ranks") / runs.time("random-sticky",
              load="alone", over="ranks")),
          also={
              "without": lambda runs: count(runs.time("perf", load="alone", over="ranks")
                  / runs.time("random-sticky", load="alone", over="ranks") >= 1),
          },
          agrees=lambda value: all(value > 0.02),
          disagrees=lambda without: any(without >= 2),
          summary=lambda value: min(value),
          printed=0.073, neutral=0,
          own_data=published_claims.ypp_01,
          published="ypp_appendix_a2_runs.csv: scenario == 'isolated' and benchmark == "
                    "'NS-hivert'",
          reason="`value` is the least gain of all sizes, `without` the number of sizes without "
                 "a gain."),
    Claim("ypp-02",
          source="YPP, section 4.3.2",
          says="The gain on semigroups grows with the number of nodes.",
          figures=["ypp-fig4.3"], kinds=["S", "D"],
          where=lambda case: case.app == "semigroups",
          stands_on=_STANDS_ON,
          value=lambda runs: spearman(1 - runs.time("perf", load="alone", over="ranks")
              / runs.time("random-sticky", load="alone", over="ranks"), labels(runs.time("perf",
              load="alone", over="ranks"))),
          agrees=lambda value: all(value >= 0.999),
          disagrees=lambda value: all(value < 0),
          own_data=published_claims.ypp_02,
          published="ypp_appendix_a2_runs.csv: scenario == 'isolated' and benchmark == "
                    "'NS-hivert'",
          reason="The rank correlation has to be 1 over four sizes and more."),
    Claim("ypp-03",
          source="YPP, section 4.3.1, figure 4.1, appendix A.2",
          says="MaxClique on brock800_2 with spawn depth 2 is faster at every size: by 11.41, "
               "4.78, 0.62 and 1.11 % on 5, 10, 15 and 20 nodes.",
          figures=["ypp-fig4.1"], kinds=["D", "S"],
          where=lambda case: case.app == "maxclique",
          needs=[Need("rounds", 30)],
          stands_on=_STANDS_ON,
          value=lambda runs: 1
              - max(runs.time("perf", load="alone", over="ranks") / runs.time("random-sticky",
              load="alone", over="ranks")),
          agrees=lambda value: all(value > 0),
          printed=0.0062, neutral=0,
          own_data=published_claims.ypp_03,
          published="ypp_appendix_a2_runs.csv: scenario == 'isolated' and benchmark == "
                    "'maxclique-16'",
          reason="The times spread so much that ten runs do not show a gain at any size (x-50)."),
    Claim("ypp-04",
          source="YPP, section 4.4.2, figure 4.6, appendix A.2",
          says="If two programs share the nodes, semigroups gain 9.36, 10.71, 13.36 and 13.46 %.",
          figures=["ypp-fig4.6"], kinds=["D", "S"],
          where=lambda case: case.app == "semigroups",
          stands_on=_STANDS_ON,
          value=lambda runs: 1
              - max(runs.time("perf", load="shared", over="ranks") / runs.time("random-sticky",
              load="shared", over="ranks")),
          also={
              "most": lambda runs: 1
                  - min(runs.time("perf", load="shared", over="ranks") / runs.time("random-sticky",
                  load="shared", over="ranks")),
              "alone": lambda runs: 1
                  - max(runs.time("perf", load="alone", over="ranks") / runs.time("random-sticky",
                  load="alone", over="ranks")),
          },
          agrees=lambda value: all(value > 0.05),
          disagrees=lambda most, alone: all(most <= alone),
          summary=lambda value: min(value),
          printed=0.0936, neutral=0,
          own_data=published_claims.ypp_04,
          published="ypp_appendix_a2_runs.csv: scenario == 'simultaneous' and benchmark == "
                    "'NS-hivert'"),
    Claim("ypp-05",
          source="YPP, section 4.4.1, figure 4.5, appendix A.2",
          says="If two programs share the nodes, MaxClique gains 4.69, 12.96, 6.68 and 8.01 %.",
          figures=["ypp-fig4.5"], kinds=["D", "S"],
          where=lambda case: case.app == "maxclique",
          needs=[Need("rounds", 30)],
          stands_on=_STANDS_ON,
          value=lambda runs: count(runs.time("perf", load="shared", over="ranks")
              / runs.time("random-sticky", load="shared", over="ranks") < 1),
          agrees=lambda value: all(value >= 3),
          own_data=published_claims.ypp_05,
          published="ypp_appendix_a2_runs.csv: scenario == 'simultaneous' and benchmark == "
                    "'maxclique-16'",
          reason="`value` is the number of sizes with a gain; three of four have to have one."),
    Claim("ypp-06",
          source="YPP, section 4.4",
          says="Sharing the nodes with another program makes the gain larger.",
          figures=["ypp-fig4.1", "ypp-fig4.3", "ypp-fig4.5", "ypp-fig4.6"],
          kinds=["D", "S"],
          value=lambda runs: count(runs.time("perf", load="shared", over="ranks")
              / runs.time("random-sticky", load="shared", over="ranks") < runs.time("perf",
              load="alone", over="ranks") / runs.time("random-sticky", load="alone", over="ranks")),
          agrees=lambda value: sum(value) >= 6,
          summary=lambda value: sum(value),
          own_data=published_claims.ypp_06,
          published="ypp_summary.csv: column reduction_pct_depthpool_denominator",
          reason="Six of the eight gains of both programs at four sizes have to be larger."),
    Claim("ypp-07",
          source="YPP, section 4.5, figure 4.7",
          says="The bookkeeping of the new policy costs nothing: with one worker, and so without "
               "stealing, it is even 2.16 % faster.",
          figures=["ypp-fig4.7"], kinds=["T"],
          where=lambda case: case.app == "semigroups" and case.threads == 1,
          value=lambda runs: 1 - runs.time("perf", ranks=1) / runs.time("random-sticky", ranks=1),
          agrees=lambda value: all(abs(value) <= 0.005),
          disagrees=lambda value: all(value >= 0.02),
          own_data=published_claims.ypp_07,
          published="ypp_appendix_a2_runs.csv: scenario == 'single_thread'",
          reason="Both policies have to be one build, alike but for the choice of victims. A "
                 "gain without stealing is part of every other gain (x-53)."),
    Claim("ypp-08",
          source="YPP, section 4.3.1, figure 4.2",
          says="The times of MaxClique vary about twice as much under the new policy: by 44 % "
               "instead of 24 % on 10 nodes.",
          figures=["ypp-fig4.2", "ypp-fig4.1"], kinds=["D", "S"],
          where=lambda case: case.app == "maxclique",
          needs=[Need("rounds", 30)],
          value=lambda runs: min(runs.time("perf", load="alone", over="ranks", stat="cv")
              / runs.time("random-sticky", load="alone", over="ranks", stat="cv")),
          agrees=lambda value: all(value > 1),
          disagrees=lambda value: any(value < 1),
          own_data=published_claims.ypp_08,
          published="ypp_summary.csv: columns variability_pct_performance_driven and "
                    "variability_pct_depthpool",
          reason="The paper's variability, (max - min) / min, is 29 against 98 % on 5 nodes, the "
                 "other way round (x-51). `value` is the least ratio of the coefficients of "
                 "variation."),
    Claim("ypp-09",
          source="YPP, sections 4.3.1 and 5.1.2",
          says="MaxClique gains less and varies more because changing victims disturbs the order "
               "of the search, which adds nodes to the tree.",
          figures=["ypp-terms"], kinds=["T", "S"],
          where=lambda case: case.app == "maxclique",
          value=lambda runs: runs.metric("perf", "search.nodes")
              / runs.metric("random-sticky", "search.nodes"),
          also={
              "missing": lambda runs: 0.1 - (1 - runs.time("perf") / runs.time("random-sticky")),
          },
          agrees=lambda value, missing: (gm(value) > 1) & (gm(value) - 1 >= mean(missing) / 2),
          disagrees=lambda value: gm(value) <= 1.01,
          summary=lambda value: gm(value),
          reason="`missing` is the gain of semigroups, 10 %, less that of MaxClique. Visited "
                 "nodes have to explain half of it."),
    Claim("ypp-10",
          source="YPP, section 4.3.2, figure 4.4",
          says="The times of semigroups vary little under both policies: by 0.57 and 1.22 % on "
               "10 nodes.",
          figures=["ypp-fig4.4", "ypp-fig4.3"], kinds=["D", "S"],
          where=lambda case: case.app == "semigroups",
          needs=[Need("rounds", 10)],
          value=lambda runs: max(runs.time(["perf", "random-sticky"], load="alone", over=["series",
              "ranks"], stat="range")),
          agrees=lambda value: all(value < 0.03),
          summary=lambda value: max(value),
          own_data=published_claims.ypp_10,
          published="ypp_summary.csv: benchmark == 'NS-hivert', columns "
                    "variability_pct_performance_driven and variability_pct_depthpool"),
    Claim("ypp-11",
          source="YPP, sections 1, 2.2.2 and 3.3",
          says="Random victims waste probes and leave thieves without work; a remembered target "
               "lowers both.",
          figures=["ypp-terms"], kinds=["S", "D"],
          value=lambda runs: runs.metric("perf", "steal.failed_per_success")
              / runs.metric("random-sticky", "steal.failed_per_success"),
          also={
              "starved": lambda runs: runs.metric("perf", "steal.starved_s")
                  / runs.metric("random-sticky", "steal.starved_s"),
          },
          agrees=lambda value, starved: (gm(value) <= 0.8) & (gm(starved) <= 0.8),
          disagrees=lambda value, starved: (gm(value) >= 0.95) & (gm(starved) >= 0.95),
          summary=lambda value: gm(value),
          reason="Probes are counted one by one. The published code counts two as one (x-64)."),
    Claim("ypp-12",
          source="YPP, section 1",
          says="Stealing from the node with the most work makes the last worker finish earlier.",
          figures=["ypp-terms"], kinds=["S", "D"],
          value=lambda runs: runs.metric("perf", "balance.last_minus_mean_s") / runs.time("perf")
              / (runs.metric("random-sticky", "balance.last_minus_mean_s")
              / runs.time("random-sticky")),
          agrees=lambda value: gm(value) <= 0.8,
          summary=lambda value: gm(value),
          reason="`value` is the ratio of (last - mean end of the workers) / time."),
    Claim("ypp-13",
          source="YPP, section 3.3, equations 3.1 to 3.3",
          says="Each term of the score matters: rate of work, remaining tasks, and delay.",
          figures=["ypp-terms"], kinds=["S", "M"],
          value=lambda runs: min(runs.time(["perf-no-rate", "perf-no-delay", "most-tasks"]))
              / runs.time("perf"),
          also={
              "most_tasks": lambda runs: runs.time("most-tasks") / runs.time("perf"),
          },
          agrees=lambda value: gm(value) >= 1.02,
          disagrees=lambda most_tasks: abs(gm(most_tasks) - 1) <= 0.01,
          summary=lambda value: gm(value),
          published="ypp_text_values.csv: group == 'equation'",
          reason="`value` is the best score without one of its terms. The delay enters as a "
                 "logarithm of about 7, so it decides only while a node has 0 to 2 tasks (x-54, "
                 "x-61)."),
    Claim("ypp-14",
          source="YPP, section 3.3",
          says="If the score is not positive, stealing would cost more than it saves.",
          figures=["ypp-terms"], kinds=["S"],
          value=lambda runs: runs.time("perf") / runs.time("perf-forced") - 1,
          agrees=lambda value: mean(value) <= 0,
          disagrees=lambda value: mean(value) > 0,
          summary=lambda value: mean(value),
          published="ypp_text_values.csv: name == 'score_minimum_to_cache'",
          reason="Such steals are forced, and `value` is the share of the time that they save."),
    Claim("ypp-15",
          source="YPP, section 3.4",
          says="An interval between refreshes that adapts (short after a failure, long after a "
               "success, within limits) is better than a fixed one.",
          figures=["ypp-refresh"], kinds=["S"],
          value=lambda runs: runs.time("perf", refresh_on_demand=1)
              / min(runs.time("perf-fixed", over="refresh")),
          also={
              "fewer": lambda runs:
                  runs.metric("perf", "victim.refreshes_timer", refresh_on_demand=1)
                  / at(runs.metric("perf-fixed", "victim.refreshes_timer", over="refresh"),
                  argmin(runs.time("perf-fixed", over="refresh"))),
          },
          agrees=lambda value, fewer: (gm(value) <= 1.01) & all(fewer < 1),
          disagrees=lambda value: gm(value) > 1.02,
          summary=lambda value: gm(value),
          published="ypp_text_values.csv: name == 'refresh_interval_limits'",
          reason="Fixed intervals go from 0.1 ms to 1 s. The paper does not print the limits; "
                 "the published code has 5 to 240 ms."),
    Claim("ypp-16",
          source="YPP, section 3.4",
          says="Refreshing also when a worker has no work makes the search faster.",
          figures=["ypp-refresh"], kinds=["S"],
          value=lambda runs: runs.time("perf", refresh_on_demand=0)
              / runs.time("perf", refresh_on_demand=1),
          agrees=lambda value: gm(value) >= 1.01,
          summary=lambda value: gm(value)),
    Claim("ypp-17",
          source="YPP, section 3.2.1",
          says="New values are best smoothed with weight 0.65 against 0.35 for the old ones.",
          figures=["ypp-smoothing"], kinds=["S"],
          value=lambda runs: argmin(runs.time("perf", over="perf-new")),
          also={
              "range_of_all": lambda runs: max(runs.time("perf", over="perf-new"))
                  / min(runs.time("perf", over="perf-new")),
          },
          agrees=lambda value, range_of_all: (median(value) >= 0.5) & (median(value) <= 0.8)
              & (max(range_of_all) > 1.01),
          disagrees=lambda range_of_all: all(range_of_all <= 1.01),
          summary=lambda value: median(value),
          published="ypp_text_values.csv: name in ('weight_new', 'weight_old')",
          reason="`value` is the fastest weight of the new value, of 0.2 to 1. Flat within 1 % "
                 "means that the parameter does nothing."),
    Claim("ypp-18",
          source="YPP, sections 2.2.2 and 4.4",
          says="The old policy does worst where nodes differ in speed.",
          figures=["ypp-speeds"], kinds=["S"],
          value=lambda runs: spearman(1 - runs.time("perf", over="speed-ratio")
              / runs.time("random-sticky", over="speed-ratio"), labels(runs.time("perf",
              over="speed-ratio"))),
          agrees=lambda value: median(value) >= 0.6,
          disagrees=lambda value: median(value) < 0.3,
          summary=lambda value: median(value),
          reason="`value` is the rank correlation of the gain with the ratio of speeds, from 1:1 "
                 "to 1:4."),
    Claim("ypp-19",
          source="YPP, abstract",
          says="The new policy does not change results.",
          figures=["ypp-ranks"], kinds=["T", "D", "S"],
          where=lambda case: case.app == "semigroups",
          value=lambda runs: max(runs.metric("perf", "answer.objective", over=["ranks", "load"])
              / runs.metric("random-sticky", "answer.objective", over=["ranks", "load"])),
          agrees=lambda value: all(value == 1),
          disagrees=lambda value: any(value != 1),
          reason="Counts of semigroups and sizes of cliques have to be equal in every run."),
    Claim("ypp-20",
          source="YPP, section 4.1",
          says="Spawn depth 2 is fastest and most stable for MaxClique.",
          figures=["ypp-depth"], kinds=["T"],
          where=lambda case: case.app == "maxclique",
          needs=[Need("rounds", 10)],
          value=lambda runs: argmin(runs.time("perf", over="spawn-depth")),
          also={
              "steadiest": lambda runs: argmin(runs.time("perf", over="spawn-depth", stat="cv")),
          },
          agrees=lambda value, steadiest: all(value == 2) & all(steadiest == 2),
          summary=lambda value: median(value),
          published="ypp_text_values.csv: name == 'spawn_depth_d'",
          reason="Depths 1 to 4 are compared. Simulated ranks cannot judge what is stable: "
                 "`perf` draws nothing at random, so there its runs repeat exactly."),
    Claim("ypp-21",
          source="YPP, section 2.1.1",
          says="The idea works for other systems with work stealing too.",
          figures=["ypp-terms"], kinds=["S"],
          where=lambda case: case.threads > 1,
          needs=["flag:sssp-cpu:--victim"],
          value=lambda runs: gm(runs.time(["pd-recv", "smq", "chunk-lifo"], over="series",
              victim="random") / runs.time(["pd-recv", "smq", "chunk-lifo"], over="series",
              victim="perf")),
          agrees=lambda value: gm(value) >= 1.03,
          summary=lambda value: gm(value),
          reason="The score chooses victims of other schedulers, on machines with four sockets "
                 "and more."),
]
