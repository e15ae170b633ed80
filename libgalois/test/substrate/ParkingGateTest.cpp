// What a gate asks of the system, on one thread: whoever blocks is signalled by the stand-in for the
// system.
#include "galois/substrate/ParkingGate.h"

#include <functional>

#include <gtest/gtest.h>

namespace {

/// The atomics policy whose calls of the system the test counts and answers.
struct ScriptedAtomics : galois::substrate::RealAtomics {
  static inline std::function<void()> onBlock;
  static inline unsigned blocks = 0, wakes = 0, pauses = 0;
  static void pause() { ++pauses; }
};

} // namespace

template <>
struct galois::substrate::Parking<ScriptedAtomics> {
  template <typename Word>
  static void block(Word&, int) {
    ++ScriptedAtomics::blocks;
    ScriptedAtomics::onBlock();
  }
  template <typename Word>
  static void wake(Word&) {
    ++ScriptedAtomics::wakes;
  }
};

namespace {

class ParkingGate : public testing::Test {
protected:
  ParkingGate() {
    ScriptedAtomics::onBlock = [this] { gate_.signal(); };
    ScriptedAtomics::blocks = ScriptedAtomics::wakes = ScriptedAtomics::pauses = 0;
  }

  galois::substrate::ParkingGate<ScriptedAtomics> gate_;
};

TEST_F(ParkingGate, ASignalThatComesFirstNeedsNoCallOfTheSystem) {
  for (int round = 0; round < 2; ++round) {
    gate_.signal();
    gate_.wait();
  }
  EXPECT_EQ(ScriptedAtomics::blocks, 0U);
  EXPECT_EQ(ScriptedAtomics::wakes, 0U);
}

TEST_F(ParkingGate, AWaiterThatIsAsleepIsWoken) {
  for (unsigned round = 1; round <= 2; ++round) {
    gate_.wait();
    EXPECT_EQ(ScriptedAtomics::blocks, round);
    EXPECT_EQ(ScriptedAtomics::wakes, round);
  }
}

TEST_F(ParkingGate, AWaiterThatIsWokenWithoutASignalSleepsOn) {
  ScriptedAtomics::onBlock = [this] {
    if (ScriptedAtomics::blocks == 3) {
      gate_.signal();
    }
  };
  gate_.wait();
  EXPECT_EQ(ScriptedAtomics::blocks, 3U);
}

TEST_F(ParkingGate, AWaiterThatStaysAwakePausesInstead) {
  unsigned asked = 0;
  gate_.wait([&asked] { return ++asked < 5; });
  EXPECT_EQ(asked, 5U);
  EXPECT_EQ(ScriptedAtomics::pauses, 4U);
  EXPECT_EQ(ScriptedAtomics::blocks, 1U);
  gate_.wait([this] {
    gate_.signal();
    return true;
  });
  EXPECT_EQ(ScriptedAtomics::blocks, 1U);
}

} // namespace
