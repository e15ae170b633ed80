// The shortest path between two nodes, guided by the nodes' coordinates, in whatever order the
// worklist gives [Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of minimum
// cost paths", 1968].
//
// A task says that a node is on a path that is no shorter than its priority: the best distance known
// to the node, plus an estimate of the rest. It is dropped if a shorter path to the node is known by
// now, or if its path cannot be shorter than the best one known to the destination. Estimates never
// exceed the true distance, so the answer is exact.
//
// The estimate is the Euclidean separation of a node and the destination, times a scale. The scale is
// so small that every edge weighs at least the scaled separation of its ends.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <queue>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Timer.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/worklists/cps/programs/Choice.h"
#include "galois/worklists/cps/programs/Ranks.h"
#include "galois/worklists/cps/programs/Words.h"

namespace {

namespace cll = llvm::cl;
using galois::cps::Atomic;
using namespace galois::cps::programs; // NOLINT(google-build-using-namespace)

cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
cll::opt<unsigned> startNode("startNode", cll::desc("Source (default 0)"), cll::init(0));
cll::opt<unsigned> destNode("destNode", cll::desc("Destination (default 1)"), cll::init(1));
cll::opt<std::string>
    coordFilename("coordFilename",
                  cll::desc("Coordinates, in lines `v ID X Y` of which the first ID is 1; without "
                            "them the estimates are 0"));
cll::opt<unsigned> stepShift("delta",
                             cll::desc("Shift of the priorities of worklists that have "
                                       "buckets (default 13)"),
                             cll::init(13));

using Graph = galois::graphs::LC_CSR_Graph<Atomic<std::uint32_t>,
                                           std::uint32_t>::with_no_lockable<true>::type;
using Node = Graph::GraphNode;
using Task = RankTask<Node>;

constexpr galois::MethodFlag kNoLock = galois::MethodFlag::UNPROTECTED;
constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max() / 2 - 1;

/// Prints one line and ends the program.
[[noreturn]] void fail(const std::string& message) {
  std::cerr << "astar-cpu: " << message << "\n";
  std::exit(1);
}

/// Estimates of the distance to the destination, which never exceed it.
class Estimates {
public:
  /// Without coordinates, all estimates are 0.
  Estimates() = default;

  /// Reads the coordinates of all nodes and finds the scale.
  Estimates(Graph& graph, const std::string& file, Node destination)
      : places_(read(file, graph.size())), destination_(destination), scale_(scaleFor(graph)) {}

  std::uint32_t operator()(Node node) const {
    return scale_ > 0 ? static_cast<std::uint32_t>(scale_ * separation(node, destination_)) : 0;
  }

private:
  using Place = std::pair<double, double>;
  /// Much more than the rounding errors of a separation below 2^32, which are below 1e-5.
  static constexpr double kMargin = 1e-4;

  static std::vector<Place> read(const std::string& file, std::size_t nodes) {
    const double kMissing = std::numeric_limits<double>::quiet_NaN();
    std::vector<Place> places(nodes, Place(kMissing, kMissing));
    std::ifstream input(file);
    if (!input) {
      fail("cannot read " + file);
    }
    std::string line;
    for (std::size_t number = 1; std::getline(input, line); ++number) {
      if (line.empty() || line[0] != 'v') {
        continue;
      }
      std::istringstream words(line.substr(1));
      std::uint64_t id = 0;
      Place place;
      if (!(words >> id >> place.first >> place.second) || id < 1 || id > nodes) {
        fail(file + ":" + std::to_string(number) + ": not `v ID X Y` with an ID from 1 to " +
             std::to_string(nodes));
      }
      places[id - 1] = place;
    }
    for (std::size_t node = 0; node < nodes; ++node) {
      if (std::isnan(places[node].first)) {
        fail(file + ": no line for ID " + std::to_string(node + 1));
      }
    }
    return places;
  }

  double separation(Node one, Node other) const {
    return std::hypot(places_[one].first - places_[other].first,
                      places_[one].second - places_[other].second);
  }

  /// Returns the largest scale at which every edge weighs its ends' scaled separation and a margin.
  double scaleFor(Graph& graph) const {
    double scale = std::numeric_limits<double>::infinity();
    for (Node node = 0; node < graph.size(); ++node) {
      for (auto edge : graph.edges(node, kNoLock)) {
        const double apart = separation(node, graph.getEdgeDst(edge));
        if (apart > 0) {
          const double weight = graph.getEdgeData(edge, kNoLock);
          scale = std::min(scale, std::max(0.0, weight - kMargin) / apart);
        }
      }
    }
    double farthest = 0;
    for (Node node = 0; node < graph.size(); ++node) {
      farthest = std::max(farthest, separation(node, destination_));
    }
    // An estimate this large would be of a node from which no path leads to the destination.
    return std::isinf(scale) || scale * farthest >= kUnreached ? 0 : scale;
  }

  std::vector<Place> places_;
  Node destination_ = 0;
  double scale_ = 0;
};

void search(Graph& graph, Node source, Node destination, const Estimates& estimate) {
  galois::do_all(galois::iterate(graph), [&](Node node) {
    storeWord(graph.getData(node, kNoLock), node == source ? 0u : kUnreached);
  });
  std::vector<Task> first{Task{source, estimate(source)}};
  const galois::cps::Coarseness coarse{stepShift, stepShift.getNumOccurrences() > 0};
  runChosen("AStar", first, ByPriority(), coarse, [&](const Task& task, auto& context) {
    const std::uint64_t distance = loadWord(graph.getData(task.node, kNoLock));
    std::uint32_t bound = loadWord(graph.getData(destination, kNoLock));
    if (task.priority >= bound || distance + estimate(task.node) < task.priority) {
      return;
    }
    for (auto edge : graph.edges(task.node, kNoLock)) {
      const Node other = graph.getEdgeDst(edge);
      const std::uint64_t candidate = distance + graph.getEdgeData(edge, kNoLock);
      auto& word = graph.getData(other, kNoLock);
      std::uint32_t known = loadWord(word);
      if (candidate >= known || candidate + estimate(other) >= bound) {
        continue;
      }
      const auto improved = static_cast<std::uint32_t>(candidate);
      while (improved < known) {
        if (replaceWord(word, known, improved)) {
          if (other == destination) {
            bound = improved;
          } else {
            context.push(Task{other, improved + estimate(other)});
          }
          break;
        }
      }
    }
  });
}

/// Returns the distance by Dijkstra's algorithm, on one thread.
std::uint32_t dijkstra(Graph& graph, Node source, Node destination) {
  using Entry = std::pair<std::uint64_t, Node>;
  std::vector<std::uint64_t> distances(graph.size(), kUnreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  distances[source] = 0;
  queue.push({0, source});
  while (!queue.empty() && queue.top().second != destination) {
    const auto [distance, node] = queue.top();
    queue.pop();
    if (distance > distances[node]) {
      continue;
    }
    for (auto edge : graph.edges(node, kNoLock)) {
      const std::uint64_t candidate = distance + graph.getEdgeData(edge, kNoLock);
      std::uint64_t& best = distances[graph.getEdgeDst(edge)];
      if (candidate < best) {
        best = candidate;
        queue.push({candidate, graph.getEdgeDst(edge)});
      }
    }
  }
  return static_cast<std::uint32_t>(distances[destination]);
}

} // namespace

int main(int argc, char** argv) {
  galois::SharedMemSys runtime;
  LonestarStart(argc, argv, "A*", "Finds a shortest path between two nodes", nullptr, &inputFile);

  Graph graph;
  galois::graphs::readGraph(graph, std::string(inputFile));
  std::cout << "Read " << graph.size() << " nodes, " << graph.sizeEdges() << " edges\n";
  if (startNode >= graph.size() || destNode >= graph.size()) {
    fail("-startNode and -destNode must be less than " + std::to_string(graph.size()));
  }
  const Node source = startNode, destination = destNode;
  const Estimates estimate = coordFilename.empty()
                                 ? Estimates()
                                 : Estimates(graph, std::string(coordFilename), destination);

  std::cout << "Running A* under " << choice.name() << "\n";
  galois::StatTimer timer("Timer_0");
  timer.start();
  search(graph, source, destination, estimate);
  timer.stop();

  const std::uint32_t distance = loadWord(graph.getData(destination, kNoLock));
  if (distance == kUnreached) {
    std::cout << "Node " << destination << " cannot be reached\n";
  } else {
    std::cout << "Node " << destination << " has distance " << distance << "\n";
  }
  if (!skipVerify) {
    const std::uint32_t right = dijkstra(graph, source, destination);
    if (right != distance) {
      fail("verification failed: Dijkstra's distance is " + std::to_string(right));
    }
    std::cout << "Verification successful.\n";
  }
  return 0;
}
