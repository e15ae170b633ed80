#include "galois/graphs/LocalRanges.h"

#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"

namespace {

/// The shares of the active threads, as pairs of node ids.
template <typename Ranges>
std::vector<std::pair<unsigned, unsigned>> shares(const Ranges& ranges, unsigned nodes) {
  std::vector<std::pair<unsigned, unsigned>> found(galois::getActiveThreads());
  galois::on_each([&](unsigned tid, unsigned) {
    found[tid] = {*ranges.begin(nodes), *ranges.end(nodes)};
  });
  return found;
}

void expectCover(const std::vector<std::pair<unsigned, unsigned>>& found, unsigned nodes) {
  unsigned next = 0;
  for (const auto& [first, last] : found) {
    if (first == last) {
      continue;
    }
    EXPECT_EQ(first, next);
    next = last;
  }
  EXPECT_EQ(next, nodes);
}

} // namespace

TEST(LocalRanges, WeightedSharesFollowTheEdges) {
  galois::SharedMemSys system;
  galois::setActiveThreads(2);
  // All edges leave the first node.
  const galois::graphs::LC_CSR_Graph<void, void> graph(
      101, 1000, [](auto n) { return n == 0 ? 1000 : 0; }, [](auto, auto) { return 0; },
      [](auto, auto) {});
  galois::graphs::internal::LocalRanges<true> weighted;
  expectCover(shares(weighted, 101), 101); // before any share is assigned
  weighted.assign(graph, 1, 1);
  const auto found = shares(weighted, 101);
  expectCover(found, 101);
  EXPECT_EQ(found[0].second, 1U);
  galois::setActiveThreads(5); // another number than the shares were assigned for
  expectCover(shares(weighted, 101), 101);
}

TEST(LocalRanges, PlainSharesHaveEqualLength) {
  galois::SharedMemSys system;
  const galois::graphs::internal::LocalRanges<false> plain;
  for (const unsigned threads : {1U, 4U, 16U}) {
    galois::setActiveThreads(threads);
    for (const unsigned nodes : {0U, 1U, 7U, 1000U}) {
      expectCover(shares(plain, nodes), nodes);
    }
  }
}
