// The second part of U7: the macro that requests serial construction has that effect.
#define GALOIS_GRAPH_CONSTRUCT_SERIAL

#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"

TEST(ConstructSerial, U7_OneThreadBuildsNodesInOrder) {
  galois::SharedMemSys system;
  galois::setActiveThreads(4);
  std::vector<unsigned> counted;
  std::vector<unsigned> order;
  const galois::graphs::LC_CSR_Graph<int, void> graph(
      1000, 1000,
      [&](auto n) {
        counted.push_back(n);
        return 1;
      },
      [&](auto n, auto) {
        order.push_back(n);
        return n;
      },
      [](auto, auto) {});
  ASSERT_EQ(order.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(counted, order);
}
