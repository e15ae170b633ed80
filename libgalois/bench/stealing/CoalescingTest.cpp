#include "stealing/Coalescing.h"

#include <gtest/gtest.h>

namespace galois::bench {
namespace {

using substrate::Random;

constexpr Coalescing kRules[] = {Coalescing::kNone, Coalescing::kConstant, Coalescing::kCong,
                                 Coalescing::kSplit, Coalescing::kSplitOlder};

double speedup(const Traversal& run) {
  return static_cast<double>(run.visited) / static_cast<double>(run.time);
}

TEST(Coalescing, EveryRuleVisitsTheWholeTree) {
  for (const Coalescing rule : kRules) {
    for (const unsigned processors : {1u, 3u, 40u}) {
      EXPECT_EQ(traverse(TreeShape::kBinary, 5000, rule, 16, processors, Random(1, 1)).visited,
                4095u);
      EXPECT_EQ(traverse(TreeShape::kWide, 5000, rule, 16, processors, Random(1, 1)).visited,
                1u + 16 + 256 + 4096);
      EXPECT_EQ(traverse(TreeShape::kBinary, 1, rule, 16, processors, Random(1, 1)).time, 1u);
    }
  }
}

TEST(Coalescing, OneProcessorTakesAStepPerNode) {
  for (const Coalescing rule : kRules) {
    EXPECT_EQ(traverse(TreeShape::kBinary, 1023, rule, 16, 1, Random(1, 1)).time, 1023u);
  }
}

TEST(Coalescing, BatchesOfOneConstantSizeLeaveAStackThatStaysSmallToOneProcessor) {
  // The stack of a binary tree of 2^16 nodes has at most 16 nodes, so no batch of 64 is ever full.
  const Traversal constant =
      traverse(TreeShape::kBinary, 1 << 16, Coalescing::kConstant, 64, 16, Random(1, 1));
  EXPECT_EQ(constant.tasks, 1u);
  EXPECT_DOUBLE_EQ(speedup(constant), 1);
  const Traversal small =
      traverse(TreeShape::kBinary, 1 << 16, Coalescing::kConstant, 4, 16, Random(1, 1));
  EXPECT_GT(speedup(small), 4);
}

TEST(Coalescing, GrowingBatchesMakeManySmallTasksWhereStacksStaySmall) {
  const Traversal cong =
      traverse(TreeShape::kBinary, 1 << 16, Coalescing::kCong, 256, 16, Random(1, 1));
  EXPECT_GT(speedup(cong), 12);
  EXPECT_GT(static_cast<double>(cong.tasks) / static_cast<double>(cong.visited), 0.1);
}

TEST(Coalescing, ATaskPerNodeMakesATaskPerSecondNodeOfABinaryTree) {
  // A processor visits one of the two children itself.
  const Traversal none =
      traverse(TreeShape::kBinary, (1 << 12) - 1, Coalescing::kNone, 1, 1, Random(1, 1));
  EXPECT_EQ(none.tasks, 1u << 11);
}

TEST(Coalescing, EverySecondNodeIsHalfTheWorkAndTheOlderHalfIsNot) {
  const Traversal split =
      traverse(TreeShape::kBinary, 1 << 20, Coalescing::kSplit, 64, 16, Random(1, 1));
  const Traversal older =
      traverse(TreeShape::kBinary, 1 << 20, Coalescing::kSplitOlder, 64, 16, Random(1, 1));
  EXPECT_GT(speedup(split), 12);
  EXPECT_GT(speedup(split), 1.5 * speedup(older));
  EXPECT_LT(static_cast<double>(split.tasks) / static_cast<double>(split.visited), 0.02);
}

TEST(Coalescing, DependsOnTheSeedOnly) {
  const auto time = [](std::uint64_t seed) {
    return traverse(TreeShape::kBinary, 1 << 14, Coalescing::kSplit, 16, 8, Random(seed, 0)).time;
  };
  EXPECT_EQ(time(1), time(1));
  EXPECT_NE(time(1), time(2));
}

} // namespace
} // namespace galois::bench
