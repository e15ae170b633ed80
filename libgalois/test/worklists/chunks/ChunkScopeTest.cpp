#include "galois/worklists/parts/chunks/ChunkScope.h"

#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::worklists {
namespace {

using substrate::getThreadPool;
using substrate::ThreadPool;

TEST(ChunkScope, HasAsManyListsAsThereAreGroupsOfThreads) {
  SharedMemSys system;
  const unsigned threads = setActiveThreads(5);
  EXPECT_EQ(chunkListsFor(ChunkScope::kGlobal), 1u);
  EXPECT_EQ(chunkListsFor(ChunkScope::kSocket), getThreadPool().getMaxSockets());
  EXPECT_GE(chunkListsFor(ChunkScope::kThread), threads);
}

TEST(ChunkScope, GivesEachThreadTheListOfItsGroup) {
  SharedMemSys system;
  setActiveThreads(5);
  constexpr unsigned kLists = 3;
  std::vector<unsigned> global(5, 99), socket(5, 99), thread(5, 99), standsOn(5, 99);
  on_each([&](unsigned tid, unsigned) {
    global[tid] = chunkHome(ChunkScope::kGlobal, kLists);
    socket[tid] = chunkHome(ChunkScope::kSocket, kLists);
    thread[tid] = chunkHome(ChunkScope::kThread, kLists);
    standsOn[tid] = ThreadPool::getSocket() % kLists;
  });
  EXPECT_EQ(global, std::vector<unsigned>(5, 0));
  EXPECT_EQ(socket, standsOn);
  EXPECT_EQ(thread, (std::vector<unsigned>{0, 1, 2, 0, 1}));
}

} // namespace
} // namespace galois::worklists
