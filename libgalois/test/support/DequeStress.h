/** A stress test that fits each work-stealing deque: one owner and many thieves. */
#pragma once

#include <cstdint>
#include <vector>

#include "galois/substrate/Backoff.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::test {

/// What the deques hold pointers to. The owner writes the item before pushing it, and its receiver
/// reads and writes it. This is a race if the deque does not order it.
struct StolenItem {
  static constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ULL;
  std::uint64_t number = 0;
  std::uint64_t check = 0;
};

/// Pushes items in random bursts, and pops and steals them, until each has reached one receiver
/// together with the data that it refers to.
/// @param push  adds an item: push(StolenItem*) returns whether there was room
/// @param help  called between bursts, as help(random)
template <typename Deque, typename Push, typename Help>
void expectEachStolenOnce(unsigned threads, Deque& deque, const Push& push, const Help& help) {
  const std::uint64_t items = 40000ULL * stressScale();
  std::vector<StolenItem> all(items);
  Deliveries seen(items);
  const auto take = [&](StolenItem* item) {
    const bool intact = item->check == (item->number ^ StolenItem::kSalt);
    item->check = 0; // The item belongs to its receiver now.
    seen.record(item->number, intact);
  };
  const auto own = [&](substrate::Random& random) {
    StolenItem* item = nullptr;
    for (std::uint64_t next = 0; next < items;) {
      for (std::uint64_t n = random.below(8); n > 0 && next < items; --n) {
        all[next] = {next, next ^ StolenItem::kSalt};
        if (!push(&all[next])) {
          break;
        }
        ++next;
      }
      help(random);
      for (unsigned n = random.below(6); n > 0 && deque.pop(item); --n) {
        take(item);
      }
    }
    while (deque.pop(item)) {
      take(item);
    }
  };
  runRandomThreads(threads, [&](unsigned tid, substrate::Random& random) {
    if (tid == 0) {
      own(random);
      return;
    }
    substrate::Backoff backoff;
    StolenItem* item = nullptr;
    while (seen.total() < items) {
      if (deque.steal(item) == worklists::Steal::kGot) {
        take(item);
        backoff.reset();
      } else {
        backoff();
      }
    }
  });
  seen.expectEachOnce();
}

} // namespace galois::test
