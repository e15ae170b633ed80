/** What the tests of algorithms on divided graphs share: graphs, their parts, and loops. */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../../libdist/test/GrBytes.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/PushRuns.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/transport/SimulatedTransport.h"
#include "graphs/GraphTestSupport.h"

namespace disttest {

using galois::dist::Endpoint;
using galois::dist::NodeParts;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using galois::graphs::internal::GrFile;

/// A case that is drawn from a seed: a graph in a file, and how it is solved.
struct Drawn {
  ArcList list;
  Rank ranks;
  bool async;
  bool contiguous;
  Rank columns = 1; ///< of the grid of ranks
  std::uint64_t source;
  galois::dist::PushOptions options;
  galois::dist::SimulatedNetwork network;

  explicit Drawn(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::uint64_t nodes = 1 + random() % 60;
    const std::uint64_t greatest = random() % 3 == 0 ? 1 : 100; // weights of 0 among few others
    list = randomArcs(nodes, random() % (4 * nodes), random(), greatest);
    ranks = static_cast<Rank>(1 + seed % 8);
    async = random() % 2 == 0;
    contiguous = random() % 2 == 0;
    source = random() % nodes;
    options.capacity = 1 + random() % 10;
    options.tasksPerLook = static_cast<unsigned>(1 + random() % 4);
    options.pollEvery = random() % 2 == 0 ? 0 : 20;
    constexpr std::array<std::uint64_t, 4> kSlacks{galois::dist::PushOptions::kNeverHold, 0, 1, 5};
    options.slack = kSlacks[random() % kSlacks.size()];
    for (Rank number = static_cast<Rank>(random() % ranks); contiguous; ++number) {
      columns = number % ranks + 1;
      if (ranks % columns == 0) {
        break;
      }
    }
    network.ranks = ranks;
    network.seed = seed;
  }

  /// Writes the graph, and divides it.
  NodeParts write(const std::string& path, const GrForm& form = {}) const {
    graphtest::writeBytes(path, grBytes(list, form));
    if (contiguous) {
      return NodeParts::balanced(GrFile(path), ranks).inColumns(columns);
    }
    std::mt19937_64 random(network.seed);
    std::ofstream parts(path + ".parts");
    for (std::uint64_t node = 0; node < list.nodes; ++node) {
      parts << random() % ranks << "\n";
    }
    parts.close();
    return NodeParts::ofFile(path + ".parts", list.nodes, ranks);
  }
};

/// A loop on one thread. It runs the tasks in an order that is drawn: the last, the first, or any.
template <typename Task>
class DrawnLoop {
public:
  explicit DrawnLoop(std::uint64_t seed) : random_(seed), order_(seed % 3) {}

  /// Runs `body(task, ctx)` on the tasks and on all that it pushes.
  template <typename Body>
  void operator()(const std::vector<Task>& tasks, const Body& body) {
    Context ctx{tasks};
    while (!ctx.tasks.empty()) {
      const std::size_t last = ctx.tasks.size() - 1;
      const std::size_t at = order_ == 0 ? last : order_ == 1 ? 0 : random_() % (last + 1);
      const Task task = ctx.tasks[at];
      ctx.tasks.erase(ctx.tasks.begin() + static_cast<std::ptrdiff_t>(at));
      ++executed;
      body(task, ctx);
    }
  }

  std::uint64_t executed = 0;

private:
  struct Context {
    std::vector<Task> tasks;
    void push(const Task& task) { tasks.push_back(task); }
  };

  std::mt19937_64 random_;
  std::uint64_t order_;
};

/// A loop on one thread that runs the task of the least distance first.
template <typename Task>
class LeastFirstLoop {
public:
  /// Runs `body(task, ctx)` on the tasks and on all that it pushes.
  template <typename Body>
  void operator()(const std::vector<Task>& tasks, const Body& body) {
    Context ctx;
    for (const Task& task : tasks) {
      ctx.push(task);
    }
    while (!ctx.tasks.empty()) {
      const Task task = ctx.tasks.begin()->second;
      ctx.tasks.erase(ctx.tasks.begin());
      ++executed;
      body(task, ctx);
    }
  }

  std::uint64_t executed = 0;

private:
  struct Context {
    std::multimap<std::uint64_t, Task> tasks;
    void push(const Task& task) { tasks.emplace(task.distance, task); }
  };
};

/// Runs the part of a rank as the case says.
/// @param body  body(task, ctx), the operator
template <typename Part, typename Body>
galois::dist::PushCounts runPart(Endpoint<SimulatedTransport>& endpoint, Part& part,
                                 const Drawn& drawn, const Body& body) {
  using Task = typename Part::Task;
  DrawnLoop<Task> loop(drawn.network.seed + endpoint.rank());
  const auto run = [&](const std::vector<Task>& tasks) { loop(tasks, body); };
  return drawn.async ? galois::dist::runAsync(endpoint, part, drawn.options, run)
                     : galois::dist::runInRounds(endpoint, part, drawn.options, run);
}

} // namespace disttest
