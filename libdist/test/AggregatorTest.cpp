#include "galois/dist/push/Aggregator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/SimpleLock.h"
#include "support/Seeds.h"

namespace {

using galois::dist::Aggregator;
using galois::dist::BadBody;
using galois::dist::forEachUpdate;
using galois::dist::Home;
using galois::dist::LeastUpdate;
using galois::dist::Rank;
using galois::dist::SumOfUpdates;
using galois::test::seeds;

/// Ghosts with owners that are drawn; the owner's number of ghost g is 1000 + g.
std::vector<Home> randomHomes(std::uint32_t ghosts, Rank ranks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Home> homes;
  for (std::uint32_t ghost = 0; ghost < ghosts; ++ghost) {
    homes.push_back({static_cast<Rank>(random() % ranks), 1000 + ghost});
  }
  return homes;
}

/// Applies messages as their receivers do, and counts them.
template <typename Combine>
class Receivers {
public:
  using Value = typename Combine::Value;

  Receivers(Aggregator<Combine>& from, const std::vector<Home>& homes) : homes_(homes) {
    from.sendBy([this](Rank to, std::span<const std::byte> body, std::uint64_t best) {
      const galois::substrate::LockGuard guard(lock_);
      least = std::min(least, best);
      ++messages_;
      std::uint64_t here = 0;
      forEachUpdate<Value>(body, [&](std::uint32_t node, Value value) {
        EXPECT_EQ(homes_.at(node - 1000).rank, to);
        const auto [at, first] = values.emplace(node - 1000, Combine::kNone);

        at->second = Combine::combine(at->second, value);
        ++updates;
        ++here;
      });
      largest = std::max(largest, here);
      EXPECT_GT(here, 0u);
    });
  }

  std::uint64_t messages() const { return messages_; }

  std::map<std::uint32_t, Value> values;
  std::uint64_t updates = 0, largest = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(); ///< priority that was sent

private:
  const std::vector<Home>& homes_;
  galois::substrate::SimpleLock lock_;
  std::uint64_t messages_ = 0;
};

/// Puts random updates in random order, with flushes between, and compares what arrives.
template <typename Combine>
void expectNothingLost(std::uint64_t seed) {
  using Value = typename Combine::Value;
  std::mt19937_64 random(seed);
  const auto ghosts = static_cast<std::uint32_t>(1 + random() % 50);
  const auto ranks = static_cast<Rank>(1 + random() % 8);
  const std::size_t capacity = random() % 12;
  const std::vector<Home> homes = randomHomes(ghosts, ranks, seed);
  Aggregator<Combine> aggregator(homes, ranks, capacity);
  Receivers<Combine> receivers(aggregator, homes);
  std::map<std::uint32_t, Value> wanted;
  const std::uint64_t puts = random() % 1000;
  for (std::uint64_t i = 0; i < puts; ++i) {
    const auto ghost = static_cast<std::uint32_t>(random() % ghosts);
    const auto value = static_cast<Value>(1 + random() % 100);
    const std::uint64_t priority =
        random() % 50 == 0 ? std::numeric_limits<std::uint64_t>::max() : random() % 100;
    const auto [at, first] = wanted.emplace(ghost, Combine::kNone);
    at->second = Combine::combine(at->second, value);
    aggregator.put(ghost, value, priority);
    if (random() % 20 == 0) {
      aggregator.flushBetter(random() % 100);
    }
    if (random() % 100 == 0) {
      aggregator.flushAll();
    }
  }
  aggregator.flushAll();
  EXPECT_EQ(receivers.values, wanted) << "seed " << seed;
  EXPECT_LE(receivers.largest, std::max<std::size_t>(capacity, 1));
  const auto counts = aggregator.counts();
  EXPECT_EQ(counts.sent, receivers.updates);
  EXPECT_EQ(counts.full + counts.urgent + counts.starving, receivers.messages());
  EXPECT_EQ(counts.dropped + counts.combined + counts.sent, puts);
  const std::uint64_t before = receivers.messages();
  aggregator.flushAll();
  EXPECT_EQ(receivers.messages(), before); // nothing is sent twice
}

TEST(Aggregators, LoseNothing) {
  for (std::uint64_t seed = 0; seed < seeds(500); ++seed) {
    expectNothingLost<LeastUpdate<std::uint32_t>>(seed);
    expectNothingLost<LeastUpdate<std::uint64_t>>(seed);
    expectNothingLost<LeastUpdate<double>>(seed);
    expectNothingLost<SumOfUpdates<double>>(seed);
  }
}

TEST(Aggregators, DropWhatIsNoBetterThanWhatWasSent) {
  const std::vector<Home> homes{{0, 1000}, {1, 1001}};
  Aggregator<LeastUpdate<std::uint32_t>> aggregator(homes, 2, 100);
  Receivers<LeastUpdate<std::uint32_t>> receivers(aggregator, homes);
  aggregator.put(0, 50, 50);
  aggregator.flushAll();
  aggregator.put(0, 50, 50);
  aggregator.put(0, 60, 60);
  aggregator.flushAll();
  EXPECT_EQ(receivers.messages(), 1u);
  aggregator.put(0, 49, 49);
  aggregator.put(0, 40, 40);
  aggregator.flushAll();
  EXPECT_EQ(receivers.updates, 2u);
  EXPECT_EQ(receivers.values.at(0), 40u);
  EXPECT_EQ(aggregator.counts().dropped, 2u);
  EXPECT_EQ(aggregator.counts().combined, 1u);
  aggregator.put(1, LeastUpdate<std::uint32_t>::kNone, 0); // no distance at all
  aggregator.flushAll();
  EXPECT_EQ(receivers.messages(), 2u);
}

TEST(Aggregators, SayWhatTheyWouldDrop) {
  const std::vector<Home> homes{{0, 1000}, {1, 1001}};
  Aggregator<LeastUpdate<std::uint32_t>> aggregator(homes, 2, 100);
  const Receivers<LeastUpdate<std::uint32_t>> receivers(aggregator, homes);
  EXPECT_FALSE(aggregator.drops(0, 50));
  aggregator.put(0, 50, 50);
  EXPECT_TRUE(aggregator.drops(0, 50));
  EXPECT_FALSE(aggregator.drops(0, 49));
  EXPECT_FALSE(aggregator.drops(1, 50)); // each ghost has a value of its own
  EXPECT_EQ(aggregator.counts().dropped, 0u);
  aggregator.countDropped(3);
  aggregator.put(0, 60, 60);
  EXPECT_EQ(aggregator.counts().dropped, 4u);
  aggregator.reset();
  EXPECT_FALSE(aggregator.drops(0, 50));
  EXPECT_EQ(aggregator.counts().dropped, 0u);
}

TEST(Aggregators, SendUrgentValuesOnly) {
  const std::vector<Home> homes{{0, 1000}, {1, 1001}, {1, 1002}};
  Aggregator<LeastUpdate<std::uint32_t>> aggregator(homes, 2, 100);
  Receivers<LeastUpdate<std::uint32_t>> receivers(aggregator, homes);
  aggregator.put(0, 70, 7);
  aggregator.put(1, 90, 9);
  aggregator.put(2, 50, 5);
  aggregator.flushBetter(5);
  EXPECT_EQ(receivers.messages(), 0u);
  aggregator.flushBetter(6);
  EXPECT_EQ(receivers.updates, 2u); // both of rank 1
  EXPECT_EQ(receivers.least, 5u);
  EXPECT_EQ(receivers.values.count(0), 0u);
  aggregator.flushBetter(8);
  EXPECT_EQ(receivers.updates, 3u);
  EXPECT_EQ(aggregator.counts().urgent, 2u);
}

TEST(Aggregators, LetSumsWaitForHalfOfTheGhosts) {
  std::vector<Home> homes(10, {1, 0});
  for (std::uint32_t ghost = 0; ghost < homes.size(); ++ghost) {
    homes[ghost].node = 1000 + ghost;
  }
  Aggregator<SumOfUpdates<std::uint64_t>> aggregator(homes, 2, 2);
  Receivers<SumOfUpdates<std::uint64_t>> receivers(aggregator, homes);
  for (std::uint32_t ghost = 0; ghost < 4; ++ghost) {
    aggregator.put(ghost, 1, 5);
    aggregator.put(ghost, 1, 3);
  }
  EXPECT_EQ(receivers.messages(), 0u);
  aggregator.put(4, 1, 7);
  EXPECT_EQ(receivers.messages(), 3u); // of 2, 2 and 1 updates
  EXPECT_EQ(receivers.largest, 2u);
  EXPECT_EQ(receivers.least, 3u);
  EXPECT_EQ(receivers.updates, 5u);
  EXPECT_EQ(receivers.values.at(0), 2u);
  EXPECT_EQ(aggregator.counts().full, 3u);
  Aggregator<LeastUpdate<std::uint64_t>> least(homes, 2, 2);
  const Receivers<LeastUpdate<std::uint64_t>> soon(least, homes);
  least.put(0, 1, 1);
  least.put(1, 1, 1);
  EXPECT_EQ(soon.messages(), 1u);
}

TEST(Aggregators, ForgetOnReset) {
  const std::vector<Home> homes{{0, 1000}};
  Aggregator<LeastUpdate<std::uint32_t>> aggregator(homes, 1, 2);
  Receivers<LeastUpdate<std::uint32_t>> receivers(aggregator, homes);
  aggregator.put(0, 5, 5);
  aggregator.reset();
  aggregator.flushAll();
  EXPECT_EQ(receivers.messages(), 0u);
  aggregator.put(0, 6, 6);
  aggregator.flushAll();
  EXPECT_EQ(receivers.values.at(0), 6u);
}

TEST(Aggregators, BodiesThatAreNone) {
  const std::vector<std::byte> body(13);
  EXPECT_THROW(forEachUpdate<std::uint32_t>(body, [](std::uint32_t, std::uint32_t) {}), BadBody);
}

template <typename Combine>
void expectNothingLostBetweenThreads(unsigned threads) {
  using Value = typename Combine::Value;
  constexpr std::uint32_t kGhosts = 40, kPuts = 5000;
  const std::vector<Home> homes = randomHomes(kGhosts, 5, 1);
  Aggregator<Combine> aggregator(homes, 5, 7);
  Receivers<Combine> receivers(aggregator, homes);
  galois::setActiveThreads(threads);
  std::vector<std::vector<Value>> wanted(threads, std::vector<Value>(kGhosts, Combine::kNone));
  galois::on_each([&](unsigned thread, unsigned /*threads*/) {
    std::mt19937_64 random(thread);
    for (std::uint32_t i = 0; i < kPuts; ++i) {
      const auto ghost = static_cast<std::uint32_t>(random() % kGhosts);
      const auto value = static_cast<Value>(1 + random() % 1'000'000);
      wanted[thread][ghost] = Combine::combine(wanted[thread][ghost], value);
      aggregator.put(ghost, value, random() % 100);
      if (random() % 64 == 0) {
        aggregator.flushBetter(random() % 100);
      }
    }
  });
  aggregator.flushAll();
  for (std::uint32_t ghost = 0; ghost < kGhosts; ++ghost) {
    Value all = Combine::kNone;
    for (const auto& own : wanted) {
      all = Combine::combine(all, own[ghost]);
    }
    EXPECT_EQ(receivers.values[ghost], all);
  }
}

TEST(Aggregators, LoseNothingBetweenThreads) {
  galois::SharedMemSys system;
  for (const unsigned threads : {1u, 2u, 16u}) {
    expectNothingLostBetweenThreads<SumOfUpdates<std::uint64_t>>(threads);
  }
}

TEST(Aggregators, KeepTheLeastBetweenThreads) {
  galois::SharedMemSys system;
  constexpr std::uint32_t kGhosts = 40;
  const std::vector<Home> homes = randomHomes(kGhosts, 5, 1);
  for (const unsigned threads : {1u, 2u, 16u}) {
    galois::setActiveThreads(threads);
    Aggregator<LeastUpdate<std::uint32_t>> aggregator(homes, 5, 7);
    galois::substrate::SimpleLock lock;
    std::vector<std::uint32_t> arrived(kGhosts, ~std::uint32_t{0});
    aggregator.sendBy([&](Rank /*to*/, std::span<const std::byte> body, std::uint64_t /*best*/) {
      const galois::substrate::LockGuard guard(lock); // messages of a rank may overtake here
      forEachUpdate<std::uint32_t>(body, [&](std::uint32_t node, std::uint32_t value) {
        arrived[node - 1000] = std::min(arrived[node - 1000], value);
      });
    });
    std::vector<std::vector<std::uint32_t>> wanted(threads, arrived);
    galois::on_each([&](unsigned thread, unsigned /*threads*/) {
      std::mt19937_64 random(thread);
      for (std::uint32_t i = 0; i < 5000; ++i) {
        const auto ghost = static_cast<std::uint32_t>(random() % kGhosts);
        const auto value = static_cast<std::uint32_t>(random() % 1'000'000);
        wanted[thread][ghost] = std::min(wanted[thread][ghost], value);
        aggregator.put(ghost, value, value);
        if (random() % 64 == 0) {
          aggregator.flushBetter(random() % 1'000'000);
        }
      }
    });
    aggregator.flushAll();
    for (std::uint32_t ghost = 0; ghost < kGhosts; ++ghost) {
      std::uint32_t least = ~std::uint32_t{0};
      for (const auto& own : wanted) {
        least = std::min(least, own[ghost]);
      }
      EXPECT_EQ(arrived[ghost], least);
    }
  }
}

} // namespace
