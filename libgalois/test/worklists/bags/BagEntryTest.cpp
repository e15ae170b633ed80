#include "galois/worklists/parts/bags/BagEntry.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/ActingAs.h"

namespace galois::worklists {
namespace {

using Entry = BagEntry<int, int, false>;

class BagEntryTest : public ::testing::Test {
protected:
  void TearDown() override { setActiveThreads(1); }

  /// Adds a task of the owner's own; full chunks go to the first list of `bag`.
  void push(Entry& entry, Entry::Bag& bag, int task) {
    entry.chunks.push(task, pool_, bag, [] { return 0u; });
  }

  SharedMemSys system_;
  ChunkPool<int> pool_{2};
  WorklistCounters counters_;
};

TEST_F(BagEntryTest, WithoutSharedListsItHoldsTheOwnersTasks) {
  Entry entry(7, nullptr);
  Entry::Bag bag(1);
  EXPECT_EQ(entry.index, 7);
  EXPECT_FALSE(entry.holdsWork());
  EXPECT_FALSE(entry.provide(pool_, counters_));
  push(entry, bag, 1);
  EXPECT_TRUE(entry.holdsWork());
  ASSERT_TRUE(entry.provide(pool_, counters_));
  EXPECT_EQ(entry.chunks.take(), 1);
  EXPECT_FALSE(entry.provide(pool_, counters_));
  entry.chunks.release(pool_);
}

TEST_F(BagEntryTest, ItFindsWhatOthersHaveOfferedInAnyList) {
  setActiveThreads(1);
  Entry::Bag bag(3);
  Entry entry(7, &bag);
  EXPECT_FALSE(entry.holdsWork());
  Chunk<int>* const chunk = pool_.allocate();
  chunk->pushBack(5);
  bag.push(2, chunk);
  EXPECT_TRUE(entry.holdsWork());
  ASSERT_TRUE(entry.provide(pool_, counters_));
  EXPECT_EQ(entry.chunks.take(), 5);
  EXPECT_EQ(counters_.stealSuccesses, 1u);
  EXPECT_FALSE(entry.provide(pool_, counters_));
  entry.chunks.release(pool_);
}

TEST(BagEntry, ManyThreadsGetMoreLists) {
  SharedMemSys system;
  const unsigned sockets = chunkListsFor(ChunkScope::kSocket);
  setActiveThreads(1);
  EXPECT_EQ(listsPerBag(), sockets);
  const unsigned threads = setActiveThreads(3 * kThreadsPerList + 1);
  const unsigned lists = listsPerBag();
  EXPECT_EQ(lists, std::max(sockets, (threads + kThreadsPerList - 1) / kThreadsPerList));
  std::vector<unsigned> threadsAt(lists);
  for (unsigned thread = 0; thread < threads; ++thread) {
    const substrate::ActingAs part(thread);
    ++threadsAt.at(homeAmong(lists));
  }
  if (lists > sockets) {
    EXPECT_THAT(threadsAt, ::testing::Each(::testing::Le(kThreadsPerList)));
  }
  setActiveThreads(1);
}

} // namespace
} // namespace galois::worklists
