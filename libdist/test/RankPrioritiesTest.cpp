#include "galois/dist/RankPriorities.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "galois/dist/SimulatedTransport.h"
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

TEST(RankPriorities, LimitIsTheLeastOfOthersAndSlack) {
  for (std::uint64_t seed = 0; seed < seeds(20); ++seed) {
    onRanks(3, seed, 10, [](auto& endpoint, auto& priorities) {
      EXPECT_EQ(priorities.limit(), kNone); // nobody has said anything
      priorities.has(100 * (endpoint.rank() + 1) + 7);
      priorities.has(100 * (endpoint.rank() + 1));
      priorities.tellExactly();
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), endpoint.rank() == 0 ? 210u : 110u);
      priorities.tellExactly(); // nothing new
      EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, 2u);
      endpoint.settle();
      if (endpoint.rank() == 0) {
        priorities.setTo(kNone);
        priorities.tellExactly();
      }
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), endpoint.rank() == 1 ? 310u : 210u);
      priorities.setTo(kNone - 3);
      priorities.tellExactly();
      endpoint.settle();
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
    priorities.tellExactly();
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
      priorities.tell(); // both other ranks: it has a task of priority 60
    }
    limit(64, 104, 54);
    if (endpoint.rank() == 0) {
      priorities.tell(); // rank 2: nothing is under way any more
    }
    limit(64, 104, 64);
    EXPECT_EQ(endpoint.traffic(Kind::kPriority).sent, 2u + (endpoint.rank() < 2 ? 2u : 0u));
    Message message;
    message.body.resize(7);
    EXPECT_THROW(priorities.updates(message), BadBody);
  });
}

// A message without a task is answered only when some rank tells its priority, or at a wait.
TEST(RankPriorities, AnswersAreNotSentAtOnce) {
  onRanks(2, 3, 4, [&](auto& endpoint, auto& priorities) {
    endpoint.handle(Kind::kUpdates,
                    [&](const Message& message) { priorities.received(message, kNone); });
    const bool first = endpoint.rank() == 0;
    for (const bool waits : {false, true}) {
      if (first) {
        priorities.send(1, {}, 20);
      }
      endpoint.settle();
      if (!first) {
        priorities.tell();
      }
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), first ? 24 : waits ? 13 : kNone);
      if (first && !waits) {
        priorities.has(9);
        priorities.tell(); // which asks
      }
      endpoint.settle();
      if (!first) {
        waits ? priorities.tellExactly() : priorities.tell();
      }
      endpoint.settle();
      EXPECT_EQ(priorities.limit(), first ? kNone : 13);
    }
  });
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
