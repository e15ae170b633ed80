// Many threads put tasks at random depths and take from both ends: every task reaches exactly one of
// them, intact.
#include "galois/worklists/parts/stealing/DepthPool.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Backoff.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint64_t id;
  std::uint64_t check;
};
constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ull;

TEST(DepthPoolStress, EachTaskReachesOneThread) {
  SharedMemSys system;
  constexpr unsigned kThreads = test::kStressThreads;
  const std::uint64_t own = 5000 * test::stressScale();
  for (const unsigned depths : {1u, 3u, 100u}) {
    DepthPool<Task> pool;
    test::Deliveries seen(kThreads * own);
    test::runRandomThreads(kThreads, [&](unsigned tid, substrate::Random& random) {
      substrate::Backoff backoff;
      std::uint64_t put = 0;
      while (seen.total() < kThreads * own) {
        if (put < own && random.below(3) < 2) {
          const std::uint64_t id = tid * own + put++;
          pool.push(random.below(depths), {id, id ^ kSalt});
          continue;
        }
        Task task{};
        if (random.below(2) == 0 ? pool.takeDeepest(task) : pool.takeShallowest(task)) {
          seen.record(task.id, task.check == (task.id ^ kSalt));
          backoff.reset();
        } else if (put == own) {
          backoff();
        }
      }
    });
    seen.expectEachOnce();
    EXPECT_EQ(pool.size(), 0u);
  }
}

} // namespace
} // namespace galois::worklists
