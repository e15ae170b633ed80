// Threads push, pop and ask whether a list seems empty, all at once: the question reads what the
// others write, and must be no data race (ThreadSanitizer judges), and its answer no obstacle.
#include "galois/worklists/parts/ChunkList.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

struct Node {
  int value = 0; ///< plain: the list's lock orders it
  Node* next = nullptr;
};

TEST(ChunkListStress, AskingWhetherItSeemsEmptyIsNoRace) {
  const int kNodes = 64;
  const int passes = 20000 * static_cast<int>(stressScale());
  for (const unsigned threads : {2u, 4u, kStressThreads}) {
    worklists::ChunkList<Node> list;
    std::vector<Node> nodes(kNodes);
    for (Node& node : nodes) {
      list.pushBack(&node);
    }
    std::atomic<int> left{passes};
    runRandomThreads(threads, [&](unsigned, substrate::Random& random) {
      substrate::Backoff backoff;
      while (left > 0) {
        Node* const node = list.seemsEmpty() ? nullptr : list.popFront();
        if (!node) {
          backoff();
          continue;
        }
        backoff.reset();
        ++node->value;
        --left;
        if (random.below(2)) {
          list.pushBack(node);
        } else {
          list.pushFront(node);
        }
      }
    });
    int sum = 0, count = 0;
    while (Node* node = list.popFront()) {
      sum += node->value;
      ++count;
    }
    EXPECT_EQ(count, kNodes);
    EXPECT_EQ(sum, passes - left);
  }
}

} // namespace
} // namespace galois::test
