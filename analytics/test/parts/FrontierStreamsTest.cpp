#include "analytics/bfs/FrontierStreams.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Barrier.h"

using bfs::FrontierStreams;
using Nodes = std::vector<FrontierStreams::Node>;

namespace {

struct FrontierStreamsTest : testing::Test {
  FrontierStreamsTest() { galois::setActiveThreads(4); }

  /// Resets the streams. The frontier of step 0 is then `nodes`.
  static void begin(FrontierStreams& streams, const Nodes& nodes) {
    streams.reset();
    for (const FrontierStreams::Node node : nodes) {
      streams.append(0, node);
    }
    streams.begin();
  }

  /// Returns all pieces of a part, in the order in which they are taken.
  static std::vector<Nodes> pieces(FrontierStreams& streams, unsigned owner, unsigned step,
                                   bool front) {
    std::vector<Nodes> taken(1);
    while (streams.takePiece(owner, step, front, [&](const auto* nodes, std::size_t count) {
      taken.back().insert(taken.back().end(), nodes, nodes + count);
    })) {
      taken.emplace_back();
    }
    taken.pop_back();
    return taken;
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(FrontierStreamsTest, BeginsWithOneNode) {
  FrontierStreams streams(1);
  for (const unsigned node : {7u, 8u}) {
    begin(streams, {node});
    EXPECT_EQ(pieces(streams, 0, 0, true), std::vector<Nodes>{{node}});
    EXPECT_TRUE(pieces(streams, 1, 0, true).empty());
  }
}

TEST_F(FrontierStreamsTest, BeginsWithAnyNumberOfNodes) {
  constexpr unsigned kMost = 3000;
  FrontierStreams streams(kMost);
  for (const unsigned count : {0u, 1u, 64u, 65u, 1024u, 1025u, kMost, 2u}) {
    Nodes nodes(count);
    std::iota(nodes.begin(), nodes.end(), 5);
    for (const bool front : {true, false}) {
      begin(streams, nodes);
      Nodes all;
      for (const Nodes& piece : pieces(streams, 0, 0, front)) {
        all.insert(all.end(), piece.begin(), piece.end());
      }
      std::sort(all.begin(), all.end());
      EXPECT_EQ(all, nodes);
      EXPECT_TRUE(pieces(streams, 0, 1, front).empty());
    }
  }
}

TEST_F(FrontierStreamsTest, BeginningAgainForgetsFormerSteps) {
  FrontierStreams streams(5000);
  for (unsigned round = 0; round < 2000; ++round) { // blocks are used again
    begin(streams, {round});
    EXPECT_EQ(streams.end(2), 0u);
    for (const unsigned step : {0u, 1u}) {
      ASSERT_TRUE(pieces(streams, 2, step, true).empty());
    }
    ASSERT_EQ(pieces(streams, 0, 0, true), std::vector<Nodes>{{round}});
    for (unsigned node = 1; node <= 3000; ++node) {
      streams.append(2, node);
    }
    streams.endStep(2, 0);
    ASSERT_TRUE(streams.takePiece(2, 1, true, [](const auto*, std::size_t) {}));
    streams.endStep(2, 1);
  }
}

TEST_F(FrontierStreamsTest, OwnersTakeFromTheFrontOthersFromTheBack) {
  constexpr std::size_t kNodes =
      5000; // There are several blocks, and pieces that cross their borders.
  FrontierStreams streams(kNodes + 1);
  begin(streams, {0});
  for (unsigned node = 1; node <= kNodes; ++node) {
    streams.append(2, node);
  }
  streams.endStep(2, 0);
  Nodes all;
  for (const Nodes& piece : pieces(streams, 2, 1, true)) {
    EXPECT_LE(piece.size(), FrontierStreams::kPiece);
    all.insert(all.end(), piece.begin(), piece.end());
  }
  Nodes expected(kNodes);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(all, expected);

  begin(streams, {0});
  for (unsigned node = 1; node <= 100; ++node) {
    streams.append(2, node);
  }
  streams.endStep(2, 0);
  const std::vector<Nodes> back = pieces(streams, 2, 1, false);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].front(), 65u);
  EXPECT_EQ(back[1].front(), 1u);
}

TEST_F(FrontierStreamsTest, VisitsAWholePartInItsOrder) {
  constexpr std::size_t kNodes = 3000; // several blocks
  FrontierStreams streams(kNodes + 1);
  begin(streams, {0});
  Nodes expected(kNodes);
  std::iota(expected.begin(), expected.end(), 1);
  for (const unsigned node : expected) {
    streams.append(2, node);
  }
  streams.endStep(2, 0);
  Nodes all;
  streams.visitPart(2, 1, [&](const auto* nodes, std::size_t count) {
    all.insert(all.end(), nodes, nodes + count);
  });
  EXPECT_EQ(all, expected);
}

TEST_F(FrontierStreamsTest, SkippedNodesAreInNoFrontier) {
  FrontierStreams streams(10);
  begin(streams, {0});
  streams.append(0, 1);
  const std::size_t begin = streams.end(0);
  streams.append(0, 2);
  streams.skip(0, begin);
  streams.endStep(0, 0);
  EXPECT_EQ(pieces(streams, 0, 1, true), std::vector<Nodes>{{2}});
}

TEST_F(FrontierStreamsTest, ThreadsShareEveryFrontierOutOnce) {
  // Each node of a step's frontier appends itself to the next one, on the thread that took it.
  constexpr unsigned kNodes = 20000, kSteps = 6;
  FrontierStreams streams(kSteps * kNodes + 1);
  begin(streams, {0});
  for (unsigned node = 1; node <= kNodes; ++node) {
    streams.append(0, node);
  }
  std::vector<Nodes> seen(4);
  galois::substrate::Barrier& barrier = galois::substrate::getBarrier(4);
  galois::on_each([&](unsigned tid, unsigned threads) {
    streams.endStep(tid, 0);
    barrier.wait();
    for (unsigned step = 1; step < kSteps; ++step) {
      for (unsigned i = 0; i < threads; ++i) {
        const unsigned owner = (tid + i) % threads;
        while (streams.takePiece(owner, step, owner == tid, [&](const auto* nodes, auto count) {
          for (std::size_t n = 0; n < count; ++n) {
            seen[tid].push_back(nodes[n]);
            streams.append(tid, nodes[n]);
          }
        })) {
        }
      }
      streams.endStep(tid, step);
      barrier.wait();
    }
  });
  std::vector<unsigned> times(kNodes + 1);
  for (const Nodes& nodes : seen) {
    for (const unsigned node : nodes) {
      ++times[node];
    }
  }
  EXPECT_EQ(std::count(times.begin() + 1, times.end(), kSteps - 1), kNodes);
}
