// Uses options of worklists that no other test uses, as programs written for Galois 6 do.
#include <atomic>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/LocalQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/OwnerComputes.h"
#include "galois/worklists/Simple.h"

namespace {

using namespace galois::worklists;

struct Itself {
  int operator()(int task) const { return task; }
};

/// Whether a loop under this worklist runs each task once, on one thread and more.
template <typename Worklist>
void expectEachOnce() {
  const galois::SharedMemSys system;
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    std::vector<std::atomic<int>> seen(2000);
    galois::for_each(
        galois::iterate(0, 1000),
        [&](int task, auto& context) {
          ++seen[static_cast<std::size_t>(task)];
          if (task < 1000) {
            context.push(task + 1000);
          }
        },
        galois::wl<Worklist>(), galois::disable_conflict_detection());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      ASSERT_EQ(seen[i], 1) << i << " of " << threads;
    }
  }
}

TEST(GaloisNames, OptionsOfObim) {
  using Plain = OrderedByIntegerMetric<Itself>;
  using Other = Plain::with_container<ChunkLIFO<8>>::type::with_back_scan_prevention<
      false>::type::with_monotonic<true>::type::with_block_period<4>::type;
  static_assert(
      std::is_same_v<
          Other, OrderedByIntegerMetric<Itself, ChunkLIFO<8>, 4, false, int, int, false, true>>);
  expectEachOnce<Other>();
  Plain::rethread<false>::retype<int> alone;
  galois::setActiveThreads(1);
  const std::vector<int> tasks{3, 1, 2};
  alone.push_initial(galois::runtime::makeStandardRange(tasks.begin(), tasks.end()));
  for (const int expected : {1, 2, 3}) {
    const auto task = alone.pop();
    ASSERT_TRUE(task);
    EXPECT_EQ(*task, expected);
  }
  EXPECT_FALSE(alone.pop());
}

TEST(GaloisNames, OptionsOfLocalQueue) {
  using Both = LocalQueue<>::with_global<ChunkFIFO<16>>::type::with_local<GLIFO<>>::type;
  static_assert(std::is_same_v<Both, LocalQueue<ChunkFIFO<16>, GLIFO<>>>);
  expectEachOnce<Both>();
  static_assert(std::is_same_v<LocalQueue<>, LocalQueue<NoGlobalQueue<>, GFIFO<int>>>);
  expectEachOnce<LocalQueue<>>();
}

TEST(GaloisNames, OptionsOfOwnerComputes) {
  using Owned = OwnerComputes<>::with_indexer<Itself>::type::with_container<ChunkFIFO<>>::type;
  static_assert(std::is_same_v<Owned, OwnerComputes<Itself, ChunkFIFO<>>>);
  expectEachOnce<Owned>();
}

} // namespace
