// The protocol of colouring on one thread, which finds a neighbour's word as another thread may have
// left it. NodeStatesRelacy.cpp has the other threads.
#include "analytics/color/NodeStates.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Atomics.h"

namespace {

struct Edge {
  std::uint32_t dst;
};

/// Nodes 0 and 1 with an edge. A hook may run when a row is read, which is while its node tries.
struct Pair {
  std::function<void()>* onRow;
  std::vector<Edge> rows[2] = {{{1}}, {{0}}};
  const std::vector<Edge>& row(std::uint32_t node) const {
    if (auto happens = std::exchange(*onRow, nullptr)) {
      happens();
    }
    return rows[node];
  }
};

struct WordsOf {
  galois::Atomic<std::uint32_t>* words;
  galois::Atomic<std::uint32_t>& operator()(std::uint32_t node) const { return words[node]; }
};

class NodeStatesTest : public testing::Test {
protected:
  using NodeStates = color::internal::NodeStates<Pair, WordsOf>;
  using Attempt = NodeStates::Attempt;

  static constexpr std::uint32_t kFree = ~0U, kTrying = 1U << 31;

  NodeStatesTest() {
    set(0, kFree);
    set(1, kFree);
    EXPECT_TRUE(states_.begin(0));
    EXPECT_TRUE(states_.begin(1));
    held_ = word(0);
  }
  void set(unsigned node, std::uint32_t word) { words_[node].store(word, galois::order::relaxed); }
  std::uint32_t word(unsigned node) const { return words_[node].load(galois::order::relaxed); }

  std::function<void()> onRow_;
  const Pair graph_{&onRow_};
  galois::Atomic<std::uint32_t> words_[2]{};
  const NodeStates states_{graph_, WordsOf{words_}};
  std::uint32_t held_ = 0;
};

} // namespace

TEST_F(NodeStatesTest, ANodeHasOnePainter) {
  EXPECT_EQ(word(0), word(1));
  EXPECT_FALSE(states_.painted(0));
  EXPECT_FALSE(states_.begin(0));
  EXPECT_EQ(word(0), held_);
}

TEST_F(NodeStatesTest, IsNotPaintedWhileItTries) {
  unsigned times = 0;
  for (const std::uint32_t color : {0U, 5U}) {
    onRow_ = [&] {
      EXPECT_EQ(word(0), kTrying | color);
      EXPECT_FALSE(states_.painted(0));
      EXPECT_FALSE(states_.begin(0));
      ++times;
    };
    EXPECT_EQ(states_.paint(0, color), Attempt::kPainted);
    EXPECT_EQ(word(0), color);
    EXPECT_TRUE(states_.painted(0));
  }
  EXPECT_EQ(times, 2U);
}

TEST_F(NodeStatesTest, TheFirstOfTwoThatTryStopsTheOther) {
  set(1, kTrying | 3);
  EXPECT_EQ(states_.paint(0, 3), Attempt::kPainted);
  EXPECT_EQ(word(0), 3U);
  EXPECT_EQ(word(1), held_);
}

TEST_F(NodeStatesTest, TheSecondOfTwoThatTryHoldsItsNode) {
  set(0, kTrying | 3);
  EXPECT_EQ(states_.paint(1, 3), Attempt::kBehind);
  EXPECT_EQ(word(1), held_);
  EXPECT_EQ(word(0), kTrying | 3);
}

TEST_F(NodeStatesTest, AColourThatANeighbourHasIsTaken) {
  for (const unsigned node : {0U, 1U}) {
    set(node, held_);
    set(1 - node, 3);
    EXPECT_EQ(states_.paint(node, 3), Attempt::kTaken);
    EXPECT_EQ(word(node), held_);
    EXPECT_EQ(word(1 - node), 3U);
  }
}

TEST_F(NodeStatesTest, OtherColoursOfANeighbourAreItsOwnAffair) {
  for (const unsigned node : {0U, 1U}) {
    for (const std::uint32_t other : {kTrying | 2, 2U, held_, kFree}) {
      set(node, held_);
      set(1 - node, other);
      EXPECT_EQ(states_.paint(node, 3), Attempt::kPainted);
      EXPECT_EQ(word(node), 3U);
      EXPECT_EQ(word(1 - node), other);
    }
  }
}

TEST_F(NodeStatesTest, ANodeThatWasStoppedIsNotPainted) {
  onRow_ = [this] { set(1, held_); };
  EXPECT_EQ(states_.paint(1, 3), Attempt::kStopped);
  EXPECT_EQ(word(1), held_);
}
