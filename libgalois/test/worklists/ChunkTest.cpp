#include "galois/worklists/Chunk.h"

#include <memory>
#include <string>

#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using SocketFifoCase = InexactCase<worklists::PerSocketChunkFIFO<64>>;
using SocketLifoCase = InexactCase<worklists::PerSocketChunkLIFO<0>>;
using YoungestChunkCase = InexactCase<worklists::PerSocketYoungestChunk<0>>;
using GlobalFifoCase = InexactCase<worklists::ChunkFIFO<8>>;
using ThreadLifoCase = InexactCase<worklists::PerThreadChunkLIFO<1>>;
GALOIS_POLICY_SUITES(SocketFifo, SocketFifoCase);
GALOIS_POLICY_SUITES(SocketLifo, SocketLifoCase);
GALOIS_POLICY_SUITES(YoungestChunk, YoungestChunkCase);
GALOIS_POLICY_SUITE(GlobalFifo, CasesOf<GlobalFifoCase>);
GALOIS_POLICY_SUITE(ThreadLifo, CasesOf<ThreadLifoCase>);

class ChunkTest : public ::testing::Test {
protected:
  void SetUp() override { setActiveThreads(1); }
  SharedMemSys system_;
};

TEST_F(ChunkTest, FifoAloneIsAQueue) {
  worklists::PerSocketChunkFIFO<4, int> wl;
  for (int i = 0; i < 50; ++i) {
    wl.push(i);
  }
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(*wl.pop(), i);
  }
}

TEST_F(ChunkTest, LifoAloneIsAStack) {
  worklists::PerSocketChunkLIFO<4, int> wl;
  for (int i = 0; i < 50; ++i) {
    wl.push(i);
  }
  for (int i = 49; i >= 30; --i) {
    EXPECT_EQ(*wl.pop(), i);
  }
  int out[64];
  EXPECT_EQ(wl.pop_batch(out, 64), 1u); // its pushes come before the others
  EXPECT_EQ(out[0], 29);
  wl.push(50);
  EXPECT_EQ(*wl.pop(), 50);
  for (int i = 28; i >= 0; --i) {
    EXPECT_EQ(*wl.pop(), i);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(ChunkTest, YoungestChunkTakesTheHalfFilledOneLast) {
  worklists::PerSocketYoungestChunk<4, int> wl;
  for (int i = 0; i < 10; ++i) {
    wl.push(i);
  }
  for (const int expected : {4, 5, 6, 7, 0, 1, 2, 3, 8, 9}) {
    EXPECT_EQ(*wl.pop(), expected);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(ChunkTest, TasksMayOwnMemory) {
  worklists::PerSocketChunkFIFO<4, std::string> wl;
  const std::string longText(100, 'x');
  for (int i = 0; i < 50; ++i) {
    wl.push(longText + std::to_string(i));
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(*wl.pop(), longText + std::to_string(i));
  }
  // The destructor must free the thirty strings that are left.
}

TEST_F(ChunkTest, TasksThatWereNeverTakenAreDestroyed) {
  const auto counted = std::make_shared<int>(0);
  {
    worklists::PerSocketChunkFIFO<4, std::shared_ptr<int>> wl;
    for (int i = 0; i < 50; ++i) { // The last two fill half a chunk.
      wl.push(counted);
    }
    for (int i = 0; i < 18; ++i) { // The last two leave half a chunk.
      ASSERT_TRUE(wl.pop());
    }
    EXPECT_EQ(counted.use_count(), 1 + 32);
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST_F(ChunkTest, EveryThreadReportsItsCountersOnce) {
  worklists::ChunkFIFO<4, int> wl;
  wl.push(1);
  wl.push(2);
  EXPECT_TRUE(wl.pop());
  EXPECT_EQ(counter(wl, "pushes"), 2);
  EXPECT_EQ(counter(wl, "pops"), 1);
  int out[4];
  EXPECT_EQ(wl.pop_batch(out, 4), 1u);
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(wl.pop_batch(out, 4), 0u);
  EXPECT_EQ(counter(wl, "pops"), 2);
  EXPECT_EQ(counter(wl, "empty_pops"), 2);
  unsigned reports = 0;
  wl.reportCounters([&](unsigned thread, const std::string& name, auto) {
    if (name == "pushes") {
      EXPECT_EQ(thread, reports++);
    }
  });
  EXPECT_EQ(reports, substrate::getThreadPool().getMaxThreads());
}

TEST_F(ChunkTest, BatchesComeFromOneChunkInOrder) {
  worklists::PerSocketChunkFIFO<8, int> wl;
  for (int i = 0; i < 20; ++i) {
    wl.push(i);
  }
  int out[64];
  EXPECT_EQ(wl.pop_batch(out, 5), 5u);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[4], 4);
  EXPECT_EQ(wl.pop_batch(out, 64), 3u);
  EXPECT_EQ(out[2], 7);
}

TEST_F(ChunkTest, ChunkSizeComesFromTheParametersWhereTheTypeSaysZero) {
  worklists::ChunkFIFO<0, int> wl(worklists::ChunkParams{3});
  for (int i = 0; i < 10; ++i) {
    wl.push(i);
  }
  int out[64];
  EXPECT_EQ(wl.pop_batch(out, 64), 3u);
}

} // namespace
} // namespace galois::test
