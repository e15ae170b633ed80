"""Searches and graph programs on simulated machines, by the programs in build/smpi/bin: answers, and
records that repeat.

The step smpi of scripts/test builds them and runs this; pytest does not find it by itself.
"""

import json
import pathlib
import random
import shutil
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "smpi" / "bin"
PROBLEMS = {
    "uts-dist": (["--levels=6", "-b=100"], 16000),
    "semigroups-dist": (["-g=17", "-b=100"], 8045),
    "maxclique-dist": (["--skeleton=depthbounded", "-d=2"], 4),
}


def clique(folder):
    """A ring of 30 nodes, in which each node knows the three after it: the largest cliques have 4."""
    edges = [(i + 1, (i + d) % 30 + 1) for i in range(30) for d in (1, 2, 3)]
    path = folder / "ring.clq"
    path.write_text(f"p edge 30 {len(edges)}\n" + "".join(f"e {a} {b}\n" for a, b in edges))
    return path


def road(folder):
    """Writes a grid of 20 by 30 nodes with random weights, as a .gr file of version 1."""
    rows, columns = 20, 30
    weights = random.Random(5)
    ends, targets = [], []
    for node in range(rows * columns):
        row, column = divmod(node, columns)
        targets += [node + columns] * (row + 1 < rows) + [node - columns] * (row > 0)
        targets += [node + 1] * (column + 1 < columns) + [node - 1] * (column > 0)
        ends.append(len(targets))
    data = struct.pack("<4Q", 1, 4, len(ends), len(targets)) + struct.pack(f"<{len(ends)}Q", *ends)
    data += struct.pack(f"<{len(targets)}I", *targets) + bytes(4 * (len(targets) % 2))
    data += struct.pack(f"<{len(targets)}I", *(weights.randint(1, 100) for _ in targets))
    path = folder / "g.gr"
    path.write_bytes(data)
    return path


def run(program, ranks, *flags, platform="two-speeds"):
    return subprocess.run([ROOT / "scripts" / "run-dist", "-n", str(ranks), "--smpi", platform,
                           BIN / program, *map(str, flags)], capture_output=True, text=True,
                          timeout=900, check=False)


def problem(name, folder):
    flags, answer = PROBLEMS[name]
    return ([clique(folder)] if name == "maxclique-dist" else []) + flags, answer


@pytest.mark.parametrize("victim", ["perf", "random", "random-sticky", "lifeline"])
@pytest.mark.parametrize("name", PROBLEMS)
def test_equal_seeds_give_equal_records(name, victim, tmp_path):
    flags, answer = problem(name, tmp_path)
    for again in ("a", "b"):
        done = run(name, 64, *flags, f"--victim={victim}", "--seed=7", f"--json={tmp_path / again}")
        assert done.returncode == 0, done.stderr
        assert "Verification successful." in done.stdout
    first = (tmp_path / "a").read_bytes()
    assert first == (tmp_path / "b").read_bytes()
    record = json.loads(first)
    assert record["answer"]["checksum"] == answer
    assert record["dist"]["simulated"] is True and record["dist"]["platform"] == "two-speeds"
    assert record["dist"]["ranks"] == 64 and record["time_s"] == record["total_s"] > 0
    assert "max_rss_mib" not in record


@pytest.mark.parametrize("execution", ["Async", "Sync"])
@pytest.mark.parametrize("name", ["sssp", "bfs", "pagerank"])
def test_equal_seeds_give_equal_records_of_graphs(name, execution, tmp_path):
    # The path of the file is longer the second time, which must not change the time that passes.
    graph = road(tmp_path)
    longer = tmp_path / ("f" * 200) / "g.gr"
    longer.parent.mkdir()
    shutil.copy(graph, longer)
    records = []
    for path in (graph, longer):
        done = run(f"{name}-push-dist", 8, path, f"--exec={execution}", "--seed=7",
                   f"--json={tmp_path / 'r'}")
        assert done.returncode == 0, done.stderr
        assert "Verification successful." in done.stdout
        text = (tmp_path / "r").read_text()
        assert str(path) in text
        records.append(text.replace(str(path), "g.gr"))
    assert records[0] == records[1]
    record = json.loads(records[0])
    assert record["dist"]["simulated"] is True and record["dist"]["platform"] == "two-speeds"
    assert record["dist"]["task_cost_us"] == 0.1 and record["dist"]["ranks"] == 8
    assert record["time_s"] == record["total_s"] > 0
    assert "max_rss_mib" not in record


def test_tasks_that_cost_more_take_longer(tmp_path):
    times = []
    for cost in (1, 4):
        done = run("sssp-push-dist", 1, road(tmp_path), f"--task-cost={cost}",
                   f"--json={tmp_path / 'r'}", platform="one-speed")
        assert done.returncode == 0, done.stderr
        times.append(json.loads((tmp_path / "r").read_text())["time_s"])
    assert 3.5 < times[1] / times[0] < 4.1  # virtual time, which repeats


def test_256_ranks_repeat(tmp_path):
    for again in ("a", "b"):
        done = run("uts-dist", 256, "--levels=7", "-b=100", f"--json={tmp_path / again}")
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_rank_that_wastes_its_time_takes_longer(tmp_path):
    times = []
    for load in ("0:0", "0:0.75"):
        done = run("uts-dist", 1, "--levels=7", "-b=100", f"--load={load}",
                   f"--json={tmp_path / 'r'}", platform="one-speed")
        assert done.returncode == 0, done.stderr
        record = json.loads((tmp_path / "r").read_text())
        times.append(sum(record["balance"]["busy_s"]))
    assert 3.9 < times[1] / times[0] < 4.1  # virtual time, which repeats


def test_a_slower_host_takes_longer(tmp_path):
    times = []
    for cost in (1, 4):
        done = run("uts-dist", 1, "--levels=6", f"--node-cost={cost}", f"--json={tmp_path / 'r'}",
                   platform="one-speed")
        assert done.returncode == 0, done.stderr
        times.append(json.loads((tmp_path / "r").read_text())["time_s"])
    assert 3.9 < times[1] / times[0] < 4.1  # virtual time, which repeats


@pytest.mark.parametrize("flag, says", [
    ("-t=2", "virtual ranks have one thread each"), ("--time-limit=1", "the machine that simulates"),
    ("--progress=thread", "virtual ranks have one thread each"), ("--load=9:0.5", "no rank 9"),
    ("--published-lock", "only --victim=random-sticky"), ("--node-cost=-1", "0 or more"),
    ("--refresh-timer=1:2", "five numbers"), ("--perf-new=2", "from 0 to 1, or auto"),
    ("--perf-shift=0.5", "1 or more"), ("--load=0:1", "from 0 to 0.99")])
def test_wrong_flags_are_one_line_and_status_2(flag, says):
    done = run("uts-dist", 3, "--levels=3", flag)
    assert done.returncode == 2
    assert says in done.stderr and done.stderr.count("\n") == 1
