// One owner and many thieves: every item reaches one of them, together with the data that it refers
// to, while the owner takes shared items back and reuses its few slots.
#include "galois/worklists/parts/stealing/SplitDeque.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

using worklists::SplitDeque;
using worklists::Steal;

struct Item {
  std::uint64_t number = 0;
  std::uint64_t check = 0;
};
constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ull;

TEST(SplitDequeStress, EveryItemHasOneReceiver) {
  const std::uint64_t items = 40000ull * stressScale();
  for (const unsigned threads : {2u, 4u, kStressThreads}) {
    for (const std::uint32_t capacity : {4u, 64u}) {
      SplitDeque<Item*> deque(capacity);
      std::vector<Item> all(items);
      Deliveries seen(items);
      const auto take = [&](Item* item) {
        const bool intact = item->check == (item->number ^ kSalt);
        item->check = 0; // The item belongs to its receiver now.
        seen.record(item->number, intact);
      };
      runRandomThreads(threads, [&](unsigned tid, substrate::Random& random) {
        substrate::Backoff backoff;
        Item* item = nullptr;
        if (tid == 0) {
          for (std::uint64_t next = 0; next < items;) {
            for (std::uint64_t n = random.below(8); n > 0 && next < items; --n) {
              all[next] = {next, next ^ kSalt};
              if (!deque.tryPush(&all[next])) {
                break;
              }
              ++next;
            }
            if (deque.wanted() || random.below(8) == 0) {
              deque.share();
            }
            for (unsigned n = random.below(6); n > 0 && deque.pop(item); --n) {
              take(item);
            }
          }
          while (deque.pop(item)) {
            take(item);
          }
          EXPECT_EQ(deque.privateSize(), 0u);
          EXPECT_TRUE(deque.seemsEmpty());
        } else {
          while (seen.total() < items) {
            if (deque.steal(item) == Steal::kGot) {
              take(item);
              backoff.reset();
            } else {
              backoff();
            }
          }
        }
      });
      seen.expectEachOnce();
    }
  }
}

} // namespace
} // namespace galois::test
