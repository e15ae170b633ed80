"""Runs the programs that search trees: known answers, every skeleton on several numbers of threads, their records
and signals. app_cases.py says how to run these tests."""

import json
import random
import signal
import subprocess
import time

import app_cases
import search_cases
from app_cases import BIN, INPUTS, SANITIZED, THREADS
from search_cases import ORDERED, SKELETONS, UTS, SearchTest


class Answers(SearchTest):
    """Answers that are published, or found by other means."""

    def test_semigroups(self):
        genus = 22 if SANITIZED else 30
        record = self.run_of("semigroups-cpu", f"-g={genus}", "-t=1")
        counts = record["answer"]["summary"]["counts"]
        self.assertEqual(counts[22], 103246)
        self.assertEqual(record["search"]["nodes"], sum(counts))
        self.assertEqual(record["search"]["max_depth"], genus + 1)
        if genus == 30:
            self.assertEqual((record["answer"]["checksum"], sum(counts)), (5646773, 14396338))
        for genus, count in ((0, 1), (1, 1), (2, 2), (3, 4), (4, 7)):
            self.assertEqual(self.run_of("semigroups-cpu", f"-g={genus}")["answer"]["checksum"], count)

    def test_unbalanced_trees(self):
        for tree, nodes in () if SANITIZED else (("T1", 4130071), ("T3", 4112897)):
            result = self.launch("uts-cpu", tree, "--json=-", "-t=2")
            self.assertEqual(json.loads(result.stdout)["answer"]["checksum"], nodes)

    def test_queens(self):
        for size, count in ((1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (8, 92), (10, 724)):
            self.assertEqual(self.run_of("nqueens-cpu", f"--n={size}")["answer"]["checksum"], count)
        for size, possible in ((3, False), (4, True), (20, True)):
            record = self.run_of("nqueens-cpu", f"--n={size}", f"--decision={size}")
            self.assertIs(record["answer"]["checksum"], possible)
            columns = record["answer"]["summary"]["columns"]
            for row, column in enumerate(columns):
                self.assertFalse([above for above in range(row)
                                  if abs(columns[above] - column) in (0, row - above)])

    def test_brock200_1(self):
        record = self.run_of("maxclique-cpu", self.brock(), "-t=1")
        self.assertEqual(record["answer"]["checksum"], 21)
        self.assertEqual(record["search"]["expansions"], 524723)  # as published for MCSa1
        record = self.run_of("maxclique-cpu", self.brock(), "-t=1", "--order=best-first")
        self.assertEqual(record["answer"]["checksum"], 21)
        self.assertLess(record["search"]["expansions"], 524723)
        self.assertEqual(record["search"]["dives"], 0)
        record = self.run_of("maxclique-cpu", self.brock(), "-t=1", "--order=auto")
        self.assertEqual(record["answer"]["checksum"], 21)
        self.assertGreater(record["search"]["dives"], 0)
        record = self.run_of("maxclique-cpu", self.brock(), "-t=2", "--order=best-first", "--frontier=1M")
        self.assertEqual(record["answer"]["checksum"], 21)
        self.assertGreater(record["search"]["dives"], 0)
        self.assertLessEqual(record["search"]["frontier_bytes"], 1 << 20)
        self.assertTrue(search_cases.is_clique(search_cases.brock200_1()[1],
                                               record["answer"]["summary"]["clique"]))

    def test_orders_of_vertices(self):
        for order in ("degree", "min-width", "degree-sum"):
            for search in ("depth-first", "auto"):
                record = self.run_of("maxclique-cpu", self.brock(), f"--vertex-order={order}",
                                     f"--order={search}")
                self.assertEqual(record["answer"]["checksum"], 21)
                self.assertEqual(record["params"]["vertex_order"], order)
        for search, order in (("depth-first", "degree"), ("best-first", "min-width"), ("auto", "min-width")):
            record = self.run_of("maxclique-cpu", self.brock(), f"--order={search}")
            self.assertEqual(record["params"]["vertex_order"], order)
        self.refused("maxclique-cpu", self.brock(), "--vertex-order=colour", saying=["--vertex-order"])

    def test_random_problems(self):
        dice = random.Random(1)
        for size in (1, 2, 3, 5, 9):
            matrix = search_cases.random_distances(dice, size)
            record = self.run_of("tsp-cpu", search_cases.write_tsp(self.dir / "a.tsp", matrix))
            self.assertEqual(record["answer"]["checksum"], search_cases.shortest_tour(matrix))
            tour = record["answer"]["summary"]["tour"]
            self.assertEqual(record["answer"]["checksum"], search_cases.tour_length(matrix, tour))
        for size in (0, 1, 2, 10, 30):
            items = [(dice.randint(1, 50), dice.randint(1, 50)) for _ in range(size)]
            capacity = dice.randint(0, 25 * size)
            record = self.run_of("knapsack-cpu",
                                 search_cases.write_knapsack(self.dir / "a.knapsack", items, capacity))
            taken = [items[item] for item in record["answer"]["summary"]["items"]]
            self.assertEqual(record["answer"]["checksum"], search_cases.best_profit(items, capacity))
            self.assertEqual(record["answer"]["checksum"], sum(profit for profit, _ in taken))
            self.assertLessEqual(sum(weight for _, weight in taken), capacity)
        for size, density in ((0, 0), (1, 0), (7, 0), (7, 1), (40, 0.5), (64, 0.8)):
            edges = search_cases.random_edges(dice, size, density)
            record = self.run_of("maxclique-cpu",
                                 search_cases.write_clq(self.dir / "a.clq", size, edges))
            clique = record["answer"]["summary"]["clique"]
            self.assertEqual(record["answer"]["checksum"], len(clique))
            self.assertTrue(search_cases.is_clique(edges, clique))

    def test_large_sparse_graphs(self):
        """Each size of a set of vertices."""
        for vertices in (257, 513, 1025):
            edges = [(i, i + 1) for i in range(vertices - 1)]
            edges += [(0, vertices - 1), (0, vertices - 2)]
            path = search_cases.write_clq(self.dir / "sparse.clq", vertices, edges)
            for order in ("depth-first", "best-first"):
                record = self.run_of("maxclique-cpu", path, f"--order={order}")
                self.assertEqual(record["answer"]["summary"]["clique"], [1, vertices - 1, vertices])


class Skeletons(SearchTest):
    """Every program under every skeleton gives the same right answer on every number of threads."""

    def test_all_answers_are_equal(self):
        for program, flags in self.instances():
            answers, nodes = {}, set()
            for skeleton in SKELETONS:
                for threads in THREADS:
                    with self.subTest(program=program, flags=flags, skeleton=skeleton, threads=threads):
                        record = self.run_of(program, *flags, *skeleton, f"-t={threads}")
                        search = record["search"]
                        self.assertIs(search["complete"], True)
                        self.assertEqual(search["coordination"], skeleton[0].partition("=")[2])
                        self.assertEqual(search["expansions"] >= search["backtracks"], True)
                        answers[json.dumps(record["answer"]["checksum"])] = (skeleton, threads)
                        nodes.add(search["nodes"])
            self.assertEqual(len(answers), 1, f"{program} {flags}: {answers}")
            if search["type"] == "enumerate":
                self.assertEqual(len(nodes), 1, f"{program} {flags}")

    def test_decisions(self):
        instances = {program: flags for program, flags in self.instances()}
        for program, better, worse in (("maxclique-cpu", -1, 1), ("knapsack-cpu", -1, 1), ("tsp-cpu", 1, -1)):
            flags = instances[program]
            best = self.run_of(program, *flags)["answer"]["checksum"]
            for skeleton in SKELETONS:
                for by, found in ((better, True), (0, True), (worse, False)):
                    with self.subTest(program=program, skeleton=skeleton, by=by):
                        record = self.run_of(program, *flags, *skeleton, f"--decision={best + by}", "-t=3")
                        self.assertIs(record["answer"]["checksum"], found)
                        self.assertEqual(record["search"]["type"], "decide")

    def test_the_seed_changes_no_answer(self):
        for seed in (1, 2, 3):
            record = self.run_of("uts-cpu", *UTS, "--skeleton=stacksteal", "-t=16", f"--seed={seed}")
            self.assertEqual(record["answer"]["checksum"],
                             self.run_of("uts-cpu", *UTS, "-t=1")["answer"]["checksum"])


class Orders(SearchTest):
    """Searches in the order of bounds give the right answers under every worklist of the build."""

    def ordered(self):
        return [(program, flags) for program, flags in self.instances() if program in ORDERED]

    def worklists(self):
        return [one["name"] for one in json.loads(self.launch(ORDERED[0], "--wl=json").stdout)]

    def test_answers_and_decisions(self):
        for program, flags in self.ordered():
            best = self.run_of(program, *flags, "-t=1")["answer"]["checksum"]
            for turn, worklist in enumerate(self.worklists()):
                for memory in ([], ["--frontier=0"], ["--frontier=64K"]):
                    for threads in THREADS:
                        with self.subTest(program=program, worklist=worklist, memory=memory, threads=threads):
                            word = ("best-first", "auto")[(turn + threads) % 2]
                            order = [f"--order={word}", f"--wl={worklist}", *memory, f"-t={threads}"]
                            record = self.run_of(program, *flags, *order)
                            self.assertEqual(record["answer"]["checksum"], best)
                            self.assertIs(record["search"]["complete"], True)
                            self.assertEqual(record["wl"], worklist)
                            by = (-1, 0, 1)[turn % 3]
                            decided = self.run_of(program, *flags, *order, f"--decision={best + by}")
                            worse = by > 0 if program == "tsp-cpu" else by < 0
                            self.assertIs(decided["answer"]["checksum"], worse or by == 0)

    def test_record(self):
        for program, flags in self.ordered():
            record = self.run_of(program, *flags, "--order=best-first", "--frontier=1M", "-t=2", "--per-thread")
            search = record["search"]
            self.assertEqual((search["coordination"], search["params"]), ("best-first", {"frontier": 1 << 20}))
            self.assertEqual((search["dives"], record["threads"]), (0, 2))
            self.assertLessEqual(search["frontier_bytes"], 1 << 20)
            self.assertGreater(search["most_waiting"], 0)
            self.assertLessEqual(search["dropped"], search["tasks"])
            self.assertEqual(sum(own["search"]["nodes"] for own in record["per_thread"]), search["nodes"])
            record = self.run_of(program, *flags, "--order=best-first", "--frontier=0", "-t=2")
            self.assertGreater(record["search"]["dives"], 0)
            self.assertEqual(record["search"]["frontier_bytes"], 0)
            search = self.run_of(program, *flags, "--order=auto", "--frontier=1M", "-t=2")["search"]
            self.assertEqual((search["coordination"], search["params"]),
                             ("auto", {"frontier": 1 << 20, "levels": 10, "after": 16384}))
            self.assertNotIn("dives", self.run_of(program, *flags, "--order=depth-first")["search"])

    def test_an_interrupted_search_proves_a_bound(self):
        dice = random.Random(5)
        # Even weights fill no odd capacity, but each bound says that they may. So no search ends.
        items = [(weight, weight) for weight in (2 * dice.randint(10**6, 10**7) for _ in range(300))]
        path = search_cases.write_knapsack(self.dir / "hard.knapsack", items, 8 * 10**8 + 1)
        root = self.run_of("knapsack-cpu", path, "--time-limit=0", "-t=1")["answer"]["summary"]["bound"]
        for memory in ([], ["--frontier=1M"]):
            for threads in (1, 3):
                record = self.run_of("knapsack-cpu", path, "--order=best-first", "--time-limit=0.3",
                                     f"-t={threads}", *memory)
                self.assertIs(record["search"]["complete"], False)
                self.assertLessEqual(record["answer"]["checksum"], record["answer"]["summary"]["bound"])
                self.assertLessEqual(record["answer"]["summary"]["bound"], root)

    def test_progress(self):
        edges = search_cases.random_edges(random.Random(3), 400, 0.85)
        path = search_cases.write_clq(self.dir / "hard.clq", 400, edges)
        for order, bounds in (("depth-first", ""), ("best-first", r", bounds near \d+ \(gap \S+ %\)"),
                              ("auto", r", bounds near \d+ \(gap \S+ %\)")):
            with self.subTest(order=order):
                flags = [path, f"--order={order}", "--time-limit=2.6s", "-t=2"]
                shown = self.launch("maxclique-cpu", *flags, "--progress=on")
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertRegex(shown.stderr, r"^\d s, \S+( million)? nodes, \S+( million)? per second, "
                                               rf"best \d+{bounds}\n$")
                self.assertIn("interrupted, so this is the best so far", shown.stdout)
        self.assertEqual(self.launch("maxclique-cpu", *flags).stderr, "")

    def test_flags(self):
        program, flags = self.ordered()[0]
        for bad in ("x", "-1", "1.5M", "64MB", "9999999999T"):
            self.refused(program, *flags, "--order=best-first", f"--frontier={bad}", saying=["--frontier", "64M"])
        self.refused(program, *flags, "--order=breadth-first", saying=["--order"])
        self.refused(program, *flags, "--order=best-first", "--wl=nothing", saying=["--wl"])
        for given, idle in ((["--order=best-first", "--skeleton=budget", "-d=3"], "--skeleton, -d"),
                            (["--frontier=1M"], "--frontier"), (["--wl=" + self.worklists()[0]], "--wl")):
            result = self.launch(program, *flags, *given)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stderr, f"{idle} ha(s|ve) no effect")


class Record(SearchTest):
    def test_fields(self):
        record = self.run_of("semigroups-cpu", "-g=12", "--skeleton=budget", "-b=20", "-t=2", "--per-thread")
        self.assertEqual(set(record["search"]),
                         {"type", "coordination", "params", "complete", "nodes", "nodes_per_s", "expansions",
                          "pruned", "backtracks", "max_depth", "spawned", "incumbents", "tasks"})
        self.assertEqual((record["wl"], record["wl_params"], record["search"]["params"]),
                         ("budget", {"b": 20, "budget-spawn": "all"}, {"b": 20, "budget-spawn": "all"}))
        self.assertGreater(record["search"]["spawned"], 0)
        self.assertEqual(sum(own["search"]["nodes"] for own in record["per_thread"]), record["search"]["nodes"])
        self.assertFalse({"nodes", "edges", "tasks", "wasted_work"} & set(record))
        record = self.run_of("maxclique-cpu", self.brock(), "-t=1", "--skeleton=depthbounded", "-d=0")
        self.assertEqual((record["nodes"], record["edges"], record["search"]["spawned"]), (200, 14834, 0))
        self.assertGreater(record["search"]["incumbents"], 0)

    def test_default_skeleton(self):
        self.assertEqual(self.run_of("nqueens-cpu", "--n=6", "-t=1")["wl"], "seq")
        self.assertEqual(self.run_of("nqueens-cpu", "--n=6", "-t=2")["wl"], "budget")
        self.assertEqual(self.run_of("nqueens-cpu", "--n=6", "-t=2", "--skeleton=seq")["threads"], 1)

    def test_output(self):
        out = self.dir / "out"
        self.run_of("semigroups-cpu", "-g=5", f"--output={out}")
        self.assertEqual(out.read_text(), "0 1\n1 1\n2 2\n3 4\n4 7\n5 12\n")
        self.run_of("uts-cpu", "--levels=0", f"--output={out}")
        self.assertEqual(out.read_text(), "0 1\n")
        for program, flags in self.instances():
            self.run_of(program, *flags, f"--output={out}")
            self.assertTrue(out.read_text())

    def test_several_runs(self):
        result = self.launch("nqueens-cpu", "--n=7", "--runs=3", "--json=-")
        self.assertEqual([record["answer"]["checksum"] for record in json.loads(result.stdout)], [40] * 3)


class Nodes(SearchTest):
    """Searches on nodes of several workers in virtual time, also of recorded trees."""

    def setUp(self):
        super().setUp()
        if not (BIN / "semigroups-nodes").exists():
            self.skipTest("this build has no programs on virtual nodes")

    def test_answers_on_any_number_of_nodes_and_workers(self):
        alone = self.run_of("semigroups-cpu", "-g=18", "-t=1")
        budget = ["--skeleton=budget", "-b=50"]
        for nodes, workers, flags in ((1, 1, budget), (1, 15, budget), (3, 4, ["--skeleton=stacksteal"]),
                                      (20, 15, [*budget, "--progress=thread"]),
                                      (5, 2, [*budget, "--victim=random-sticky"]),
                                      (4, 3, [*budget, "--victim=random-sticky", "--published-lock"]),
                                      (4, 3, [*budget, "--published-sleep"]),
                                      (3, 5, [*budget, "--published-sleep", "--progress=thread", "--budget-unit=nodes"]),
                                      (2, 3, ["--skeleton=ordered", "-d=3"])):
            record = self.run_of("semigroups-nodes", "-g=18", f"--virtual-nodes={nodes}", f"-t={workers}", *flags)
            self.assertEqual(record["answer"], alone["answer"])
            self.assertEqual(record["search"]["nodes"], alone["search"]["nodes"])
            self.assertEqual((record["dist"]["ranks"], record["dist"]["threads_per_rank"]), (nodes, workers))
            self.assertEqual(record["dist"]["transport"], "virtual")
            self.assertEqual(len(record["balance"]["busy_s"]), nodes)

    def test_equal_seeds_repeat(self):
        times = {self.run_of("semigroups-nodes", "-g=16", "-b=50", "--virtual-nodes=3", "-t=2", f"--seed={seed}",
                             "--node-cost=5")["time_s"] for seed in (1, 1, 2, 3)}
        self.assertEqual(len(times), 3)

    def test_more_workers_take_less_virtual_time(self):
        def seconds(nodes, workers):
            return self.run_of("semigroups-nodes", "-g=18", "-b=50", "--skeleton=budget", f"--virtual-nodes={nodes}",
                               f"-t={workers}", "--node-cost=10")["time_s"]
        alone = seconds(1, 1)
        self.assertGreater(alone, 3 * seconds(1, 4))
        self.assertGreater(alone, 4 * seconds(2, 4))

    def test_a_clique(self):
        dice = random.Random(3)
        path = search_cases.write_clq(self.dir / "a.clq", 60, search_cases.random_edges(dice, 60, 0.7))
        sizes = set()  # which --verify=full compares with those of another algorithm
        for nodes, policy in ((1, "perf"), (4, "perf"), (4, "random-sticky")):
            load = ["--load=0-1:0.5,2-3:0.25"] if nodes == 4 else []
            record = self.run_of("maxclique-nodes", path, "--skeleton=depthbounded", f"--victim={policy}",
                                 f"--virtual-nodes={nodes}", "-t=3", *load)
            sizes.add(record["answer"]["checksum"])
        self.assertEqual(len(sizes), 1)

    def test_a_recorded_tree_counts_as_the_tree(self):
        for lump in (1, 20, 1000000):
            tree = self.dir / f"{lump}.tree"
            made = self.run_of("semigroups-cpu", "-g=18", "--skeleton=seq", f"--record-tree={tree}",
                               f"--record-lump={lump}")
            alone = self.run_of("semigroups-cpu", "-g=18", "-t=1")
            self.assertEqual(made["answer"], alone["answer"])
            for nodes in (1, 4):
                record = self.run_of("semigroups-nodes", tree, "--skeleton=budget", "-b=100",
                                     f"--virtual-nodes={nodes}", "-t=2", "--node-cost=10")
                self.assertEqual(record["answer"], made["answer"])
                self.assertEqual(record["params"], {"g": 18, "lump": lump})
                for name in ("nodes", "backtracks", "expansions"):
                    self.assertEqual(record["search"][name], alone["search"][name])
                    self.assertEqual(made["search"][name], alone["search"][name])
                if lump == 20:
                    self.assertGreater(record["search"]["spawned"], 10)

    def test_wrong_flags_and_files(self):
        tree = self.dir / "a.tree"
        self.run_of("semigroups-cpu", "-g=12", "--skeleton=seq", f"--record-tree={tree}", "--record-lump=5")
        self.refused("semigroups-cpu", tree, saying=["semigroups-nodes"])
        self.refused("semigroups-cpu", "-g=0", "-t=1", "--record-tree=x", saying=["--record-tree"])
        self.refused("semigroups-cpu", "-g=9", "-t=2", "--record-tree=x", saying=["--skeleton=seq"])
        self.refused("semigroups-nodes", tree, "-g=12", saying=["genus"])
        self.refused("semigroups-nodes", "-g=9", "--record-tree=x", saying=["semigroups-cpu"])
        self.refused("semigroups-nodes", "-g=9", "--time-limit=1", saying=["--time-limit"])
        self.refused("semigroups-nodes", "-g=9", "--stuck-after=9s", saying=["--stuck-after"])
        for network in ("1", "1:2", "1:2:x", "0:1:0", "1:0:0", "1:1:-1", "1:1:1:1", ""):
            self.refused("semigroups-nodes", "-g=9", f"--virtual-network={network}", saying=["--virtual-network"])
        good = tree.read_bytes()
        for name, bad in (("short", good[:-1]), ("long", good + b"x"), ("empty", b""), ("head", b"x" + good[1:])):
            path = self.dir / name
            path.write_bytes(bad)
            self.refused("semigroups-nodes", path, status=1, saying=[name, "--record-tree"])
        dice = random.Random(1)
        for _ in range(20 if SANITIZED else 60):
            bad = bytearray(good)
            bad[dice.randrange(32, len(bad))] ^= 1 << dice.randrange(8)
            path = self.dir / "damaged"
            path.write_bytes(bad)
            self.assertIn(self.launch("semigroups-nodes", path, "--virtual-nodes=2").returncode, (0, 1))


class Interruption(SearchTest):
    """A search that is cut short reports the best so far."""

    LONG = (("semigroups-cpu", ["-g=60"]), ("uts-cpu", ["T1L"]), ("nqueens-cpu", ["--n=20"]))

    def long_ones(self):
        edges = search_cases.random_edges(random.Random(3), 400, 0.85)
        return (*self.LONG,
                ("maxclique-cpu", [search_cases.write_clq(self.dir / "hard.clq", 400, edges)]))

    def test_time_limit(self):
        for program, flags in self.long_ones():
            for skeleton in (["-t=1"], ["-t=3"], ["-t=2", "--skeleton=stacksteal"],
                             ["-t=2", "--skeleton=depthbounded", "-d=3"], ["-t=2", "--skeleton=ordered"]):
                with self.subTest(program=program, skeleton=skeleton):
                    optimises = program == "maxclique-cpu"
                    record = self.run_of(program, *flags, *skeleton, "--time-limit=0.2",
                                         verified=True if optimises else "skipped")
                    self.assertIs(record["search"]["complete"], False)
        self.assertGreater(record["answer"]["summary"]["bound"], record["answer"]["checksum"])

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for program, flags in self.long_ones():
                for threads in (1, 3):
                    with self.subTest(program=program, signal=number, threads=threads):
                        self.interrupt(program, flags, threads, number)

    def interrupt(self, program, flags, threads, number):
        out = self.dir / "interrupted.json"
        out.unlink(missing_ok=True)
        process = subprocess.Popen([str(BIN / program), *map(str, flags), f"-t={threads}", f"--json={out}"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env)
        # The temporary file of the record appears right before the search.
        while process.poll() is None and len(list(self.dir.glob("*interrupted.json*"))) == 0:
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(number)
        said, complained = process.communicate(timeout=900)
        self.assertEqual((process.returncode, complained), (128 + number, ""))
        self.assertIn("interrupted, so this is the best so far" if program == "maxclique-cpu" else
                      "interrupted, so these are the counts of a part of the tree, which are not checked", said)
        self.assertEqual("Verification successful" in said, program == "maxclique-cpu")
        self.assertIs(json.loads(out.read_text())["search"]["complete"], False)


class Real(SearchTest):
    """Published instances with known answers; skipped where they are not there."""

    def need(self, name):
        path = INPUTS / name
        if not path.exists():
            self.skipTest(f"{path} is not there")
        return path

    def test_cliques(self):
        sizes = json.loads(self.need("clique_omega_literature.json").read_text())
        for name in ("brock200_1", "brock200_2", "brock200_4", "c-fat200-1", "c-fat500-5", "hamming6-2",
                     "hamming6-4", "hamming8-2", "johnson8-2-4", "johnson8-4-4", "johnson16-2-4", "keller4",
                     "MANN_a9", "p_hat300-1", "p_hat300-2", "p_hat500-1", "san200_0.7_1", "c-fat500-10"):
            path = INPUTS / "clique" / f"{name}.clq"
            if path.exists():
                with self.subTest(name=name):
                    self.assertEqual(self.run_of("maxclique-cpu", path, "-t=2")["answer"]["checksum"], sizes[name])

    def test_tours(self):
        lines = self.need("tsplib/solutions").read_text().splitlines()
        lengths = dict(line.replace(" ", "").split("(")[0].split(":")[:2] for line in lines if ":" in line)
        for name in ("burma14", "gr17", "ulysses16", "gr21", "ulysses22", "gr24", "fri26", "bayg29", "bays29",
                     "dantzig42"):
            with self.subTest(name=name):
                record = self.run_of("tsp-cpu", INPUTS / "tsplib" / f"{name}.tsp", "-t=2")
                self.assertEqual(record["answer"]["checksum"], int(lengths[name]))
        self.refused("tsp-cpu", INPUTS / "tsplib" / "pla33810.tsp", status=1, saying=("from 1 to 64",))

    def test_knapsacks(self):
        lines = self.need("knapsack/optima.csv").read_text().split()
        optima = dict(line.split(",")[:2] for line in lines)
        for name in ("n_600_c_1000000_g_10_f_0.1_eps_0.001_s_200", "n_600_c_1000000_g_14_f_0.3_eps_0_s_300",
                     "n_1000_c_1000000_g_14_f_0.1_eps_0_s_300", "n_400_c_1000000_g_14_f_0.2_eps_0.0001_s_100",
                     "n_1200_c_1000000_g_14_f_0.1_eps_0.01_s_100"):
            with self.subTest(name=name):
                result = self.launch("knapsack-cpu", INPUTS / "knapsack" / name / "test.in", "--json=-", "-t=2")
                self.assertEqual(json.loads(result.stdout)["answer"]["checksum"], int(optima[name]))


if __name__ == "__main__":
    app_cases.main()
