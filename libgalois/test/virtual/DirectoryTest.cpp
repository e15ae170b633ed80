#include "src/virtual/Directory.h"

#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate::virt {
namespace {

/// A machine with two sockets of two cores; times are in nanoseconds.
class DirectoryTest : public ::testing::Test {
protected:
  DirectoryTest() {
    costs_.read("hit 1 ns\nupdate 5 ns\nnear 60 ns\nfar 130 ns\nmemory 90 ns\nread-hold 10 ns\n"
                "store 2 ns\nstore-buffer 400 ns\ndata-overlap 3 misses\n"
                "prefetch 1 ns\nprefetches 2 lines\n",
                "test");
  }

  /// Returns the cost of an access by a core with an empty store buffer that starts it at time
  /// `at`.
  Time cost(unsigned core, Access kind, Time at, std::uintptr_t line = 1) {
    CorePort port;
    port.core = core;
    port.socket = sockets_[core];
    port.clock = at * 1000;
    directory_.access(port, line, kind);
    return (port.clock - at * 1000) / 1000;
  }

  Costs costs_;
  std::vector<unsigned> sockets_{0, 0, 1, 1};
  Directory directory_{costs_, sockets_};
};

TEST_F(DirectoryTest, ReadersPayForTheNearestCopy) {
  EXPECT_EQ(cost(0, Access::kLoad, 0), 90u);        // from memory
  EXPECT_EQ(cost(0, Access::kLoad, 1000), 1u);      // a hit in its own cache
  EXPECT_EQ(cost(2, Access::kLoad, 2000), 130u);    // from the other socket
  EXPECT_EQ(cost(3, Access::kLoad, 3000), 60u);     // from its neighbour on the socket
  EXPECT_EQ(cost(1, Access::kDataLoad, 4000), 20u); // a third of 60, because misses overlap
}

TEST_F(DirectoryTest, WritersInvalidateAllCopies) {
  EXPECT_EQ(cost(0, Access::kUpdate, 0), 96u);
  EXPECT_EQ(cost(0, Access::kUpdate, 1000), 6u); // The core owns the line.
  EXPECT_EQ(cost(1, Access::kLoad, 2000), 60u);
  EXPECT_EQ(cost(0, Access::kLoad, 3000), 1u);    // It keeps its copy.
  EXPECT_EQ(cost(0, Access::kUpdate, 4000), 66u); // It must invalidate the other copy.
  EXPECT_EQ(cost(1, Access::kLoad, 5000), 60u);   // That core has no copy any more.
  EXPECT_EQ(cost(2, Access::kUpdate, 6000), 136u);
  EXPECT_EQ(cost(2, Access::kPlain, 7000), 1u);
  EXPECT_EQ(cost(3, Access::kPlain, 8000), 61u);
}

TEST_F(DirectoryTest, AnAccessToALineInFlightWaits) {
  EXPECT_EQ(cost(0, Access::kUpdate, 0), 96u);
  EXPECT_EQ(cost(2, Access::kUpdate, 0), 96u + 136u); // It begins when the first one is done.
  EXPECT_EQ(cost(0, Access::kUpdate, 0), 96u + 2 * 136u);
  // Concurrent readers delay each other less.
  EXPECT_EQ(cost(1, Access::kLoad, 1000), 60u);
  EXPECT_EQ(cost(2, Access::kLoad, 1000), 10u + 130u);
  EXPECT_EQ(cost(0, Access::kUpdate, 0, 2), 96u); // Accesses to another line do not delay it.
}

TEST_F(DirectoryTest, StoresAreBufferedUntilTheBufferIsFull) {
  EXPECT_EQ(cost(0, Access::kStore, 0), 2u);
  EXPECT_EQ(cost(2, Access::kLoad, 10), 80u + 130u); // It waits for the store to arrive.
  CorePort port;
  port.core = 1;
  for (std::uintptr_t line = 10; line < 14; ++line) {
    directory_.access(port, line, Access::kStore);
  }
  EXPECT_EQ(port.clock, 8000u);
  EXPECT_EQ(port.drained, 4 * 90000u); // The stores drain one after the other.
  directory_.access(port, 14, Access::kStore);
  EXPECT_EQ(port.clock, 5 * 90000u - 400000u);
  directory_.access(port, 14, Access::kUpdate); // An update drains the buffer.
  EXPECT_EQ(port.clock, 5 * 90000u + 6000u);
}

TEST_F(DirectoryTest, AnEarlyPrefetchMakesTheAccessAHit) {
  for (const Access use : {Access::kLoad, Access::kPlain, Access::kUpdate, Access::kStore}) {
    const auto line = std::uintptr_t{100} + static_cast<std::uintptr_t>(use);
    CorePort port;
    const auto toWrite = use == Access::kLoad ? Access::kPrefetch : Access::kPrefetchToWrite;
    directory_.access(port, line, toWrite);
    EXPECT_EQ(port.clock, 1000u);
    port.clock = 91000; // A fetch from memory takes 90 ns, and it began at 1 ns.
    directory_.access(port, line, use);
    EXPECT_EQ(port.clock, 91000u + (use == Access::kUpdate  ? 6000u
                                    : use == Access::kStore ? 2000u
                                                            : 1000u));
  }
}

TEST_F(DirectoryTest, AnAccessWaitsForALatePrefetch) {
  CorePort port;
  directory_.access(port, 1, Access::kPrefetch); // It arrives at 91 ns.
  port.clock = 31000;
  directory_.access(port, 1, Access::kLoad);
  EXPECT_EQ(port.clock, 31000u + 1000u + 60000u);
  port.clock = 31000;
  directory_.access(port, 1, Access::kDataLoad); // Other misses are in flight at the same time.
  EXPECT_EQ(port.clock, 31000u + 1000u + 60000u / 3);
  port.clock = 31000;
  directory_.access(port, 1, Access::kUpdate); // No other core has a copy.
  EXPECT_EQ(port.clock, 31000u + 60000u + 6000u);
  port.clock = 31000;
  directory_.access(port, 2, Access::kPrefetchToWrite); // It arrives at 122 ns.
  directory_.access(port, 2, Access::kStore);
  EXPECT_EQ(port.clock, 34000u);
  EXPECT_EQ(port.drained, 122000u);
}

TEST_F(DirectoryTest, APrefetchTakesTheLineFromOthersAsAnAccessWould) {
  EXPECT_EQ(cost(0, Access::kUpdate, 0), 96u);
  EXPECT_EQ(cost(1, Access::kPrefetch, 1000), 1u);
  EXPECT_EQ(cost(0, Access::kLoad, 2000), 1u); // Both cores have a copy.
  EXPECT_EQ(cost(0, Access::kUpdate, 2000), 66u);
  EXPECT_EQ(cost(1, Access::kPrefetchToWrite, 3000), 1u);
  EXPECT_EQ(cost(2, Access::kLoad, 3010), 51u + 130u); // The line is in flight until 3061 ns.
  EXPECT_EQ(cost(0, Access::kLoad, 4000), 60u);
  // A line that another core has taken since the prefetch is not in the cache.
  CorePort port;
  directory_.access(port, 7, Access::kPrefetch);
  port.clock = 5000000;
  directory_.access(port, 7, Access::kPrefetchToWrite); // This is the only copy, and it is clean.
  cost(3, Access::kUpdate, 6000, 7);
  port.clock = 7000000;
  directory_.access(port, 7, Access::kLoad);
  EXPECT_EQ(port.clock, 7130000u);
}

TEST_F(DirectoryTest, PrefetchesInFlightAreLimited) {
  CorePort port;
  directory_.access(port, 1, Access::kPrefetch); // It arrives at 91 ns.
  directory_.access(port, 2, Access::kPrefetch); // It arrives at 92 ns.
  EXPECT_EQ(port.clock, 2000u);
  directory_.access(port, 1, Access::kPrefetch); // The line is already in flight.
  EXPECT_EQ(port.clock, 3000u);
  directory_.access(port, 3, Access::kPrefetch);
  EXPECT_EQ(port.clock, 91000u);
  directory_.access(port, 4, Access::kPrefetch);
  EXPECT_EQ(port.clock, 92000u);
}

TEST_F(DirectoryTest, WithoutBuffersPrefetchesDoNothing) {
  costs_.read("prefetches 0 lines\n", "test");
  EXPECT_EQ(cost(0, Access::kPrefetch, 0), 0u);
  EXPECT_EQ(cost(0, Access::kPrefetchToWrite, 0), 0u);
  EXPECT_EQ(cost(0, Access::kLoad, 1000), 90u);
}

TEST_F(DirectoryTest, MemoryIsInNoCacheAfterForget) {
  alignas(galois::substrate::kCacheLineSize) char memory[4 * galois::substrate::kCacheLineSize];
  const auto line = Directory::lineOf(memory);
  cost(0, Access::kUpdate, 0, line + 1);
  cost(0, Access::kUpdate, 0, line + 2);
  directory_.forget(memory + 64, 64);
  EXPECT_EQ(cost(0, Access::kLoad, 5000, line + 1), 90u);
  EXPECT_EQ(cost(0, Access::kLoad, 5000, line + 2), 1u);
}

TEST_F(DirectoryTest, RemembersManyLines) {
  constexpr std::uintptr_t kLines = 100000;
  for (std::uintptr_t line = 1; line <= kLines; ++line) {
    cost(line % 4, Access::kUpdate, 0, line * 7);
  }
  for (std::uintptr_t line = 1; line <= kLines; ++line) {
    ASSERT_EQ(cost(line % 4, Access::kLoad, 1000, line * 7), 1u);
  }
}

TEST(Directory, KnowsMoreCoresThanAWordHasBits) {
  const Costs costs;
  std::vector<unsigned> sockets(256);
  for (unsigned core = 0; core < 256; ++core) {
    sockets[core] = core / 64;
  }
  Directory directory(costs, sockets);
  for (unsigned core = 0; core < 256; ++core) {
    CorePort port;
    port.core = core;
    port.socket = sockets[core];
    port.clock = core * Time{1000000};
    directory.access(port, 5, Access::kLoad);
    const Time took = port.clock - core * Time{1000000};
    EXPECT_EQ(took, core == 0 ? costs.memory : core % 64 == 0 ? costs.far : costs.near) << core;
  }
}

} // namespace
} // namespace galois::substrate::virt
