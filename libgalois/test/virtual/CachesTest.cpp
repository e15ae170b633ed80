#include "src/virtual/Caches.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/virtual/Directory.h"

namespace galois::substrate::virt {
namespace {

constexpr std::size_t kWays = Cache::kWays;

TEST(Cache, TheLineThatWasNotUsedForTheLongestTimeLeaves) {
  Cache cache(kWays, 1); // one set
  std::vector<int> lines(kWays + 2);
  for (std::uint32_t i = 0; i < kWays; ++i) {
    EXPECT_EQ(cache.use(&lines[i], i + 1, false), nullptr);
  }
  EXPECT_EQ(cache.use(&lines[0], 1, false), nullptr) << "a hit";
  EXPECT_EQ(cache.use(&lines[kWays], kWays + 1, false), &lines[1]);
  EXPECT_FALSE(cache.contains(&lines[1], 2, false));
  EXPECT_TRUE(cache.contains(&lines[0], 1, false));
  cache.remove(&lines[5], 6, false);
  EXPECT_FALSE(cache.contains(&lines[5], 6, false));
  EXPECT_EQ(cache.use(&lines[kWays + 1], kWays + 2, false), nullptr) << "there is room again";
}

/// Returns how many of the lines are still in the cache after all of them were used once.
std::size_t left(std::size_t capacity, double arrayScale, std::size_t count, bool ofArray) {
  Cache cache(capacity, arrayScale);
  std::vector<int> lines(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    cache.use(&lines[i], i + 1, ofArray);
  }
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    found += cache.contains(&lines[i], i + 1, ofArray) ? 1 : 0;
  }
  return found;
}

TEST(Cache, LinesSpreadOverTheSetsAndFillTheCapacity) {
  EXPECT_EQ(left(1024, 1, 512, false), 512u) << "half of the capacity";
  EXPECT_EQ(left(1024, 1, 100'000, false), 1024u);
}

TEST(Cache, AnArrayThatStandsForALongerOneUsesAPartOfTheSets) {
  EXPECT_EQ(left(1024, 8, 100'000, true), 128u);
  EXPECT_EQ(left(1024, 8, 100'000, false), 1024u) << "queues keep their size";
  EXPECT_EQ(left(1024, 1e6, 100'000, true), kWays) << "at least one set";
}

/// Two sockets of two cores, with 16 lines per private cache and 64 per shared one. Times are in
/// nanoseconds.
class LimitedCaches : public ::testing::Test {
protected:
  explicit LimitedCaches(const std::string& more = "") {
    costs_.read("hit 1 ns\nupdate 0 ns\nnear 60 ns\nfar 130 ns\nmemory 90 ns\nread-hold 0 ns\n"
                "data-overlap 3 misses\nprivate-cache 1 KiB\nshared-cache 4 KiB\nshared 20 ns\n"
                "row-overlap 2 misses\nprefetch 0 ns\nprefetches 2 lines\n" +
                    more,
                "test");
    directory_ = std::make_unique<Directory>(costs_, sockets_);
  }

  /// Returns the cost of an access a second after the one before.
  Time cost(unsigned core, Access kind, std::uintptr_t line) {
    const Time from = portOf(core).clock;
    directory_->access(port_, line, kind);
    return (port_.clock - from) / 1000;
  }
  Time rowCost(unsigned core, std::uintptr_t line, std::size_t lines) {
    const Time from = portOf(core).clock;
    constexpr std::uintptr_t kBytes = std::uintptr_t{1} << Directory::kLineBits;
    fromMemory_ = directory_->readRow(
        port_, reinterpret_cast<const void*>(line * kBytes), // NOLINT(performance-no-int-to-ptr)
        lines * kBytes);
    return (port_.clock - from) / 1000;
  }
  void evictAllOf(unsigned core) {
    for (std::uintptr_t line = 0; line < kWays; ++line) {
      cost(core, Access::kLoad, others_++);
    }
  }

  std::size_t fromMemory_ = 0;
  std::unique_ptr<Directory> directory_;

private:
  CorePort& portOf(unsigned core) {
    constexpr Time kSecond = 1'000'000'000'000;
    port_ = CorePort();
    port_.core = core;
    port_.socket = sockets_[core];
    port_.clock = now_ += kSecond;
    return port_;
  }

  Costs costs_;
  std::vector<unsigned> sockets_{0, 0, 1, 1};
  CorePort port_;
  Time now_ = 0;
  std::uintptr_t others_ = 1000;
};

TEST_F(LimitedCaches, ALineThatLeftAPrivateCacheIsInTheSharedOne) {
  EXPECT_EQ(cost(0, Access::kLoad, 1), 90u);
  EXPECT_EQ(cost(0, Access::kLoad, 1), 1u);
  evictAllOf(0);
  EXPECT_EQ(cost(0, Access::kLoad, 1), 20u);
  EXPECT_EQ(cost(1, Access::kLoad, 1), 20u) << "the other core of the socket shares it";
  EXPECT_EQ(cost(2, Access::kLoad, 1), 130u);
  EXPECT_EQ(directory_->misses(), (Misses{1 + kWays + 3, 1 + kWays}));
}

TEST_F(LimitedCaches, ALineThatLeftBothComesFromMemoryAgain) {
  EXPECT_EQ(cost(0, Access::kLoad, 1), 90u);
  for (int i = 0; i < 30; ++i) {
    evictAllOf(0);
  }
  EXPECT_EQ(cost(0, Access::kLoad, 1), 90u);
}

TEST_F(LimitedCaches, AWriteInvalidatesPrivateAndSharedCopies) {
  EXPECT_EQ(cost(0, Access::kLoad, 1), 90u);
  EXPECT_EQ(cost(2, Access::kLoad, 1), 130u);
  evictAllOf(2); // socket 1 has a shared copy
  EXPECT_EQ(cost(3, Access::kLoad, 1), 20u);
  EXPECT_EQ(cost(0, Access::kUpdate, 1), 131u);
  EXPECT_EQ(cost(3, Access::kLoad, 1), 130u) << "neither core 3 nor its socket has a copy";
}

TEST_F(LimitedCaches, AWrittenLineThatWasEvictedIsWrittenBack) {
  EXPECT_EQ(cost(0, Access::kUpdate, 1), 91u);
  evictAllOf(0);
  EXPECT_EQ(cost(0, Access::kUpdate, 1), 21u) << "from the shared cache";
  evictAllOf(0);
  EXPECT_EQ(cost(2, Access::kLoad, 1), 130u) << "from that of the other socket";
  evictAllOf(2);
  EXPECT_EQ(cost(0, Access::kUpdate, 1), 21u);
  EXPECT_EQ(cost(2, Access::kLoad, 1), 130u) << "the copy of that socket is invalid";
}

TEST_F(LimitedCaches, ARowCostsItsFirstLine) {
  EXPECT_EQ(rowCost(0, 100, 4), 90u / 2 + 3) << "two first lines are in flight at once";
  EXPECT_EQ(fromMemory_, 4u);
  EXPECT_EQ(rowCost(0, 100, 4), 4u);
  EXPECT_EQ(fromMemory_, 0u);
  EXPECT_EQ(rowCost(0, 100, 0), 0u);
  EXPECT_EQ(directory_->misses(), (Misses{4, 4}));
}

TEST_F(LimitedCaches, APrefetchedLineIsInTheCache) {
  EXPECT_EQ(cost(0, Access::kPrefetch, 1), 0u);
  EXPECT_EQ(cost(0, Access::kLoad, 1), 1u);
  evictAllOf(0);
  EXPECT_EQ(cost(0, Access::kLoad, 1), 20u);
}

class LongArrays : public LimitedCaches {
protected:
  LongArrays() : LimitedCaches("private-cache 16 KiB\narray-scale 16 times\n") {}
};

TEST_F(LongArrays, ShareASixteenthOfTheCacheAndQueuesHaveAll) {
  for (std::uintptr_t line = 0; line <= kWays; ++line) {
    cost(0, Access::kDataLoad, line);
    cost(0, Access::kLoad, 100 + line);
  }
  EXPECT_GT(cost(0, Access::kDataLoad, 0), 1u) << "of an array";
  EXPECT_EQ(cost(0, Access::kLoad, 100), 1u);
}

TEST(UnlimitedCaches, KeepEveryLineAndRowsCostNothing) {
  const Costs costs;
  EXPECT_FALSE(costs.limitsCaches());
  Directory directory(costs, {0});
  CorePort port;
  EXPECT_EQ(directory.readRow(port, &port, 1000), 0u);
  EXPECT_EQ(port.clock, 0u);
  for (std::uintptr_t line = 1; line <= 100'000; ++line) {
    directory.access(port, line, Access::kLoad);
  }
  const Time before = port.clock;
  directory.access(port, 1, Access::kLoad);
  EXPECT_EQ(port.clock - before, costs.hit);
}

} // namespace
} // namespace galois::substrate::virt
