"""Checks what all programs have in common: messages name only the program's own flags, suggestions for
mistyped flags, the number of threads, and warnings about flags without effect. app_cases.py says how to run
these tests.
"""

import array
import json
import os
import re
import struct
import subprocess
import unittest

import app_cases
from app_cases import APPLICATIONS, BIN, GRAPHS, LONG, SCHEDULED, write_gr

TOOLS = {"graph-info": [], "graph-convert": ["out.gr"], "graph-check": []}


class CommonTest(app_cases.CliTest):
    def built(self, programs):
        found = {name: flags for name, flags in programs.items() if (BIN / name).exists()}
        self.assertTrue(found)
        return found.items()

    def launch(self, program, *args, **options):
        return subprocess.run([str(BIN / program), *map(str, args)], cwd=self.dir, env=self.env,
                              capture_output=True, text=True, timeout=900, check=False, **options)

    def grid(self):
        return self.graph("grid", *GRAPHS["grid"])


class Messages(CommonTest):
    """A message has one line. It names the program's own flags only, and the user's file rather than a copy."""

    FILES = {
        "gaps.el": "0 1\n4000000000 7\n",
        "fractions.el": "0 1 0.5\n1 2 1.25\n",
        "negative.el": "0 1 -3\n",
        "heavy.el": "0 1 5000000000\n1 0 2\n",
        "places.co": "p aux sp co 2\nv 1 1 1\nv 2 5 5\n",
        "cut.gr": "p sp 3 2\na 1 2 10\n",
        "words.el": "zero one\n",
    }

    def test_flags_in_messages_are_of_the_program_that_prints_them(self):
        said = 0
        for program, flags in self.built({**APPLICATIONS, **TOOLS}):
            own = app_cases.flags_of(program)
            for name, text in self.FILES.items():
                (self.dir / name).write_text(text)
                args = ["sssp", name, name] if program == "graph-check" else [name, *flags]
                result = self.launch(program, *args)
                if result.returncode == 0:
                    continue
                with self.subTest(program=program, file=name, stderr=result.stderr):
                    self.assertEqual(len(result.stderr.splitlines()), 1)
                    self.assertNotIn(".cached", result.stderr)
                    self.assertRegex(result.stderr, f"{name}|out.gr|no node of the graph has this name")
                    for flag in re.findall(r"(?<!graph-convert )--([a-z][\w-]*)", result.stderr):
                        command = "'graph-convert" in result.stderr.partition(f"--{flag}")[0]
                        self.assertTrue(flag in own or command, flag)
                    said += 1
        self.assertGreater(said, 10)

    def test_pages_name_every_algorithm(self):
        for program, _ in self.built(APPLICATIONS):
            if "algo" in app_cases.flags_of(program):
                page = app_cases.REPOSITORY / "docs" / "apps" / f"{program.removesuffix('-cpu')}.md"
                text = page.read_text()
                for name in app_cases.choices(program, "algo"):
                    self.assertTrue(f"`{name}`" in text or f"`--algo={name}" in text, (page, name))

    def test_guesses_are_flags_of_the_same_meaning(self):
        for program, flags in self.built(APPLICATIONS):
            guesses = [("--worklist=smq", "'--wl'"), ("--threads=4", "'--t'"), ("--jsn=x", "'--json'")]
            if "algo" in app_cases.flags_of(program):
                guesses.append(("--algorithm=x", "'--algo'"))
            for given, meant in guesses:
                with self.subTest(program=program, given=given):
                    result = self.launch(program, self.grid(), *flags, given)
                    self.assertEqual(result.returncode, 2)
                    self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                    self.assertIn(f"did you mean {meant}?", result.stderr)
        result = self.launch("sssp-cpu", self.grid(), "--relabel")
        self.assertNotIn("did you mean", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)


class Threads(CommonTest):
    """The default is all cores that the process may use, and for a small graph one; every spelling of -t
    changes it."""

    def summary(self, *args, **options):
        result = self.launch(*args, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return next(line for line in result.stdout.splitlines() if line.startswith("Running "))

    def large(self):
        """Returns a grid of more than 262,144 nodes and edges."""
        path = self.dir / "large.gr"
        if not path.exists():
            self.tool("graph-gen", "grid", path, "--size=240x240", "--quiet")
        return path

    def several(self):
        """Programs with flags for an algorithm that takes all threads: two threads find a spanning tree, or
        an independent set, by one on one thread."""
        shared = {"mst-cpu": ["--algo=boruvka"], "mis-cpu": ["--algo=rounds"]}
        return [(program, [*flags, *shared.get(program, [])]) for program, flags in self.built(APPLICATIONS)]

    def test_a_small_graph_takes_one_thread(self):
        """Where nobody says how many, and no flag asks for a worklist."""
        if len(os.sched_getaffinity(0)) == 1:
            self.skipTest("one processor")
        policy = app_cases.policies.asked(BIN / "sssp-cpu", "--wl=json")[0]["name"]
        for program, flags in self.several():
            with self.subTest(program=program):
                out = self.dir / "record.json"
                line = self.summary(program, self.grid(), *flags, f"--json={out}")
                self.assertRegex(line, r"on 1 thread( \(a small graph; another number with -t\))?$")
                self.assertEqual(json.loads(out.read_text())["threads"], 1)
                for more in ([*flags, "-t=2"], *([[*APPLICATIONS[program], f"--wl={policy}", "--algo=worklist"]]
                                                 if program in SCHEDULED else [])):
                    line = self.summary(program, self.grid(), *more, f"--json={out}")
                    self.assertNotIn("small", line)
                    self.assertNotEqual(json.loads(out.read_text())["threads"], 1)

    def test_default(self):
        every = os.sched_getaffinity(0)
        if "the CPU quota" in self.summary("sssp-cpu", self.grid(), "--algo=worklist"):
            self.skipTest("this machine has a CPU quota")
        for cores in (every, {min(every)}):
            for program, flags in self.several():
                with self.subTest(program=program, cores=len(cores)):
                    line = self.summary(program, self.large(), *flags, "-noverify",
                                        preexec_fn=lambda cores=cores: os.sched_setaffinity(0, cores))
                    # With one thread, an algorithm on one thread may be the fastest.
                    alone = "" if len(cores) > 1 else "|on 1 thread$"
                    self.assertRegex(line, rf"on {len(cores)} threads? \(all cores{alone}")

    def test_environment(self):
        """What the environment says is the default, as in Python, and -t changes it."""
        for name in ("GALOIS_NUM_THREADS", "OMP_NUM_THREADS"):
            self.addCleanup(self.env.pop, name, None)
        for values, words in (({"OMP_NUM_THREADS": "1"}, r"on 1 thread \(OMP_NUM_THREADS; "),
                              ({"OMP_NUM_THREADS": "3,2"}, r"on 3 threads \(OMP_NUM_THREADS; "),
                              ({"GALOIS_NUM_THREADS": "5"}, r"on 5 threads \(GALOIS_NUM_THREADS; "),
                              ({"OMP_NUM_THREADS": "many"}, r"on 5 threads \(GALOIS_NUM_THREADS; ")):
            self.env.update(values)
            for program, flags in self.built(APPLICATIONS):
                with self.subTest(program=program, values=values):
                    line = self.summary(program, self.grid(), *flags, "-noverify")
                    self.assertRegex(line, words + r"|on 1 thread$")
                    given = self.summary(program, self.grid(), *flags, "-noverify", "-t=2")
                    self.assertNotIn("NUM_THREADS", given)
        self.env["GALOIS_NUM_THREADS"] = "many"
        result = self.launch("sssp-cpu", self.grid())
        self.assertEqual((result.returncode, result.stderr), (
            2, "sssp-cpu: GALOIS_NUM_THREADS=many: a whole number from 1 to 1024 is needed\n"))
        self.assertEqual(self.launch("sssp-cpu", self.grid(), "-t=2").returncode, 0)

    def test_number(self):
        for given in ("-t3", "-t=3", "--t=3"):
            line = self.summary("sssp-cpu", self.grid(), given)
            self.assertTrue(line.endswith(" on 3 threads"), line)
        line = self.summary("sssp-cpu", self.grid(), "--algo=dijkstra")
        self.assertTrue(line.endswith(" on 1 thread"), line)
        for wrong, number in (("-t0", "0"), ("-t=0", "0"), ("-t=-1", "-1"), ("-t=4x", "4x"), ("-t=010", "010"),
                              ("-t=1025", "1025")):
            result = self.launch("sssp-cpu", self.grid(), wrong)
            self.assertEqual((result.returncode, result.stderr),
                             (2, f"sssp-cpu: -t={number}: a whole number from 1 to 1024 is needed\n"))


class Values(CommonTest):
    """Every program refuses values that cannot be meant, in one line that says what would be right. The flags
    are those of --help=json."""

    def programs(self):
        """Yields each program of the build with the flags that take a value, as {name: what it is called}. Flags that
        say the same about themselves are one, which the first program has; with GALOIS_TEST_LONG all have all."""
        seen = set()
        ours = re.compile("graph-[a-z]+|.*-(cpu|dist|bench)|pd-model|smq-process|tutorial-.*")
        for path in sorted(path for path in BIN.iterdir() if ours.fullmatch(path.name)):
            flags = app_cases.flags_of(path.name)
            if flags:
                new = [flag for flag in flags.values() if flag["value"] is not None
                       and (LONG or json.dumps(flag) not in seen)]
                seen.update(map(json.dumps, new))
                yield path.name, {flag["name"]: flag["value"] for flag in new}

    def refused(self, program, *args):
        """The line on stderr."""
        return self.refusal(self.launch(program, *args), program, *args)

    def refusal(self, result, program, *args):
        """What `refused` returns, of a run that has ended."""
        self.assertEqual((result.returncode, result.stdout), (2, ""), f"{program} {args} {result.stderr}")
        self.assertRegex(result.stderr, rf"\A{program}: .*\n\Z")
        self.assertNotRegex(result.stderr, "argument!|option:|invalid|arguments specified")
        return result.stderr

    def test_a_value_is_not_empty(self):
        files = 0
        for program, flags in self.programs():
            for flag, value in flags.items():
                with self.subTest(program=program, flag=flag):
                    self.assertIn(f"{flag}=: the value is missing; give {flag}=<{value}>",
                                  self.refused(program, f"{flag}="))
                    files += value == "file"
        self.assertGreater(files, 5)

    def test_numbers(self):
        """A flag either takes any text, or says which numbers it takes."""
        numbers = 0
        for program, flags in self.programs():
            # Programs that make their own input would run where the flag takes any text.
            usage = app_cases.described(program)["usage"]
            end = ("none.gr",) if "<graph>" in usage else () if "<" in usage else ("--no-such-flag",)
            for flag in flags:
                result = self.launch(program, f"{flag}=4x", *end)
                if "is needed" in result.stderr:
                    with self.subTest(program=program, flag=flag):
                        self.assertRegex(self.refusal(result, program, f"{flag}=4x", *end),
                                         "number|one of|probability|true or false|LO <= HI|a name that ends in")
                        numbers += "number" in result.stderr
                self.assertNotRegex(result.stderr, "argument!|option:|invalid", f"{program} {flag}")
        self.assertGreater(numbers, 10)

    def test_help(self):
        for program, _ in self.programs():
            with self.subTest(program=program):
                self.assertEqual(self.launch(program, "-h").stdout, self.launch(program, "--help").stdout)
                said = app_cases.described(program)
                if program.startswith("graph-"):
                    self.assertLessEqual(max(map(len, said["overview"].splitlines())), 100)
                if program.endswith("-cpu") or program.startswith("graph-"):
                    self.assertRegex(said["examples"][0]["command"], f"^{program} ")
                    self.assertTrue(said["examples"][0]["purpose"])

    def test_a_flag_is_given_once(self):
        self.assertIn("--wl is given twice, as smq and as obim; give it once",
                      self.refused("sssp-cpu", "--wl=smq", "--wl", "obim"))
        self.assertIn("--json: the value is missing; give --json=<file>", self.refused("sssp-cpu", "--json"))

    TOGETHER = (
        ("--wl=hdcps --hdcps-bag-min=11", "--hdcps-bag-min=11: at most 10 is needed, the value of hdcps-bag-max"),
        ("--wl=wasp --least-piece=65", "--least-piece=65: at most 64 is needed, the value of chunk"),
        ("--wl=minnow --minnow-helpers=3 -t=2", "--minnow-helpers=3: at most 2 is needed, the number of threads"),
        ("--weights-seed=3", "--weights-seed is that of --weights"),
    )

    def test_values_fit_together(self):
        built = app_cases.worklist_names(BIN / "sssp-cpu")
        for args, said in self.TOGETHER:
            wl = re.match("--wl=(\\S+)", args)
            if wl is None or wl[1] in built:
                with self.subTest(args=args):
                    self.assertIn(said, self.refused("sssp-cpu", self.grid(), *args.split()))

    def test_flags_do_not_contradict(self):
        for program, flags in self.built(APPLICATIONS):
            with self.subTest(program=program):
                for level in ("full", "quick"):
                    result = self.launch(program, self.grid(), *flags, "--noverify", f"--verify={level}")
                    self.assertEqual(result.returncode, 2)
                    self.assertEqual(result.stderr, f"{program}: --noverify and --verify={level} contradict each "
                                     "other; give one of them\n")
                self.assertEqual(self.launch(program, self.grid(), *flags, "--noverify", "--verify=none").returncode, 0)

    def test_defaults_follow(self):
        if "wasp" not in app_cases.worklist_names(BIN / "sssp-cpu"):
            self.skipTest("this build has no wasp")
        result = self.launch("sssp-cpu", self.grid(), "--wl=wasp", "--chunk=2", "--json=-", "-t=1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["wl_params"], {"chunk": 2, "least-piece": 2})

    @app_cases.needs("astar-cpu")
    def test_no_input(self):
        self.assertIn("no input: name a graph file", self.refused("astar-cpu"))

    def test_tools(self):
        for args, said in (("graph-info x -t=0", "-t=0: a whole number from 1 to 1024 is needed"),
                           ("graph-convert a b --seed=3", "--seed is that of new weights"),
                           ("graph-convert a b --weights=5", "--weights=5: uniform:LO:HI is needed"),
                           ("graph-check", "KIND, GRAPH and ANSWER are missing"),
                           ("graph-gen torus2d x.gr --nodes=0", "--nodes=0: a number from 1 to"),
                           ("graph-convert a", "OUT is missing; the usage is 'graph-convert [options] IN OUT'"),
                           ("graph-convert a b c", "'c' is one operand too many"),
                           ("graph-gen rmat x.gr --scale=40", "--scale=40: a whole number from 0 to 31 is needed")):
            with self.subTest(args=args):
                self.assertIn(said, self.refused(*args.split()))


class Memory(CommonTest):
    """A program that has read a .gr does not hold the file beside the graph."""

    # program: (whether the file has weights, the most that the program may take, in sizes of the file). The graph
    # itself is 0.96 of it.
    MOST = {"sssp-cpu": (True, 1.4), "bfs-cpu": (False, 1.4)}

    def cliques(self, name, count, weighted):
        """Returns a graph of cliques of 32 nodes each, made quickly although it is large."""
        path = self.dir / f"{name}.gr"
        nodes, edges = 32 * count, 1024 * count
        with open(path, "wb") as file:
            file.write(struct.pack("<4Q", 1, 4 if weighted else 0, nodes, edges))
            file.write(array.array("Q", range(32, edges + 1, 32)).tobytes())
            for first in range(0, nodes, 32):
                file.write(array.array("I", range(first, first + 32)).tobytes() * 32)
            if weighted:
                file.write(array.array("I", [9]).tobytes() * edges)
        return path

    def peak(self, program, path, threads):
        result = self.launch(program, path, f"-t={threads}", "--json=-")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["max_rss_mib"] * (1 << 20)

    @unittest.skipIf(app_cases.SANITIZED, "sanitizers have memory of their own")
    def test_peak(self):
        for program, (weighted, most) in self.MOST.items():
            if not (BIN / program).exists():
                continue
            small, large = (self.cliques(f"{program}-{count}", count, weighted) for count in (1, 6000))
            for threads in (1, 2):
                with self.subTest(program=program, threads=threads):
                    taken = self.peak(program, large, threads) - self.peak(program, small, threads)
                    self.assertLess(taken / large.stat().st_size, most)


class Recorded(CommonTest):
    """The record names every parameter that had an effect: the same values, given as flags, repeat the run."""

    def run_of(self, program, *flags):
        result = self.launch(program, self.grid(), *flags, "--json=-", "-t=1")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_parameters(self):
        for program, needed in self.built(SCHEDULED):
            described = {worklist["name"]: worklist["parameters"]
                         for worklist in json.loads(self.launch(program, "--wl=json").stdout)}
            for name in sorted(described):
                with self.subTest(program=program, worklist=name):
                    flags = [*needed, f"--wl={name}"]
                    first = self.run_of(program, *flags)
                    self.assertEqual(set(first["wl_params"]),
                                     {each["name"] for each in described[name]
                                      if each.get("found") or each["default"] not in (None, "none")})
                    again = self.run_of(program, *flags, *(f"--{flag}={value}" for flag, value
                                                           in first["wl_params"].items()))
                    for field in ("wl", "wl_params", "params", "tasks", "answer"):
                        self.assertEqual(again[field], first[field], field)

    @staticmethod
    def another(parameter):
        """A value besides the default that needs no other parameter, as text, and as the record shows it."""
        kind, default = parameter["kind"], parameter["default"]
        if kind in ("one of the words", "one of the numbers"):
            value = next(choice for choice in parameter["choices"] if choice != default)
            return value, int(value) if kind == "one of the numbers" else value
        if kind == "probability":
            return ("1/4", 0.25) if default != "1/4" else ("1/2", 0.5)
        if kind == "numbers or none":
            return str(parameter["low"]), str(parameter["low"])
        if kind == "number or auto":
            return str(parameter["low"]), parameter["low"]
        if kind == "run length":
            return "8", 8
        value = max(parameter["low"], int(default or 7) // 2)
        return str(value), value

    def test_values_that_a_user_gives(self):
        for program, needed in self.built(SCHEDULED):
            for worklist in json.loads(self.launch(program, "--wl=json").stdout):
                given = {each["name"]: self.another(each) for each in worklist["parameters"]}
                with self.subTest(program=program, worklist=worklist["name"]):
                    record = self.run_of(program, *needed, f"--wl={worklist['name']}",
                                         *(f"--{name}={text}" for name, (text, _) in given.items()))
                    self.assertEqual(record["wl_params"], {name: shown for name, (_, shown) in given.items()})

    @app_cases.needs("color-cpu")
    def test_widths_that_an_application_fixes(self):
        for name in {"smq-bucket", "wasp", "mbq"} & set(app_cases.worklist_names(BIN / "color-cpu")):
            with self.subTest(worklist=name):
                record = self.run_of("color-cpu", f"--wl={name}")
                self.assertEqual(record["wl_params"]["delta"], 0, "it has a fixed width here")
                self.assertNotEqual(self.run_of("color-cpu", f"--wl={name}", "--delta=20")["tasks"],
                                    {}, "and takes another one")
                result = self.launch("color-cpu", self.grid(), f"--wl={name}")
                self.assertIn("delta 0", result.stdout)

    def test_phases_add_up(self):
        """They divide the time from the start to the end of the run's check; later runs have one phase more."""
        names = ["start_s", "convert_s", "read_s", "prepare_s", "algorithm_s", "answer_s", "check_s"]
        for program, needed in self.built(APPLICATIONS):
            for threads in (1, 2, 5):
                with self.subTest(program=program, threads=threads):
                    result = self.launch(program, self.grid(), *needed, "--json=-", "--runs=3",
                                         f"-t={threads}")
                    self.assertEqual(result.returncode, 0, result.stderr)
                    runs = json.loads(result.stdout)
                    for run, record in enumerate(runs):
                        phases = record["phases"]
                        self.assertEqual([name for name in phases if name != "earlier_runs_s"], names)
                        self.assertEqual("earlier_runs_s" in phases, run > 0)
                        self.assertAlmostEqual(sum(phases.values()), record["total_s"], places=9)
                        self.assertGreaterEqual(min(phases.values()), 0)
                        self.assertEqual(phases["algorithm_s"], record["time_s"])
                        self.assertAlmostEqual(phases["convert_s"] + phases["read_s"], record["load_s"])
                    self.assertGreater(runs[2]["phases"]["earlier_runs_s"],
                                       runs[1]["phases"]["earlier_runs_s"])

    def test_medians(self):
        """Of two runs the median is between both, in the line for people."""
        programs = [("sssp-cpu", [self.grid()]), ("fib-cpu", ["--n=12"])]
        for program, flags in programs:
            if (BIN / program).exists():
                result = self.launch(program, *flags, "--runs=2", "-t=1")
                median, low, high = map(float, re.search(r"^Time (\S+) s, median of 2 \((\S+) to (\S+)\)$",
                                                         result.stdout, re.MULTILINE).groups())
                self.assertAlmostEqual(median, (low + high) / 2, delta=1.1e-6)

    def test_help_has_the_defaults_of_each_policy(self):
        for program, _ in self.built(APPLICATIONS):
            flags = app_cases.flags_of(program)
            for worklist in json.loads(self.launch(program, "--wl=json").stdout):
                for parameter in worklist["parameters"]:
                    default = re.search(r"\(default (.*)\)$", flags[parameter["name"]]["help"])[1]
                    if parameter["default"] is None:
                        continue
                    with self.subTest(program=program, worklist=worklist["name"], parameter=parameter["name"]):
                        if " with " in default:
                            part = next(part for part in default.split("; ")
                                        if worklist["name"] in part.partition(" with ")[2].split(", "))
                            self.assertEqual(part.partition(" with ")[0], parameter["default"])
                        else:
                            self.assertEqual(default, parameter["default"])


class Descriptions(CommonTest):
    """Worklists for programs: the same names, parameters and defaults as --wl=help has for people."""

    def test_json(self):
        for program, _ in self.built(APPLICATIONS):
            with self.subTest(program=program):
                described = json.loads(self.launch(program, "--wl=json").stdout)
                table = self.launch(program, "--wl=help").stdout
                self.assertEqual(["auto", *(worklist["name"] for worklist in described)],
                                 re.findall(r"^  ([a-z]\S*)", table, re.MULTILINE))
                own = app_cases.flags_of(program)
                for worklist in described:
                    for parameter in worklist["parameters"]:
                        self.assertIn(parameter["name"], own)

    def test_flags(self):
        """--help=json says what --help says, in its order, and the values of flags that have a list."""
        for program, _ in self.built({**APPLICATIONS, **TOOLS, "graph-gen": [], "fib-cpu": []}):
            text = self.launch(program, "--help").stdout
            # From version 15 on, LLVM writes "-t <threads>".
            shown = re.findall(r"^  (-{1,2}[\w-]+)(?:[= ]<(.+?)>)? +- (.*)$", text, re.MULTILINE)
            words = re.findall(r"^    =(\S+) +- +(.*)$", text, re.MULTILINE)
            result = self.launch(program, "no-such-file", "--help=json", "--no-such-flag")
            with self.subTest(program=program):
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                said = json.loads(result.stdout)
                flags = [flag for group in said["groups"] for flag in group["flags"]]
                self.assertEqual([(flag["name"], flag["value"] or "", flag["help"]) for flag in flags], shown)
                self.assertIn(f"USAGE: {said['usage']}\n", text)
                self.assertIn(said["overview"], text)
                for example in said["examples"]:
                    self.assertIn(f"  {example['command']}\n      {example['purpose']}\n", text)
                found = []
                for flag in flags:
                    choices = [(choice["name"], choice["help"]) for choice in flag.get("choices", ())]
                    if f"{flag['name']}=help" in flag["help"]:
                        table = self.launch(program, f"{flag['name']}=help").stdout
                        self.assertEqual(choices, re.findall(r"^  ([a-z]\S*) +(.*)$", table, re.MULTILINE))
                    else:
                        found += choices
                self.assertEqual(found, words)

    def test_defaults_are_accepted(self):
        described = json.loads(self.launch("sssp-cpu", "--wl=json").stdout)
        for worklist in described:
            flags = [f"--{parameter['name']}={parameter['default']}" for parameter in worklist["parameters"]
                     if parameter["default"] is not None]
            with self.subTest(worklist=worklist["name"]):
                result = self.launch("sssp-cpu", self.grid(), f"--wl={worklist['name']}", *flags)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_scales(self):
        """Every parameter that is a number says in which steps it is worth varying."""
        without = ("one of the words", "numbers or none")
        scales = {}
        for worklist in json.loads(self.launch("sssp-cpu", "--wl=json").stdout):
            for parameter in worklist["parameters"]:
                self.assertEqual("scale" in parameter, parameter["kind"] not in without)
                scales[parameter["name"]] = parameter.get("scale")
        self.assertEqual((scales["delta"], scales["chunk"]), ("exponent", "logarithmic"))
        self.assertLessEqual({*scales.values()}, {"linear", "logarithmic", "exponent", None})


class Config(CommonTest):
    """--wl-config reads a policy and its parameters from a file; flags override it."""

    def write(self, text, name="tuned.json"):
        path = self.dir / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def recorded(self, program, *args):
        result = self.launch(program, self.grid(), *args, "--json=-", "-t=2")
        self.assertEqual((result.returncode, [line for line in result.stderr.splitlines()
                                              if line.startswith("warning")]), (0, []), result.stderr)
        record = json.loads(result.stdout)
        return record["wl"], record["wl_params"]

    OBIM = '{"about": "found by hand", "wl": "obim",\n "params": {"delta": 9, "chunk": "128"}}\n'

    def test_every_application_reads_it(self):
        path = self.write(self.OBIM)
        for program, flags in self.built(SCHEDULED):
            with self.subTest(program=program):
                self.assertEqual(self.recorded(program, *flags, f"--wl-config={path}"),
                                 ("obim", {"chunk": 128, "delta": 9}))

    def test_the_command_line_wins(self):
        path = self.write(self.OBIM)
        for flags, expected in ((["--delta=4"], {"chunk": 128, "delta": 4}),
                                (["--chunk=16", "--wl=obim"], {"chunk": 16, "delta": 9})):
            self.assertEqual(self.recorded("sssp-cpu", f"--wl-config={path}", *flags), ("obim", expected))

    def test_a_file_may_leave_out_what_has_a_default(self):
        path = self.write('{"wl": "obim"}')
        self.assertEqual(self.recorded("sssp-cpu", f"--wl-config={path}"),
                         ("obim", {"chunk": 64, "delta": 11}))
        path = self.write('\ufeff{"params":\r\n{"steal-prob": 0.0625, "delta": "3"}, "wl": "smq"}')
        wl, params = self.recorded("sssp-cpu", f"--wl-config={path}")
        self.assertEqual((wl, params["steal-prob"], params["delta"], params["steal-size"]),
                         ("smq", 1 / 16, 3, 4))

    def test_standard_input(self):
        result = self.launch("sssp-cpu", self.grid(), "--wl-config=-", "--json=-", input=self.OBIM)
        self.assertEqual(json.loads(result.stdout)["wl_params"], {"chunk": 128, "delta": 9})

    BROKEN = (
        ("", "tuned.json:1: this is not JSON; .* is expected"),
        ('wl = "obim"\n[params]\ndelta = 3\n', "tuned.json:1: this is not JSON"),
        ('{"wl": "obim",\n "params": {"delta": 3}\n', "tuned.json:3: this is not JSON"),
        ('{"wl": "obim"} x', "tuned.json:1: this is not JSON"),
        ('["obim"]', 'tuned.json: {"wl": "NAME", .* is expected'),
        ("{}", "names no worklist"),
        ('{"params": {"delta": 3}}', "names no worklist"),
        ('{"wl": 3}', "names no worklist"),
        ('{"wl": "obim", "delta": 3}', "unknown key 'delta'; .* is expected"),
        ('{"wl": "obim", "wl": "obim"}', "'wl' has a value already"),
        ('{"wl": "obmi"}', "did you mean 'obim'"),
        ('{"wl": "obim", "params": [3]}', "'params' has no names"),
        ('{"wl": "obim", "params": {"dleta": 3}}', "dleta=3: .* did you mean 'delta'"),
        ('{"wl": "obim", "params": {"steal-size": 3}}', "steal-size=3: obim has no such parameter; it has"),
        ('{"wl": "obim", "params": {"delta": 64}}', "delta=64: a whole number from 0 to 63"),
        ('{"wl": "obim", "params": {"delta": -1}}', "delta=-1: a whole number"),
        ('{"wl": "obim", "params": {"delta": null}}', "delta=null: a number or a text is needed"),
        ('{"wl": "obim", "params": {"delta": 3, "delta": 4}}', "'delta' has a value already"),
        (b"\x00\x01\x02\xff" * 64, "this is not JSON"),
    )

    def test_broken_files(self):
        for text, said in self.BROKEN:
            path = self.write(text)
            with self.subTest(text=text):
                result = self.launch("sssp-cpu", self.grid(), f"--wl-config={path}")
                self.assertEqual(result.returncode, 2)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertRegex(result.stderr, said)
                self.assertIn("--wl-config", result.stderr)

    def test_files_that_cannot_be_used(self):
        path = self.write(self.OBIM)
        for flags, said in ((["--wl-config=absent.json"], "absent.json: No such file"),
                            ([f"--wl-config={self.dir}"], "is a folder; a file is needed"),
                            (["--wl-config="], "the value is missing"),
                            ([f"--wl-config={path}", "--wl=smq"], "this file is for obim, and --wl=smq"),
                            ([f"--wl-config={path}", "--wl=obmi"], "is for obim, and --wl=obmi"),
                            ([f"--wl-config={path}", "--delta=64"], "--delta=64: a whole number"),
                            ([f"--wl-config={path}", f"--json={path}"], "is an input")):
            with self.subTest(flags=flags):
                result = self.launch("sssp-cpu", self.grid(), *flags)
                self.assertEqual(result.returncode, 2)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(said, result.stderr)
        self.assertEqual(path.read_text(), self.OBIM)


class IdleFlags(CommonTest):
    """A flag without effect is reported once and in one line, whatever the reason."""

    def warnings(self, program, *args):
        result = self.launch(program, self.grid(), *args, "-t=2")
        self.assertEqual(result.returncode, 0, result.stderr)
        return app_cases.without_notes(result.stderr)

    CASES = (
        ("sssp-cpu", "--algo=dijkstra", "-t has no effect with --algo=dijkstra"),
        ("sssp-cpu", "--algo=radix-heap", "-t has no effect with --algo=radix-heap"),
        ("sssp-cpu", "--algo=dijkstra --wl=smq", "--wl, -t have no effect with --algo=dijkstra"),
        ("sssp-cpu", "--algo=dijkstra --wl=smq --steal-size=8 --delta=3 --edge-tile=64 --drift=9",
         "--wl, --delta, --steal-size, --drift, -t, --edge-tile have no effect with --algo=dijkstra"),
        ("sssp-cpu", "--algo=delta-stepping --wl=smq --delta=3", "--wl has no effect with --algo=delta-stepping"),
        ("sssp-cpu", "--algo=limit --per-thread", "--per-thread has no effect with --algo=limit"),
        ("sssp-cpu", "--wl=smq --chunk=8 --limit-deal=order --runs=3",
         "--chunk has no effect with --wl=smq; --limit-deal has no effect with --algo=worklist"),
        ("sssp-cpu", "--algo=dijkstra --wl-config=smq.json", "--wl-config, -t have no effect with --algo=dijkstra"),
        ("bfs-cpu", "--algo=sync-do --wl=smq", "--wl has no effect with --algo=sync-do"),
        ("bfs-cpu", "--wl=smq --alpha=3", "--alpha has no effect with --algo=worklist"),
        ("mst-cpu", "--algo=kruskal --wl=smq", "--wl, -t have no effect with --algo=kruskal"),
        ("mst-cpu", "--wl=smq --chunk=8", "--chunk has no effect with --wl=smq"),
        ("color-cpu", "--algo=greedy --wl=smq --improve=false",
         "--wl, -t, --improve have no effect with --algo=greedy"),
        ("components-cpu", "--algo=union-find --wl=smq", "--wl, -t have no effect with --algo=union-find"),
        ("triangles-cpu", "--algo=merge --wl=smq --drift=9", "--wl, --drift have no effect with --algo=merge"),
        ("pagerank-cpu", "--algo=power --wl=smq --priority=whole",
         "--wl, --priority have no effect with --algo=power"),
        ("astar-cpu", "--target=5 --algo=dijkstra --wl=smq --heuristic=none",
         "--wl, -t, --heuristic have no effect with --algo=dijkstra"),
    )

    def test_one_line(self):
        (self.dir / "smq.json").write_text('{"wl": "smq"}')
        for program, args, said in self.CASES:
            if (BIN / program).exists():
                with self.subTest(program=program, args=args):
                    self.assertEqual(self.warnings(program, *args.split()), f"warning: {said}\n")

    def test_nothing_about_flags_that_matter(self):
        for program, args in (("sssp-cpu", "--wl=obim --delta=3 --chunk=8 --drift=9"),
                              ("sssp-cpu", "--wl=hdcps.published --hdcps-delay=2"),
                              ("sssp-cpu", "--algo=delta-stepping --delta=3"),
                              ("sssp-cpu", "--algo=limit --limit-deal=order"),
                              ("bfs-cpu", "--algo=sync-do --alpha=3 --beta=4"),
                              ("mst-cpu", "--wl=obim --chunk=8")):
            if (BIN / program).exists():
                with self.subTest(program=program, args=args):
                    self.assertEqual(self.warnings(program, *args.split()), "")


class DeadEnds(CommonTest):
    """A source without out-edges is reported, together with a source that has some."""

    def test_hint(self):
        arcs = [(i, i + 1, 1) for i in range(1, 500)] + [(77, 5, 1), (77, 9, 2)]
        path = self.dir / "dead_end.gr"
        write_gr(path, 501, arcs)
        for program in ("sssp-cpu", "bfs-cpu"):
            if not (BIN / program).exists():
                continue
            with self.subTest(program=program):
                told = self.launch(program, path).stdout
                self.assertIn("node 77 has the most edges: --startNode=77", told)
                self.assertIn("\n1 node reached, ", told)
                told = self.launch(program, path, "--startNode=77").stdout
                self.assertNotIn("--startNode", told)
                self.assertIn(" nodes reached, ", told)

    def test_no_hint_where_there_is_nothing_better(self):
        for name in ("one_node", "no_edges"):
            told = self.launch("sssp-cpu", self.graph(name, *GRAPHS[name])).stdout
            self.assertNotIn("--startNode", told)


class Names(CommonTest):
    """Nodes of a table between names have these names in every program's answers."""

    def test_answers(self):
        (self.dir / "towns.csv").write_text("source,target,weight\nParis,Lyon,4\nLyon,\"New York\",5\n"
                                            '"New York",Paris,6\n')
        for program, flags in self.built({**APPLICATIONS, "reachability-cpu": [], "matching-cpu": [],
                                          "independentset-cpu": []}):
            if program == "astar-cpu":
                flags = ["--target=New York", "--heuristic=none"]
            with self.subTest(program=program):
                ran = self.launch(program, "towns.csv", *flags, "-t=2", "--output=-")
                self.assertEqual(ran.returncode, 0, ran.stderr)
                words = re.findall(r'Paris|Lyon|"New York"', ran.stdout)
                self.assertTrue(words, ran.stdout)
                self.assertIn("Nodes have names, such as Paris", ran.stderr)

    def test_flags(self):
        (self.dir / "towns.csv").write_text("Paris,Lyon,4\nLyon,Paris,5\n")
        for program, flag in (("bfs-cpu", "startNode"), ("pagerank-cpu", "reportNode"), ("color-cpu", "reportNode"),
                              ("reachability-cpu", "startNode"), ("astar-cpu", "target")):
            if not (BIN / program).exists():
                continue
            with self.subTest(program=program):
                self.assertEqual(self.launch(program, "towns.csv", f"--{flag}=Lyon").returncode, 0)
                wrong = self.launch(program, "towns.csv", f"--{flag}=Rome")
                self.assertEqual(wrong.returncode, 1)
                self.assertRegex(wrong.stderr, f"^{program}: --{flag}=Rome: no node .* such as Paris\n$")


if __name__ == "__main__":
    app_cases.main()
