// One owner and many thieves, on a deque that grows while thieves steal.
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

#include <gtest/gtest.h>

#include "support/DequeStress.h"

namespace galois::test {
namespace {

TEST(ChaseLevDequeStress, EveryItemHasOneReceiver) {
  for (const unsigned threads : {2U, 4U, kStressThreads}) {
    worklists::ChaseLevDeque<StolenItem*> deque(2);
    expectEachStolenOnce(
        threads, deque,
        [&](StolenItem* item) {
          deque.push(item);
          return true;
        },
        [](substrate::Random&) {});
    EXPECT_EQ(deque.size(), 0U);
  }
}

} // namespace
} // namespace galois::test
