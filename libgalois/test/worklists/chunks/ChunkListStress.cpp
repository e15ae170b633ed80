// Threads push, pop and ask whether a list seems empty, all at once: the question reads what the
// others write, and must be no data race (ThreadSanitizer judges), and its answer no obstacle.
#include "galois/worklists/parts/chunks/ChunkList.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

struct Node {
  int value = 0; ///< plain: the list orders it
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

TEST(ChunkListStress, AskingWhetherAQueueSeemsEmptyIsNoRace) { passNodesAround<false>(); }
TEST(ChunkListStress, AskingWhetherAStackSeemsEmptyIsNoRace) { passNodesAround<true>(); }

} // namespace
} // namespace galois::test
