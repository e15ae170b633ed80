"""Answers the questions of scripts/peers on tiny graphs, as one of our programs (a name that ends
in -cpu) or as an adapter. What an adapter is called says how it behaves: wrong, broken, slow or
hungry; any other name is right. FAKE_LOG collects the calls, FAKE_STOP names a file, in which an
adapter writes its process before its third answer, and then waits."""

import heapq
import json
import os
import struct
import sys
import time
from array import array


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    version, edge_bytes, nodes, edges = struct.unpack_from("<QQQQ", data)
    assert version == 1
    ends = [0, *struct.unpack_from(f"<{nodes}Q", data, 32)]
    targets = struct.unpack_from(f"<{edges}I", data, 32 + 8 * nodes)
    at = (32 + 8 * nodes + 4 * edges + 7) // 8 * 8
    weights = struct.unpack_from(f"<{edges}I", data, at) if edge_bytes else [1] * edges
    return [[(targets[i], weights[i]) for i in range(ends[n], ends[n + 1])] for n in range(nodes)]


def distances(rows, source, unit):
    found, queue = {}, [(0, source)]
    while queue:
        far, node = heapq.heappop(queue)
        if node not in found:
            found[node] = far
            for other, weight in rows[node]:
                heapq.heappush(queue, (far + (1 if unit else weight), other))
    return [float(found.get(node, "inf")) for node in range(len(rows))]


def forest(rows):
    root = list(range(len(rows)))

    def find(node):
        while root[node] != node:
            node = root[node]
        return node

    edges = sorted((weight, u, v) for u, row in enumerate(rows) for v, weight in row)
    chosen = []
    for weight, u, v in edges:
        if find(u) != find(v):
            root[find(u)] = find(v)
            chosen += [float(u), float(v), float(weight)]
    return chosen


def ranks(rows, damping):
    now = [1 / len(rows)] * len(rows)
    for _ in range(200):
        lost = sum(rank for rank, row in zip(now, rows, strict=True) if not row)
        following = [(1 - damping + damping * lost) / len(rows)] * len(rows)
        for rank, row in zip(now, rows, strict=True):
            for other, _ in row:
                following[other] += damping * rank / len(row)
        now = following
    return now


def colors(rows):
    near = [set() for _ in rows]
    for node, row in enumerate(rows):
        for other, _ in row:
            if other != node:
                near[node].add(other)
                near[other].add(node)
    found = {}
    for node in range(len(rows)):
        taken = {found.get(other) for other in near[node]}
        found[node] = next(color for color in range(len(rows)) if color not in taken)
    return [float(found[node]) for node in range(len(rows))]


def components(rows):
    found = {}
    for node in range(len(rows)):
        for other, far in enumerate(distances(rows, node, unit=True)):
            if far < float("inf"):
                found.setdefault(other, node)
    return [float(found[node]) for node in range(len(rows))]


def solve(question, rows, source, damping=0.85):
    if question in ("sssp", "bfs"):
        return distances(rows, source, question == "bfs")
    return {"mst": lambda: forest(rows), "pagerank": lambda: ranks(rows, damping),
            "color": lambda: colors(rows), "components": lambda: components(rows),
            "power": lambda: ranks(rows, damping), "clustering": lambda: [0.0] * len(rows)}[question]()


def program(name):
    flags = dict(arg.lstrip("-").partition("=")[::2] for arg in sys.argv[1:] if arg[0] == "-")
    graph = next(arg for arg in sys.argv[1:] if arg[0] != "-")
    question, rows = name.removesuffix("-cpu"), read(graph)
    question = "clustering" if question == "triangles" else question
    values = solve(question, rows, int(flags.get("startNode", 0)))
    if question == "mst":
        lines = [f"{values[i]:.0f} {values[i + 1]:.0f} {values[i + 2]:.0f}"
                 for i in range(0, len(values), 3)]
    else:
        lines = [f"{node} {value:.17g}" for node, value in enumerate(values)]
    with open(flags["output"], "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    records = [{"schema": "galois-cps/1", "input_id": "id", "nodes": len(rows), "edges": 1,
                "host": {"cpu": "a test"}, "build": {"commit": "0123456789abcdef"},
                "load_s": 0.5, "time_s": 0.02, "total_s": total, "max_rss_mib": 7}
               for total in (1.0, 1.03)]
    with open(flags["json"], "w", encoding="utf-8") as file:
        json.dump(records if "runs" in flags else records[0], file)


def adapter(name):
    if sys.argv[1:] == ["--version"]:
        print("1.0")
        return
    graph, question, _threads, folder, _tolerance, damping = sys.argv[1:]
    if name == "broken":
        sys.exit("no such graph")
    with open(os.path.join(folder, "events"), "a", encoding="utf-8") as events:
        rows = read(graph)
        events.write('{"built": 0.25, "peak_mib": 20}\n')
        events.flush()
        held = []
        for number, line in enumerate(sys.stdin):
            if name == "slow":
                if "FAKE_HANGS" in os.environ:  # the fixture `hangs`
                    open(f"{os.environ['FAKE_HANGS']}.{os.getpid()}", "w", encoding="utf-8").close()
                time.sleep(3600)
            while name == "hungry":
                held.append(b"x" * (1 << 24))
                time.sleep(0.01)
            if number == 2 and "FAKE_STOP" in os.environ:
                with open(os.environ["FAKE_STOP"], "w", encoding="utf-8") as file:
                    file.write(f"{os.getpid()}\n")
                time.sleep(3600)
            values = array("d", solve(question, rows, json.loads(line), float(damping)))
            if name == "wrong":
                values[-1 if question in ("mst", "pagerank") else 0] += 1
            path = os.path.join(folder, f"answer-{number}")
            with open(path, "wb") as file:
                values.tofile(file)
            events.write(json.dumps({"source": json.loads(line), "time_s": 0.06, "peak_mib": 30,
                                     "answer": path, "dtype": "float64"}) + "\n")
            events.flush()


if __name__ == "__main__":
    if "FAKE_LOG" in os.environ:
        with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
            log.write(" ".join(sys.argv[1:]) + "\n")
    called = os.path.basename(sys.argv.pop(1))
    (program if called.endswith("-cpu") else adapter)(called)
