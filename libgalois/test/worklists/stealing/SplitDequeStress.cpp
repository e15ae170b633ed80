// One owner and many thieves, where the owner takes shared items back and reuses its few slots.
#include "galois/worklists/parts/stealing/SplitDeque.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "support/DequeStress.h"

namespace galois::test {
namespace {

TEST(SplitDequeStress, EveryItemHasOneReceiver) {
  for (const unsigned threads : {2U, 4U, kStressThreads}) {
    for (const std::uint32_t capacity : {4U, 64U}) {
      worklists::SplitDeque<StolenItem*> deque(capacity);
      expectEachStolenOnce(
          threads, deque, [&](StolenItem* item) { return deque.tryPush(item); },
          [&](substrate::Random& random) {
            if (deque.wanted() || random.below(8) == 0) {
              deque.share();
            }
          });
      EXPECT_EQ(deque.privateSize(), 0U);
      EXPECT_TRUE(deque.seemsEmpty());
    }
  }
}

} // namespace
} // namespace galois::test
