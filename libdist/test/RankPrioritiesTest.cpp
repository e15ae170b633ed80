#include "galois/dist/push/RankPriorities.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"
#include "support/Seeds.h"

namespace {

using galois::dist::BadBody;
using galois::dist::Endpoint;
using galois::dist::Kind;
using galois::dist::Message;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using Priorities = galois::dist::RankPriorities<SimulatedTransport>;
using galois::test::seeds;

constexpr std::uint64_t kNone = Priorities::kNone;

/// Calls fn(endpoint, priorities) on each rank, and lets all messages arrive before the end.
template <typename Fn>
galois::dist::SimulatedRun onRanks(Rank ranks, std::uint64_t seed, std::uint64_t slack,
                                   const Fn& fn) {
  galois::dist::SimulatedNetwork network;
  network.ranks = ranks;
  network.seed = seed;
  return galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    Priorities priorities(endpoint, slack);
    fn(endpoint, priorities);
    endpoint.settle();
  });
}

/// Calls `tell` on all ranks, again and again, until all news have gone along the longest path.
template <typename Tell>
void spread(Endpoint<SimulatedTransport>& endpoint, const Tell& tell) {
  const Rank longest = 2 * static_cast<Rank>(std::bit_width(endpoint.ranks() - 1));
  for (Rank hop = 0; hop <= longest; ++hop) {
    tell();
    endpoint.settle();
  }
}
void spreadExactly(Endpoint<SimulatedTransport>& endpoint, Priorities& priorities) {
  spread(endpoint, [&] { priorities.tellExactly(); });
}

TEST(RankPriorities, LimitIsTheLeastOfOthersAndSlack) {
  for (std::uint64_t seed = 0; seed < seeds(20); ++seed) {
    onRanks(3, seed, 10, [](auto& endpoint, auto& priorities) {
      const Rank rank = endpoint.rank();
      const auto expectSent = [&](std::uint64_t by0, std::uint64_t by1, std::uint64_t by2) {
        const std::uint64_t sent[] = {by0, by1, by2};
        EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, sent[rank]) << rank;
      };
      EXPECT_EQ(priorities.limit(), kNone); // nobody has said anything
      priorities.has(100 * (rank + 1) + 7);
      priorities.has(100 * (rank + 1));
      spreadExactly(endpoint, priorities);
      EXPECT_EQ(priorities.limit(), rank == 0 ? 210u : 110u);
      // Rank 0 is between the others, and has the least priority.
      expectSent(2, 1, 1);
      if (rank == 0) {
        priorities.setTo(kNone);
      }
      spreadExactly(endpoint, priorities);
      EXPECT_EQ(priorities.limit(), rank == 1 ? 310u : 210u);
      expectSent(4, 1, 1);
      priorities.setTo(kNone - 3);
      spreadExactly(endpoint, priorities);
      EXPECT_EQ(priorities.limit(), kNone); // does not overflow
    });
  }
}

TEST(RankPriorities, SmallChangesAreNotTold) {
  onRanks(2, 1, 10, [](auto& endpoint, auto& priorities) {
    const auto told = [&](std::uint64_t priority) {
      const auto before = endpoint.traffic(Kind::kPriority).sent;
      priorities.has(priority);
      priorities.tell();
      return endpoint.traffic(Kind::kPriority).sent - before;
    };
    EXPECT_EQ(told(50), 1u);
    EXPECT_EQ(told(54), 0u);
    EXPECT_EQ(told(46), 0u);
    EXPECT_EQ(told(55), 1u);
    EXPECT_EQ(told(50), 1u);
  });
}

TEST(RankPriorities, UpdatesCountUntilTheyHaveArrived) {
  std::vector<std::byte> sent(13, std::byte{5});
  onRanks(3, 3, 4, [&](auto& endpoint, auto& priorities) {
    std::vector<std::byte> received;
    endpoint.handle(Kind::kUpdates, [&](const Message& message) {
      const auto body = priorities.updates(message);
      received.assign(body.begin(), body.end());
      priorities.received(message, 60);
    });
    const auto limit = [&](std::uint64_t of0, std::uint64_t of1, std::uint64_t of2) {
      endpoint.settle();
      const std::uint64_t limits[] = {of0, of1, of2};
      EXPECT_EQ(priorities.limit(), limits[endpoint.rank()]) << endpoint.rank();
    };
    priorities.setTo(100);
    spreadExactly(endpoint, priorities);
    limit(104, 104, 104);
    if (endpoint.rank() == 0) {
      priorities.send(1, sent, 70);
      priorities.send(1, sent, 50);
      priorities.send(1, sent, 80);
      EXPECT_EQ(priorities.limit(), 54u);
      priorities.tell(); // rank 2 is held by what is under way, but rank 1 is not
    }
    limit(54, 104, 54);
    if (endpoint.rank() == 1) {
      EXPECT_EQ(received, sent);
      priorities.tell(); // rank 0: it has a task of priority 60
    }
    limit(64, 104, 54);
    if (endpoint.rank() == 0) {
      priorities.tell(); // rank 2: nothing is under way any more, but rank 1 has that task
    }
    limit(64, 104, 64);
    const std::uint64_t messages[] = {6, 2, 1};
    EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, messages[endpoint.rank()]);
    if (endpoint.rank() == 0) {
      priorities.send(1, sent, 40);
      priorities.tell(); // both
      priorities.send(2, sent, 45);
      priorities.tell(); // only rank 1, because 40 counts for rank 2
      EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, messages[0] + 3);
    }
    endpoint.settle();
    Message message;
    message.body.resize(7);
    EXPECT_THROW(priorities.updates(message), BadBody);
  });
}

// A message without a task is confirmed only when its receiver hears of it, or at a wait. Rank 2 is
// no neighbour of rank 1.
TEST(RankPriorities, ConfirmationsAreNotSentAtOnce) {
  onRanks(3, 3, 4, [&](auto& endpoint, auto& priorities) {
    const Rank rank = endpoint.rank();
    endpoint.handle(Kind::kUpdates,
                    [&](const Message& message) { priorities.received(message, kNone); });
    for (const bool waits : {false, true}) {
      if (rank == 2) {
        priorities.send(1, {}, 20);
      }
      endpoint.settle();
      if (rank == 1) {
        priorities.tell();
      }
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), rank == 2 ? 24 : kNone);
      const auto sent = endpoint.traffic(Kind::kPriority).sent;
      if (waits && rank == 1) {
        priorities.tellExactly();
      }
      if (!waits) {
        spread(endpoint, [&] { priorities.tell(); });
        // From 2 to 0 to 1, then from 1 to 2, and that it is over from 2 to 0 to 1.
        EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent - sent, rank == 1 ? 1u : 2u);
      }
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), kNone) << rank;
    }
  });
}

TEST(RankPriorities, OnlyNeighboursTellPriorities) {
  const auto tellOthers = [](auto& endpoint, auto&) {
    if (endpoint.rank() == 1) {
      galois::dist::Writer writer;
      writer(std::uint64_t{0}, galois::dist::LeastPriorities());
      endpoint.send(2, Kind::kPriority, writer.bytes());
    }
  };
  EXPECT_THROW(onRanks(3, 3, 4, tellOthers), BadBody);
}

TEST(RankPriorities, WithoutSlackNobodyIsTold) {
  onRanks(2, 3, kNone, [&](auto& endpoint, auto& priorities) {
    priorities.has(endpoint.rank());
    priorities.tellExactly();
    endpoint.settle();
    EXPECT_EQ(priorities.limit(), kNone);
    EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, 0u);
  });
}

// Ranks change their priorities at random, better and worse, and send each other updates. When they
// are quiet, every rank knows the least priority of the others exactly, and nothing that was told
// before is remembered. What ranks send meanwhile does not grow with their number.
TEST(RankPriorities, WhenQuietAllRanksKnowTheExactLeast) {
  for (const Rank ranks : {1u, 2u, 3u, 7u, 64u}) {
    const std::uint64_t rounds = ranks == 64 ? 2 : 6;
    for (std::uint64_t seed = 0; seed < seeds(ranks == 64 ? 10 : 100); ++seed) {
      std::vector<std::uint64_t> own(ranks, kNone);
      onRanks(ranks, seed, 6, [&](auto& endpoint, auto& priorities) {
        const Rank rank = endpoint.rank();
        std::mt19937_64 random(seed * ranks + rank);
        const std::vector<std::byte> body(random() % 9);
        endpoint.handle(Kind::kUpdates, [&](const Message& message) {
          const std::uint64_t least = random() % 3 == 0 ? kNone : random() % 50;
          priorities.received(message, least);
        });
        const auto neighbours = static_cast<std::uint64_t>(std::bit_width(ranks - 1));
        for (std::uint64_t round = 0; round < rounds; ++round) {
          // All have better priorities in one round than in the next, and some have none.
          const std::uint64_t worst = 1000 * (round % 2 == 0 ? round + 1 : 1);
          for (int step = 0; step < 12; ++step) {
            priorities.has(random() % worst);
            if (random() % 3 == 0 && ranks > 1) {
              priorities.send((rank + 1 + random() % (ranks - 1)) % ranks, body, random() % worst);
            }
            if (random() % 2 == 0) {
              endpoint.poll();
              const auto before = endpoint.traffic(Kind::kPriority).sent;
              priorities.tell();
              // Besides confirmations, whatever has happened meanwhile.
              ASSERT_LE(endpoint.traffic(Kind::kPriority).sent - before,
                        neighbours + endpoint.traffic(Kind::kUpdates).received);
            }
          }
          endpoint.settle(); // and the handlers have noted their priorities
          own[rank] = random() % 5 == 0 ? kNone : worst + random() % 100;
          priorities.setTo(own[rank]);
          endpoint.gather({});
          spreadExactly(endpoint, priorities);
          spreadExactly(endpoint, priorities); // what was under way has been confirmed in the first
          std::uint64_t least = kNone;
          for (Rank other = 0; other < ranks; ++other) {
            least = other == rank ? least : std::min(least, own[other]);
          }
          ASSERT_EQ(priorities.limit(), least == kNone ? kNone : least + 6)
              << "rank " << rank << " of " << ranks << ", seed " << seed << ", round " << round;
          const auto before = endpoint.traffic(Kind::kPriority).sent;
          priorities.tellExactly(); // there are no news
          ASSERT_EQ(endpoint.traffic(Kind::kPriority).sent, before);
          endpoint.gather({});
        }
      });
    }
  }
}

// Each rank has tasks of random priorities, and holds as runAsync() does. All tasks run in the end,
// or the loop finds a deadlock.
TEST(RankPriorities, SomeRankDoesNotHold) {
  for (std::uint64_t seed = 0; seed < seeds(300); ++seed) {
    std::mt19937_64 draw(seed);
    const Rank ranks = static_cast<Rank>(1 + draw() % 6);
    const std::uint64_t slack = draw() % 5;
    std::uint64_t done = 0;
    onRanks(ranks, seed, slack, [&](auto& endpoint, auto& priorities) {
      std::mt19937_64 random(seed * ranks + endpoint.rank());
      bool over = false;
      std::uint64_t ended = 0;
      endpoint.handle(Kind::kStop, [&](const Message& /*message*/) { ++ended; });
      for (std::uint64_t task = 0; task < 30; ++task) {
        const std::uint64_t priority = random() % 4 == 0 ? random() % 100 : 3 * task;
        while (priority > priorities.limit()) {
          priorities.has(priority);
          priorities.tellExactly();
          if (!endpoint.poll()) {
            endpoint.pause(100);
          }
        }
        priorities.has(priority);
        if (random() % 3 == 0) {
          endpoint.poll();
          priorities.tell();
        }
        ++done;
      }
      priorities.setTo(kNone);
      for (Rank to = 0; to < ranks; ++to) {
        endpoint.send(to, Kind::kStop, {});
      }
      while (!over) {
        priorities.tellExactly();
        over = ended == ranks;
        if (!endpoint.poll()) {
          endpoint.pause(100);
        }
      }
    });
    ASSERT_EQ(done, 30u * ranks) << "seed " << seed;
  }
}

} // namespace
