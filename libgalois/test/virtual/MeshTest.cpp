#include "src/virtual/Mesh.h"

#include <utility>

#include <gtest/gtest.h>

namespace galois::substrate::virt {
namespace {

constexpr unsigned kFlits = 3;
constexpr Time kCycle = 1000;

/// A mesh of 8 x 8 tiles; times are in cycles of a nanosecond.
class MeshTest : public ::testing::Test {
protected:
  MeshTest() { costs_.read("mesh-width 8 tiles\nhop 2 ns\nflit 1 ns\n", "test"); }

  Time send(unsigned from, unsigned to, Time at, unsigned flits = kFlits) {
    return mesh_.send(from, to, flits, at * kCycle) / kCycle;
  }

  Costs costs_;
  Mesh mesh_{costs_, 64};
};

TEST_F(MeshTest, CornerToCornerTakesFourteenHopsAndTheFlitsThatFollow) {
  EXPECT_EQ(send(0, 63, 0), 28u + 2u);
  EXPECT_EQ(send(63, 0, 100), 100u + 28u + 2u);
  EXPECT_EQ(send(7, 56, 200), 200u + 28u + 2u);
  EXPECT_EQ(send(56, 7, 300), 300u + 28u + 2u);
}

TEST_F(MeshTest, ASecondMessageOnALinkTakesThreeMore) {
  EXPECT_EQ(send(0, 63, 0), 30u);
  EXPECT_EQ(send(0, 63, 0), 33u);
  EXPECT_EQ(send(0, 1, 0), 6u + 2u + 2u); // Its only link is theirs, too.
  EXPECT_EQ(send(0, 1, 9), 9u + 2u + 2u); // The link is free again.
}

TEST_F(MeshTest, MessagesOnOtherLinksDoNotWait) {
  EXPECT_EQ(send(0, 7, 0), 14u + 2u);
  EXPECT_EQ(send(7, 0, 0), 14u + 2u);  // The links of the other direction are others.
  EXPECT_EQ(send(0, 56, 0), 14u + 2u); // So are those of the column.
  EXPECT_EQ(send(8, 15, 0), 14u + 2u);
}

TEST_F(MeshTest, RoutesFollowTheRowFirst) {
  EXPECT_EQ(send(0, 18, 0), 4u * 2u + 2u);  // by 1, 2 and 10
  EXPECT_EQ(send(1, 2, 2), 5u + 2u + 2u);   // waits from 2 to 5 for the second link
  EXPECT_EQ(send(2, 10, 4), 7u + 2u + 2u);  // waits from 4 to 7 for the third
  EXPECT_EQ(send(0, 16, 0), 2u * 2u + 2u);  // The column of the sender is free,
  EXPECT_EQ(send(16, 18, 4), 4u + 4u + 2u); // and so is the row of the receiver.
}

TEST_F(MeshTest, WaitingMessagesKeepNoOtherLinkBusy) {
  send(1, 2, 0, 100);                       // The link from 1 to 2 is busy until 100.
  EXPECT_EQ(send(0, 2, 0), 100u + 2u + 2u); // The link from 0 to 1 is busy until 3,
  EXPECT_EQ(send(0, 1, 3), 3u + 2u + 2u);   // not until 100.
}

TEST_F(MeshTest, TheMeanMessageTakesAboutThirteenCycles) {
  double hops = 0, cycles = 0;
  Time at = 0;
  for (unsigned from = 0; from < 64; ++from) {
    for (unsigned to = 0; to < 64; ++to) {
      if (from != to) {
        at += 1000;
        hops += mesh_.hops(from, to);
        cycles += static_cast<double>(send(from, to, at) - at);
      }
    }
  }
  EXPECT_NEAR(hops / (64 * 63), 16.0 / 3, 1e-9);
  EXPECT_NEAR(cycles / (64 * 63), 2 * 16.0 / 3 + 2, 1e-9);
}

TEST_F(MeshTest, AMessageToTheOwnCoreUsesNoLink) { EXPECT_EQ(send(5, 5, 10), 12u); }

TEST(Mesh, WithoutAWidthItIsTheLeastSquare) {
  const Costs costs;
  for (const auto& [cores, width] :
       {std::pair{1u, 1u}, {2u, 2u}, {4u, 2u}, {5u, 3u}, {64u, 8u}, {65u, 9u}, {1024u, 32u}}) {
    Mesh mesh(costs, cores);
    EXPECT_EQ(mesh.width(), width) << cores;
    // All routes stay inside, also where the last row is not full.
    for (unsigned core = 0; core < cores; ++core) {
      EXPECT_EQ(mesh.send(core, cores - 1, 1, Time{core} * 1000000) - Time{core} * 1000000,
                mesh.hops(core, cores - 1) * costs.hop);
      mesh.send(cores - 1, core, 1, Time{core} * 1000000);
    }
  }
}

} // namespace
} // namespace galois::substrate::virt
