#include "galois/worklists/Obim.h"

#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct ObimCase {
  template <typename T>
  using Policy = worklists::OrderedByIntegerMetric<TaskPriority>::retype<T>;
  static constexpr bool kExact = true;
};
INSTANTIATE_TYPED_TEST_SUITE_P(Obim, PolicySuite, CasesOf<ObimCase>);

/// Chunk size at run time, youngest first in a bag, a look around every 16 pops.
struct ObimLifoCase {
  template <typename T>
  using Policy =
      typename worklists::OrderedByIntegerMetric<TaskPriority, worklists::PerSocketChunkLIFO<0>, 4,
                                                 false>::template retype<T>;
  static constexpr bool kExact = true;
};
INSTANTIATE_TYPED_TEST_SUITE_P(ObimLifo, PolicySuite, CasesOf<ObimLifoCase>);

using Task8 = Task<8>;
using Obim = worklists::OrderedByIntegerMetric<TaskPriority>;

class ObimTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

TEST_F(ObimTest, DescendingServesTheLargestFirst) {
  setActiveThreads(1);
  Obim::with_descending<true>::type::retype<Task8> wl;
  for (std::uint32_t i = 0; i < 500; ++i) {
    wl.push(Task8(i, i * 7 % 500));
  }
  std::uint32_t last = 500;
  while (auto got = wl.pop()) {
    EXPECT_LT(got->priority, last);
    last = got->priority;
  }
  EXPECT_EQ(last, 0u);
}

TEST_F(ObimTest, WithBarrierNoTaskRunsBeforeTheBagsBeforeItAreDone) {
  using Barriered = Obim::with_barrier<true>::type;
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    constexpr std::uint32_t kLevels = 20, kWidth = 150;
    Deliveries seen(kLevels * kWidth);
    std::atomic<std::uint32_t> done[kLevels] = {};
    std::atomic<std::uint32_t> early{0};
    std::vector<Task8> first;
    for (std::uint32_t i = 0; i < kWidth; ++i) {
      first.emplace_back(i, 0);
    }
    for_each(
        iterate(first),
        [&](const Task8& t, auto& ctx) {
          seen.record(t);
          if (t.priority > 0 && done[t.priority - 1] != kWidth) {
            ++early;
          }
          if (t.priority + 1 < kLevels) {
            ctx.push(t.id + kWidth, t.priority + 1);
          }
          ++done[t.priority];
        },
        wl<Barriered>(), disable_conflict_detection());
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
    EXPECT_EQ(early.load(), 0u);
  }
}

TEST_F(ObimTest, ManyDistinctPrioritiesAreServed) {
  // One bag a task: the published implementation runs out of per-thread storage here.
  setActiveThreads(2);
  constexpr std::uint32_t kTasks = 100000;
  std::atomic<std::uint32_t> count{0};
  for_each(
      iterate({Task8(0, 0)}),
      [&](const Task8& t, auto& ctx) {
        ++count;
        for (std::uint32_t child = 2 * t.id + 1; child <= 2 * t.id + 2; ++child) {
          if (child < kTasks) {
            ctx.push(child, child * 40503u);
          }
        }
      },
      wl<Obim>(), disable_conflict_detection());
  EXPECT_EQ(count.load(), kTasks);
}

TEST_F(ObimTest, NegativePrioritiesAreOrderedToo) {
  setActiveThreads(1);
  Obim::with_indexer<worklists::DummyIndexer<int>>::type::retype<int> wl;
  for (int i = -50; i < 50; ++i) {
    wl.push(i * 37 % 50);
  }
  int last = -50;
  while (auto got = wl.pop()) {
    EXPECT_GE(*got, last);
    last = *got;
  }
  EXPECT_EQ(last, 49);
}

} // namespace
} // namespace galois::test
