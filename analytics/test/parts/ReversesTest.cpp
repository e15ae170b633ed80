#include "analytics/graphs/Reverses.h"

#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/FromArrays.h"
#include "support/SharedMemTest.h"

namespace lonestar {
namespace {

using Reverses = galois::test::SharedMemTest;
using Rows = galois::graphs::PackedCSR<void>;

/// A graph, and the arrays in which it is.
struct Held {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> targets;

  Rows rows() const {
    return galois::graphs::viewArrays(std::span<const std::uint64_t>(offsets), targets);
  }
};

/// Returns the graph in which the digit i * nodes + j of `number` is the number of edges from i to j.
Held graphOf(std::uint64_t number, std::uint32_t nodes, std::uint64_t base) {
  Held graph;
  for (std::uint32_t tail = 0; tail < nodes; ++tail) {
    for (std::uint32_t head = 0; head < nodes; ++head, number /= base) {
      graph.targets.insert(graph.targets.end(), number % base, head);
    }
    graph.offsets.push_back(graph.targets.size());
  }
  return graph;
}

bool symmetricByDefinition(const Held& graph) {
  const std::size_t nodes = graph.offsets.size() - 1;
  std::vector<std::int64_t> edges(nodes * nodes);
  for (std::size_t tail = 0; tail < nodes; ++tail) {
    for (std::uint64_t e = graph.offsets[tail]; e < graph.offsets[tail + 1]; ++e) {
      ++edges[tail * nodes + graph.targets[e]];
      --edges[graph.targets[e] * nodes + tail];
    }
  }
  return edges == std::vector<std::int64_t>(nodes * nodes);
}

void expectDefinition(const Held& graph, std::uint64_t number) {
  const bool right = symmetricByDefinition(graph);
  EXPECT_EQ(sumOfDirections(graph.rows()) == 0, right) << number;
  EXPECT_EQ(isSymmetric(graph.rows()), right) << number;
  EXPECT_TRUE(!right || !hasOneWayEdges(graph.rows())) << number;
}

} // namespace

// All graphs of up to 4 nodes, and of 3 nodes with up to 2 parallel edges.
TEST_F(Reverses, SmallGraphs) {
  galois::setActiveThreads(1);
  EXPECT_TRUE(hasOneWayEdges(graphOf(2, 2, 2).rows())) << "0 -> 1";
  for (std::uint32_t nodes = 0; nodes <= 4; ++nodes) {
    for (std::uint64_t number = 0; number < std::uint64_t{1} << (nodes * nodes); ++number) {
      expectDefinition(graphOf(number, nodes, 2), number);
    }
  }
  for (std::uint64_t number = 0; number < 19683; ++number) { // 3^9
    expectDefinition(graphOf(number, 3, 3), number);
  }
}

// Each node has edges to all others, so that a sample does not find the one that is missing.
TEST_F(Reverses, OneOfManyIsMissing) {
  constexpr std::uint32_t kNodes = 300;
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    Held graph;
    for (std::uint32_t tail = 0; tail < kNodes; ++tail) {
      for (std::uint32_t head = kNodes; head-- > 0;) {
        graph.targets.push_back(head);
      }
      graph.offsets.push_back(graph.targets.size());
    }
    EXPECT_TRUE(isSymmetric(graph.rows()));
    graph.targets[5 * kNodes + 7] = 5; // a loop in place of an edge
    EXPECT_FALSE(hasOneWayEdges(graph.rows()));
    EXPECT_FALSE(isSymmetric(graph.rows()));
    graph.targets[(kNodes - 1 - 7) * kNodes + kNodes - 1 - 5] = kNodes - 1 - 7; // and its reverse
    EXPECT_TRUE(isSymmetric(graph.rows()));
  }
}

// Rows that are too long are not searched, and what leads to them is left out of the sample.
TEST_F(Reverses, SamplesLeaveOutLongRows) {
  galois::setActiveThreads(1);
  for (const std::uint32_t leaves : {1000U, 100000U}) {
    Held star;
    star.targets.assign(leaves, 0);
    for (std::uint32_t node = 1; node <= leaves; ++node) {
      star.targets[node - 1] = node;
    }
    star.offsets.push_back(leaves);
    for (std::uint32_t node = 1; node <= leaves; ++node) {
      star.targets.push_back(node == leaves ? 1 : 0); // one edge leads elsewhere
      star.offsets.push_back(star.targets.size());
    }
    EXPECT_FALSE(hasOneWayEdges(star.rows()));
    EXPECT_FALSE(isSymmetric(star.rows()));
  }
}

} // namespace lonestar
