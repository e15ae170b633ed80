#include "galois/worklists/parts/bags/PublishedBins.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Bins = PublishedBins<std::uint32_t>;

TEST(PublishedBins, ATaskThatIsSeenBeforeItsPriorityDecidesNothing) {
  MergeParams params;
  params.syncEvery = 4;
  Bins bins(params);
  Bins::Local me(bins), other(bins);
  const auto others = [&](const auto& see) {
    see(me);
    see(other);
  };
  const auto search = [&] {
    const WorklistCounters counters;
    bins.beforePop(me, counters, others);
    bins.beforeSearch(me, counters, others);
  };
  other.counts.nEnqs.store(1, order::relaxed); // the first half of keyOf() on another thread
  search();
  EXPECT_EQ(bins.lmf(), 0U);
  EXPECT_EQ(me.merges, 0U);
  // With another task of this thread, the range is that of this thread alone.
  bins.keyOf(me, 1000);
  search();
  EXPECT_EQ(bins.lmf(), 0U);
  // Once the priority is there, it counts: 2 tasks in 1000 bags are to be merged.
  bins.keyOf(other, 2000);
  search();
  EXPECT_GT(bins.lmf(), 0U);
  EXPECT_LT(bins.lmf(), 31U);
}

} // namespace
} // namespace galois::worklists
