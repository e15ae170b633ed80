// At the end of a round, a rank has all messages of the round, whatever comes early or late.
#include "galois/dist/push/RoundEnds.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"
#include "support/Seeds.h"

namespace galois::dist {
namespace {

using galois::test::seeds;
using SimulatedEndpoint = Endpoint<SimulatedTransport>;
using Ends = RoundEnds<SimulatedTransport>;

constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

TEST(RoundEnds, AllMessagesOfARoundAndTheLeastPriority) {
  std::uint64_t early = 0; // messages of a round that a rank got at the end of the round before
  for (std::uint64_t seed = 0; seed < seeds(400); ++seed) {
    const Rank ranks = 1 + seed % 9;
    constexpr std::size_t kRounds = 8;
    using Counts = std::vector<std::uint64_t>;
    std::vector<Counts> sent(kRounds, Counts(ranks, 0));
    Counts least(kRounds, kNone);
    SimulatedNetwork network;
    network.ranks = ranks;
    network.seed = seed;
    network.lateChance = 0.2;
    runSimulated(network, [&](SimulatedTransport& transport) {
      SimulatedEndpoint endpoint(transport);
      Ends ends(endpoint);
      const Rank rank = endpoint.rank();
      std::mt19937_64 random(seed * 100 + rank);
      Counts received(kRounds, 0);
      std::size_t round = 0;
      endpoint.handle(Kind::kUpdates, [&](const Message& message) {
        const auto of = Reader(ends.updates(message)).get<std::size_t>();
        ends.received(message);
        ASSERT_LE(of, round + 1);
        ASSERT_GE(of, round);
        early += of > round ? 1 : 0;
        ++received[of];
      });
      for (; round < kRounds; ++round) {
        for (std::uint64_t i = random() % 6; i > 0; --i) {
          const Rank to = static_cast<Rank>(random() % ranks);
          const std::uint64_t best = random() % 1000;
          least[round] = std::min(least[round], best);
          ++sent[round][to];
          Writer writer;
          writer(round);
          ends.send(to, writer.bytes(), best);
          endpoint.poll();
        }
        const std::uint64_t own = random() % 4 == 0 ? kNone : random() % 2000;
        least[round] = std::min(least[round], own);
        const std::uint64_t next = ends.next(own);
        ASSERT_EQ(next, least[round]) << "seed " << seed;
        ASSERT_EQ(received[round], sent[round][rank]) << "seed " << seed << ", round " << round;
      }
      EXPECT_EQ(ends.next(5), 5u);
      EXPECT_EQ(ends.next(5, rank == seed % ranks), kNone); // one rank stops all
      endpoint.barrier();
    });
  }
  EXPECT_GT(early, 0u);
}

TEST(RoundEnds, BadBodies) {
  EXPECT_THROW(Ends::updates({0, Kind::kUpdates, {}}), BadBody);
  EXPECT_THROW(Ends::updates({0, Kind::kUpdates, {std::byte{0}, std::byte{2}}}), BadBody);
}

} // namespace
} // namespace galois::dist
