"""What the tests of sssp-cpu share: shortest distances computed in Python, and a test case that compares a
run with them.
"""

import heapq

import app_cases
from app_cases import GRAPHS


def distances(nodes, arcs, source):
    """Returns {node: distance} of the reached nodes."""
    rows = [[] for _ in range(nodes)]
    for tail, head, weight in arcs:
        rows[tail].append((head, weight))
    settled, heap = {}, [(0, source)]
    while heap:
        distance, node = heapq.heappop(heap)
        if node in settled:
            continue
        settled[node] = distance
        for head, weight in rows[node]:
            if head not in settled:
                heapq.heappush(heap, (distance + weight, head))
    return settled


class CliTest(app_cases.CliTest):
    program = "sssp-cpu"

    def check(self, name, *flags):
        """Runs the program on a graph of GRAPHS and compares the record with Dijkstra's distances."""
        nodes, arcs = GRAPHS[name]
        right = distances(nodes, arcs, 0)
        record = self.record(self.graph(name, nodes, arcs), *flags, "--verify=full",
                             "--report-node=0")
        self.assertEqual(record["answer"]["summary"],
                         {"reached": len(right), "max": max(right.values())}, (name, flags))
        self.assertEqual(record["answer"]["checksum"], sum(right.values()), (name, flags))
        self.assertIs(record["verified"], True)
        self.assertEqual((record["nodes"], record["edges"]), (nodes, len(arcs)))
        tasks = record["tasks"]
        if "--algo=limit" not in flags:
            self.assertEqual(tasks["useful"], app_cases.useful(nodes, arcs, right, record), (name, flags))
        self.assertEqual(tasks["executed"], tasks["pushed"])
        self.assertLessEqual(tasks["useful"], tasks["executed"])
        return record
