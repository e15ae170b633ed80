/** Small random graphs and grids for the tests of galois::analytics, and the ways to run on them. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Scheduler.h"
#include "support/LongTests.h"

namespace galois::test {

/// Compressed sparse rows.
struct Arrays {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> weights;

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(offsets.size() - 1); }

  template <typename W>
  analytics::Graph<W> graph() const {
    const std::vector<W> converted(weights.begin(), weights.end());
    return analytics::Graph<W>::pack(offsets, std::span<const std::uint32_t>(targets),
                                     std::span<const W>(converted));
  }
};

/// A graph without weights that uses the arrays, which must outlive it.
inline analytics::Graph<void> borrowed(const Arrays& arrays) {
  return analytics::Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets),
                                        arrays.targets);
}

/// A graph of these edges, in their order.
inline Arrays arraysOf(std::uint32_t nodes,
                       const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  std::vector<std::vector<std::uint32_t>> rows(nodes);
  for (const auto& [from, to] : edges) {
    rows[from].push_back(to);
  }
  Arrays arrays;
  for (const auto& row : rows) {
    arrays.targets.insert(arrays.targets.end(), row.begin(), row.end());
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

/// A graph of 1 to 60 nodes: loops, parallel edges, edges of weight 0 and a hub occur.
inline Arrays randomArrays(unsigned seed) {
  std::mt19937 random(seed);
  Arrays arrays;
  const unsigned nodes = 1 + random() % 60;
  const unsigned density = random() % 5;
  for (unsigned node = 0; node < nodes; ++node) {
    const unsigned degree = node == 0 ? 3 * nodes : random() % (density + 1);
    for (unsigned edge = 0; edge < degree; ++edge) {
      arrays.targets.push_back(static_cast<std::uint32_t>(random() % nodes));
      arrays.weights.push_back(static_cast<std::uint32_t>(random() % 100));
    }
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

/// A grid of `side` times `side` nodes, each with an edge to each neighbour, of weights 1 to 9.
inline Arrays grid(std::uint32_t side) {
  Arrays arrays;
  for (std::uint32_t node = 0; node < side * side; ++node) {
    const std::uint32_t x = node % side, y = node / side;
    auto add = [&](bool there, std::uint32_t neighbour) {
      if (there) {
        arrays.targets.push_back(neighbour);
        arrays.weights.push_back(1 + (node + neighbour) % 9); // the same both ways
      }
    };
    add(x > 0, node - 1);
    add(x + 1 < side, node + 1);
    add(y > 0, node - side);
    add(y + 1 < side, node + side);
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

/// Returns whether a scheduler is as its paper prints it, or as its authors released it: these also
/// run tasks of nodes that need none. An Execution has the name alone; lonestar/test's
/// WorklistRegistryTest checks that such names are those of the policies that say so of themselves.
inline bool isOfAPaper(std::string_view scheduler) {
  return scheduler.ends_with(".published") || scheduler.ends_with(".released") ||
         scheduler.starts_with("hdcps-srq");
}

/// Dijkstra's algorithm as a textbook has it.
template <typename D>
std::vector<D> reference(const Arrays& arrays, const std::vector<std::uint32_t>& sources) {
  std::vector<D> distances(arrays.nodes(), std::numeric_limits<D>::has_infinity
                                               ? std::numeric_limits<D>::infinity()
                                               : std::numeric_limits<D>::max());
  using Entry = std::pair<D, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const std::uint32_t source : sources) {
    distances[source] = 0;
    queue.push({0, source});
  }
  while (!queue.empty()) {
    const auto [distance, node] = queue.top();
    queue.pop();
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      const D candidate = distance + static_cast<D>(arrays.weights[e]);
      if (distance == distances[node] && candidate < distances[arrays.targets[e]]) {
        distances[arrays.targets[e]] = candidate;
        queue.push({candidate, arrays.targets[e]});
      }
    }
  }
  return distances;
}

/// Returns how many of the nodes that a search has reached need a task: its sources, and those from
/// which it may go on.
/// @param distances  of the nodes
/// @param unreached  the distance of the others
template <typename Distance>
std::uint64_t needTasks(const Arrays& arrays, std::span<const std::uint32_t> sources,
                        const std::vector<Distance>& distances, Distance unreached) {
  const auto row = [&arrays](std::uint32_t node) {
    return std::span(arrays.targets)
        .subspan(arrays.offsets[node], arrays.offsets[node + 1] - arrays.offsets[node]);
  };
  const auto isLeaf = [&](std::uint32_t node) {
    if (row(node).size() != 1) {
      return row(node).empty();
    }
    const std::uint32_t only = row(node)[0];
    bool back = true; // every edge to the node comes from where its only edge leads
    for (std::uint32_t from = 0; from < arrays.nodes(); ++from) {
      const bool before = std::find(row(from).begin(), row(from).end(), node) != row(from).end();
      back = back && (!before || from == only || only == node);
    }
    return back;
  };
  std::uint64_t count = 0;
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    const bool source = std::find(sources.begin(), sources.end(), node) != sources.end();
    count += distances[node] != unreached && (source || !isLeaf(node)) ? 1 : 0;
  }
  return count;
}

/// One, two, and more threads than the machine of a test may have cores; each with another
/// scheduler of this build.
inline std::vector<analytics::RunOptions> waysToRun(unsigned turn) {
  const std::vector<std::string> names = analytics::schedulerNames();
  std::vector<analytics::RunOptions> ways;
  for (const unsigned threads : {1u, 2u, 5u}) {
    analytics::RunOptions options;
    options.threads = threads;
    options.scheduler = analytics::Scheduler(names[(turn + threads) % names.size()]);
    options.seed = turn;
    ways.push_back(options);
  }
  return ways;
}

/// The same; and with GALOIS_TEST_LONG under every scheduler of this build.
inline std::vector<analytics::RunOptions> allWaysToRun(unsigned turn) {
  std::vector<analytics::RunOptions> ways;
  const std::size_t turns = longTests() ? analytics::schedulerNames().size() : 1;
  for (unsigned i = 0; i < turns; ++i) {
    for (analytics::RunOptions& way : waysToRun(turn + i)) {
      ways.push_back(way);
    }
  }
  return ways;
}

inline analytics::RunOptions onThreads(unsigned threads) {
  analytics::RunOptions options;
  options.threads = threads;
  return options;
}

} // namespace galois::test
