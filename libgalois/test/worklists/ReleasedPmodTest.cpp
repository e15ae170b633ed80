// PMOD as released, `pmod.released`: docs/worklists/released.md has what is known of it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "galois/substrate/Random.h"
#include "galois/worklists/PublishedPmod.h"
#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

template <typename Chunks>
using Released =
    worklists::PublishedPmod<TaskPriority, Chunks, int, int, true, worklists::AsReleased>;

using ReleasedPmodCase = InexactCase<Released<worklists::PerSocketChunkFIFO<64>>>;
GALOIS_POLICY_SUITES(ReleasedPmod, ReleasedPmodCase);

using Task8 = Task<8>;

/// What is known of the released PMOD, sentence by sentence, for one step of one thread at a time.
/// Which pops have to look for another bag is OBIM's matter, and told.
class KnownPmod {
public:
  explicit KnownPmod(const worklists::MergeParams& params)
      : oftenest_(params.syncEvery), density_(params.minDensity) {}

  int lmf() const { return lmf_; }
  unsigned decisions = 0;

  void push(std::uint32_t priority) {
    ++pushes_;
    greatest_ = std::max(greatest_, priority);
    least_ = std::min(least_, priority);
  }

  void pop(unsigned thread, bool leaves) {
    if (thread != 0) {
      return; // "thread 0 alone decides ... by its own pops"
    }
    ++pops_; // "every call, idle ones too"
    leaving_ += leaves ? 1 : 0;
    if (!leaves || pops_ < wait_) {
      return; // "after 64 (then 128, ...) pops since the last decision"
    }
    ++decisions;
    const bool often = leaving_ / pops_ > 1.0 / oftenest_;
    wait_ *= 2;
    pops_ = leaving_ = 0;
    if (!often || pushes_ == 0) {
      return;
    }
    const double bags = (greatest_ >> lmf_) - (least_ >> lmf_);
    const double fill = pushes_ / bags;
    if (bags > 0 && fill < density_ / 2) { // "when fill < 32"
      lmf_ = std::min(lmf_ + static_cast<int>(std::floor(std::log2(density_ / fill))), 31);
      pushes_ = 0;
      greatest_ = 0;
      least_ = std::numeric_limits<std::uint32_t>::max();
    }
  }

private:
  double oftenest_, density_;
  int lmf_ = 0;
  double pops_ = 0, leaving_ = 0, wait_ = 64; ///< of thread 0
  double pushes_ = 0;                         ///< of all threads, since lmf changed
  std::uint32_t greatest_ = 0, least_ = std::numeric_limits<std::uint32_t>::max();
};

class ReleasedPmodTest : public ::testing::Test {
protected:
  using Policy = Released<worklists::PerSocketChunkFIFO<0>>::retype<Task8>;

  template <typename WL>
  static unsigned pops(WL& policy, unsigned count) {
    unsigned found = 0;
    for (unsigned i = 0; i < count; ++i) {
      found += policy.pop() ? 1 : 0;
    }
    return found;
  }

  SharedMemSys system_;
};

/// Plays steps of one to three threads, one after the other. Priorities grow, spread over a range that
/// is wide and narrow in turn.
TEST_F(ReleasedPmodTest, PlaysWhatIsKnownOfTheProgram) {
  double merges = 0, unmerges = 0;
  unsigned decisions = 0;
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
      worklists::MergeParams params;
      params.chunk = 2;
      params.syncEvery = 8;
      Policy policy(TaskPriority(), params);
      KnownPmod known(params);
      substrate::Random script(seed, 1000);
      std::uint32_t pushed = 0;
      for (std::uint32_t step = 0; step < 1500 && !HasFailure(); ++step) {
        SCOPED_TRACE(step);
        const unsigned thread = script.below(threads);
        if (script.below(10) < (step / 100 % 2 == 0 ? 7u : 3u)) { // grow and empty in turn
          const std::uint32_t priority = 3 * step + script.below(8u << (step / 300 % 2 * 18));
          known.push(priority);
          onThread(thread, [&] { policy.push(Task8(pushed, priority)); });
          ++pushed;
        } else {
          const double before = counter(policy, "bag_searches");
          onThread(thread, [&] { policy.pop(); });
          known.pop(thread, counter(policy, "bag_searches") > before);
        }
        EXPECT_EQ(policy.lmf(), static_cast<unsigned>(known.lmf()));
      }
      merges += counter(policy, "merges");
      unmerges += counter(policy, "unmerges");
      decisions += known.decisions;
    }
  }
  EXPECT_GE(merges, 9) << "the script is to merge in each play,";
  EXPECT_GT(decisions, merges + 3) << "and to decide against it";
  EXPECT_EQ(unmerges, 0);
}

TEST_F(ReleasedPmodTest, ThreadZeroDecidesAfter64PopsThenAfter128) {
  setActiveThreads(1);
  Policy policy;
  pushTasks(policy, 64, [](std::uint32_t i) { return i << 10; });
  EXPECT_EQ(pops(policy, 63), 63u);
  EXPECT_EQ(policy.lmf(), 0u);
  EXPECT_EQ(pops(policy, 1), 1u);
  EXPECT_EQ(policy.lmf(), 15u) << "log2(64 / (64 / 64512)) is 15.98, rounded down";
  pushTasks(policy, 64, [](std::uint32_t i) { return i << 25; });
  EXPECT_EQ(pops(policy, 64), 64u);
  EXPECT_EQ(pops(policy, 63), 0u);
  EXPECT_EQ(policy.lmf(), 15u) << "127 pops since the last decision";
  EXPECT_EQ(pops(policy, 1), 0u) << "a pop that finds nothing counts";
  EXPECT_EQ(policy.lmf(), 30u);
  EXPECT_EQ(counter(policy, "merges"), 2);
}

TEST_F(ReleasedPmodTest, MergesOnlyBelowHalfOfTheDensity) {
  setActiveThreads(1);
  for (const std::uint32_t tasks : {63u, 64u}) { // 31.5 and 32 tasks in each of 2 bags
    Policy policy;
    pushTasks(policy, tasks, [](std::uint32_t i) { return i % 3; });
    pops(policy, 64);
    EXPECT_EQ(policy.lmf(), tasks == 63 ? 1u : 0u) << tasks;
  }
}

TEST_F(ReleasedPmodTest, MergesOnlyIfThreadZeroOftenLeavesItsBag) {
  setActiveThreads(1);
  for (const std::uint32_t inOne : {126u, 127u}) {
    Policy policy;
    pushTasks(policy, inOne + 1, [inOne](std::uint32_t i) { return i < inOne ? 0u : 1000u; });
    EXPECT_EQ(pops(policy, inOne + 1), inOne + 1);
    // Two of 127 pops have looked for a bag, more than one in 64; two of 128 are not more.
    EXPECT_EQ(policy.lmf(), inOne == 126 ? 8u : 0u) << inOne;
  }
}

TEST_F(ReleasedPmodTest, OtherThreadsPushButDoNotDecide) {
  setActiveThreads(2);
  Policy policy;
  onThread(1, [&] {
    pushTasks(policy, 200, [](std::uint32_t i) { return i << 10; });
    EXPECT_EQ(pops(policy, 100), 100u);
    pops(policy, 200);
  });
  EXPECT_EQ(policy.lmf(), 0u);
  onThread(0, [&] { EXPECT_EQ(pops(policy, 64), 0u) << "their chunks are not full"; });
  EXPECT_EQ(policy.lmf(), 15u) << "by what thread 1 has pushed: log2(64 * 199 * 1024 / 200)";
}

TEST_F(ReleasedPmodTest, NeverUnmerges) {
  setActiveThreads(1);
  worklists::MergeParams params;
  params.initialLmf = 20;
  Policy policy(TaskPriority(), params);
  pushTasks(policy, 5000, [](std::uint32_t i) { return i; }); // all in one bag
  EXPECT_EQ(pops(policy, 6000), 5000u);
  EXPECT_EQ(policy.lmf(), 20u);
  EXPECT_EQ(counterNames(policy),
            commonCountersAnd({"bag_searches", "bag_refreshes", "bags", "synchronizing_dequeues",
                               "merges", "unmerges"}));
}

} // namespace
} // namespace galois::test
