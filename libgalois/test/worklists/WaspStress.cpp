// Many threads, chunks of three tasks, and priorities that rise, fall and jump. Chunks are offered,
// stolen, split and taken back all the time, and each task must be delivered once.
#include "galois/worklists/Wasp.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

struct Item {
  std::uint32_t id;
  std::uint32_t priority;
};
struct PriorityOf {
  std::uint32_t operator()(const Item& item) const { return item.priority; }
};

TEST(WaspStress, EachTaskIsDeliveredOnceForAnySequenceOfPriorities) {
  SharedMemSys system;
  const std::uint32_t tasks = 20000 * stressScale();
  for (const unsigned shift : {0u, 4u, worklists::BucketQueueParams::kAutoShift}) {
    for (const unsigned threads : {2u, 4u, kStressThreads}) {
      setActiveThreads(threads);
      worklists::WaspParams params;
      params.chunkSize = 3;
      params.leastPiece = 1;
      params.buckets.buckets = 64;
      params.buckets.shift = shift;
      std::vector<std::atomic<int>> delivered(tasks);
      for_each(
          iterate({Item{0, 1000}}),
          [&](const Item& item, auto& ctx) {
            ++delivered[item.id];
            substrate::Random random(substrate::getSeed(), item.id);
            for (std::uint32_t k = 1; k <= 3; ++k) {
              const std::uint64_t child = 3ull * item.id + k;
              if (child < tasks) {
                // The new priority is mostly slightly greater, sometimes smaller, and sometimes far
                // away.
                const std::uint32_t draw = random.below(16);
                const std::uint32_t priority = draw == 0  ? random.below(1u << 20)
                                               : draw < 4 ? item.priority / 2
                                                          : item.priority + random.below(40);
                ctx.push(Item{static_cast<std::uint32_t>(child), priority});
              }
            }
          },
          wl<worklists::Wasp<PriorityOf>>(PriorityOf(), params), disable_conflict_detection());
      for (std::uint32_t i = 0; i < tasks; ++i) {
        ASSERT_EQ(delivered[i].load(), 1) << i << " with " << threads << " threads";
      }
    }
  }
}

} // namespace
} // namespace galois::test
