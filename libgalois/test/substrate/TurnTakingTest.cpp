#include "galois/substrate/TurnTaking.h"

#include <gtest/gtest.h>

namespace {

struct CountedWaits {
  static inline unsigned yields = 0;
  static void yield() { ++yields; }
};
using Turns = galois::substrate::BasicTurnTaking<CountedWaits>;

TEST(TurnTaking, YieldsOncePerTurnIfThreadsShareCores) {
  CountedWaits::yields = 0;
  Turns turns(3, 2);
  turns.ran(Turns::kTurn - 1);
  EXPECT_EQ(CountedWaits::yields, 0u);
  turns.ran(1);
  EXPECT_EQ(CountedWaits::yields, 1u);
  for (std::size_t i = 0; i < 10 * Turns::kTurn; i += 64) {
    turns.ran(64);
  }
  EXPECT_EQ(CountedWaits::yields, 11u);
  turns.ran(5 * Turns::kTurn); // It is five turns late, but yields once.
  EXPECT_EQ(CountedWaits::yields, 12u);
}

TEST(TurnTaking, NeverYieldsOnACoreOfItsOwn) {
  CountedWaits::yields = 0;
  for (const unsigned threads : {1u, 2u}) {
    Turns turns(threads, 2);
    turns.ran(100 * Turns::kTurn);
  }
  EXPECT_EQ(CountedWaits::yields, 0u);
}

} // namespace
