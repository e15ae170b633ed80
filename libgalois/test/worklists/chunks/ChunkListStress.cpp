// Threads push, pop and test whether a list seems empty, all at once. The test reads what other
// threads write. It must be no data race, which ThreadSanitizer checks, and its answer must not
// stop the threads from finding nodes.
#include "galois/worklists/parts/chunks/ChunkList.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

struct Node {
  int value = 0; ///< It is plain data that the list orders.
  Node* next = nullptr;
};

template <bool Lifo>
void passNodesAround() {
  const int kNodes = 64;
  const int passes = 20000 * static_cast<int>(stressScale());
  for (const unsigned threads : {2u, 4u, kStressThreads}) {
    worklists::ChunkList<Node, Lifo> list;
    std::vector<Node> nodes(kNodes);
    for (Node& node : nodes) {
      list.push(&node);
    }
    std::atomic<int> left{passes};
    runRandomThreads(threads, [&](unsigned, substrate::Random&) {
      substrate::Backoff backoff;
      while (left > 0) {
        Node* const node = list.seemsEmpty() ? nullptr : list.pop();
        if (!node) {
          backoff();
          continue;
        }
        backoff.reset();
        ++node->value;
        --left;
        list.push(node);
      }
    });
    int sum = 0, count = 0;
    while (Node* node = list.pop()) {
      sum += node->value;
      ++count;
    }
    EXPECT_EQ(count, kNodes);
    EXPECT_EQ(sum, passes - left);
  }
}

TEST(ChunkListStress, TestingWhetherAQueueSeemsEmptyIsNoRace) { passNodesAround<false>(); }
TEST(ChunkListStress, TestingWhetherAStackSeemsEmptyIsNoRace) { passNodesAround<true>(); }

} // namespace
} // namespace galois::test
