"""Claims of the paper that introduced priority merging on demand (PMOD):
S. Yesil, A. Heidarshenas, A. Morrison, J. Torrellas, "Understanding Priority-Based Scheduling of
Graph Algorithms on a Shared-Memory Platform", SC 2019.

Its machine has four Xeon E7-4860 with 40 cores. Its 12 cases are SSSP and BFS on the roads of the
USA and on Twitter, PageRank with coarse (pr) and fine (pr-d) priorities on two social graphs, and
MST and A* on two road networks. Its Multi-Queue and RELD are made of lock-free skip lists; mq0 and
reld0 are made of heaps. Its default OBIM has delta 8 for SSSP and A*, and none elsewhere.

A case needs 20,000 nodes per thread (LARGE), where the papers have 23,000 to 94,000. On smaller
graphs beginning and ending the loop are a good part of the time.
"""

from ..engine.judge.language import (LARGE, NO_SPRAYLIST, Acted, Claim, Need, Ran, all, any,
                                     argmin, count, falling, gm, if_else, labels, max, median, min,
                                     rising, share_of, spearman, unimodal)
from . import published_claims

# PMOD merged bags at least once. Not asked where it is right not to merge, as on Twitter (pmod-22).
_MERGES = Acted("merges of bags",
                lambda runs: runs.history("pmod.published", "lmf", "rises"), 1)

CLAIMS = [
    Claim("pmod-01",
          source="PMOD, section 6.2.1, figure 6; 40 cores",
          says="Under SprayList, Multi-Queue and RELD, threads spend 50 to 90 % of their time "
               "inside the scheduler. Under OBIM it is mostly less than 10 %.",
          figures=["pmod-fig6", "pmod-fig6-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs:
              min(runs.share(["mq0", "reld0"], "enqueue", "dequeue", "failed_dequeue")),
          also={
              "of_obim": lambda runs:
                  runs.share("obim0.best", "enqueue", "dequeue", "failed_dequeue"),
              "of_mq": lambda runs: runs.share("mq0", "enqueue", "dequeue", "failed_dequeue"),
          },
          agrees=lambda value, of_obim: share_of((value >= 0.5) & (of_obim <= 0.15)) >= 0.75,
          disagrees=lambda of_mq: share_of(of_mq < 0.3) >= 0.75,
          summary=lambda value: median(value),
          published="pmod_text_values.csv: name == 'cps_time_share' and source == 'sec 6.2.1'"),
    Claim("pmod-02",
          source="PMOD, section 6.2.1, figure 7; 40 cores",
          says="An enqueue or a dequeue of OBIM costs orders of magnitude less than one of "
               "SprayList, Multi-Queue or RELD.",
          figures=["pmod-fig7", "pmod-fig6-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs:
              min(runs.metric(["mq0", "reld0"], "breakdown.cycles_per_enqueue"))
              / runs.metric("obim0.best", "breakdown.cycles_per_enqueue"),
          also={
              "of_dequeue": lambda runs:
                  min(runs.metric(["mq0", "reld0"], "breakdown.cycles_per_dequeue"))
                  / runs.metric("obim0.best", "breakdown.cycles_per_dequeue"),
          },
          agrees=lambda value, of_dequeue: (gm(value) >= 10) & (gm(of_dequeue) >= 10),
          disagrees=lambda value, of_dequeue: (gm(value) < 4) | (gm(of_dequeue) < 4),
          summary=lambda value: gm(value)),
    Claim("pmod-03",
          source="PMOD, section 6.2.1, figure 7; 40 cores",
          says="SprayList has the dearest operations: an enqueue searches one long list, and a "
               "dequeue walks at random.",
          figures=["pmod-fig7", "pmod-fig6-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          needs=[LARGE],
          value=lambda runs: runs.metric("spraylist", "breakdown.cycles_per_enqueue")
              / max(runs.metric(["mq0", "reld0"], "breakdown.cycles_per_enqueue")),
          also={
              "of_dequeue": lambda runs: runs.metric("spraylist", "breakdown.cycles_per_dequeue")
                  / max(runs.metric(["mq0", "reld0"], "breakdown.cycles_per_dequeue")),
          },
          agrees=lambda value, of_dequeue: all((value > 1) & (of_dequeue > 1)),
          summary=lambda value: gm(value)),
    Claim("pmod-04",
          source="PMOD, section 6.2.1, figure 6; 40 cores",
          says="The relaxed order of SprayList, Multi-Queue and RELD causes hardly any wasted "
               "work.",
          figures=["pmod-fig5", "pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: max(runs.tasks(["mq0", "reld0"]))
              / runs.tasks("reld0", threads=1) / if_else(runs.source == "T", 1.05, 1.15),
          agrees=lambda value: all(value <= 1),
          summary=lambda value: max(value),
          reason="`value` is the larger number of tasks of the two, over that of the exact "
                 "order (RELD on one thread, which has one heap), over the allowed ratio: 1.05 on "
                 "few real cores, 1.15 on 40 simulated ones. The criterion was changed: it divided "
                 "by the useful tasks, of which the exact order itself executes 2.5 times as many "
                 "on RMAT graphs."),
    Claim("pmod-05",
          source="PMOD, section 6.2.3; 40 cores",
          says="On roads tuned OBIM wastes 20 to 35 % of its time on work without effect and "
               "spends up to 25 % in the scheduler. It is still faster than SprayList, "
               "Multi-Queue and RELD.",
          figures=["pmod-fig5", "pmod-table5", "pmod-table5-ranges"], kinds=["S", "T*"],
          where=lambda case:
              case.app in ["sssp", "astar"] and case.kind == "road" and (case.threads > 1),
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: min(runs.time(["mq0", "reld0"])) / runs.time("obim0.best"),
          also={
              "more_work": lambda runs: runs.ww("obim0.best") / max(runs.ww(["mq0", "reld0"])),
          },
          agrees=lambda value, more_work: all((value > 1) & (more_work > 1)),
          summary=lambda value: gm(value),
          published="pmod_text_values.csv: subject == 'obim-O SSSP rUSA;A*'"),
    Claim("pmod-06",
          source="PMOD, sections 6.1 and 6.2.2; 40 cores",
          says="OBIM with the untuned delta of 8 collapses for SSSP and A* on roads. It is "
               "slower than sequential execution and spends nearly all time in dequeues and "
               "failed dequeues.",
          figures=["pmod-fig14", "pmod-fig14-ranges"], kinds=["T", "S"],
          where=lambda case:
              case.app in ["sssp", "astar"] and case.kind == "road" and (case.threads > 1),
          needs=[LARGE],
          value=lambda runs: runs.time("obim.published") / runs.time("obim0.best"),
          also={
              "searching": lambda runs:
                  runs.share("obim.published", "dequeue", "failed_dequeue", "other"),
          },
          agrees=lambda value, searching: all((value >= 5) & (searching >= 0.8)),
          disagrees=lambda value: all(value < 1.5),
          summary=lambda value: gm(value),
          published="pmod_text_values.csv: subject in ('obim-D road', 'obim-D SSSP rUSA;A*')",
          reason="Both quantities come from builds that account for cycles. The criterion was "
                 "changed: a thread that finds nothing waits between two attempts, which is counted "
                 "as other, so `searching` has that, too."),
    Claim("pmod-07",
          source="PMOD, section 6.2.3, figure 8; 40 cores",
          says="On roads the best delta is 14. Speed-up falls on both sides: 12 and 16 are "
               "acceptable, and 10 reaches only 5 (SSSP) and 8 (A*).",
          figures=["pmod-fig8", "pmod-fig8-ranges"], kinds=["S", "T*"],
          where=lambda case: case.kind == "road" and case.threads > 1,
          needs=[LARGE],
          value=lambda runs: argmin(runs.time("obim0", over="delta")),
          also={
              "shape": lambda runs: unimodal(runs.time("obim0", over="delta")),
              "width": lambda runs: count(runs.time("obim0", over="delta") <= 1.1
                  * min(runs.time("obim0", over="delta"))),
          },
          agrees=lambda value, shape: all((value >= 12) & (value <= 16) & shape),
          summary=lambda value: median(value),
          published="pmod_text_values.csv: group == 'sweep' and subject == 'fig 8'; name == "
                    "'speedup_40_threads_delta_10'",
          reason="Roads here have other units than those of the paper, which moves the best "
                 "delta by the logarithm of the ratio of mean weights. On few cores the valley "
                 "can be flat; `width` counts the deltas within 10 % of the best."),
    Claim("pmod-08",
          source="PMOD, section 6.2.4, figure 10; 40 cores",
          says="Dividing all weights by 64 moves the best delta from 14 to 8, by log2(64). So "
               "priorities decide, and not the topology.",
          figures=["pmod-fig10", "pmod-fig8-ranges", "pmod-fig10-ranges"], kinds=["T", "S"],
          where=lambda case:
              case.app == "sssp" and case.threads > 1 and not case.graph.endswith("-x64"),
          needs=[LARGE],
          value=lambda runs: runs.argbest("obim0", "delta", graph=runs.graph + "-x64")
              - runs.argbest("obim0", "delta"),
          agrees=lambda value: all(abs(value - 6) <= 1),
          disagrees=lambda value: all(value <= 2),
          summary=lambda value: median(value),
          published="pmod_text_values.csv: name in ('weight_scale_down', "
                    "'delta_optimal_scaled_weights')",
          reason="A graph is compared with the same graph times 64, so nothing is rounded. A "
                 "best delta at the end of the sweep understates the shift."),
    Claim("pmod-09",
          source="PMOD, section 6.2.3; 40 cores",
          says="On Twitter-like graphs delta 0 is best. Delta 8 spends 35 % of the time on "
               "wasted work and reaches a speed-up of 24 instead of a nearly linear one.",
          figures=["pmod-fig5", "pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "sssp" and case.kind == "skewed" and (case.threads > 1),
          needs=[LARGE],
          value=lambda runs: runs.time("obim.published") / runs.time("obim0.0"),
          also={
              "more_work": lambda runs: runs.ww("obim.published") / runs.ww("obim0.0"),
          },
          agrees=lambda value, more_work: all((value >= 1.2) & (more_work > 1)),
          disagrees=lambda value: all(value <= 1.02),
          summary=lambda value: gm(value),
          published="pmod_text_values.csv: subject == 'obim-D SSSP tw'"),
    Claim("pmod-10",
          source="PMOD, section 6.2.2",
          says="On road networks there are about 1.5 tasks per distinct priority value.",
          figures=["pmod-traces"], kinds=["M"],
          where=lambda case: case.app == "sssp" and case.kind == "road",
          value=lambda runs: runs.metric("dijkstra", "trace.tasks_per_priority"),
          agrees=lambda value: all((value >= 1) & (value <= 3)),
          summary=lambda value: median(value),
          published="pmod_text_values.csv: name == 'tasks_per_priority_road'",
          reason="It is counted in the trace of a sequential Dijkstra run: enqueues over "
                 "distinct priorities."),
    Claim("pmod-11",
          source="PMOD, observation O2 and section 3.3",
          says="Children have priorities close to those of their parents. A wide spread of "
               "priorities, with few tasks for each, is what hurts OBIM.",
          figures=["pmod-traces", "pmod-fig5", "pmod-table5", "pmod-table5-ranges"],
          kinds=["S", "T*"],
          where=lambda case: case.threads > 1 and case.app in ["sssp", "bfs"],
          needs=[LARGE],
          value=lambda runs:
              runs.metric("dijkstra", "trace.relative_child_distance.p90", threads=1),
          also={
              "levels": lambda runs:
                  runs.metric("dijkstra", "trace.relative_child_distance.p90", threads=1)
                  * (runs.metric("dijkstra", "trace.priorities", threads=1) - 1),
              "per_priority": lambda runs:
                  runs.metric("dijkstra", "trace.tasks_per_priority", threads=1),
              "slowdown": lambda runs: runs.time("obim.published") / runs.time("obim0.best"),
          },
          agrees=lambda value, levels, per_priority, slowdown: all(levels(app="bfs") <= 1.01)
              & all(value(kind="skewed", app="sssp") <= 0.01)
              & (spearman(per_priority, slowdown) < -0.6),
          summary=lambda per_priority, slowdown: spearman(per_priority, slowdown),
          reason="`value` is the distance of child and parent over the range of priorities; for "
                 "BFS, which has few levels on some graphs, one level is near. `slowdown` is the "
                 "time of OBIM at the paper's default delta, 8 for SSSP and none for BFS, over that "
                 "at the best one. The criterion was changed: it correlated the slowdown with "
                 "`value`, where section 6.2.2 has it follow from few tasks per priority."),
    Claim("pmod-12",
          source="PMOD, section 6.2.5, figures 11 and 12; 40 cores",
          says="Chunks of 64 tasks are best for SSSP on roads with delta 14, and for BFS. Other "
               "sizes are slower. Without chunks it takes 2 to 3 times as long, and 80 to 90 % "
               "of that is spent in the scheduler.",
          figures=["pmod-fig11", "pmod-fig11-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "sssp" and case.threads > 1,
          needs=[LARGE],
          value=lambda runs: runs.time("obim0.14", chunk=1) / runs.time("obim0.14", chunk=64),
          also={
              "best_chunk": lambda runs: argmin(runs.time("obim0.14", over="chunk")),
          },
          agrees=lambda value, best_chunk:
              all((value >= 1.5) & (best_chunk >= 32) & (best_chunk <= 128)),
          disagrees=lambda value: all(value <= 1.1),
          summary=lambda value: gm(value),
          printed=3,
          published="pmod_text_values.csv: source == 'sec 6.2.5'",
          reason="Chunks of one task stand for no chunks. BFS would need the sweep with delta 0, "
                 "which is not in the figure."),
    Claim("pmod-13",
          source="PMOD, section 6.2.6; 40 cores",
          says="With delta 10, chunks of 16 tasks are best for SSSP on roads, but only 30 % "
               "ahead of 64. That is about 3 times slower than delta 14 with chunks of 64. So "
               "the chunk size cannot make up for a wrong delta.",
          figures=["pmod-fig11", "pmod-fig11-ranges"], kinds=["S", "T*"],
          where=lambda case: case.app == "sssp" and case.threads > 1,
          needs=[LARGE],
          value=lambda runs:
              min(runs.time("obim0.10", over="chunk")) / runs.time("obim0.14", chunk=64),
          agrees=lambda value: all(value >= 1.5),
          summary=lambda value: gm(value),
          published="pmod_text_values.csv: source == 'sec 6.2.6'"),
    Claim("pmod-14",
          source="PMOD, sections 6.2.5 and 6.2.6, figure 12; 40 cores",
          says="Small chunks avoid wasted work but make enqueues costly. Large chunks cause "
               "wasted work or failed dequeues.",
          figures=["pmod-fig12", "pmod-fig12-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "sssp" and case.threads > 1,
          needs=[LARGE],
          value=lambda runs:
              rising(runs.share("obim0.14", "useless_work", "failed_dequeue", "other",
              over="chunk"))
              & rising(runs.share("obim0.10", "useless_work", "failed_dequeue", "other",
              over="chunk")),
          also={
              "enqueues_fall": lambda runs: falling(runs.share("obim0.14", "enqueue", over="chunk"))
                  & falling(runs.share("obim0.10", "enqueue", over="chunk")),
          },
          agrees=lambda value, enqueues_fall: all(value & enqueues_fall),
          reason="The two trends have to be monotone over the chunk sizes, with delta 10 and "
                 "with delta 14. Here a thread that finds nothing waits between two attempts, "
                 "which is counted as other."),
    Claim("pmod-15",
          source="PMOD, section 6.1, figures 5e and 5f; 40 cores, web-Google and LiveJournal",
          says="With priorities that are 1000 times finer, PageRank under OBIM falls from a "
               "speed-up of 32 to less than 10. All other schedulers then beat it, and they are "
               "little affected themselves.",
          figures=["pmod-fig5", "pmod-table5", "pmod-table5-ranges"],
          kinds=["T", "S"], case=["graph"],
          where=lambda case: case.app in ["pr", "pr-d"] and case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: runs.time("obim0.0", app="pr-d") / runs.time("obim0.0", app="pr"),
          also={
              "of_others": lambda runs: max(runs.time(["mq0", "reld0"], app="pr-d")
                  / runs.time(["mq0", "reld0"], app="pr")),
              "slowest": lambda runs: runs.time("obim0.0", app="pr-d")
                  / max(runs.time(["mq0", "reld0"], app="pr-d")),
          },
          agrees=lambda value, of_others, slowest:
              all((value >= 2) & (of_others <= 1.3) & (slowest > 1)),
          summary=lambda value: gm(value),
          printed=3.2,
          published="pmod_text_values.csv: subject in ('obim PR wg', 'obim PR-D', 'PR-D')",
          reason="PageRank takes no delta in the paper, so OBIM has delta 0."),
    Claim("pmod-16",
          source="PMOD, section 6.1, figures 5i and 5j; 40 cores",
          says="Minimum spanning trees scale on one socket only: nearly linearly to 10 threads "
               "under OBIM, but only 5 times at 40. The other schedulers never exceed 5.",
          figures=["pmod-mst", "pmod-mst-ranges"], kinds=["S"],
          where=lambda case: case.app == "mst" and case.threads >= 40,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: runs.time("obim0.best", threads=10)
              / runs.time("obim0.best", threads=40),
          also={
              "of_others": lambda runs: max(runs.time("obim0.best", threads=1) / runs.time(["mq0",
                  "reld0"], over=["series", "threads"])),
          },
          agrees=lambda value, of_others: all((value < 1) & (of_others <= 6)),
          disagrees=lambda of_others: all(of_others >= 7),
          summary=lambda value: median(value),
          published="pmod_text_values.csv: subject in ('obim MST', 'other CPS MST', 'all CPS "
                    "MST')",
          reason="SMQ's table 2 has speed-ups of 7 to 13 for a Multi-Queue, which would refute "
                 "it. The simulated machine has sockets, but the sizes of its caches are not "
                 "modelled."),
    Claim("pmod-17",
          source="PMOD, section 6.1",
          says="Minimum spanning trees do not scale because contraction removes parallelism.",
          figures=["pmod-levels"], kinds=["T"],
          where=lambda case: case.app == "mst" and case.kind == "road",
          value=lambda runs: runs.tasks("bulk-sync") / runs.counter("bulk-sync", "levels"),
          agrees=lambda value: all(value < 40),
          summary=lambda value: median(value),
          reason="All tasks that are ready are done in one step, as if each took equally long. "
                 "The last tasks take longer, so the average over time is lower. The criterion "
                 "is the paper's number of cores. The count of one thread does not depend on the "
                 "number of cores."),
    Claim("pmod-18",
          source="PMOD, table 5; 40 cores",
          says="The geometric mean speed-ups rank PMOD (17) and tuned OBIM (17) before default "
               "OBIM (10.6), RELD (6.7), Multi-Queue (6.5) and SprayList (3.6).",
          figures=["pmod-table5", "pmod-table5-ranges"], kinds=["S", "T*"], decides=True,
          where=lambda case: case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE, Ran("pmod.published"), Ran("mq0"), Ran("reld0")],
          value=lambda runs: runs.time("obim0.best") / runs.time("pmod.published"),
          also={
              "pmod_ahead": lambda runs: runs.time("obim.published") / runs.time("pmod.published"),
              "tuned_ahead": lambda runs: runs.time("obim.published") / runs.time("obim0.best"),
              "reld_behind": lambda runs: runs.time("reld0") / runs.time("obim.published"),
              "mq_behind": lambda runs: min(runs.time(["mq0", "smq.published"]))
                  / runs.time("obim.published"),
          },
          agrees=lambda value, pmod_ahead, tuned_ahead, reld_behind, mq_behind:
              (gm(value) >= 1 / 1.1) & (gm(value) <= 1.1) & (gm(pmod_ahead) > 1)
              & (gm(tuned_ahead) > 1)
              & (gm(reld_behind) > 1) & (gm(mq_behind) > 1),
          disagrees=lambda mq_behind: gm(mq_behind) < 1,
          summary=lambda mq_behind: gm(mq_behind),
          own_data=published_claims.pmod_18,
          published="pmod_table05_geomeans.csv: metric == 'geomean_speedup_vs_1_thread_obim'",
          reason="Default OBIM has delta 8 for SSSP and A* and none elsewhere, as in the paper. "
                 "PMOD and tuned OBIM may differ by 10 %. RELD and Multi-Queue count as tied. "
                 "`mq_behind` is the better of Multi-Queue and SMQ over default OBIM."),
    Claim("pmod-19",
          source="PMOD, table 5; 40 cores",
          says="In the geometric mean PMOD reaches 0.93 of the best scheduler of each case, more "
               "than any other scheduler.",
          figures=["pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE, Ran("pmod.published"), Ran("mq0"), Ran("reld0")],
          value=lambda runs:
              min(runs.time(["pmod.published", "obim0.best", "obim.published", "mq0", "reld0"]))
              / runs.time("pmod.published"),
          also={
              "over_obim": lambda runs: runs.time("obim.published") / runs.time("pmod.published"),
              "over_mq": lambda runs: runs.time("mq0") / runs.time("pmod.published"),
              "over_reld": lambda runs: runs.time("reld0") / runs.time("pmod.published"),
          },
          agrees=lambda value, over_obim, over_mq, over_reld: (gm(value) >= 0.85)
              & (gm(over_obim) > 1) & (gm(over_mq) > 1) & (gm(over_reld) > 1),
          summary=lambda value: gm(value),
          own_data=published_claims.pmod_19,
          published="pmod_table05_geomeans.csv: metric == 'geomean_speedup_vs_best_cps'",
          reason="PMOD has to be the highest of the untuned schedulers. The set is that of the "
                 "paper, without SMQ and HD-CPS."),
    Claim("pmod-20",
          source="PMOD, section 6.3.1, figure 13; 40 cores",
          says="PMOD is as fast as tuned OBIM in all cases, without any tuning.",
          figures=["pmod-fig13", "pmod-table5", "pmod-table5-ranges"],
          kinds=["T", "S"], decides=True,
          where=lambda case: case.threads > 1,
          needs=[LARGE, Ran("pmod.published"), Ran("obim0")],
          acts=[_MERGES],
          value=lambda runs: runs.time("pmod.published") / runs.time("obim0.best"),
          agrees=lambda value: share_of(value <= 1.1) >= 11 / 12,
          disagrees=lambda value: count(value > 1.3) >= 2,
          summary=lambda value: gm(value),
          published="pmod_table05_geomeans.csv: scheduler in ('PMOD', 'obim-O')"),
    Claim("pmod-21",
          source="PMOD, section 6.3.1, figure 13; 40 cores, web-Google",
          says="On PageRank with fine priorities PMOD is twice as fast as OBIM, with a speed-up "
               "of 20.",
          figures=["pmod-fig13", "pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "pr-d" and case.threads > 1,
          needs=[LARGE],
          acts=[_MERGES],
          value=lambda runs: runs.time("obim0.0") / runs.time("pmod.published"),
          agrees=lambda value: all(value >= 1.5),
          disagrees=lambda value: all(value <= 1.05),
          summary=lambda value: gm(value),
          printed=2,
          published="pmod_text_values.csv: subject == 'pmod PR-D wg'"),
    Claim("pmod-22",
          source="PMOD, section 6.3.2, table 6",
          says="The final logarithm of PMOD's merging factor (lmf) comes close to the best fixed "
               "delta: 13 on SSSP and A* over the USA and 16 on A* over its west, where 14 is "
               "best, and 0 on Twitter.",
          figures=["pmod-table6", "pmod-table5", "pmod-tuning", "pmod-table6-ranges",
                   "pmod-table5-ranges", "pmod-tuning-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          needs=[LARGE],
          value=lambda runs:
              abs(runs.history("pmod.published", "lmf", "last") - runs.argbest("obim0", "delta")),
          agrees=lambda value: share_of(value <= 2) >= 0.8,
          disagrees=lambda value: any(value > 4),
          summary=lambda value: median(value),
          published="pmod_table06_lmf.csv: all rows"),
    Claim("pmod-23",
          source="PMOD, section 6.3.2, table 6",
          says="The lmf only rises, and changes at most 3 times in a run.",
          figures=["pmod-table6", "pmod-table5", "pmod-table6-ranges", "pmod-table5-ranges"],
          kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          needs=[LARGE],
          acts=[_MERGES],
          value=lambda runs: runs.history("pmod.published", "lmf", "changes"),
          also={
              "falls": lambda runs: runs.history("pmod.published", "lmf", "falls"),
          },
          agrees=lambda value, falls: all((value <= 3) & (falls == 0)),
          summary=lambda value: max(value),
          published="pmod_table06_lmf_steps.csv: all rows",
          reason="Unmerging never happened in the paper; worklists.AdaptiveBins shows an input "
                 "that needs it."),
    Claim("pmod-24",
          source="PMOD, section 6.3.2",
          says="On SSSP over roads the first merge comes in the first 1 % of the dequeues, in "
               "MST at about 40 %.",
          figures=["pmod-table6", "pmod-table5", "pmod-table6-ranges", "pmod-table5-ranges"],
          kinds=["T", "S"],
          where=lambda case:
              case.kind == "road" and case.app in ["sssp", "mst"] and (case.threads > 1),
          needs=[LARGE],
          acts=[_MERGES],
          value=lambda runs: runs.history("pmod.published", "lmf", "first_change_pops")
              / runs.metric("pmod.published", "worklist.pops"),
          also={
              "of_time": lambda runs: runs.history("pmod.published", "lmf", "first_change")
                  / runs.time("pmod.published"),
          },
          agrees=lambda value: all(value(app="sssp") <= 0.02) & all(value(app="mst") >= 0.25)
              & all(value(app="mst") <= 0.55),
          published="pmod_text_values.csv: name in ('merge_phase_share_of_deqs', "
                    "'first_merge_share_of_deqs')",
          reason="The dequeues of all threads count. `of_time` is the moment of the first merge "
                 "as a share of the time."),
    Claim("pmod-25",
          source="PMOD, section 6.3.2",
          says="More threads merge later: after 60 dequeues on 1 thread and after 15,000 to "
               "20,000 on 40 threads, for SSSP over the roads of the USA.",
          figures=["pmod-table6", "pmod-table5", "pmod-table6-ranges", "pmod-table5-ranges"],
          kinds=["S", "T"],
          where=lambda case: case.app == "sssp" and case.kind == "road" and (case.threads > 1),
          needs=[LARGE, Need("threads", 40)],
          acts=[_MERGES],
          value=lambda runs: runs.history("pmod.published", "lmf", "first_change_pops")
              / runs.history("pmod.published", "lmf", "first_change_pops", threads=1),
          agrees=lambda value: all(value >= 50),
          disagrees=lambda value: all(value <= 1),
          summary=lambda value: median(value),
          published="pmod_text_values.csv: name in ('first_merge_deqs_1_thread', "
                    "'first_merge_deqs_40_threads')",
          reason="The dequeues of all threads count."),
    Claim("pmod-26",
          source="PMOD, section 4.2",
          says="Queues of different merging factors are ordered by shifting both to the larger "
               "factor, ties going to the smaller one. This is a strict total order, and it "
               "avoids large inversions.",
          figures=[], kinds=["M"], evidence="test",
          tests={"worklists.MergeController": "agrees"},
          published="pmod_ordering_example.csv: all rows",
          reason="The test has the worked example, and all pairs of a set of queues for the "
                 "total order. For priorities below 1024 and lmf below 10, inversions are at "
                 "most 511. An order by shifted priority alone inverts by more than 1000."),
    Claim("pmod-27",
          source="PMOD, section 2.2, cited from the literature",
          says="With p threads SprayList removes one of the first p log^3 p tasks, and a "
               "Multi-Queue one of about the first p.",
          figures=["order"], kinds=["T", "S", "M"],
          graphs=0,
          stands_on=NO_SPRAYLIST,
          value=lambda runs: max(runs.metric("mq0", "answer.summary.rank_error.p99",
              over="threads", threads=">1") / labels(runs.metric("mq0",
              "answer.summary.rank_error.p99", over="threads", threads=">1"))),
          agrees=lambda value: all(value <= 1),
          published="pmod_text_values.csv: name in ('spraylist_candidates', 'mq_candidates')",
          reason="The 99th percentile of the rank has to stay below the bound for 2 to 64 "
                 "threads."),
    Claim("pmod-28",
          source="PMOD, section 3.3",
          says="Large chunks hide work from other cores, which then idle.",
          figures=["pmod-fig12", "pmod-fig12-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "sssp" and case.threads > 1,
          needs=[LARGE],
          value=lambda runs:
              rising(runs.share("obim0.10", "failed_dequeue", "other", over="chunk", chunk=">=4")),
          agrees=lambda value: all(value),
          reason="With delta 10 there are fewer tasks per bag than a chunk holds. The share of "
                 "failed dequeues, and of the waiting between them, has to rise with the chunk "
                 "size from 4 on."),
    Claim("pmod-29",
          source="PMOD, section 5.1; 40 cores",
          says="A Multi-Queue of lock-free skip lists is faster than one of locked heaps.",
          figures=["pmod-fig5", "pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          needs=[LARGE],
          value=lambda runs: runs.time("mq0") / runs.time("mq-skiplist"),
          agrees=lambda value: gm(value) > 1,
          disagrees=lambda value: gm(value) < 1 / 1.1,
          summary=lambda value: gm(value),
          reason="SMQ's paper found heaps ahead for its own design (x-55)."),
    Claim("pmod-30",
          source="PMOD, observation O3",
          says="Accessing chunks of tasks does not fit schedulers whose queues combine "
               "priorities, such as Multi-Queues.",
          figures=["smq-fig15", "smq-fig16", "smq-fig2-ranges", "smq-fig22-ranges"], kinds=["T", "S"],
          where=lambda case: case.threads > 1,
          needs=[LARGE],
          value=lambda runs: runs.time("mq0") / runs.time("mq-tb-tb.best"),
          also={
              "work": lambda runs: runs.ww("mq-tb-tb.best"),
          },
          agrees=lambda value: all(value <= 1.1),
          disagrees=lambda value, work: any((value > 1.1) & (work < 1.3)),
          summary=lambda value: max(value),
          reason="It is refuted where batches are more than 10 % faster with wasted work below "
                 "1.3, which SMQ's paper reports (x-55)."),
    Claim("pmod-31",
          source="PMOD, section 6.1, figures 5c and 5d; 40 cores",
          says="BFS on roads does not collapse under OBIM: it reaches a speed-up of 22 with 40 "
               "threads, though less than on Twitter.",
          figures=["pmod-table5", "pmod-table5-ranges"], kinds=["T", "S"],
          where=lambda case: case.app == "bfs" and case.kind == "road" and (case.threads > 1),
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: runs.time("obim0.0")
              / min(runs.time(["obim0.0", "pmod.published", "mq0", "reld0"])),
          agrees=lambda value: all(value <= 1.3),
          summary=lambda value: gm(value),
          published="pmod_text_values.csv: subject == 'obim BFS rUSA'",
          reason="BFS takes no delta in the paper, so OBIM has delta 0. `value` is its time over that "
                 "of the fastest scheduler without tuning. The criterion was changed: it had OBIM with "
                 "the best delta among them, which is 1.3 to 1.7 times as fast here."),
    Claim("pmod-32",
          source="PMOD, section 6.2.2, figure 6; 40 cores",
          says="Failed dequeues take little time under SprayList, Multi-Queue and RELD.",
          figures=["pmod-fig6", "pmod-fig6-ranges"], kinds=["T", "S"],
          where=lambda case: case.app != "mst" and case.threads > 1,
          stands_on=NO_SPRAYLIST,
          needs=[LARGE],
          value=lambda runs: max(runs.share(["mq0", "reld0"], "failed_dequeue")),
          also={
              "of_reld": lambda runs: runs.share("reld0", "failed_dequeue"),
          },
          agrees=lambda value: all(value <= 0.1),
          disagrees=lambda of_reld: all(of_reld > 0.2),
          summary=lambda value: max(value),
          reason="RELD has no stealing, so its threads may idle."),
]
