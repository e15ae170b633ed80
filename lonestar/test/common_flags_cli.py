"""Checks the flags that all programs have in common: which values they refuse, how programs describe and record
them, files of them, and warnings about those without effect. app_cases.py says how to run these tests.
"""

import json
import re

import app_cases
from app_cases import APPLICATIONS, BIN, LONG, SCHEDULED
from common_cases import TOOLS, CommonTest


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


if __name__ == "__main__":
    app_cases.main()
