#include "galois/worklists/PublishedPmod.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "galois/worklists/PublishedObim.h"
#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using PublishedPmodCase = InexactCase<worklists::PublishedPmod<TaskPriority>>;
GALOIS_POLICY_SUITES(PublishedPmod, PublishedPmodCase);

using Task8 = Task<8>;

/// Figures 3 and 4 of the paper, transcribed line by line for one step of one thread at a time.
/// Whether a dequeue turns to the global map, and from which bag it takes its task, is OBIM's matter;
/// the figures are told.
namespace paper {

using Group = std::pair<std::uint32_t, int>; ///< a bag: priority >> lmf, and lmf

class Pmod {
public:
  Pmod(const worklists::MergeParams& params, unsigned threads)
      : params_(params), deqsOfGroup_(threads), group_(threads) {}

  int lmf() const { return lmf_; }

  /// Figure 3, lines 1 to 17, up to "the rest of the dequeue".
  void deq(unsigned thread, bool synchronizing) {
    ++nDeqs_; // 2
    if (!synchronizing) {
      return; // 3, 4
    }
    ++nSyncDeqs_; // 9
    const int before = lmf_;
    mergeCheck();         // 10
    if (lmf_ == before) { // 11
      unmergeCheck(thread);
    }
    if (lmf_ != before) { // 13 to 16
      nEnqs_ = nSyncDeqs_ = nDeqs_ = 0;
      maxB_ = 0;
      minB_ = std::numeric_limits<std::uint32_t>::max();
      std::fill(deqsOfGroup_.begin(), deqsOfGroup_.end(), 0);
    }
  }
  /// The rest of the dequeue took a task of this bag.
  void took(unsigned thread, const Group& group) {
    deqsOfGroup_[thread] = group_[thread] == group ? deqsOfGroup_[thread] + 1 : 1;
    group_[thread] = group;
  }
  /// Figure 3, lines 19 to 25. @return the bag
  Group enq(std::uint32_t taskPrio) {
    ++nEnqs_;                          // 20
    maxB_ = std::max(maxB_, taskPrio); // 22
    minB_ = std::min(minB_, taskPrio); // 23
    return {taskPrio >> lmf_, lmf_};   // 24, 25
  }

private:
  void mergeCheck() { // figure 4
    if (nSyncDeqs_ / nDeqs_ <= 1.0 / params_.syncEvery) {
      return; // 2
    }
    if (nEnqs_ == 0) {
      return; // there is no range
    }
    const double numQueues = (maxB_ >> lmf_) - (minB_ >> lmf_); // 4
    const double fillRatio =
        numQueues == 0 ? std::numeric_limits<double>::infinity() : nEnqs_ / numQueues; // 6
    if (fillRatio < params_.minDensity) {                                              // 7
      lmf_ = std::min(lmf_ + rounded(std::log2(params_.minDensity / fillRatio)), 31);  // 9
    }
  }
  void unmergeCheck(unsigned thread) { // 11
    if (deqsOfGroup_[thread] <= static_cast<int>(params_.maxPops) || nEnqs_ == 0) {
      return; // 12
    }
    const double numQueues = (maxB_ >> lmf_) - (minB_ >> lmf_); // 14
    if (numQueues == 0) {
      lmf_ = 0;                                 // log2 of infinity
    } else if (numQueues < params_.minQueues) { // 15
      lmf_ = std::max(lmf_ - rounded(std::log2(params_.minQueues / numQueues)), 0); // 17
    }
  }
  static int rounded(double number) { return static_cast<int>(std::lround(number)); }

  worklists::MergeParams params_;
  int lmf_ = 0;
  double nDeqs_ = 0, nSyncDeqs_ = 0, nEnqs_ = 0;
  std::uint32_t maxB_ = 0, minB_ = std::numeric_limits<std::uint32_t>::max();
  std::vector<int> deqsOfGroup_;
  std::vector<Group> group_;
};

} // namespace paper

class PublishedPmodTest : public ::testing::Test {
protected:
  struct Changes {
    double merges, unmerges;
  };

  /// Plays `steps` steps of `threads` threads, one after the other. Priorities grow, spread over a
  /// range that widens and narrows in turn, so that bags become too empty and too full.
  Changes play(unsigned threads, std::uint64_t seed, unsigned steps) {
    setActiveThreads(threads);
    worklists::MergeParams params;
    params.chunk = 2;
    params.syncEvery = 10;
    params.maxPops = 3;
    params.minDensity = 4;
    params.minQueues = 4;
    worklists::PublishedPmod<TaskPriority, worklists::PerSocketChunkFIFO<0>>::retype<Task8> policy(
        TaskPriority(), params);
    paper::Pmod listing(params, threads);
    std::map<std::uint32_t, paper::Group> groups; // by id of a task
    substrate::Random script(seed, 1000);
    std::uint32_t pushed = 0, taken = 0;
    const auto synchronized = [&] { return counter(policy, "synchronizing_dequeues"); };
    for (unsigned step = 0; step < steps && !HasFailure(); ++step) {
      SCOPED_TRACE(step);
      const unsigned thread = script.below(threads);
      if (script.below(10) < (step / 40 % 2 == 0 ? 7u : 3u)) { // grow and empty in turn
        const std::uint32_t width = step / 100 % 2 == 0 ? 1000 : 8;
        const std::uint32_t priority = 10 * step + script.below(width);
        groups[pushed] = listing.enq(priority);
        onThread(thread, [&] { policy.push(Task8(pushed, priority)); });
        ++pushed;
      } else {
        const double before = synchronized();
        bool found = false;
        std::uint32_t id = 0;
        onThread(thread, [&] {
          if (const auto task = policy.pop()) {
            found = true;
            id = task->id;
          }
        });
        listing.deq(thread, synchronized() > before);
        if (found) {
          listing.took(thread, groups.at(id));
          ++taken;
        } else if (threads == 1) {
          EXPECT_EQ(taken, pushed) << "a thread finds its own tasks, also in overlapping bags";
        }
      }
      EXPECT_EQ(policy.lmf(), static_cast<unsigned>(listing.lmf()));
    }
    return {counter(policy, "merges"), counter(policy, "unmerges")};
  }

  SharedMemSys system_;
};

TEST_F(PublishedPmodTest, PlaysTheFigures) {
  Changes all{0, 0};
  for (const unsigned threads : {1u, 2u, 3u}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
      const Changes changes = play(threads, seed, 400);
      all.merges += changes.merges;
      all.unmerges += changes.unmerges;
    }
  }
  EXPECT_GE(all.merges, 12) << "the script is to reach line 9";
  EXPECT_GE(all.unmerges, 6) << "and line 17";
}

/// While lmf stays as it is, PMOD is the OBIM that it is built on, with that delta.
TEST_F(PublishedPmodTest, TheBagsAreThoseOfThePublishedObim) {
  constexpr unsigned kLmf = 2;
  worklists::MergeParams params;
  params.chunk = 2;
  params.initialLmf = kLmf;
  params.minDensity = 0;                                      // no merging
  params.maxPops = std::numeric_limits<std::uint32_t>::max(); // no unmerging
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    SCOPED_TRACE(std::to_string(threads) + " threads");
    using Chunks = worklists::PerSocketChunkFIFO<0>;
    worklists::PublishedPmod<TaskPriority, Chunks>::retype<Task8> pmod(TaskPriority(), params);
    worklists::ChunkParams chunks;
    chunks.chunkSize = 2;
    worklists::PublishedObim<TaskPriority, Chunks>::retype<Task8> obim(TaskPriority(), chunks);
    substrate::Random script(threads, 1000);
    std::uint32_t pushed = 0, found = 0;
    for (unsigned step = 0; step < 500 && !HasFailure(); ++step) {
      SCOPED_TRACE(step);
      onThread(script.below(threads), [&] {
        if (script.below(10) < (step / 50 % 2 == 0 ? 7u : 3u)) {
          const std::uint32_t priority = step / 10 + script.below(12);
          pmod.push(Task8(pushed, priority));
          obim.push(Task8(pushed, priority >> kLmf));
          ++pushed;
        } else {
          const auto ofPmod = pmod.pop();
          const auto ofObim = obim.pop();
          ASSERT_EQ(bool(ofPmod), bool(ofObim));
          if (ofPmod) {
            EXPECT_EQ(ofPmod->id, ofObim->id);
            ++found;
          }
        }
      });
    }
    EXPECT_GE(found, 150u) << "the script is to take many tasks";
    EXPECT_EQ(pmod.lmf(), kLmf);
    EXPECT_EQ(counter(pmod, "bag_searches"), counter(obim, "bag_searches"));
    EXPECT_EQ(counter(pmod, "bag_refreshes"), counter(obim, "bag_refreshes"));
  }
}

TEST_F(PublishedPmodTest, TasksComeInTheOrderOfTheirBags) {
  setActiveThreads(1);
  worklists::MergeParams params;
  params.initialLmf = 3;
  worklists::PublishedPmod<TaskPriority>::retype<Task8> wl(TaskPriority(), params);
  pushTasks(wl, 64, [](std::uint32_t i) { return i * 37 % 64; });
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(wl.pop()->priority >> 3, i / 8);
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"bag_searches", "bag_refreshes", "bags",
                                                 "synchronizing_dequeues", "merges", "unmerges"}));
}

} // namespace
} // namespace galois::test
