#include "analytics/graphs/Leaves.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/FromArrays.h"

namespace {

using Node = std::uint32_t;
using Rows = std::vector<std::vector<Node>>;

struct Leaves : testing::Test {
  /// Returns per node whether it is found, on so many threads.
  static std::vector<bool> found(const Rows& rows, unsigned threads) {
    std::vector<std::uint64_t> offsets{0};
    std::vector<Node> targets;
    for (const auto& row : rows) {
      targets.insert(targets.end(), row.begin(), row.end());
      offsets.push_back(targets.size());
    }
    const auto graph = galois::graphs::viewArrays(std::span<const std::uint64_t>(offsets),
                                                  std::span<const Node>(targets));
    galois::setActiveThreads(threads);
    const lonestar::Leaves leaves(graph);
    std::vector<bool> result(rows.size());
    for (std::size_t node = 0; node < rows.size(); ++node) {
      result[node] = leaves.has(static_cast<Node>(node));
    }
    EXPECT_EQ(leaves.count(), static_cast<std::size_t>(std::ranges::count(result, true)));
    return result;
  }

  /// Returns the same by the definition.
  static std::vector<bool> defined(const Rows& rows) {
    std::vector<bool> result(rows.size());
    for (std::size_t node = 0; node < rows.size(); ++node) {
      result[node] = rows[node].size() <= 1;
    }
    for (std::size_t from = 0; from < rows.size(); ++from) {
      for (const Node to : rows[from]) {
        if (rows[to].size() == 1 && rows[to][0] != from && rows[to][0] != to) {
          result[to] = false;
        }
      }
    }
    return result;
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(Leaves, AreFoundWhereThereAreMany) {
  std::mt19937 random(3);
  for (const Node nodes : {1U, 64U, 1000U, 60'000U}) {
    Rows rows(nodes);
    for (Node node = 1; node < nodes; ++node) {
      const Node other = node % 3 == 0 ? random() % node : (node - 1) / 3 * 3;
      rows[node].push_back(other);
      rows[other].push_back(node);
      if (random() % 8 == 0) { // an edge without a reverse
        rows[random() % nodes].push_back(node);
      }
      if (random() % 16 == 0) {
        rows[random() % nodes].clear();
      }
    }
    const std::vector<bool> right = defined(rows);
    for (const unsigned threads : {1U, 2U, 5U}) {
      EXPECT_TRUE(found(rows, threads) == right) << nodes << " nodes, " << threads << " threads";
    }
  }
}

TEST_F(Leaves, HaveNoEdgesWhereFewNodesHaveOne) {
  constexpr Node kNodes = 70'000;
  Rows rows(kNodes);
  for (Node node = 10; node + 1 < kNodes; ++node) {
    rows[node].push_back(node + 1);
    rows[node + 1].push_back(node);
  }
  for (const unsigned threads : {1U, 2U}) {
    const std::vector<bool> result = found(rows, threads);
    EXPECT_EQ(std::ranges::count(result, true), 10) << "not the ends of the path";
    EXPECT_TRUE(result[0] && result[9] && !result[10] && !result[kNodes - 1]);
  }
}
