// One owner and many thieves: every item reaches one of them, together with the data that it refers
// to.
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

using worklists::ChaseLevDeque;
using worklists::Steal;

/// The owner writes the item before pushing it, and its receiver reads it. This is a race if the
/// deque does not order it.
struct Item {
  std::uint64_t number = 0;
  std::uint64_t check = 0;
};
constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ull;

TEST(ChaseLevDequeStress, EveryItemHasOneReceiver) {
  const std::uint64_t items = 40000ull * stressScale();
  for (const unsigned threads : {2u, 4u, kStressThreads}) {
    // The deque begins with two slots, so that it grows while thieves steal.
    ChaseLevDeque<Item*> deque(2);
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
          for (std::uint64_t n = random.below(8); n > 0 && next < items; --n, ++next) {
            all[next] = {next, next ^ kSalt};
            deque.push(&all[next]);
          }
          for (unsigned n = random.below(6); n > 0 && deque.pop(item); --n) {
            take(item);
          }
        }
        while (deque.pop(item)) {
          take(item);
        }
        EXPECT_EQ(deque.size(), 0u);
      } else {
        while (seen.total() < items) {
          if (!deque.seemsEmpty() && deque.steal(item) == Steal::kGot) {
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

} // namespace
} // namespace galois::test
