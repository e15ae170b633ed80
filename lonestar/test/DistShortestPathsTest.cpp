#include "dist/ShortestPathsPart.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "DistGraphs.h"
#include "dist/DistanceCheck.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/substrate/Cancellation.h"
#include "support/Seeds.h"

namespace {

using disttest::Arc;
using disttest::Drawn;
using disttest::GrForm;
using disttest::NodeParts;
using galois::dist::Endpoint;
using galois::dist::SimulatedTransport;
using galois::test::seeds;

/// The distances by Bellman and Ford's algorithm, which shares nothing with what is tested.
template <typename Distance>
std::vector<Distance> reference(const Drawn& drawn, bool weighted) {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> best(drawn.list.nodes, kNone);
  best[drawn.source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Arc& arc : drawn.list.arcs) {
      const std::uint64_t sum = best[arc.from] + (weighted ? arc.weight : 1);
      if (best[arc.from] != kNone && sum < best[arc.to]) {
        best[arc.to] = sum;
        changed = true;
      }
    }
  }
  std::vector<Distance> distances;
  distances.reserve(best.size());
  for (const std::uint64_t distance : best) {
    distances.push_back(distance == kNone ? sssp::kInfinity<Distance>
                                          : static_cast<Distance>(distance));
  }
  return distances;
}

class DistShortestPaths : public ::testing::Test {
protected:
  /// Solves the case, checks it, and returns all distances.
  template <typename Weight, typename Distance>
  std::vector<Distance> solve(const Drawn& drawn, const GrForm& form, unsigned shift) {
    const std::string path = folder_.file("graph.gr");
    const NodeParts parts = drawn.write(path, form);
    std::vector<Distance> all(drawn.list.nodes);
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(path);
      const galois::dist::PartitionedGraph<Weight> graph(file, parts, endpoint.rank());
      dist::ShortestPathsPart<Weight, Distance> part(graph, 16, shift, drawn.options);
      for (int run = 0; run < 2; ++run) { // the second on what the first has left
        part.reset(drawn.source);
        disttest::runPart(endpoint, part, drawn,
                          [&](const auto& task, auto& ctx) { part.relax(task, ctx); });
      }
      const std::span<const Distance> own(part.distances());
      EXPECT_EQ(dist::checkDistances(endpoint, graph, drawn.source, own), "");
      EXPECT_FALSE(dist::distancesOverflow(endpoint, graph, own));
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        all[graph.globalOf(node)] = own[node];
      }
    });
    return all;
  }

  graphtest::TempFolder folder_;
};

TEST_F(DistShortestPaths, AreThoseOfTheReference) {
  for (std::uint64_t seed = 0; seed < seeds(400); ++seed) {
    const Drawn drawn(seed);
    const auto wanted = reference<std::uint32_t>(drawn, true);
    const auto found = solve<std::uint32_t, std::uint32_t>(drawn, {}, seed % 5 * 2);
    ASSERT_EQ(found, wanted) << "seed " << seed;
  }
}

TEST_F(DistShortestPaths, OfAllTypes) {
  for (std::uint64_t seed = 0; seed < seeds(80); ++seed) {
    const Drawn drawn(seed);
    const auto unweighted = reference<std::uint32_t>(drawn, false);
    ASSERT_EQ((solve<void, std::uint32_t>(drawn, {}, 0)), unweighted) << "seed " << seed;
    ASSERT_EQ((solve<std::uint32_t, std::uint32_t>(drawn, {.edgeSize = 0}, 0)), unweighted);
    const auto wide = reference<std::uint64_t>(drawn, true);
    ASSERT_EQ((solve<std::uint32_t, std::uint64_t>(drawn, {}, 3)), wide);
    ASSERT_EQ((solve<std::uint64_t, std::uint64_t>(drawn, {.version = 2, .edgeSize = 8}, 3)), wide);
    const auto floats = reference<double>(drawn, true);
    ASSERT_EQ((solve<double, double>(drawn, {.edgeSize = 4, .floats = true}, 5)), floats);
  }
}

TEST_F(DistShortestPaths, StopWhenTheyTakeTooLong) {
  std::uint64_t finished = 0;
  std::uint64_t stopped = 0;
  for (std::uint64_t seed = 0; seed < seeds(400); ++seed) {
    Drawn drawn(seed);
    const auto wanted = reference<std::uint32_t>(drawn, true);
    constexpr std::array<double, 5> kLimits{0, 30, 300, 3000, 1e9}; // microseconds
    const double limit = kLimits[seed / 8 % kLimits.size()];
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<std::uint32_t> graph(file, parts, endpoint.rank());
      dist::ShortestPathsPart<std::uint32_t, std::uint32_t> part(graph, 1, 2, drawn.options);
      for (const bool limited : {true, false}) { // the second on what a stop has left
        Drawn own = drawn;
        own.options.stopAt = limited ? endpoint.now() + limit : own.options.stopAt;
        part.reset(drawn.source);
        const auto counts =
            disttest::runPart(endpoint, part, own, [&](const auto& task, auto& ctx) {
              galois::substrate::Cancellation::throwIfRequested(); // as loops do
              part.relax(task, ctx);
              endpoint.spend(1);
            });
        EXPECT_FALSE(!limited && counts.stopped);
        const bool any = galois::dist::sumOfAll(endpoint, counts.stopped ? 1U : 0U) > 0;
        EXPECT_TRUE(any || !limited || limit > 0);
        EXPECT_FALSE(any && limited && limit == kLimits.back());
        if (endpoint.rank() == 0 && limited) {
          ++(any ? stopped : finished);
        }
        for (std::uint32_t node = 0; node < graph.owned() && !any; ++node) {
          EXPECT_EQ(part.distances()[node], wanted[graph.globalOf(node)]) << "seed " << seed;
        }
      }
    });
  }
  EXPECT_GT(stopped, 0u);
  EXPECT_GT(finished, 0u);
}

TEST_F(DistShortestPaths, RoundsOfBreadthFirstSearchAreLevels) {
  Drawn drawn(7);
  drawn.async = false;
  drawn.columns = 1; // otherwise copies run a second round of the level
  drawn.list = {40, {}};
  for (std::uint64_t node = 0; node + 1 < 40; ++node) {
    drawn.list.arcs.push_back({node, node + 1, 1});
  }
  drawn.source = 0;
  const NodeParts parts = drawn.write(folder_.file("graph.gr"));
  galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    const disttest::GrFile file(folder_.file("graph.gr"));
    const galois::dist::PartitionedGraph<void> graph(file, parts, endpoint.rank());
    dist::ShortestPathsPart<void, std::uint32_t> part(graph, 1, 0, drawn.options);
    part.reset(0);
    std::uint64_t executed = 0;
    const auto counts = disttest::runPart(endpoint, part, drawn, [&](const auto& task, auto& ctx) {
      part.relax(task, ctx);
      ++executed;
    });
    EXPECT_EQ(counts.rounds, 40u);
    EXPECT_EQ(executed, graph.owned()); // each node once
  });
}

TEST_F(DistShortestPaths, SlackSavesWorkWhenARankIsSlow) {
  // A grid in which each rank has some rows, so that paths go through several ranks.
  constexpr std::uint64_t kSide = 24;
  std::uint64_t executed[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Drawn drawn(8 * seed + 2); // three ranks
    drawn.contiguous = true;
    drawn.columns = 1;
    std::mt19937_64 random(seed);
    drawn.list = {kSide * kSide, {}};
    for (std::uint64_t node = 0; node < kSide * kSide; ++node) {
      for (const std::uint64_t other : {node + 1, node + kSide}) {
        if (other < kSide * kSide && (other != node + 1 || other % kSide != 0)) {
          const std::uint64_t weight = 1 + random() % 50;
          drawn.list.arcs.push_back({node, other, weight});
          drawn.list.arcs.push_back({other, node, weight});
        }
      }
    }
    std::sort(drawn.list.arcs.begin(), drawn.list.arcs.end());
    drawn.source = random() % drawn.list.nodes;
    drawn.options.tasksPerLook = 4;
    drawn.options.pollEvery = 10;
    drawn.options.capacity = 20;
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    const auto wanted = reference<std::uint32_t>(drawn, true);
    for (const bool holds : {false, true}) {
      drawn.options.slack = holds ? 2 : galois::dist::PushOptions::kNeverHold;
      std::uint64_t held = 0;
      galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
        Endpoint<SimulatedTransport> endpoint(transport);
        const disttest::GrFile file(folder_.file("graph.gr"));
        const galois::dist::PartitionedGraph<std::uint32_t> graph(file, parts, endpoint.rank());
        galois::dist::PushOptions options = drawn.options;
        options.taskCost = endpoint.rank() == seed % 3 ? 100 : 1;
        dist::ShortestPathsPart<std::uint32_t, std::uint32_t> part(graph, 1, 3, options);
        part.reset(drawn.source);
        disttest::LeastFirstLoop<sssp::Task<std::uint32_t>> loop;
        const auto counts = galois::dist::runAsync(endpoint, part, options, [&](const auto& tasks) {
          loop(tasks, [&](const auto& task, auto& ctx) { part.relax(task, ctx); });
        });
        held += counts.holds;
        executed[holds ? 1 : 0] += loop.executed;
        for (std::uint32_t node = 0; node < graph.owned(); ++node) {
          ASSERT_EQ(part.distances()[node], wanted[graph.globalOf(node)]) << "seed " << seed;
        }
      });
      EXPECT_EQ(held > 0, holds);
    }
  }
  const std::uint64_t useful = 12 * kSide * kSide; // tasks
  EXPECT_LT(2 * (executed[1] - useful), executed[0] - useful)
      << executed[1] << " and " << executed[0];
}

/// Checks what the check says of distances that `spoil` has changed.
class DistanceChecks : public DistShortestPaths {
protected:
  template <typename Distance = std::uint32_t>
  std::string verdict(const Drawn& drawn, const std::vector<Distance>& distances) {
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    std::vector<std::string> said(drawn.ranks);
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<std::uint32_t> graph(file, parts, endpoint.rank());
      std::vector<Distance> own;
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        own.push_back(distances[graph.globalOf(node)]);
      }
      said[endpoint.rank()] =
          dist::checkDistances(endpoint, graph, drawn.source, std::span<const Distance>(own));
    });
    EXPECT_THAT(said, testing::Each(said[0])); // the same on every rank
    return said[0];
  }
};

TEST_F(DistanceChecks, FindEveryWrongDistance) {
  for (std::uint64_t seed = 0; seed < seeds(60); ++seed) {
    const Drawn drawn(seed);
    const auto right = reference<std::uint32_t>(drawn, true);
    ASSERT_EQ(verdict(drawn, right), "") << "seed " << seed;
    for (std::uint64_t node = 0; node < std::min<std::uint64_t>(drawn.list.nodes, 12); ++node) {
      for (const std::uint32_t change : {1u, ~0u}) { // one more, one less
        auto wrong = right;
        wrong[node] += change;
        EXPECT_NE(verdict(drawn, wrong), "") << "seed " << seed << " node " << node;
      }
    }
  }
}

TEST_F(DistanceChecks, FindCyclesOfNoLength) {
  // Nodes 1 and 2 support each other over edges of no length, but nothing leads to them.
  Drawn drawn(2); // three ranks
  drawn.contiguous = true;
  drawn.list = {3, {{1, 2, 0}, {2, 1, 0}}};
  drawn.source = 0;
  EXPECT_THAT(verdict<>(drawn, {0, 5, 5}), testing::HasSubstr("no path from the source"));
  drawn.list = {3, {{0, 1, 5}, {1, 2, 0}, {2, 1, 0}}};
  EXPECT_EQ(verdict<>(drawn, {0, 5, 5}), "");
  EXPECT_THAT(verdict<>(drawn, {1, 5, 5}), testing::HasSubstr("instead of 0"));
  EXPECT_THAT(verdict<>(drawn, {0, 6, 6}), testing::HasSubstr("further away"));
  EXPECT_THAT(verdict<>(drawn, {0, 5, ~std::uint32_t{0}}), testing::HasSubstr("further away"));
}

TEST_F(DistShortestPaths, SumsThatDoNotFitAreFound) {
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    Drawn drawn(seed);
    drawn.list = {3, {{0, 1, 4'000'000'000}, {1, 2, 294'967'294 + seed % 2}}};
    drawn.source = 0;
    const NodeParts parts = drawn.write(folder_.file("graph.gr"));
    galois::dist::runSimulated(drawn.network, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      const disttest::GrFile file(folder_.file("graph.gr"));
      const galois::dist::PartitionedGraph<std::uint32_t> graph(file, parts, endpoint.rank());
      dist::ShortestPathsPart<std::uint32_t, std::uint32_t> part(graph, 1, 0, drawn.options);
      part.reset(0);
      disttest::runPart(endpoint, part, drawn,
                        [&](const auto& task, auto& ctx) { part.relax(task, ctx); });
      const std::span<const std::uint32_t> own(part.distances());
      EXPECT_EQ(dist::distancesOverflow(endpoint, graph, own), seed % 2 == 1);
    });
  }
}

} // namespace
