// HD-CPS as released, `hdcps.released`: docs/worklists/released.md has what is known of it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "galois/substrate/Random.h"
#include "galois/worklists/ReleasedHdcps.h"
#include "support/OnThread.h"
#include "worklists/HdcpsCases.h"
#include "worklists/PolicyCounters.h"

namespace galois::test {
namespace {

/// The suites make thousands of policies, each with receive queues for all threads.
struct SmallReleasedQueues {
  using Composition = worklists::ReleasedHdcps;
  static worklists::HdcpsParams params() { return {}; }
};
using ReleasedHdcpsCase = HdcpsCase<SmallReleasedQueues>;
using ReleasedHdcpsCases = PolicyCases<CaseWith<ReleasedHdcpsCase, 8>>;
GALOIS_POLICY_SUITE(ReleasedHdcps, ReleasedHdcpsCases);
INSTANTIATE_TYPED_TEST_SUITE_P(ReleasedHdcps, PolicyRanges, RangesOf<ReleasedHdcpsCase>);

using Task8 = Task<8>;
using Policy = worklists::Hdcps<TaskPriority, Task8, true, worklists::ReleasedHdcps>;

/// What is known of the released HD-CPS, sentence by sentence, for one step of one thread at a time. No
/// two tasks have the same priority.
class KnownHdcps {
public:
  using Found = std::optional<std::uint32_t>;

  /// @param share  tenths of the tasks that are sent at first
  KnownHdcps(unsigned threads, std::uint32_t interval, unsigned share)
      : interval_(interval), threads_(threads), share_(share) {}

  unsigned raised = 0, lowered = 0, limited = 0; ///< times that the share was, or would have been
  unsigned kept = 0; ///< tasks that the thread would have sent to itself

  void push(unsigned number, std::uint32_t priority) {
    Thread& me = threads_[number];
    receive(me); // "one message drained per pop/push"
    // "keeps tasks local while ctr <= dist_factor of 10, else round-robin remote"
    const unsigned place = me.ctr;
    me.ctr = (me.ctr + 1) % 10;
    if (threads_.size() > 1 && place > 9 - share_) {
      const unsigned to = me.next;
      me.next = (to + 1) % static_cast<unsigned>(threads_.size());
      if (to != number) { // else it would be queued twice
        threads_[to].ring.push_back(priority);
        return;
      }
      ++kept;
    }
    me.queue.push_back(priority);
  }

  Found pop(unsigned number) {
    Thread& me = threads_[number];
    if (number == 0 && me.popped == interval_) {
      me.popped = 0;
      decide();
    }
    receive(me);
    if (me.queue.empty()) {
      return {};
    }
    const auto first = std::min_element(me.queue.begin(), me.queue.end());
    me.latest = *first;
    me.queue.erase(first);
    me.popped += threads_.size() > 1 ? 1 : 0;
    return me.latest;
  }

private:
  struct Thread {
    std::vector<std::uint32_t> queue;
    std::deque<std::uint32_t> ring;
    unsigned ctr = 0, next = 0; // "every rr starts at 0"
    std::uint32_t popped = 0, latest = 0;
  };

  static void receive(Thread& me) {
    if (!me.ring.empty()) {
      me.queue.push_back(me.ring.front());
      me.ring.pop_front();
    }
  }

  /// "the sum of |latest(0) - latest(i)|", then algorithm 2 of the paper; from one tenth to six.
  void decide() {
    double drift = 0;
    for (const Thread& thread : threads_) {
      drift +=
          std::abs(static_cast<double>(threads_[0].latest) - static_cast<double>(thread.latest));
    }
    if (lastDrift_) {
      raises_ = drift >= *lastDrift_ && !raises_;
      const unsigned next = std::clamp(raises_ ? share_ + 1 : share_ - 1, 1u, 6u);
      ++(next > share_ ? raised : next < share_ ? lowered : limited);
      share_ = next;
    }
    lastDrift_ = drift;
  }

  const std::uint32_t interval_;
  std::vector<Thread> threads_;
  unsigned share_;
  bool raises_ = false;
  std::optional<double> lastDrift_;
};

class ReleasedHdcpsTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

TEST_F(ReleasedHdcpsTest, PlaysWhatIsKnownOfTheProgram) {
  unsigned raised = 0, lowered = 0, limited = 0, kept = 0;
  double sent = 0;
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
      worklists::ReleasedHdcpsParams params;
      params.interval = 7;
      params.drift.tdf = seed % 2 == 0 ? 10 : 60; // at both limits
      Policy policy(TaskPriority(), params);
      KnownHdcps known(threads, params.interval, params.drift.tdf / 10);
      substrate::Random script(seed, 1000);
      std::uint32_t pushed = 0;
      unsigned left = 0;
      const auto pop = [&](unsigned thread) {
        KnownHdcps::Found got;
        onThread(thread, [&] {
          if (const auto task = policy.pop()) {
            got = task->priority;
          }
        });
        EXPECT_EQ(got, known.pop(thread));
        left -= got ? 1 : 0;
      };
      for (unsigned step = 0; step < 300 && !HasFailure(); ++step) {
        SCOPED_TRACE(step);
        const unsigned thread = script.below(threads);
        std::vector<Task8> tasks;
        for (std::uint32_t count = script.below(7); count > 0; --count) {
          tasks.emplace_back(pushed, (step + script.below(100)) * 10000 + pushed);
          known.push(thread, tasks.back().priority);
          ++pushed;
        }
        left += static_cast<unsigned>(tasks.size());
        onThread(thread, [&] { policy.push(tasks.begin(), tasks.end()); });
        pop(script.below(threads));
        pop(script.below(threads));
      }
      for (unsigned turn = 0; left > 0 && !HasFailure(); ++turn) {
        pop(turn % threads);
      }
      raised += known.raised;
      lowered += known.lowered;
      limited += known.limited;
      kept += known.kept;
      sent += counter(policy, "remote_pushes");
    }
  }
  EXPECT_GE(std::min(raised, lowered), 20u) << "the script is to change the share both ways,";
  EXPECT_GE(limited, 5u) << "to reach its limits,";
  EXPECT_GE(kept, 50u) << "to draw tasks that a thread would send to itself,";
  EXPECT_GE(sent, 200) << "and others";
}

/// Returns the priorities of the tasks that a thread finds until it finds none.
std::vector<std::uint32_t> all(Policy& policy, unsigned thread) {
  std::vector<std::uint32_t> priorities;
  onThread(thread, [&] {
    while (const auto task = policy.pop()) {
      priorities.push_back(task->priority);
    }
  });
  return priorities;
}

TEST_F(ReleasedHdcpsTest, SendsOneTaskOfTenToEachThreadInTurn) {
  setActiveThreads(3);
  Policy policy;
  onThread(1, [&] { pushTasks(policy, 40); });
  EXPECT_EQ(counter(policy, "remote_pushes"), 3);
  EXPECT_EQ(all(policy, 0), (std::vector<std::uint32_t>{9, 39}));
  EXPECT_EQ(all(policy, 2), std::vector<std::uint32_t>{29});
  EXPECT_EQ(all(policy, 1).size(), 37u) << "with number 19, which it would have sent to itself";
}

TEST_F(ReleasedHdcpsTest, APopOrAPushTakesOneMessage) {
  setActiveThreads(2);
  Policy policy;
  onThread(1, [&] { // the tasks 9, 29 and 49 go to thread 0, in a descending order of priorities
    pushTasks(policy, 60, [](std::uint32_t i) { return 100 - i; });
  });
  EXPECT_EQ(counter(policy, "remote_pushes"), 3);
  onThread(0, [&] {
    EXPECT_EQ(policy.pop()->priority, 91u) << "more urgent ones wait in the receive queue";
    policy.push(Task8(60, 200));
    EXPECT_EQ(policy.pop()->priority, 51u) << "the push has taken one, and the pop another one";
    EXPECT_EQ(policy.pop()->priority, 71u);
    EXPECT_EQ(policy.pop()->priority, 200u);
    EXPECT_FALSE(policy.pop());
  });
}

TEST_F(ReleasedHdcpsTest, HasTheParametersOfTheProgram) {
  const worklists::ReleasedHdcpsParams params;
  EXPECT_EQ(params.drift.tdf, 10u);
  EXPECT_EQ(params.interval, 2100u);
  EXPECT_EQ(params.queueCapacity, 512u);
  setActiveThreads(1);
  Policy policy;
  EXPECT_EQ(counterNames(policy), commonCountersAnd({"remote_pushes", "receive_full"}))
      << "there are no bags";
}

} // namespace
} // namespace galois::test
