#include "galois/worklists/parts/bags/MergeController.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Key = MergedKey<std::uint32_t>;
using Before = MergedBefore<std::uint32_t>;
using Window = MergeWindow<std::uint32_t>;

Key keyOf(std::uint32_t priority, std::uint32_t lmf) { return {priority >> lmf, lmf}; }

/// A window with `tasks` dequeues, each of which needed a search, and as many pushes of priorities
/// in [least, greatest].
Window windowOf(std::uint64_t tasks, std::uint32_t least, std::uint32_t greatest) {
  Window window;
  window.dequeues = window.synchronizing = window.enqueues = tasks;
  window.least = least;
  window.greatest = greatest;
  return window;
}

TEST(MergedBefore, ThePapersExample) {
  // There are queues of lmf 0; then lmf becomes 3, and a task of priority 9 is pushed.
  std::vector<Key> queues{{32, 0}, {11, 0}, {10, 0}, {8, 0}, {5, 0}, {1, 0}, keyOf(9, 3)};
  EXPECT_EQ(queues.back(), (Key{1, 3}));
  std::sort(queues.begin(), queues.end(), Before());
  const std::vector<Key> expected{{1, 0}, {5, 0}, {8, 0}, {10, 0}, {11, 0}, {1, 3}, {32, 0}};
  EXPECT_EQ(queues, expected);
}

TEST(MergedBefore, EightPrioritiesShareABagOfThree) {
  // The paper says "8-11"; a shift by three puts 8 to 15 into one bag.
  for (std::uint32_t priority = 8; priority < 16; ++priority) {
    EXPECT_EQ(keyOf(priority, 3), (Key{1, 3}));
  }
  EXPECT_FALSE(keyOf(16, 3) == keyOf(15, 3));
}

/// Returns every key that a priority below 2^10 has under an lmf below 10.
std::vector<Key> allKeys() {
  std::vector<Key> keys;
  for (std::uint32_t lmf = 0; lmf < 10; ++lmf) {
    for (std::uint32_t group = 0; group < 1024u >> lmf; ++group) {
      keys.push_back({group, lmf});
    }
  }
  return keys;
}

TEST(MergedBefore, OrdersStrictlyAndTotally) {
  // In the sorted sequence, each key must be before all that follow, and none the other way round,
  // so there is no cycle.
  std::vector<Key> keys = allKeys();
  const Before before;
  std::sort(keys.begin(), keys.end(), before);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_FALSE(before(keys[i], keys[i]));
    for (std::size_t j = i + 1; j < keys.size(); ++j) {
      ASSERT_TRUE(before(keys[i], keys[j])) << i << " " << j;
      ASSERT_FALSE(before(keys[j], keys[i])) << i << " " << j;
    }
  }
}

TEST(MergedBefore, DescendingIsTheMirrorImage) {
  const MergedBefore<std::int32_t, true> descending;
  const MergedBefore<std::int32_t> ascending;
  for (std::int32_t p = -64; p < 64; ++p) {
    for (std::int32_t q = -64; q < 64; ++q) {
      for (std::uint32_t l = 0; l < 5; ++l) {
        for (std::uint32_t m = 0; m < 5; ++m) {
          // ~p reverses the integers and their groups, because ~p >> l is ~(p >> l).
          ASSERT_EQ(descending({p >> l, l}, {q >> m, m}), ascending({~p >> l, l}, {~q >> m, m}));
        }
      }
    }
  }
}

TEST(MergedBefore, ATaskIsOvertakenByLessThanTheCoarserBagsWidth) {
  // For two tasks p < q, q's bag comes first only if they are closer than 2^(greater lmf). An order
  // by group alone inverts by far more.
  const Before before;
  std::uint32_t worst = 0, worstNaive = 0;
  for (std::uint32_t l = 0; l < 10; ++l) {
    for (std::uint32_t m = 0; m < 10; ++m) {
      for (std::uint32_t p = 0; p < 1024; p += 3) {
        for (std::uint32_t q = p + 1; q < 1024; ++q) {
          if (before(keyOf(q, m), keyOf(p, l))) {
            ASSERT_LT(q - p, 1u << std::max(l, m)) << p << " at " << l << ", " << q << " at " << m;
            worst = std::max(worst, q - p);
          }
          if (keyOf(q, m).group < keyOf(p, l).group) {
            worstNaive = std::max(worstNaive, q - p);
          }
        }
      }
    }
  }
  EXPECT_EQ(worst, 511u);
  EXPECT_GT(worstNaive, 1000u);
}

TEST(MergeController, AFirstMergeOnARoadNetwork) {
  // The priorities of 64 tasks are spread over 64 * 4096. Bags of width 2^12 would hold one task
  // each, and a bag of width 2^18 all of them.
  const Window window = windowOf(64, 0, 64 * 4096 - 1);
  MergeParams params;
  params.minQueues = 1; // as in figure 4
  EXPECT_EQ(MergeController(params).merged(window, 0), 18u);
  // With the default of 16 queues, merging stops where unmerging would begin.
  EXPECT_EQ(MergeController().merged(window, 0), 14u);
  // The limit does not hold if threads found no task at all, because idling costs more than
  // inversions.
  Window idle = window;
  idle.fruitless = 10;
  EXPECT_EQ(MergeController().merged(idle, 0), 18u);
}

TEST(MergeController, PrioritiesSixBitsWiderMergeSixBitsFurther) {
  const MergeController controller;
  for (std::uint32_t range : {5000u, 70000u, 1000000u}) {
    const unsigned lmf = controller.merged(windowOf(64, 0, range), 0);
    EXPECT_EQ(controller.merged(windowOf(64, 0, range * 64), 0), lmf + 6);
  }
}

TEST(MergeController, WaitsForEnoughDequeuesToKnowAFrequency) {
  const MergeController controller;
  EXPECT_EQ(controller.merged(windowOf(63, 0, 1000000), 0), 0u);
  EXPECT_GT(controller.merged(windowOf(64, 0, 1000000), 0), 0u);
}

TEST(MergeController, MergesOnlyIfThreadsSearchOftenAndBagsAreThin) {
  const MergeController controller;
  Window window = windowOf(6400, 0, 1000000);
  window.synchronizing = 100; // one in 64 dequeues
  EXPECT_EQ(controller.merged(window, 0), 0u);
  window.synchronizing = 101;
  EXPECT_GT(controller.merged(window, 0), 0u);
  EXPECT_EQ(controller.merged(windowOf(6400, 0, 99), 0), 0u) << "64 tasks per bag are enough";
  EXPECT_EQ(controller.merged(windowOf(3200, 0, 99), 0), 1u);
}

TEST(MergeController, WaitsWhileEachTaskBringsTwoMore) {
  // In a loop that begins with one task, threads search in vain until it has pushed more.
  const MergeController controller;
  Window growing = windowOf(1000, 0, 1000000);
  growing.dequeues = growing.synchronizing = growing.fruitless = 500;
  EXPECT_EQ(controller.merged(growing, 0), 0u);
  growing.dequeues = 501;
  EXPECT_GT(controller.merged(growing, 0), 0u);
}

TEST(MergeController, AWindowIsOverWhenEachThreadHasTakenFourTimesWhatTheBagsShouldHold) {
  const MergeController controller;
  Window window = windowOf(4 * 64 * 16, 0, 1000);
  EXPECT_FALSE(controller.over(window));
  ++window.dequeues;
  EXPECT_TRUE(controller.over(window));
  window.threads = 3;
  EXPECT_FALSE(controller.over(window));
  window.dequeues *= 3;
  EXPECT_TRUE(controller.over(window));
}

TEST(MergeController, MergesWhileTheWorklistIsFilledIfEveryOtherPushMakesABag) {
  const MergeController controller;
  Window filling;
  filling.enqueues = 1024;
  filling.made = 600;
  filling.least = 0;
  filling.greatest = 100000;
  EXPECT_EQ(controller.merged(filling, 0), 9u) << "until bags have 4 tasks";
  EXPECT_EQ(controller.merged(filling, 9), 9u) << "they have 5";
  filling.greatest = 200;
  EXPECT_EQ(controller.merged(filling, 0), 0u) << "they have 5";
  filling.greatest = 100000;
  MergeParams params;
  params.minDensity = 2;
  EXPECT_EQ(MergeController(params).merged(filling, 0), 8u) << "until they have minDensity";
  filling.made = 512;
  EXPECT_EQ(controller.merged(filling, 0), 0u);
  filling.made = filling.enqueues = 1023;
  EXPECT_EQ(controller.merged(filling, 0), 0u) << "too few tasks to decide";
}

TEST(MergeController, RoundsInsteadOfAddingFractions) {
  MergeParams params;
  params.minQueues = 1;
  const MergeController controller(params);
  EXPECT_EQ(controller.merged(windowOf(64, 0, 1), 4), 4u);
  // The density is 64 / 1.35. It is too low by log2 = 0.43, which rounds to no merge.
  EXPECT_EQ(controller.merged(windowOf(190, 0, 3), 0), 0u);
  EXPECT_EQ(controller.merged(windowOf(170, 0, 3), 0), 1u);
}

TEST(MergeController, AllPrioritiesInOneBagDivideNothingByZero) {
  const MergeController controller;
  const Window one = windowOf(1024, 7, 7);
  EXPECT_EQ(one.bags(0), 1.0);
  EXPECT_EQ(controller.merged(one, 0), 0u);
  EXPECT_EQ(controller.unmerged(one, 1000, 0), 0u);
  EXPECT_EQ(controller.unmerged(one, 1000, 9), 5u);
  const Window none; // No task was pushed, so the greatest priority is less than the least.
  EXPECT_EQ(none.bags(3), 1.0);
  EXPECT_EQ(controller.merged(none, 3), 3u);
  EXPECT_EQ(controller.unmerged(none, 1000, 3), 3u);
}

TEST(MergeController, TheWholeRangeOfATypeIsCovered) {
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  MergeWindow<std::uint64_t> wide;
  wide.dequeues = wide.synchronizing = wide.enqueues = 64;
  wide.least = 0;
  wide.greatest = kMax;
  EXPECT_DOUBLE_EQ(wide.bags(0), 18446744073709551616.0);
  EXPECT_EQ(MergeController(MergeParams(), 63).merged(wide, 0), 60u);
  MergeWindow<std::int32_t> negative;
  negative.enqueues = 1;
  negative.least = std::numeric_limits<std::int32_t>::lowest();
  negative.greatest = std::numeric_limits<std::int32_t>::max();
  EXPECT_DOUBLE_EQ(negative.bags(0), 4294967296.0);
  MergeParams params;
  params.minQueues = 1;
  negative.dequeues = negative.synchronizing = 64;
  EXPECT_EQ(MergeController(params, 30).merged(negative, 0), 30u)
      << "never the whole width of the type";
}

TEST(MergeController, UnmergesWhenFewLongBagsCoverTheRange) {
  const MergeController controller;
  // There are 2 bags of lmf 10 with 20000 tasks. 16 bags would be right, with 1250 tasks each.
  EXPECT_EQ(controller.unmerged(windowOf(20000, 0, 2047), 257, 10), 7u);
  EXPECT_EQ(controller.unmerged(windowOf(20000, 0, 2047), 256, 10), 10u) << "not more than MaxPops";
  EXPECT_EQ(controller.unmerged(windowOf(20000, 0, 20470), 257, 10), 10u) << "16 bags and more";
  EXPECT_EQ(controller.unmerged(windowOf(16000, 0, 2047), 257, 10), 8u)
      << "1000 tasks per bag are few";
  EXPECT_EQ(controller.unmerged(windowOf(1023, 0, 0), 257, 10), 10u) << "too few tasks to decide";
}

TEST(MergeController, WhereOneBagIsEnoughNothingIsUnmerged) {
  // docs/apps/pagerank.md says when that is useful.
  MergeParams params;
  params.minQueues = 1;
  const MergeController controller(params, 31);
  for (const std::uint32_t greatest : {0u, 1u, 2047u, 0xffffffffu}) {
    EXPECT_EQ(controller.unmerged(windowOf(1000000, 0, greatest), 100000, 20), 20u) << greatest;
  }
}

TEST(MergeController, UnmergingNeverGoesBelowOne) {
  const MergeController controller;
  EXPECT_EQ(controller.unmerged(windowOf(5000, 0, 3), 5000, 2), 0u);
  EXPECT_EQ(controller.unmerged(windowOf(5000, 0, 3), 5000, 0), 0u);
}

TEST(MergeController, UnmergingCanBeForbidden) {
  MergeParams params;
  params.unmerge = false;
  EXPECT_EQ(MergeController(params).unmerged(windowOf(2000, 0, 2047), 5000, 10), 10u);
}

TEST(MergeController, TheTwoChecksDoNotUndoEachOther) {
  // For any window, there is nothing to merge after unmerging, and the other way round. As printed
  // in the paper, the two alternate for ever if fewer than MinDensity * Min_queues tasks were
  // pushed.
  const MergeController controller;
  for (std::uint64_t tasks : {64u, 100u, 300u, 1000u, 5000u}) {
    for (std::uint32_t range = 0; range < 1u << 20; range = range * 2 + 1) {
      for (const bool idle : {false, true}) {
        Window window = windowOf(tasks, 0, range);
        window.fruitless = idle ? tasks : 0;
        for (unsigned lmf = 0; lmf < 20; ++lmf) {
          const unsigned merged = controller.merged(window, lmf);
          ASSERT_GE(merged, lmf);
          ASSERT_EQ(controller.unmerged(window, tasks, merged),
                    merged == lmf ? controller.unmerged(window, tasks, lmf) : merged)
              << tasks << " tasks, range " << range << ", lmf " << lmf;
          const unsigned unmerged = controller.unmerged(window, tasks, lmf);
          ASSERT_LE(unmerged, lmf);
          if (unmerged < lmf) {
            ASSERT_EQ(controller.merged(window, unmerged), unmerged)
                << tasks << " tasks, range " << range << ", lmf " << lmf;
          }
        }
      }
    }
  }
}

TEST(MergeController, DefaultsFollowTheChunk) {
  MergeParams params;
  params.chunk = 16;
  const MergeController controller(params);
  EXPECT_EQ(controller.params().syncEvery, 16u);
  EXPECT_EQ(controller.params().maxPops, 64u);
  EXPECT_EQ(controller.params().minDensity, 64u);
  EXPECT_EQ(controller.params().minQueues, 16u);
  EXPECT_EQ(controller.params().initialLmf, 0u);
}

TEST(MergeController, LimitsOfLmfAreMadeToFitEachOther) {
  MergeParams params;
  params.leastLmf = 40;
  params.initialLmf = 50;
  EXPECT_EQ(MergeController(params, 31).params().leastLmf, 31u);
  EXPECT_EQ(MergeController(params, 31).params().initialLmf, 31u);
  params.initialLmf = 20;
  EXPECT_EQ(MergeController(params, 63).params().initialLmf, 40u);
}

TEST(MergeWindow, AddsUp) {
  Window sum;
  sum.add(windowOf(10, 5, 9));
  sum.add(Window()); // A thread without operations does not widen the range.
  Window other = windowOf(20, 7, 12);
  other.synchronizing = 3;
  other.fruitless = 4;
  other.made = 5;
  sum.add(other);
  sum.add(other);
  EXPECT_EQ(sum.dequeues, 50u);
  EXPECT_EQ(sum.enqueues, 50u);
  EXPECT_EQ(sum.synchronizing, 16u);
  EXPECT_EQ(sum.fruitless, 8u);
  EXPECT_EQ(sum.made, 10u);
  EXPECT_EQ(sum.least, 5u);
  EXPECT_EQ(sum.greatest, 12u);
}

} // namespace
} // namespace galois::worklists
