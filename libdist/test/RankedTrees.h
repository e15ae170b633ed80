/** Searches of random trees on simulated ranks, under options that a seed selects. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/dist/RankedSearch.h"
#include "galois/dist/transport/SimulatedTransport.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"
#include "search/RandomTrees.h"

namespace galois::dist::disttest {

using namespace test::trees;
using LoopRanks = Ranks<SimulatedTransport>;

inline constexpr unsigned kPolicies = 6;

/// A tree on one rank, where building a node takes virtual time.
struct SlowTree : RandomTree {
  SlowTree(const RandomTree& tree, SimulatedTransport& on) : RandomTree(tree), transport(&on) {}
  SimulatedTransport* transport;
};
struct SlowGenerator : TreeGenerator {
  using Space = SlowTree;
  SlowGenerator(const SlowTree& space, const Node& node)
      : TreeGenerator(space, node), transport(*space.transport) {}
  Node next() {
    transport.spend(4);
    return TreeGenerator::next();
  }
  SimulatedTransport& transport;
};

/// The fixture.
class RankedSearch : public testing::Test {
protected:
  void TearDown() override { substrate::Cancellation::reset(); }

  /// Options that a seed selects.
  static RankOptions optionsOf(std::uint64_t seed) {
    substrate::Random random(seed, 5);
    RankOptions options;
    options.victims.policy = static_cast<VictimPolicy>(random.below(kPolicies));
    options.victims.stealNonpositive = random.below(2) == 0;
    options.victims.longestSleep = 2000;
    options.stealCount = random.below(2) == 0 ? StealCount::kOne : StealCount::kHalf;
    options.seed = seed;
    options.nodesPerLook = 1 + static_cast<unsigned>(random.below(8));
    options.pollEvery = 0;
    options.refresh.first = 10;
    options.refresh.least = 20;
    options.victims.refreshOnDemand = random.below(4) != 0;
    options.refreshInTurn = random.below(3) == 0;
    options.refreshMost = random.below(3);
    options.load.automatic = random.below(3) == 0;
    options.publishedLock = random.below(2) == 0;
    options.nodeCost = random.below(2) == 0 ? 3 : 0;
    options.burn = random.below(3) == 0 ? 0.5 : 0;
    options.workersSleep = random.below(2) == 0;
    return options;
  }
  static Rank ranksOf(std::uint64_t seed) {
    return seed % 7 == 0 ? 1 : seed % 5 == 0 ? 8 : 2 + seed % 2;
  }

  /// Calls fn(ranks, tree) on each rank of a simulated run.
  template <typename Fn>
  static SimulatedRun onRanks(std::uint64_t seed, Rank ranks, const RankOptions& options,
                              const RandomTree& tree, const Fn& fn) {
    return runSimulated({.ranks = ranks, .seed = seed, .limit = 1e7},
                        [&](SimulatedTransport& transport) {
                          Endpoint<SimulatedTransport> endpoint(transport);
                          LoopRanks all(endpoint, options);
                          fn(all, SlowTree(tree, transport));
                        });
  }
  template <typename Fn>
  static SimulatedRun onRanks(std::uint64_t seed, const RandomTree& tree, const Fn& fn) {
    return onRanks(seed, ranksOf(seed), optionsOf(seed), tree, fn);
  }
  /// Calls fn(coordination) for one that a seed selects.
  template <typename Fn>
  static void withCoordination(std::uint64_t seed, const Fn& fn) {
    unsigned count = 0;
    forEachCoordination([&](const auto&) { ++count; });
    unsigned left = static_cast<unsigned>(seed % count);
    forEachCoordination([&](const auto& coordination) {
      if (left-- == 0) {
        fn(coordination);
      }
    });
  }
};

/// Expects that a list has every node of the tree once.
inline void expectAllOnce(const NodeList& list, const RandomTree& tree) {
  for (std::size_t i = 0; i < list.numbers.size(); ++i) {
    ASSERT_EQ(list.depths[i], tree.depth[list.numbers[i]]);
  }
  std::vector<std::uint32_t> found = list.numbers;
  std::sort(found.begin(), found.end());
  std::vector<std::uint32_t> all(tree.size());
  std::iota(all.begin(), all.end(), 0u);
  ASSERT_EQ(found, all);
}

} // namespace galois::dist::disttest
