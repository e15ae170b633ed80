// Nodes with several workers in virtual time: clocks, messages, ends, and searches on them.
#include "galois/dist/transport/VirtualTransport.h"

#include <cstring>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "RankedTrees.h"
#include "support/Seeds.h"

namespace galois::dist {
namespace {

using namespace disttest;
using galois::test::seeds;

constexpr VirtualNetwork kExact{
    .ranks = 2, .latency = 50, .jitter = 0, .bandwidth = 100, .call = 1};

std::vector<std::byte> bytesOf(std::uint64_t value, std::size_t size = sizeof(std::uint64_t)) {
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}
std::uint64_t valueOf(const Message& message) {
  std::uint64_t value = 0;
  std::memcpy(&value, message.body.data(), sizeof value);
  return value;
}
Message await(VirtualTransport& transport) {
  for (;;) {
    if (auto message = transport.receive()) {
      return std::move(*message);
    }
    transport.pause(1e6);
  }
}

TEST(VirtualTransport, AMessageTakesLatencyAndTheTimeOfItsBytes) {
  const SimulatedRun run = runVirtual(kExact, [](VirtualTransport& transport) {
    if (transport.rank() == 0) {
      transport.spend(10);
      transport.send(1, Kind::kTasks, bytesOf(7, 1000));
      EXPECT_DOUBLE_EQ(transport.now(), 11); // the call
    } else {
      EXPECT_EQ(valueOf(await(transport)), 7u);
      EXPECT_DOUBLE_EQ(transport.now(), 11 + 50 + 10 + 1); // the pause ends with the message
    }
  });
  EXPECT_DOUBLE_EQ(run.time, 72);
  EXPECT_EQ(run.messages, 1u);
  EXPECT_EQ(run.undelivered, 0u);
}

TEST(VirtualTransport, EachPairKeepsItsOrderAndNothingIsLost) {
  constexpr std::uint64_t kEach = 30;
  for (const Rank ranks : {1u, 2u, 5u}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const VirtualNetwork network{.ranks = ranks, .seed = seed, .jitter = 5};
      const auto run = runVirtual(network, [&](VirtualTransport& transport) {
        std::vector<std::uint64_t> expected(ranks, 0);
        for (std::uint64_t i = 0; i < kEach; ++i) {
          for (Rank to = 0; to < ranks; ++to) {
            transport.send(to, Kind::kTasks, bytesOf(i));
          }
        }
        for (std::uint64_t i = 0; i < kEach * ranks; ++i) {
          const Message message = await(transport);
          ASSERT_EQ(valueOf(message), expected.at(message.from)++);
        }
      });
      ASSERT_EQ(run.messages, kEach * ranks * ranks);
      ASSERT_EQ(run.undelivered, 0u);
    }
  }
}

TEST(VirtualTransport, WorkersHaveTheirOwnClocks) {
  constexpr unsigned kWorkers = 15;
  std::vector<double> ends(kWorkers, 0);
  const auto run = runVirtual({.ranks = 3}, [&](VirtualTransport& transport) {
    transport.runWorkers(kWorkers, [&](unsigned number) {
      for (int i = 0; i < 10; ++i) {
        transport.spend(number + 1);
      }
      ends[number] = transport.now();
    });
    EXPECT_DOUBLE_EQ(transport.now(), 10 * kWorkers); // when the last has ended
    transport.runWorkers(1, [&](unsigned) { transport.spend(5); });
  });
  for (unsigned number = 0; number < kWorkers; ++number) {
    EXPECT_DOUBLE_EQ(ends[number], 10 * (number + 1));
  }
  EXPECT_DOUBLE_EQ(run.time, 10 * kWorkers + 5);
}

TEST(VirtualTransport, AMessageEndsThePauseOfOneWorker) {
  std::vector<double> ends(4, 0);
  runVirtual(kExact, [&](VirtualTransport& transport) {
    if (transport.rank() == 1) {
      transport.spend(100);
      transport.send(0, Kind::kBound, bytesOf(1));
      return;
    }
    transport.runWorkers(4, [&](unsigned number) {
      transport.pause(1000);
      ends[number] = transport.now();
    });
    EXPECT_TRUE(transport.receive());
  });
  EXPECT_DOUBLE_EQ(ends[3], 101 + 50 + 0.08);
  EXPECT_EQ(ends[0], 1000);
  EXPECT_EQ(ends[1], 1000);
}

TEST(VirtualTransport, TimePassesWhileAMessageWaitsForAnotherWorker) {
  const auto run = runVirtual(kExact, [](VirtualTransport& transport) {
    if (transport.rank() == 1) {
      transport.send(0, Kind::kBound, bytesOf(1));
      return;
    }
    bool received = false;
    transport.runWorkers(2, [&](unsigned number) {
      transport.spend(number == 0 ? 100 : 200);
      while (!received) { // the first worker does not receive
        received = number == 1 && transport.receive();
        transport.pause(10);
      }
    });
  });
  EXPECT_LT(run.time, 220);
}

TEST(VirtualTransport, RanksThatWaitForEverAreAnError) {
  for (const double pause : {10.0, std::numeric_limits<double>::infinity()}) {
    int unwound = 0;
    try {
      runVirtual({.ranks = 3, .patience = 1e4}, [&](VirtualTransport& transport) {
        struct Count {
          ~Count() { ++value; }
          int& value;
        };
        if (transport.rank() == 1) {
          return;
        }
        const Count own{unwound};
        transport.runWorkers(3, [&](unsigned) {
          const Count count{unwound};
          while (!transport.receive()) {
            transport.pause(pause);
          }
        });
      });
      FAIL() << "no deadlock with pauses of " << pause;
    } catch (const SimulatedDeadlock& error) {
      EXPECT_NE(std::string(error.what()).find("not ended: 0 2"), std::string::npos)
          << error.what();
    }
    EXPECT_EQ(unwound, 8);
  }
}

TEST(VirtualTransport, AnExceptionOfAWorkerIsThatOfItsRankAndEndsAll) {
  int ended = 0, caught = 0;
  const auto program = [&](VirtualTransport& transport) {
    try {
      transport.runWorkers(3, [&](unsigned number) {
        transport.spend(10);
        if (transport.rank() == 1 && number == 2) {
          throw std::range_error("worker 2 fails");
        }
        transport.spend(10);
        ++ended;
      });
    } catch (const std::range_error&) {
      ++caught;
      throw;
    }
    await(transport);
  };
  EXPECT_THROW(runVirtual({.ranks = 3}, program), std::range_error);
  EXPECT_EQ(ended, 8);
  EXPECT_EQ(caught, 1);
}

TEST(VirtualTransport, AbortNamesTheRank) {
  try {
    runVirtual({.ranks = 3}, [](VirtualTransport& transport) {
      transport.runWorkers(2, [&](unsigned number) {
        if (transport.rank() == 2 && number == 1) {
          transport.abort("no such file");
        }
        await(transport);
      });
    });
    FAIL();
  } catch (const SimulatedAbort& error) {
    EXPECT_STREQ(error.what(), "rank 2: no such file");
  }
}

TEST(VirtualTransport, WrongUseIsReported) {
  EXPECT_THROW(runVirtual({.ranks = 0}, [](VirtualTransport&) {}), std::invalid_argument);
  EXPECT_THROW(
      runVirtual({}, [](VirtualTransport& transport) { transport.send(2, Kind::kAsk, {}); }),
      std::out_of_range);
}

/// Searches on nodes of several workers.
class NodesSearch : public RankedSearch {
protected:
  static unsigned workersOf(std::uint64_t seed) { return 1 + seed % 4; }

  /// Calls fn(ranks) on each node, with options that a seed selects.
  template <typename Fn>
  static SimulatedRun onNodes(std::uint64_t seed, const Fn& fn) {
    RankOptions options = optionsOf(seed);
    options.workers = workersOf(seed);
    options.pollEvery = 5;
    options.nodeCost = 20; // long enough for other nodes to ask for tasks
    options.progressThread = seed % 3 == 0;
    return runVirtual({.ranks = ranksOf(seed), .seed = seed}, [&](VirtualTransport& transport) {
      Endpoint<VirtualTransport> endpoint(transport);
      Ranks<VirtualTransport> ranks(endpoint, options);
      fn(ranks);
    });
  }
};

TEST_F(NodesSearch, AnEnumerationVisitsEveryNodeOnce) {
  std::uint64_t stolen = 0;
  for (std::uint64_t seed = 0; seed < seeds(1000); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 20 + seed % 400);
    withCoordination(seed, [&](const auto& coordination) {
      onNodes(seed, [&](Ranks<VirtualTransport>& ranks) {
        for (int again = 0; again < 2; ++again) {
          const auto result =
              search::enumerate<TreeGenerator>(tree, Node(0), NodeList(), on(ranks, coordination));
          EXPECT_TRUE(result.complete);
          expectAllOnce(result.value, tree);
          ASSERT_EQ(result.perThread.size(), std::size_t{ranks.ranks()} * workersOf(seed));
          for (const RankReport& report : ranks.reports) {
            stolen += ranks.rank() == 0 ? report.stolen : 0;
          }
        }
      });
    });
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(stolen, seeds(1000) / 4);
}

TEST_F(NodesSearch, AnOptimisationFindsABestNodeOnAllRanks) {
  for (std::uint64_t seed = 0; seed < seeds(500); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 20 + seed % 600);
    withCoordination(seed, [&](const auto& coordination) {
      onNodes(seed, [&](Ranks<VirtualTransport>& ranks) {
        const auto result = search::optimise<TreeGenerator>(
            tree, Node(0), LargestValue{seed % 3 != 0}, on(ranks, coordination));
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.objective, tree.best());
      });
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(NodesSearch, WhatAGeneratorThrowsIsThrownOnItsRank) {
  for (std::uint64_t seed = 0; seed < seeds(100); ++seed) {
    RandomTree tree = makeTree(seed, 300);
    tree.throwsAt = seed % tree.size();
    if (tree.children[tree.throwsAt].empty()) {
      continue;
    }
    withCoordination(seed, [&](const auto& coordination) {
      EXPECT_THROW(onNodes(seed,
                           [&](Ranks<VirtualTransport>& ranks) {
                             search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                              on(ranks, coordination));
                           }),
                   std::runtime_error);
    });
  }
}

/// Counts the nodes of a tree whose small subtrees may be lumps.
struct CountAll {
  void add(const std::uint32_t& node, unsigned /*depth*/) { sum += node; }
  void merge(const CountAll& other) { sum += other.sum; }
  std::uint64_t sum = 0;
};

/// A tree where each node has ten children, down to a depth; from another depth on they are lumps.
struct Tens {
  struct Space {
    unsigned depth, lumps;
  };
  using Node = std::uint32_t; ///< the depth below this node
  Tens(const Space& space, const Node& parent)
      : left_(parent), children_(parent > space.lumps ? 10 : 0) {}
  std::size_t numChildren() const { return children_; }
  Node next() { return left_ - 1; }
  static search::SubtreeCounts subtree(const Space& space, const Node& node) {
    search::SubtreeCounts counts;
    if (node <= space.lumps && node > 0) {
      std::uint64_t level = 1;
      for (unsigned depth = 0; depth < node; ++depth) {
        counts.expansions += level;
        counts.backtracks += level;
        level *= 10;
        counts.nodes += level;
      }
    }
    return counts;
  }

private:
  std::uint32_t left_;
  std::size_t children_;
};

/// The time of a search of the tree on some nodes, and its counts.
std::pair<double, search::Statistics> timeOf(Rank ranks, unsigned workers, unsigned lumps,
                                             std::uint64_t seed = 1) {
  RankOptions options;
  options.workers = workers;
  options.nodeCost = 1;
  options.nodesPerLook = 8;
  search::Statistics counts;
  const SimulatedRun run =
      runVirtual({.ranks = ranks, .seed = seed}, [&](VirtualTransport& transport) {
        Endpoint<VirtualTransport> endpoint(transport);
        Ranks<VirtualTransport> all(endpoint, options);
        const auto result = search::enumerate<Tens>({5, lumps}, 5, CountAll(),
                                                    on(all, search::Budget{.backtracks = 100}));
        counts = result.statistics;
      });
  return {run.time, counts};
}

TEST_F(NodesSearch, MoreWorkersTakeLessVirtualTime) {
  const double alone = timeOf(1, 1, 0).first; // 111,110 microseconds of nodes
  EXPECT_GT(alone, 111'000);
  EXPECT_LT(alone, 125'000);
  EXPECT_GT(alone, 3.5 * timeOf(1, 4, 0).first);
  EXPECT_GT(alone, 6 * timeOf(2, 4, 0).first);
  EXPECT_LT(alone, 8 * timeOf(2, 4, 0).first);
}

TEST_F(NodesSearch, ASeedRepeatsAndSeedsDiffer) {
  std::set<double> times;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const double once = timeOf(3, 2, 1, seed).first;
    EXPECT_EQ(once, timeOf(3, 2, 1, seed).first);
    times.insert(once);
  }
  EXPECT_GT(times.size(), 2u);
}

TEST_F(NodesSearch, LumpsCountAsTheSubtreesForWhichTheyStand) {
  const auto [whole, counts] = timeOf(2, 3, 0);
  for (const unsigned lumps : {1u, 2u}) {
    const auto [time, again] = timeOf(2, 3, lumps);
    EXPECT_EQ(again.nodes, counts.nodes);
    EXPECT_EQ(again.backtracks, counts.backtracks);
    EXPECT_EQ(again.expansions, counts.expansions);
    EXPECT_GT(again.spawned, 0u); // their levels use up the budget
    EXPECT_NEAR(time, whole, 0.15 * whole);
  }
}

} // namespace
} // namespace galois::dist
